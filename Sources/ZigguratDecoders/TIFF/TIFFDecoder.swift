internal import CImageFormats
internal import ZigguratCore
package import ZigguratImaging
package import ZigguratSystem

/// The TIFF decoder. libtiff reads headers, and blocks with up to 16 bits per sample; libvips reads
/// other kinds.
package struct TIFFDecoder: SourceDecoder {
    package init() {}

    package let format = "tiff"
    package let extensions = ["tif", "tiff"]
    package let traits = LoaderTraits(
        isIsolated: false, readsPages: true, statesScanResolution: true, beginsAtAnyRow: true,
        secondsPerMegapixel: 0.0044)

    /// The longest side that libvips reads.
    private static let longestSide = 10_000_000

    /// Checks for the byte order, followed by 42, or 43 in a BigTIFF.
    package func recognises(_ head: [UInt8]) -> Bool {
        ["II*\0", "MM\0*", "II+\0", "MM\0+"].contains { head.starts(with: $0.utf8) }
    }

    /// - Returns: `nil` for images that ``TIFFSource`` does not read, and for slides of makers
    ///   other than Aperio.
    package func open(
        _ file: SourceFile, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) -> OpenedSource? {
        if let slide = SlideDecoder().open(file, request, trust) { return slide }
        guard StoredHeader.supports(request, trust, readsPages: true),
            let contents = TIFFContents(file), request.page != nil || !contents.isPreview,
            contents.pages.indices.contains((request.page ?? 1) - 1)
        else { return nil }
        let page = contents.pages[(request.page ?? 1) - 1]
        guard let place = contents.place(DecoderSettings(page: page.number)),
            let image = try? TIFFHandle(path: file.path, offset: place.offset),
            let fields = image.readHeader(), let samples = image.describe(),
            let unpacking = TIFFUnpacking(samples, of: image), !unpacking.isFloat,
            max(samples.width, samples.height) <= Self.longestSide,
            TIFFDirectory(file, at: place.offset)?.compressionFault == nil
        else { return nil }
        // libtiff can convert only whole blocks, so the blocks must be readable.
        guard
            !unpacking.isConverted
                || (try? TIFFBlocks(path: file.path, offset: place.offset)) != nil
        else { return nil }
        let resolution = ScanResolution(
            across: Double(fields.pixels_across_millimetre),
            down: Double(fields.pixels_down_millimetre))
        let size = PixelSize(width: Int(samples.width), height: Int(samples.height))
        var pixels = unpacking.pixels
        if TIFFMask(path: file.path, place, size, hasAlpha: pixels.hasAlpha) != nil {
            pixels.hasAlpha = true
        }
        return StoredHeader(
            format: format, size: size, pixels: pixels, statedBits: unpacking.statedBits,
            profile: samples.profileBytes,
            ignoresColour: TIFFDirectory(file, at: place.offset)?.hasOtherColour == true,
            orientation: Int(fields.orientation),
            metadata: EmbeddedData(xmp: fields.xmpBytes).metadata,
            leftOutBytes: fields.leftOutBytes,
            micronsPerPixel: resolution.micronsPerPixel, pages: contents.pages.count,
            pageNumber: page.number
        ).opened(request, trust)
    }

    package func read(
        _ path: String, _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        guard let place = place(path, plan.settings) else { return nil }
        if let blocks = try TIFFSource(
            path: path, place, target: target, region: plan.storedRegion,
            fillsMissing: plan.isFilled)
        {
            return .blocks(blocks)
        }
        guard
            let rows = try storedRows(path, place, fillsMissing: plan.isFilled),
            !rows.pixels.isFloat
        else { return nil }
        let conversion = try RowConversion(
            rows.pixels,
            profile: TIFFHandle(path: path, offset: place.offset).profile(), target)
        guard let conversion else { return nil }
        return PixelReading(rows.reader, conversion)
    }

    /// Opens an image that libvips cannot read, or reads incorrectly.
    package func image(
        _ path: String, _ settings: DecoderSettings
    ) throws(ZigguratError) -> VipsImage? {
        guard let stored = try? SourceFile(path: path), let contents = TIFFContents(stored),
            let place = contents.place(settings)
        else { return nil }
        if let fault = TIFFDirectory(stored, at: place.offset)?.compressionFault {
            throw ZigguratError(fault, path)
        }
        guard
            let file = try? TIFFHandle(path: path, offset: place.offset)
        else { return nil }
        let fields = file.readHeader()
        guard let samples = file.describe(), let unpacking = TIFFUnpacking(samples, of: file),
            !unpacking.isUsual
        else { return nil }
        try PixelSize(width: Int(samples.width), height: Int(samples.height)).checkReadable()
        guard
            let rows = try colourRows(path, place, fillsMissing: settings.allowsDamaged)
        else { return nil }
        let image = try VipsImage.rows(of: rows.reader, rows.pixels)
        image.describe(
            format, pages: contents.images.count, statedBits: unpacking.statedBits ?? 16,
            EmbeddedData(profile: samples.profileBytes, xmp: fields?.xmpBytes))
        if let fields { image.set(fields) }
        return image
    }

    package func rows(_ path: String, _ settings: DecoderSettings) throws(ZigguratError)
        -> StoredRows?
    {
        guard let place = place(path, settings),
            let file = try? TIFFHandle(path: path, offset: place.offset),
            let samples = file.describe(), let unpacking = TIFFUnpacking(samples, of: file),
            unpacking.isUsual
        else { return nil }
        return try colourRows(path, place, fillsMissing: settings.allowsDamaged)
    }

    package func mask(
        of image: VipsImage, _ path: String, _ settings: DecoderSettings
    ) throws(ZigguratError) -> (any RowReader)? {
        guard let place = place(path, settings) else { return nil }
        return try TIFFMask(path: path, place, image.size, hasAlpha: image.hasAlpha)?
            .makeReader(fillsMissing: settings.allowsDamaged)
    }

    /// The rows of an image, with the image's mask as alpha.
    private func storedRows(
        _ path: String, _ place: TIFFPlace, fillsMissing: Bool
    ) throws(ZigguratError) -> StoredRows? {
        guard var rows = try colourRows(path, place, fillsMissing: fillsMissing) else { return nil }
        let mask = TIFFMask(path: path, place, rows.reader.size, hasAlpha: rows.pixels.hasAlpha)
        if let mask = try mask?.makeReader(fillsMissing: fillsMissing) {
            rows.reader = MaskedRowReader(rows.reader, mask)
            rows.pixels.hasAlpha = true
        }
        return rows
    }

    /// The rows of an image without its mask.
    private func colourRows(
        _ path: String, _ place: TIFFPlace, fillsMissing: Bool
    ) throws(ZigguratError) -> StoredRows? {
        if let image = try TIFFBlocks(path: path, offset: place.offset),
            let blocks = try TIFFSource(
                path: path, TIFFPlace(offset: place.offset),
                target: ReadingTarget(
                    sampleBytes: image.unpacking.pixels.sampleBytes, keepsCMYK: true),
                fillsMissing: fillsMissing, readsLarge: true)
        {
            return (try BlockRowReader(blocks), image.unpacking.pixels.asDelivered)
        }
        return try TIFFRowReader(path: path, offset: place.offset, fillsMissing: fillsMissing)
            .map { ($0, $0.pixels) }
    }

    package func missingValue(_ path: String, page: Int) -> Double? {
        handle(path, DecoderSettings(page: page))?.missingValue
    }

    /// libvips reports only that libtiff cannot open the file.
    package func openingCause(_ path: String) -> ZigguratError.Cause? {
        do throws(ZigguratError) {
            let file = try TIFFHandle(path: path)
            return file.hasOffset ? nil : .library("StripOffsets are required")
        } catch {
            return error.cause
        }
    }

    /// The memory of each thread: a decoded block of each plane, and the compressed bytes of a
    /// block. Tall strips are read row by row and need only the compressed bytes.
    package func directMemory(_ path: String, page: Int) -> DirectMemory? {
        guard let place = place(path, DecoderSettings(page: page)),
            let file = try? TIFFHandle(path: path, offset: place.offset),
            let image = file.describe(), let unpacking = TIFFUnpacking(image, of: file),
            !unpacking.isFloat, max(image.width, image.height) <= Self.longestSide
        else { return nil }
        let fileBytes = FileSystem.attributes(of: path)?.byteCount ?? 0
        let compressed = min(file.largestBlock, fileBytes)
        let whole = PixelSize(width: Int(image.width), height: Int(image.height))
        let mask = TIFFMask(path: path, place, whole, hasAlpha: unpacking.pixels.hasAlpha)
        guard TIFFBlocks.reads(image) else {
            if unpacking.isConverted, let blocks = try? TIFFBlocks(path: path, offset: place.offset)
            {
                // One thread reads rows from a block.
                return DirectMemory(
                    threadBytes: blocks.decoderBytes + compressed
                        + blocks.blockSize.height * 3 * whole.width + (mask?.rowMemory ?? 0))
            }
            return image.is_tiled == 0
                ? DirectMemory(
                    threadBytes: compressed * unpacking.planes + (mask?.rowMemory ?? 0)) : nil
        }
        let size = PixelSize(width: Int(image.block_width), height: Int(image.block_height))
        let height = TIFFSource.chunkHeight(size.height)
        var threadBytes =
            unpacking.blockBytes(size) + unpacking.scratchBytes(width: size.width) + compressed
        if let mask {
            guard let blocks = try? mask.blocks(), blocks.blockSize == size else {
                // One thread joins the rows of the image and of the mask.
                let rowBytes = whole.width * unpacking.pixels.bytesPerPixel
                return DirectMemory(
                    threadBytes: threadBytes + min(height, whole.height) * rowBytes
                        + mask.rowMemory)
            }
            threadBytes += blocks.decoderBytes + size.width * (unpacking.pixels.bytesPerPixel + 1)
        }
        return DirectMemory(
            chunkHeight: height, threadBytes: threadBytes,
            // One thread decodes each part of each chunk.
            mostThreads: whole.height.dividedRoundingUp(by: height)
                * TIFFSource.parts(whole.width.dividedRoundingUp(by: size.width)))
    }

    /// Whether the first directory, or a strip or tile in it, extends past the end of the file.
    /// Writers put the directory before or after the pixels. Source: TIFF 6.0, 2.
    package func isTruncated(_ file: SourceFile) -> Bool {
        guard let directory = TIFFDirectory(file) else { return true }
        return [(273, 279), (324, 325)].contains { offsets, lengths in
            zip(directory.numbers(offsets), directory.numbers(lengths))
                .contains { $0 + $1 > file.byteCount }
        }
    }
}
