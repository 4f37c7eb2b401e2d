internal import ZigguratCore
package import ZigguratImaging
internal import ZigguratSystem

/// The PNG decoder. ``PNGHeader`` reads the header and ISA-L the pixels; libvips reads everything
/// unusual.
package struct PNGDecoder: SourceDecoder {
    package init() {}

    package let format = "png"
    package let traits = DecoderTraits(isIsolated: false, secondsPerMegapixel: 0.0011)

    package func recognises(_ head: [UInt8]) -> Bool {
        head.starts(with: [0x89] + Array("PNG".utf8))
    }

    package func open(_ file: SourceFile) -> any OpenedImage { PNGImage(file) }
}

/// An open PNG.
private final class PNGImage: OpenedImage {
    let file: SourceFile
    private let knownChunks = LazyValue<PNGHeader?>()

    /// The longest side that libvips reads.
    private static let longestSide = 10_000_000

    init(_ file: SourceFile) { self.file = file }

    /// The chunks before the pixels; `nil` if libvips has to read them.
    private var chunks: PNGHeader? { knownChunks.value { PNGHeader(file) } }

    /// - Returns: `nil` if the PNG is damaged, or has metadata that ``PNGHeader`` does not read.
    func header(_ request: SourceRequest, _ trust: SourceRequest.Trust) -> OpenedSource? {
        guard StoredHeader.supports(request, trust), let chunks,
            let pixels = PNGKind(chunks.image, chunks.palette, chunks.transparency)?.pixels
        else { return nil }
        let size = chunks.image.size
        guard min(size.width, size.height) > 0,
            max(size.width, size.height) <= Self.longestSide
        else { return nil }
        let held = MemoryQuestion(
            size: size, bands: pixels.bands, bytesPerSample: pixels.sampleBytes,
            isInterlaced: chunks.image.isInterlaced, file: file)
        return StoredHeader(
            format: PNGDecoder().format, size: size, pixels: pixels,
            profile: chunks.colour.profile,
            ignoresProfile: chunks.colour.coded.replacesDamagedProfile,
            hasHighRange: chunks.colour.coded.hasHighRange,
            ignoresColour: chunks.ignoresColour,
            orientation: chunks.orientation, metadata: chunks.metadata,
            leftOutBytes: chunks.leftOutBytes, heldBytes: heldBytes(of: held)
        ).opened(request, trust)
    }

    func read(
        _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        guard let stored = try PNGFile(file),
            let conversion = try RowConversion(
                stored.pixels, profile: chunks?.colour.profile, target)
        else { return nil }
        if stored.isInterlaced {
            return PixelReading(
                try InterlacedPNGReader(stored, isWanted: isWanted), conversion)
        }
        return PixelReading(PNGRowReader(stored), conversion)
    }

    /// Checks a file before libvips reads it.
    func image(_ settings: DecodePlan.Settings) throws(ZigguratError) -> VipsImage? {
        try PNGLimits.check(file)
        return nil
    }

    func loaderFault(_ settings: DecodePlan.Settings) -> LoaderError? {
        // Xcode writes CgBI files for iOS: red and blue are swapped, and the IHDR chunk is the
        // second chunk.
        if file.bytes(4, at: 12) == Array("CgBI".utf8) {
            return .unsupported(.unsupported(.format("CgBI PNG")))
        }
        guard let size = try? PNGDataStream(file).header.size,
            size.longSide > Self.longestSide
        else { return nil }
        return .unsupported(.sides(width: size.width, height: size.height))
    }

    var statedColour: CodedColour? {
        guard let colour = chunks?.colour, colour.embedded == nil else { return nil }
        return colour.coded
    }

    func ignoresColour(_ settings: DecodePlan.Settings) -> Bool { chunks?.ignoresColour ?? false }

    /// libvips reports no cause.
    var openingCause: ZigguratError.Cause? {
        do throws(ZigguratError) {
            let stream = try PNGDataStream(file)
            if stream.header.colourType == 3, stream.palette.isEmpty {
                return .library("missing PLTE chunk")
            }
            // The IHDR chunk: its name, 13 bytes and a checksum.
            let chunk = file.bytes(21, at: 12)
            return CRC32.checksum(of: Array(chunk.prefix(17))) == UInt32(chunk.suffix(4).bigEndian)
                ? .library("the PNG header is invalid") : .library("CRC of the PNG header")
        } catch {
            return error.cause
        }
    }

    var statedOrientation: Int? { chunks?.lateOrientation }

    /// libvips reads interlaced files, and holds the whole image in memory. libvips delivers the
    /// rows of a damaged file, but not of a damaged interlaced file.
    func rows(_ settings: DecodePlan.Settings) throws(ZigguratError) -> StoredRows? {
        guard settings.page ?? 0 == 0, let stored = try PNGFile(file),
            stored.isInterlaced == settings.allowsDamaged
        else { return nil }
        let reader: any RowReader =
            stored.isInterlaced ? FilledPNGReader(stored) : PNGRowReader(stored)
        return (reader, stored.pixels)
    }

    /// Whether the last chunk is missing. Source: PNG, third edition, 11.2.4.
    var isTruncated: Bool { !file.lastBytes.contains(Array("IEND".utf8)) }

    /// The beginning of the pixel data is enough.
    var canBeFilled: Bool { (try? PNGDataStream(file)) != nil }

    /// The size of the image for an interlaced file; `nil` for other files.
    func heldBytes(of image: MemoryQuestion) -> Int? {
        image.isInterlaced ? image.byteCount : nil
    }
}
