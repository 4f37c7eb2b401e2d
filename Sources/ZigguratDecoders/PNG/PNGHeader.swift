internal import CSystemLibraries
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The chunks of a PNG file before its pixel data, and Exif behind it.
///
/// Source: PNG specification, third edition, sections 5, 11.2 and 11.3.
struct PNGHeader {
    package let image: PNGDataStream.Header
    private(set) var palette: [UInt8] = []
    private(set) var transparency: [UInt8]?
    package let colour: PNGColour
    package private(set) var orientation = 1
    /// The orientation in Exif behind the pixel data, which libvips does not read; `nil` without
    /// such Exif.
    package private(set) var lateOrientation: Int?
    /// Whether Exif states Adobe RGB, and no chunk states other colours.
    package let ignoresColour: Bool
    private(set) var metadata = SourceHeader.Metadata()
    /// The size of texts that are too long to be read, in bytes.
    package let leftOutBytes: Int

    /// The maximum number of chunks. libvips reads files that exceed this limit or
    /// ``longestChunk``.
    private static let mostChunks = 100
    private static let longestChunk = 1 << 24
    private static let xmpKeyword = Array("XML:com.adobe.xmp\0".utf8)

    /// - Returns: `nil` if libvips has to read the header: a chunk is damaged, missing or repeated,
    ///   or the metadata are unusual.
    init?(_ file: SourceFile) {
        guard file.bytes(8, at: 0) == PNGDataStream.signature else { return nil }
        var chunks: [String: [UInt8]] = [:]
        var xmp: [UInt8]?
        var place = 8
        var isComplete = false
        for _ in 0..<Self.mostChunks {
            guard let (type, data) = Self.chunk(file, at: place), place > 8 || type == "IHDR"
            else { return nil }
            guard let data else {
                isComplete = true
                break
            }
            place += 12 + data.count
            if data.starts(with: Self.xmpKeyword), ["tEXt", "zTXt", "iTXt"].contains(type) {
                guard xmp == nil, let text = Self.text(of: data, type) else { return nil }
                xmp = text
            } else if PNGColour.chunks.contains(type) {
                // If a chunk is repeated, the first chunk counts.
                chunks[type] = chunks[type] ?? data
            } else if ["IHDR", "PLTE", "tRNS", "eXIf"].contains(type) {
                guard chunks.updateValue(data, forKey: type) == nil else { return nil }
            }
        }
        guard isComplete, let fields = chunks["IHDR"],
            let image = PNGDataStream.Header(fields)
        else { return nil }
        self.image = image
        palette = chunks["PLTE"] ?? []
        transparency = chunks["tRNS"]
        colour = PNGColour(chunks, isGrey: [0, 4].contains(image.colourType))
        var exif: ExifFields?
        if let data = chunks["eXIf"] {
            // Exif fields begin with a byte order mark.
            guard data.starts(with: "II".utf8) || data.starts(with: "MM".utf8),
                let fields = ExifFields(Array("Exif\0\0".utf8) + data)
            else { return nil }
            exif = fields
        } else if let data = PNGTail.exif(file, behind: place) {
            exif = ExifFields(Array("Exif\0\0".utf8) + data)
            lateOrientation = exif?.orientation
        }
        orientation = exif?.orientation ?? 1
        ignoresColour = exif?.isAdobeRGB == true && !colour.isStated || colour.ignoresNumbers
        leftOutBytes = EmbeddedData.leftOutBytes(xmp?.count)
        metadata = SourceHeader.Metadata(
            xmp: xmp, iptc: nil, exif: exif?.metadata ?? SourceHeader.Metadata())
    }

    /// Reads a chunk of the file: its length, type, data and checksum.
    ///
    /// - Returns: the type and the data, without data for the first IDAT chunk; `nil` if the chunk
    ///   is damaged.
    private static func chunk(
        _ file: SourceFile, at place: Int
    ) -> (type: String, data: [UInt8]?)? {
        let head = file.bytes(8, at: place)
        guard head.count == 8 else { return nil }
        let type = String(decoding: head[4...], as: UTF8.self)
        let length = head[..<4].bigEndian
        if type == "IDAT" { return length <= Int32.max ? (type, nil) : nil }
        guard length <= longestChunk else { return nil }
        let body = file.bytes(length + 8, at: place + 4)
        guard body.count == length + 8 else { return nil }
        let checksum = libdeflate_crc32(0, body, length + 4)
        guard body.suffix(4).bigEndian == Int(checksum) else { return nil }
        return (type, Array(body[4..<length + 4]))
    }

    /// The text in a chunk with XMP, after the keyword.
    ///
    /// - Returns: `nil` if libvips has to read the text.
    private static func text(of chunk: [UInt8], _ type: String) -> [UInt8]? {
        let rest = chunk.dropFirst(xmpKeyword.count)
        switch type {
        case "tEXt": return Array(rest)
        case "zTXt": return PNGKind.unpacked(chunk)
        default:
            // The text follows two bytes for the compression, a language, and a translated keyword.
            // The language and the keyword end with zeros.
            guard rest.first == 0 else { return nil }
            let parts = rest.dropFirst(2)
                .split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
            return parts.count == 3 ? Array(parts[2]) : nil
        }
    }
}

extension PNGDataStream.Header {
    /// - Parameter fields: the data of an IHDR chunk.
    /// - Returns: `nil` if the data is damaged.
    init?(_ fields: [UInt8]) {
        guard fields.count == 13 else { return nil }
        size = PixelSize(width: fields[0..<4].bigEndian, height: fields[4..<8].bigEndian)
        bitDepth = fields[8]
        colourType = fields[9]
        isInterlaced = fields[12] != 0
    }
}

/// The colour space that the chunks of a PNG file state. The first usable source counts: cICP,
/// iCCP, sRGB, then gAMA with cHRM.
///
/// Source: PNG specification, third edition, 4.3 and 11.3.2. Where the specification leaves a
/// choice, this type follows Chromium: without cHRM, a gAMA close to the sRGB value has no effect,
/// and a cHRM without gAMA has no effect.
struct PNGColour {
    /// The types of the chunks that state colours.
    package static let chunks = ["cICP", "iCCP", "sRGB", "gAMA", "cHRM"]

    /// The colour space that numbers in the chunks state.
    let coded: CodedColour
    /// Whether the file has a chunk that states colours.
    let isStated: Bool
    /// The profile in the iCCP chunk; `nil` if the profile is damaged, or another chunk takes
    /// precedence.
    let embedded: [UInt8]?

    package var profile: [UInt8]? { embedded ?? coded.profile }

    /// Whether the cICP chunk has numbers that are not converted. The number 2 states no colour.
    let ignoresNumbers: Bool

    /// - Parameter chunks: the data of the chunks, by chunk type.
    init(_ chunks: [String: [UInt8]], isGrey: Bool) {
        isStated = Self.chunks.contains { chunks[$0] != nil }
        let numbers = chunks["cICP"]
        let video = numbers.flatMap { Self.video($0, isGrey: isGrey) }
        ignoresNumbers = video == nil && numbers.map { $0.prefix(2) != [2, 2] } ?? false
        let profile = chunks["iCCP"].flatMap(PNGKind.unpacked)
            .flatMap { ColourProfile.isDamaged($0) ? nil : $0 }
        // A profile is better than a high dynamic range, which is not converted.
        if let colour = video, !colour.hasHighRange || profile == nil {
            (coded, embedded) = (colour, nil)
            return
        }
        embedded = profile
        let isNamed = profile != nil || chunks["sRGB"] != nil
        var colour: CodedColour =
            (isNamed ? nil : Self.measured(chunks, isGrey: isGrey)) ?? .sRGB
        colour.replacesDamagedProfile = profile == nil && chunks["iCCP"] != nil
        coded = colour
    }

    /// Reads a cICP chunk. The four bytes of the chunk are primaries, transfer, matrix (0: none),
    /// and 1 for the full range.
    private static func video(_ chunk: [UInt8], isGrey: Bool) -> CodedColour? {
        guard chunk.count == 4, chunk[2] == 0, chunk[3] == 1 else { return nil }
        return CodedColour(
            primaries: Int(chunk[0]), transfer: Int(chunk[1]), television: .exponent(2.4),
            isGrey: isGrey)
    }

    /// Reads the chunks gAMA, one number of four bytes, and cHRM, eight numbers. 100,000 means 1.
    private static func measured(_ chunks: [String: [UInt8]], isGrey: Bool) -> CodedColour? {
        guard let gamma = chunks["gAMA"], gamma.count == 4 else { return nil }
        let stored = Double(gamma[...].bigEndian) / 100_000
        // The limits: 2 means squared light, and 0.1 a screen with the exponent 10.
        guard (0.1...2).contains(stored) else { return nil }
        guard let points = chunks["cHRM"], points.count == 32 else {
            return abs(stored * 2.2 - 1) < 0.05
                ? nil : CodedColour(CodedColour.common, .exponent(1 / stored), isGrey: isGrey)
        }
        let values = (0..<8).map {
            Double(points[(4 * $0)..<(4 * $0 + 4)].bigEndian) / 100_000
        }
        guard isWhole(values) else { return nil }
        return CodedColour(values, .exponent(1 / stored), isGrey: isGrey)
    }

    /// Whether the white point is valid, and red, green and blue are the corners of a triangle.
    private static func isWhole(_ points: CodedColour.Chromaticities) -> Bool {
        let (first, second) = (
            (points[4] - points[2], points[5] - points[3]),
            (points[6] - points[2], points[7] - points[3])
        )
        return points[1] > 0 && abs(first.0 * second.1 - first.1 * second.0) > 0.001
    }
}
