internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Exif, XMP, IPTC and the colour profile of a JPEG, read from the segments before the image.
///
/// Source: ITU-T T.81, B.1.1.4; Exif 2.32, 4.7.2; XMP specification, part 3 (ISO 16684-3), 1.1.3;
/// ICC.1:2010, B.4.
struct JPEGMetadata {
    private var exif: ExifFields?
    private var xmp: [UInt8]?
    private var iptc: [UInt8]?
    /// The parts of the profile by part number, from 1.
    private var profileParts: [UInt8: [UInt8]] = [:]

    /// A file without metadata.
    init() {}

    private static let exifStart = Array("Exif\0\0".utf8)
    private static let xmpStart = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    private static let iptcStart = Array("Photoshop 3.0\0".utf8)
    private static let profileStart = Array("ICC_PROFILE\0".utf8)
    /// The maximum number of segments that are read. A photograph has fewer segments.
    private static let mostSegments = 200

    /// - Returns: `nil` if libvips has to read the metadata: a segment is repeated, unknown or
    ///   damaged, or the Exif fields are unusual.
    init?(_ file: SourceFile) {
        var exif: [UInt8]?
        let isWhole = Self.forEachSegment(of: file) { marker, bytes in
            if marker == 0xE2 {
                if let (number, part) = Self.profilePart(bytes) { profileParts[number] = part }
            } else if exif == nil, bytes.starts(with: Self.exifStart) {
                exif = bytes
            } else if xmp == nil, bytes.starts(with: Self.xmpStart) {
                xmp = Array(bytes.dropFirst(Self.xmpStart.count))
            } else if iptc == nil, bytes.starts(with: Self.iptcStart) {
                iptc = bytes
            } else {
                return false
            }
            return true
        }
        guard isWhole else { return nil }
        if let exif {
            guard let fields = ExifFields(exif) else { return nil }
            self.exif = fields
        }
    }

    var metadata: SourceHeader.Metadata {
        SourceHeader.Metadata(xmp: xmp, iptc: iptc, exif: exif?.metadata ?? SourceHeader.Metadata())
    }

    /// The Exif orientation, 1 (upright) to 8.
    package var orientation: Int { exif?.orientation ?? 1 }

    var isAdobeRGB: Bool { exif?.isAdobeRGB ?? false }

    /// Whether the Exif segment of a file states Adobe RGB, regardless of the other metadata.
    static func isAdobeRGB(_ file: SourceFile) -> Bool {
        var isAdobeRGB = false
        _ = forEachSegment(of: file) { marker, bytes in
            guard marker == 0xE1, bytes.starts(with: exifStart) else { return true }
            isAdobeRGB = ExifFields(bytes, isStrict: false)?.isAdobeRGB ?? false
            return false
        }
        return isAdobeRGB
    }

    package var profile: [UInt8]? { Self.joined(profileParts) }

    /// The colour profile of a file, regardless of its other metadata.
    package static func profile(of file: SourceFile) -> [UInt8]? {
        var parts: [UInt8: [UInt8]] = [:]
        _ = forEachSegment(of: file) { _, bytes in
            if let (number, part) = profilePart(bytes) { parts[number] = part }
            return true
        }
        return joined(parts)
    }

    private static func profilePart(_ bytes: [UInt8]) -> (UInt8, [UInt8])? {
        // The part number and the number of parts follow the name.
        guard bytes.count > 14, bytes.starts(with: profileStart) else { return nil }
        return (bytes[12], Array(bytes[14...]))
    }

    /// Joins the parts of a profile, up to the first missing part.
    private static func joined(_ parts: [UInt8: [UInt8]]) -> [UInt8]? {
        let profile = (1...UInt8(100)).lazy.map { parts[$0] }.prefix { $0 != nil }
            .reduce(into: []) { $0 += $1 ?? [] }
        return profile.isEmpty ? nil : profile
    }

    /// Calls the body with the marker and the bytes of each segment that can hold metadata: APP1,
    /// APP2 and APP13.
    ///
    /// - Parameter body: the answer `false` stops the iteration.
    /// - Returns: whether the body got all segments up to the image.
    private static func forEachSegment(
        of file: SourceFile, _ body: (UInt8, [UInt8]) -> Bool
    ) -> Bool {
        var place = 2
        for _ in 0..<mostSegments {
            let head = file.bytes(4, at: place)
            // Markers from 0xD0 to 0xD9 have no length, and do not occur here.
            guard head.count == 4, head[0] == 0xFF, (0xC0...0xFE).contains(head[1]),
                !(0xD0...0xD9).contains(head[1])
            else { return false }
            if head[1] == 0xDA { return true }
            let length = head[2...3].bigEndian
            guard length >= 2 else { return false }
            if [0xE1, 0xE2, 0xED].contains(head[1]) {
                let bytes = file.bytes(length - 2, at: place + 4)
                guard bytes.count == length - 2, body(head[1], bytes) else { return false }
            }
            place += 2 + length
        }
        return false
    }
}
