internal import ZigguratCore
internal import ZigguratSystem

/// HEIC and AVIF through libheif. libvips gets the rows if it has to change the image.
struct HEIFDecoder: SourceDecoder {
    let format = "heif"
    let extensions = ["heic", "heif", "avif"]

    func recognises(_ head: [UInt8]) -> Bool {
        head.count >= 8 && head[4..<8].elementsEqual("ftyp".utf8)
    }

    /// - Returns: `nil` for a file of several images, and a damaged one.
    func open(
        _ file: SourceFile, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) -> OpenedSource? {
        guard StoredHeader.supports(request, trust), let image = try? HEIFFile(file),
            image.pages == 1
        else { return nil }
        let held = StoredImage(
            size: image.size, bands: image.pixels.bands, bytesPerSample: image.pixels.sampleBytes,
            isInterlaced: false, fileBytes: file.byteCount, path: file.path)
        return StoredHeader(
            format: format, size: image.size, pixels: image.pixels, statedBits: image.bits,
            profile: image.profile,
            metadata: SourceHeader.Metadata(
                xmp: image.xmp, iptc: nil, exif: image.exif?.metadata ?? SourceHeader.Metadata()),
            heldBytes: heldBytes(of: held)
        ).opened(request, trust)
    }

    func read(
        _ path: String, _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        guard let image = try HEIFFile(SourceFile(path: path), page: plan.settings.page),
            let conversion = try RowConversion(image.pixels, profile: image.profile, target)
        else { return nil }
        try image.decode(isWanted: isWanted)
        return .blocks(DecodedSource(image, conversion, region: plan.storedRegion))
    }

    func image(
        _ path: String, _ settings: DecoderSettings
    ) throws(ZigguratError) -> VipsImage? {
        guard let file = try HEIFFile(SourceFile(path: path), page: settings.page) else {
            return nil
        }
        let image = try VipsImage.rows(of: DecodedRowReader(file), file.pixels)
        image.describe(
            format, pages: file.pages, statedBits: file.bits, profile: file.profile, xmp: file.xmp,
            exif: file.exif?.metadata)
        return image
    }

    func isTruncated(_ file: SourceFile) -> Bool {
        !ISOBoxes.areWhole(size: file.byteCount) { file.bytes($0, at: $1)[...] }
    }

    /// Red, green and blue, and before them the planes of the video format, which the decoders of AV1
    /// and HEVC hold several times; as measured.
    func heldBytes(of image: StoredImage) -> Int? {
        guard let file = image.path.flatMap({ try? SourceFile(path: $0) }) else {
            return image.byteCount * 5 / 2
        }
        let properties = HEIFProperties(file)
        let planes = properties.samplesPerPixel * (properties.isAV1 ? 3.2 : 1.1)
        let samples = Double(image.bands) + planes
        return Int(samples * Double(image.bytesPerSample * image.pixelCount))
    }
}
