internal import CSystemLibraries
internal import ZigguratCore
internal import ZigguratSystem

/// The chunks of a WebP but for its pixels.
///
/// Source: RFC 9649, 2.3 to 2.7.
struct WebPHeader {
    let size: PixelSize
    let pixels: StoredPixels
    let isLossless: Bool
    private(set) var profile: [UInt8]?
    private(set) var orientation = 1
    /// Whether Exif states Adobe RGB.
    let isAdobeRGB: Bool
    private(set) var metadata = SourceHeader.Metadata()
    /// The length of texts that are too long to be read, in bytes.
    let leftOutBytes: Int

    /// Files with more chunks, or longer ones, are left to libvips.
    private static let mostChunks = 100
    private static let longestChunk = 1 << 24
    /// The bits of the VP8X chunk that announce other chunks.
    private static let announcements: [(type: String, bit: UInt8)] = [
        ("ICCP", 0x20), ("EXIF", 0x08), ("XMP ", 0x04),
    ]

    /// - Returns: `nil` if libvips has to read them: the file is damaged or animated, a chunk is
    ///   missing or repeated, or its metadata are unusual.
    init?(_ file: SourceFile) {
        let start = file.bytes(1 << 16, at: 0)
        var features = WebPBitstreamFeatures()
        guard start.count >= 30, start[8..<12].elementsEqual("WEBP".utf8),
            8 + start[4..<8].littleEndian <= file.byteCount,
            WebPGetFeatures(start, start.count, &features) == VP8_STATUS_OK,
            features.has_animation == 0,
            let chunks = Self.chunks(file, end: 8 + start[4..<8].littleEndian)
        else { return nil }
        size = PixelSize(width: Int(features.width), height: Int(features.height))
        pixels = StoredPixels(colours: .rgb, hasAlpha: features.has_alpha != 0)
        // 1 is lossy, 2 is lossless.
        isLossless = features.format != 1
        let flags = start[12..<16].elementsEqual("VP8X".utf8) ? start[20] : 0
        for (type, bit) in Self.announcements {
            guard (chunks[type] != nil) == (flags & bit != 0) else { return nil }
        }
        profile = chunks["ICCP"]
        var exif: ExifFields?
        if let data = chunks["EXIF"] {
            // Some writers put the name in front that a JPEG needs.
            let name = Array("Exif\0\0".utf8)
            exif = ExifFields(data.starts(with: name) ? data : name + data)
            guard exif != nil else { return nil }
        }
        orientation = exif?.orientation ?? 1
        isAdobeRGB = exif?.isAdobeRGB ?? false
        leftOutBytes = EmbeddedData.leftOutBytes(chunks["XMP "]?.count)
        metadata = SourceHeader.Metadata(
            xmp: chunks["XMP "], iptc: nil, exif: exif?.metadata ?? SourceHeader.Metadata())
    }

    /// The chunks of metadata: a type and a length of four bytes each, and the data, padded to an even
    /// length.
    ///
    /// - Returns: `nil` for a file that is not made of chunks, or has no image.
    private static func chunks(_ file: SourceFile, end: Int) -> [String: [UInt8]]? {
        var chunks: [String: [UInt8]] = [:]
        var hasImage = false
        var place = 12
        for _ in 0..<mostChunks {
            if place == end { return hasImage ? chunks : nil }
            let head = file.bytes(8, at: place)
            guard head.count == 8 else { return nil }
            let length = head[4...].littleEndian
            let next = place + 8 + length + length % 2
            guard next <= end else { return nil }
            let type = String(decoding: head[..<4], as: UTF8.self)
            if type == "VP8 " || type == "VP8L" { hasImage = true }
            if announcements.contains(where: { $0.type == type }) {
                guard length <= longestChunk, chunks[type] == nil else { return nil }
                chunks[type] = file.bytes(length, at: place + 8)
            }
            place = next
        }
        return nil
    }
}
