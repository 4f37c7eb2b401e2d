/// The parts of a JPEG file. In a TIFF file, the tiles of a level share their tables.
///
/// Source: ITU-T T.81, annex B; TIFF Technical Note 2 (Tom Lane, 1995): JPEG in TIFF.
struct JPEGStream {
    /// A component of the frame: its number and its sampling factors.
    struct Component: Hashable {
        let number: UInt8
        let across: Int
        let down: Int
    }

    /// The quantisation and Huffman tables before the first scan, with their markers.
    private(set) var tables: [UInt8] = []
    /// All other bytes, from the start of the image to its end, without metadata.
    private(set) var body: [UInt8] = startOfImage
    /// The parts of the ICC profile, with their numbers.
    private var profileParts: [(number: UInt8, bytes: ArraySlice<UInt8>)] = []
    private(set) var components: [Component] = []
    /// The colour transform that Adobe's marker states: 0 none, 1 YCbCr; `nil` without the marker.
    private(set) var colourTransform: UInt8?

    static let startOfImage: [UInt8] = [0xFF, 0xD8]
    static let endOfImage: [UInt8] = [0xFF, 0xD9]
    /// Adobe's marker for RGB components.
    private static let rgbMarker: [UInt8] =
        [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]

    private static let profileName = Array("ICC_PROFILE\0".utf8)

    /// - Returns: `nil` if the bytes are not a baseline or sequential JPEG.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: Self.startOfImage) else { return nil }
        for range in Self.segments(of: bytes, from: 2) {
            let segment = bytes[range]
            switch bytes[range.lowerBound + 1] {
            // DQT, DHT.
            case 0xDB, 0xC4: tables += segment
            // SOF of baseline and sequential images.
            case 0xC0, 0xC1:
                readFrame(segment)
                body += segment
            case 0xE2: readProfile(segment)
            case 0xEE:
                if segment.count == 16, segment.dropFirst(4).starts(with: Array("Adobe".utf8)) {
                    colourTransform = segment.last
                }
                body += segment
            // Other metadata, and comments.
            case 0xE0...0xEF, 0xFE: break
            // SOS: the rest of the file is one scan or several scans, which may have further
            // tables.
            case 0xDA:
                body += bytes[range.lowerBound...]
                guard !components.isEmpty else { return nil }
                return
            default: body += segment
            }
        }
        return nil
    }

    /// Whether the three components are RGB, by Adobe's marker or, without the marker, by their
    /// numbers.
    var isRGB: Bool {
        guard components.count == 3 else { return false }
        if let colourTransform { return colourTransform == 0 }
        return components.map(\.number) == Array("RGB".utf8)
    }

    /// The ICC profile; empty without one.
    var profile: [UInt8] {
        profileParts.sorted { $0.number < $1.number }.flatMap(\.bytes)
    }

    /// Joins tables and the other parts of a file, in the order of libjpeg.
    ///
    /// - Parameters:
    ///   - tables: segments without the markers of the image's start and end.
    ///   - isRGB: whether to add a marker that declares the components to be RGB.
    static func joined(
        tables: [UInt8], body: [UInt8], isRGB: Bool = false
    ) -> [UInt8] {
        guard body.count >= 2 else { return body }
        let scan = segments(of: body, from: 2).first { body[$0.lowerBound + 1] == 0xDA }
        let scanStart = scan?.lowerBound ?? body.count
        var (quantisation, huffman): ([UInt8], [UInt8]) = ([], [])
        for segment in segments(of: tables, from: 0) {
            if tables[segment.lowerBound + 1] == 0xDB {
                quantisation += tables[segment]
            } else {
                huffman += tables[segment]
            }
        }
        return startOfImage + (isRGB ? rgbMarker : []) + quantisation + body[2..<scanStart]
            + huffman + body[scanStart...]
    }

    /// Returns the segments up to the first scan. A segment includes its marker, but no fill bytes.
    private static func segments(of bytes: [UInt8], from start: Int) -> [Range<Int>] {
        var segments: [Range<Int>] = []
        var offset = start
        while offset + 4 <= bytes.count, bytes[offset] == 0xFF {
            if bytes[offset + 1] == 0xFF {
                offset += 1
                continue
            }
            let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
            let end = offset + 2 + length
            guard length >= 2, end <= bytes.count else { break }
            segments.append(offset..<end)
            if bytes[offset + 1] == 0xDA { break }
            offset = end
        }
        return segments
    }

    private mutating func readFrame(_ segment: ArraySlice<UInt8>) {
        let bytes = Array(segment)
        guard bytes.count >= 10, bytes.count >= 10 + 3 * Int(bytes[9]) else { return }
        components = (0..<Int(bytes[9])).map { number in
            let start = 10 + 3 * number
            return Component(
                number: bytes[start], across: Int(bytes[start + 1] >> 4),
                down: Int(bytes[start + 1] & 15))
        }
    }

    private mutating func readProfile(_ segment: ArraySlice<UInt8>) {
        let content = segment.dropFirst(4)
        guard content.starts(with: Self.profileName), content.count > 14 else { return }
        let rest = content.dropFirst(Self.profileName.count)
        profileParts.append((rest[rest.startIndex], rest.dropFirst(2)))
    }
}
