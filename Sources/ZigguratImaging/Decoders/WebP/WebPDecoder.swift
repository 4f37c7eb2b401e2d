internal import ZigguratCore
internal import ZigguratSystem

/// WebP: still images through libwebp, animations and everything unusual through libvips.
struct WebPDecoder: SourceDecoder {
    let format = "webp"
    let traits = LoaderTraits(isIsolated: false, secondsPerMegapixel: 0.0044)

    /// Other files begin with `RIFF`, too. A shorter one is a WebP that lacks its end.
    func recognises(_ head: [UInt8]) -> Bool {
        head.starts(with: "RIFF".utf8)
            && (head.count < 12 || head[8..<12].elementsEqual("WEBP".utf8))
    }

    /// - Returns: `nil` for an animation, and for a file that ``WebPHeader`` does not read.
    func open(
        _ file: SourceFile, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) -> OpenedSource? {
        guard StoredHeader.supports(request, trust), let chunks = WebPHeader(file) else {
            return nil
        }
        var held = StoredImage(
            size: chunks.size, bands: chunks.pixels.bands, bytesPerSample: 1, isInterlaced: false,
            file: file, isLossless: chunks.isLossless)
        let header = StoredHeader(
            format: format, size: chunks.size, pixels: chunks.pixels, profile: chunks.profile,
            ignoresColour: chunks.isAdobeRGB, orientation: chunks.orientation,
            metadata: chunks.metadata,
            leftOutBytes: chunks.leftOutBytes)
        guard var opened = header.opened(request, trust) else { return nil }
        // libvips converts to 16 bits from a profile.
        held.isReadDirectly =
            request.sampleBits == 8 || !opened.header.hasProfile || request.colour == .keep
        opened.header.decoderBytes = heldBytes(of: held)
        return opened
    }

    func read(
        _ path: String, _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        guard let reader = try WebPRowReader(path: path),
            let conversion = try RowConversion(
                reader.pixels, profile: profile(of: try SourceFile(path: path)), target)
        else { return nil }
        return PixelReading(reader, conversion)
    }

    func ignoresColour(_ path: String, _ settings: DecoderSettings) -> Bool {
        (try? SourceFile(path: path)).flatMap { WebPHeader($0) }?.isAdobeRGB ?? false
    }

    func rows(_ path: String, _ settings: DecoderSettings) throws(ZigguratError) -> StoredRows? {
        guard settings.page ?? 0 == 0, !settings.allowsDamaged else { return nil }
        return try WebPRowReader(path: path).map { ($0, $0.pixels) }
    }

    /// The ICCP chunk, which comes first. Source: RFC 9649, 2.3 and 2.7.
    private func profile(of file: SourceFile) -> [UInt8]? {
        let chunk = file.bytes(8, at: 30)
        guard file.bytes(4, at: 12) == Array("VP8X".utf8), chunk.starts(with: "ICCP".utf8) else {
            return nil
        }
        return file.bytes(chunk[4...].littleEndian, at: 38)
    }

    /// Bytes 4 to 7 are the length of all that follows. Source: RFC 9649, 2.4.
    func isTruncated(_ file: SourceFile) -> Bool {
        8 + file.bytes(4, at: 4).littleEndian > file.byteCount
    }

    /// The image, its colours in 32 bits and buffers if it is lossless, and the planes of its alpha; as
    /// measured. Of libvips, the frame and its canvas, both RGBA, and its image of them.
    func heldBytes(of image: StoredImage) -> Int? {
        guard image.isReadDirectly else { return image.byteCount + 8 * image.pixelCount }
        let eighths = image.isLossless == false ? (image.bands > 3 ? 18 : 1) : 44
        return image.byteCount + eighths * image.pixelCount / 8
    }
}
