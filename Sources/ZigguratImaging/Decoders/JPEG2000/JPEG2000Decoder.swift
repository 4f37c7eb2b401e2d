internal import ZigguratCore
internal import ZigguratSystem

/// JPEG 2000 through OpenJPEG. libvips gets the rows if it has to change the image.
struct JPEG2000Decoder: SourceDecoder {
    let format = "jp2k"
    let extensions = ["jp2", "j2k", "jpx", "jpf", "jph", "j2c", "jpc"]
    let traits = LoaderTraits(
        needsVips: false, beginsAtAnyRow: true, secondsPerMegapixel: 0.047)

    /// A signature box, or a bare codestream. Source: ITU-T T.800, I.5.1 and A.4.1.
    func recognises(_ head: [UInt8]) -> Bool {
        head.starts(with: [0, 0, 0, 0x0C] + Array("jP  ".utf8))
            || head.starts(with: [0xFF, 0x4F, 0xFF, 0x51])
    }

    func open(
        _ file: SourceFile, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) -> OpenedSource? {
        guard trust.readsUntrusted, StoredHeader.supports(request, trust),
            let reader = try? JPEG2000RowReader(path: file.path)
        else { return nil }
        return StoredHeader(
            format: format, size: reader.size, pixels: reader.pixels,
            statedBits: reader.channels.bits, profile: reader.embedded.profile,
            metadata: reader.embedded.metadata, heldBytes: reader.heldBytes
        ).opened(request, trust)
    }

    func image(
        _ path: String, _ settings: DecoderSettings
    ) throws(ZigguratError) -> VipsImage? {
        let reader = try reader(path, settings)
        let pixels = reader.pixels
        let image = try VipsImage.rows(of: reader, pixels)
        image.describe(format, statedBits: reader.channels.bits, reader.embedded)
        return image
    }

    /// The resolutions of the codestream.
    func levels(
        of image: VipsImage, _ path: String, _ settings: DecoderSettings, hasPages: Bool
    ) -> [StoredLevel] {
        guard let reader = try? JPEG2000RowReader(path: path) else { return [] }
        return (1..<reader.resolutionCount).map { reduction in
            var settings = settings
            settings.level = reduction
            return StoredLevel(settings: settings, size: reader.size(reducedBy: reduction))
        }
    }

    func read(
        _ path: String, _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        let reader = try reader(path, plan.settings)
        guard
            let conversion = try RowConversion(
                reader.pixels, profile: reader.embedded.profile, target)
        else { return nil }
        return PixelReading(reader, conversion)
    }

    private func reader(
        _ path: String, _ settings: DecoderSettings
    ) throws(ZigguratError) -> JPEG2000RowReader {
        try JPEG2000RowReader(
            path: path, reduction: settings.level ?? 0, fillsMissing: settings.allowsTruncated)
    }

    func isTruncated(_ file: SourceFile) -> Bool {
        let boxes = JPEG2000Boxes(file)
        return boxes.codestream.map { JPEG2000Markers(file, $0).isTruncated } ?? true
    }

    /// The samples that are decoded at once, and the data of an image in one tile.
    func heldBytes(of image: StoredImage) -> Int? {
        (try? JPEG2000RowReader(path: image.file.path, reduction: image.level))?.heldBytes
    }
}
