internal import ZigguratCore
internal import ZigguratSystem

/// JPEG XL: images of one frame through libjxl, animations and linear light through libvips.
struct JPEGXLDecoder: SourceDecoder {
    let format = "jxl"

    /// A signature box, or a bare codestream. Source: ISO/IEC 18181-2, 9.1.
    func recognises(_ head: [UInt8]) -> Bool {
        head.starts(with: [0, 0, 0, 0x0C] + Array("JXL ".utf8)) || head.starts(with: [0xFF, 0x0A])
    }

    func open(
        _ file: SourceFile, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) -> OpenedSource? {
        guard trust.allowsUntrusted, StoredHeader.supports(request, trust),
            let image = JPEGXLFile(file)
        else { return nil }
        let held = StoredImage(
            size: image.size, bands: image.pixels.bands, bytesPerSample: image.pixels.sampleBytes,
            isInterlaced: false, fileBytes: file.byteCount)
        let metadata = JPEGXLMetadata(file)
        return StoredHeader(
            format: format, size: image.size, pixels: image.pixels, statedBits: image.bits,
            profile: image.profile,
            metadata: SourceHeader.Metadata(
                xmp: metadata.xmp, iptc: nil,
                exif: metadata.exif?.metadata ?? SourceHeader.Metadata()),
            heldBytes: heldBytes(of: held)
        ).opened(request, trust)
    }

    func read(
        _ path: String, _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        guard let image = JPEGXLFile(try SourceFile(path: path)),
            let conversion = try RowConversion(image.pixels, profile: image.profile, target)
        else { return nil }
        try image.decode(isWanted: isWanted)
        return .blocks(DecodedSource(image, conversion, region: plan.storedRegion))
    }

    func image(
        _ path: String, _ settings: DecoderSettings
    ) throws(ZigguratError) -> VipsImage? {
        let source = try SourceFile(path: path)
        guard let file = JPEGXLFile(source) else { return nil }
        let metadata = JPEGXLMetadata(source)
        let image = try VipsImage.rows(of: DecodedRowReader(file), file.pixels)
        image.describe(
            format, statedBits: file.bits, profile: file.profile, xmp: metadata.xmp,
            exif: metadata.exif?.metadata)
        return image
    }

    /// The last box of a container that lacks its end. A bare codestream does not tell.
    func isTruncated(_ file: SourceFile) -> Bool {
        file.bytes(2, at: 0) != [0xFF, 0x0A]
            && !ISOBoxes.areWhole(size: file.byteCount) { file.bytes($0, at: $1)[...] }
    }

    /// The image; of all kinds but RGB of 8 bits, libjxl 0.7 also holds its planes as floating-point
    /// numbers, and alpha several times; as measured.
    func heldBytes(of image: StoredImage) -> Int? {
        if image.bands == 3, image.bytesPerSample == 1 { return 2 * image.byteCount }
        return image.byteCount + (image.bands % 2 == 0 ? 31 : 15) * image.pixelCount
    }
}
