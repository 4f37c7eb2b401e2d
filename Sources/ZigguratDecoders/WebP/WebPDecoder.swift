internal import CSystemLibraries
internal import ZigguratCore
package import ZigguratImaging
internal import ZigguratSystem

/// The WebP decoder. libwebp reads still images; libvips reads animations and everything unusual.
package struct WebPDecoder: SourceDecoder {
    package init() {}

    package let format = "webp"
    package let traits = DecoderTraits(
        isIsolated: false, secondsPerMegapixel: 0.0044, fillsDamage: false)

    /// Checks for `RIFF` and `WEBP`: other formats begin with `RIFF`, too. A file that ends before
    /// `WEBP` is assumed to be a truncated WebP file.
    package func recognises(_ head: [UInt8]) -> Bool {
        head.starts(with: "RIFF".utf8)
            && (head.count < 12 || head[8..<12].elementsEqual("WEBP".utf8))
    }

    package func open(_ file: SourceFile) -> any OpenedImage { WebPImage(file) }
}

/// An open WebP file.
private final class WebPImage: OpenedImage {
    let file: SourceFile
    private let knownChunks = LazyValue<WebPHeader?>()

    init(_ file: SourceFile) { self.file = file }

    /// The chunks without the pixels; `nil` if libvips has to read them.
    private var chunks: WebPHeader? { knownChunks.value { WebPHeader(file) } }

    /// - Returns: `nil` for an animation, or a file that ``WebPHeader`` does not read.
    func header(_ request: SourceRequest, _ trust: SourceRequest.Trust) -> OpenedSource? {
        guard StoredHeader.supports(request, trust), let chunks else { return nil }
        var held = MemoryQuestion(
            size: chunks.size, bands: chunks.pixels.bands, bytesPerSample: 1, isInterlaced: false,
            file: file, isLossless: chunks.isLossless)
        let header = StoredHeader(
            format: WebPDecoder().format, size: chunks.size, pixels: chunks.pixels,
            profile: chunks.profile, ignoresColour: chunks.isAdobeRGB,
            orientation: chunks.orientation, metadata: chunks.metadata,
            leftOutBytes: chunks.leftOutBytes)
        guard var opened = header.opened(request, trust) else { return nil }
        // libvips converts images with a profile to 16 bits.
        held.isReadDirectly =
            request.sampleBits == 8 || !opened.header.hasProfile || request.colour == .keep
        opened.header.decoderBytes = heldBytes(of: held)
        return opened
    }

    func read(
        _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        guard let reader = try WebPRowReader(file),
            let conversion = try RowConversion(reader.pixels, profile: profile, target)
        else { return nil }
        return PixelReading(reader, conversion)
    }

    func ignoresColour(_ settings: DecodePlan.Settings) -> Bool { chunks?.isAdobeRGB ?? false }

    func rows(_ settings: DecodePlan.Settings) throws(ZigguratError) -> StoredRows? {
        guard settings.page ?? 0 == 0, !settings.allowsDamaged else { return nil }
        return try WebPRowReader(file).map { ($0, $0.pixels) }
    }

    /// The ICCP chunk, which comes first. Source: RFC 9649, 2.3 and 2.7.
    private var profile: [UInt8]? {
        let chunk = file.bytes(8, at: 30)
        guard file.bytes(4, at: 12) == Array("VP8X".utf8), chunk.starts(with: "ICCP".utf8) else {
            return nil
        }
        return file.bytes(chunk[4...].littleEndian, at: 38)
    }

    /// Whether the file is shorter than stated: bytes 4 to 7 contain the length of the rest of the
    /// file. Source: RFC 9649, 2.4.
    var isTruncated: Bool { 8 + file.bytes(4, at: 4).littleEndian > file.byteCount }

    /// The measured memory of an image. libwebp holds the image, buffers and 32-bit colours for
    /// lossless images, and the planes of alpha. libvips holds the frame and the canvas, both in
    /// RGBA, and an image.
    func heldBytes(of image: MemoryQuestion) -> Int? {
        guard image.isReadDirectly else { return image.byteCount + 8 * image.pixelCount }
        let eighths = image.isLossless == false ? (image.bands > 3 ? 18 : 1) : 44
        return image.byteCount + eighths * image.pixelCount / 8
    }
}

/// The chunks of a WebP file without its pixels.
///
/// Source: RFC 9649, 2.3 to 2.7.
struct WebPHeader {
    package let size: PixelSize
    package let pixels: StoredPixels
    let isLossless: Bool
    package private(set) var profile: [UInt8]?
    package private(set) var orientation = 1
    /// Whether Exif states Adobe RGB.
    let isAdobeRGB: Bool
    private(set) var metadata = SourceHeader.Metadata()
    /// The size of texts that are too long to be read, in bytes.
    package let leftOutBytes: Int

    /// The maximum number of chunks. libvips reads files that exceed this limit or
    /// ``longestChunk``.
    static let mostChunks = 100
    private static let longestChunk = 1 << 24
    /// The bits of the VP8X chunk that announce other chunks.
    private static let announcements: [(type: String, bit: UInt8)] = [
        ("ICCP", 0x20), ("EXIF", 0x08), ("XMP ", 0x04),
    ]

    /// - Returns: `nil` if libvips has to read the header: the file is damaged or animated, a chunk
    ///   is missing or repeated, or the metadata are unusual.
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
            // Some writers begin the data with the name that only a JPEG needs.
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

    /// Reads the metadata chunks. Each chunk has a type and a length, of four bytes each, and data
    /// padded to an even length.
    ///
    /// - Returns: `nil` if the file does not consist of chunks, or has no image.
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
