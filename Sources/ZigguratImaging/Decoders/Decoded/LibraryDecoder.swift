internal import ZigguratCore
internal import ZigguratSystem

/// A format that a library decodes as a whole. libvips gets the rows if it has to change the image.
protocol LibraryDecoder: SourceDecoder {
    /// Whether libvips trusts its own decoder of the format with files of strangers.
    var isTrusted: Bool { get }

    /// Opens an image of a file.
    ///
    /// - Parameter page: from 0; `nil` is the primary image.
    /// - Returns: `nil` if libvips has to read the file.
    func image(of file: SourceFile, page: Int?) throws(ZigguratError) -> (any DecodedImage)?
}

extension LibraryDecoder {
    var traits: LoaderTraits { LoaderTraits(needsVips: false) }

    /// Opens an image with a size that can be computed with.
    private func checkedImage(
        of file: SourceFile, page: Int?
    ) throws(ZigguratError) -> (any DecodedImage)? {
        guard let image = try image(of: file, page: page) else { return nil }
        do throws(ZigguratError) {
            try image.size.checkReadable()
        } catch {
            throw error.about(file.path)
        }
        return image
    }

    /// - Returns: `nil` for a file of several images, and a damaged one.
    func open(
        _ file: SourceFile, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) -> OpenedSource? {
        guard isTrusted || trust.readsUntrusted, StoredHeader.supports(request, trust),
            let image = try? checkedImage(of: file, page: nil), image.pages == 1
        else { return nil }
        let (pixels, embedded) = (image.pixels, image.embedded)
        let held = StoredImage(
            size: image.size, bands: pixels.bands, bytesPerSample: pixels.sampleBytes,
            isInterlaced: false, file: file, isLossless: image.isLossless)
        return StoredHeader(
            format: format, size: image.size, pixels: pixels, statedBits: image.bits,
            profile: embedded.profile, hasHighRange: embedded.hasHighRange,
            ignoresColour: embedded.ignoresColour,
            metadata: embedded.metadata, leftOutBytes: embedded.leftOutBytes,
            heldBytes: heldBytes(of: held)
        ).opened(request, trust)
    }

    func ignoresColour(_ path: String, _ settings: DecoderSettings) -> Bool {
        guard let file = try? SourceFile(path: path),
            let image = try? image(of: file, page: settings.page)
        else { return false }
        return image.embedded.ignoresColour
    }

    func read(
        _ path: String, _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        guard let image = try checkedImage(of: SourceFile(path: path), page: plan.settings.page),
            let conversion = try RowConversion(
                image.pixels, profile: image.embedded.profile, target)
        else { return nil }
        try image.decode(isWanted: isWanted)
        return .blocks(DecodedSource(image, conversion, region: plan.storedRegion))
    }

    func image(
        _ path: String, _ settings: DecoderSettings
    ) throws(ZigguratError) -> VipsImage? {
        guard let decoded = try checkedImage(of: SourceFile(path: path), page: settings.page) else {
            return nil
        }
        let image = try VipsImage.rows(of: DecodedRowReader(decoded), decoded.pixels)
        image.describe(
            format, pages: decoded.pages, statedBits: decoded.bits, decoded.embedded)
        return image
    }
}
