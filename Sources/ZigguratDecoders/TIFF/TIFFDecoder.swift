internal import CImageFormats
internal import ZigguratCore
package import ZigguratImaging
internal import ZigguratSystem

/// The TIFF decoder. libtiff reads headers, blocks with up to 16 bits per sample, and blocks of
/// numbers without alpha; libvips reads other kinds.
package struct TIFFDecoder: SourceDecoder {
    package init() {}

    package let format = "tiff"
    package let extensions = ["tif", "tiff"]
    package let traits = DecoderTraits(
        isIsolated: false, readsPages: true,
        secondsPerMegapixel: 0.0044)

    /// Checks for the byte order, followed by 42, or 43 in a BigTIFF.
    package func recognises(_ head: [UInt8]) -> Bool {
        ["II*\0", "MM\0*", "II+\0", "MM\0+"].contains { head.starts(with: $0.utf8) }
    }

    package func open(_ file: SourceFile) -> any OpenedImage { TIFFImage(file) }
}

/// An open TIFF file.
final class TIFFImage: OpenedImage {
    let file: SourceFile
    let loader = LoaderTraits(statesScanResolution: true)
    private let knownContents = LazyValue<TIFFContents?>()

    /// The longest side that libvips reads.
    private static let longestSide = 10_000_000

    init(_ file: SourceFile) {
        self.file = file
        file.announceRandomReads()
    }

    /// The roles of the images in the file; `nil` if the file is damaged.
    var imageList: TIFFContents? { knownContents.value { TIFFContents(file) } }

    var beginsAtAnyRow: Bool { true }

    /// - Returns: `nil` for images that ``TIFFSource`` does not read, and for slides of makers
    ///   other than Aperio.
    func header(_ request: SourceRequest, _ trust: SourceRequest.Trust) -> OpenedSource? {
        if let slide = SlideImage(file).header(request, trust) { return slide }
        guard StoredHeader.supports(request, trust, readsPages: true, stretches: true),
            let contents = imageList,
            request.page != nil || !contents.isPreview && !contents.isTruncated,
            contents.pages.indices.contains((request.page ?? 1) - 1)
        else { return nil }
        let page = contents.pages[(request.page ?? 1) - 1]
        guard let place = contents.place(DecodePlan.Settings(page: page.number)),
            let image = try? TIFFHandle(file, offset: place.offset),
            let fields = image.readHeader(), let samples = image.describe(),
            let unpacking = TIFFUnpacking(samples, of: image), unpacking.cielab == nil,
            max(samples.width, samples.height) <= Self.longestSide,
            TIFFDirectory(file, at: place.offset)?.dataFault == nil
        else { return nil }
        // libtiff can convert only whole blocks, so the blocks must be readable.
        guard
            !unpacking.isConverted
                || (try? TIFFBlocks(file, offset: place.offset)) != nil
        else { return nil }
        let resolution = ScanResolution(
            across: Double(fields.pixels_across_millimetre),
            down: Double(fields.pixels_down_millimetre))
        let size = PixelSize(width: Int(samples.width), height: Int(samples.height))
        var pixels = unpacking.pixels
        if TIFFMask(file, place, size, hasAlpha: pixels.hasAlpha) != nil {
            pixels.hasAlpha = true
        }
        guard
            !pixels.isFloat && request.range == .stored
                || pixels.isStretchable && samples.profile == nil
        else { return nil }
        return StoredHeader(
            format: TIFFDecoder().format, size: size, pixels: pixels,
            statedBits: unpacking.headerBits,
            profile: samples.profileBytes,
            ignoresColour: TIFFDirectory(file, at: place.offset)?.hasOtherColour == true,
            orientation: Int(fields.orientation),
            metadata: EmbeddedData(xmp: fields.xmpBytes).metadata,
            leftOutBytes: fields.leftOutBytes,
            micronsPerPixel: resolution.micronsPerPixel, pages: contents.pages.count,
            pageNumber: page.number
        ).opened(request, trust)
    }

    func read(
        _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        guard let place = place(plan.settings) else { return nil }
        if let blocks = try TIFFSource(
            file, place, target: target, region: plan.storedRegion,
            fillsMissing: plan.settings.allowsDamaged)
        {
            return .blocks(blocks)
        }
        guard let rows = try storedRows(place, fillsMissing: plan.settings.allowsDamaged) else {
            return nil
        }
        let conversion = try RowConversion(
            rows.pixels,
            profile: TIFFHandle(file, offset: place.offset).profile(), target)
        guard let conversion else { return nil }
        return PixelReading(rows.reader, conversion)
    }

    func samples(_ plan: DecodePlan) throws(ZigguratError) -> StoredSamples? {
        guard let place = place(plan.settings),
            let image = try? TIFFHandle(file, offset: place.offset),
            let samples = image.describe(),
            let unpacking = TIFFUnpacking(samples, of: image), unpacking.cielab == nil,
            unpacking.pixels.isStretchable, samples.profile == nil
        else { return nil }
        let target = ReadingTarget(sampleBytes: unpacking.pixels.sampleBytes)
        // Alpha from a mask hides pixels.
        guard let reading = try read(plan, target, isWanted: { true }),
            reading.bands == unpacking.pixels.bands
        else { return nil }
        return (reading, unpacking.pixels)
    }

    /// Opens an image that libvips cannot read, or reads incorrectly.
    func image(_ settings: DecodePlan.Settings) throws(ZigguratError) -> VipsImage? {
        guard let contents = imageList, let place = contents.place(settings) else { return nil }
        if let fault = TIFFDirectory(file, at: place.offset)?.dataFault {
            throw ZigguratError(fault, file.path)
        }
        let limit = TIFFContents.maximumForVips
        guard contents.images.count <= limit else {
            throw ZigguratError(SourceError.unsupported(.directories(limit: limit)), file.path)
        }
        guard let handle = try? TIFFHandle(file, offset: place.offset) else { return nil }
        let fields = handle.readHeader()
        guard let samples = handle.describe(), let unpacking = TIFFUnpacking(samples, of: handle),
            samples.is_tiled == 0 || TIFFBlocks.reads(samples) || unpacking.isConverted
        else {
            // libvips decodes the blocks, and does not report a JPEG that is too small.
            if let fault = TIFFDirectory(file, at: place.offset)?.smallJPEGFault {
                throw ZigguratError(fault, file.path)
            }
            return nil
        }
        if unpacking.isUsual { return nil }
        try PixelSize(width: Int(samples.width), height: Int(samples.height)).checkReadable()
        guard
            var rows = try colourRows(place, fillsMissing: settings.allowsDamaged)
        else { return nil }
        if let encoding = unpacking.cielab { rows = encoding.converting(rows.reader) }
        let associated = unpacking.associatedFormat
        if let most = associated?.largestInteger {
            rows = AssociatedIntegers.divided(rows, most: most)
        }
        let image = try VipsImage.rows(of: rows.reader, rows.pixels)
        image.describe(
            TIFFDecoder().format, pages: contents.images.count,
            statedBits: unpacking.statedBits ?? 16,
            EmbeddedData(profile: samples.profileBytes, xmp: fields?.xmpBytes))
        if let fields { image.set(fields) }
        if unpacking.cielab != nil { return try image.asCIELAB() }
        return try associated.map(image.cast) ?? image
    }

    func rows(_ settings: DecodePlan.Settings) throws(ZigguratError) -> StoredRows? {
        guard let place = place(settings),
            let handle = try? TIFFHandle(file, offset: place.offset),
            let samples = handle.describe(), let unpacking = TIFFUnpacking(samples, of: handle),
            unpacking.isUsual, !unpacking.pixels.isFloat
        else { return nil }
        return try colourRows(place, fillsMissing: settings.allowsDamaged)
    }

    func mask(
        of image: VipsImage, _ settings: DecodePlan.Settings
    ) throws(ZigguratError) -> (any RowReader)? {
        guard let place = place(settings) else { return nil }
        return try TIFFMask(file, place, image.size, hasAlpha: image.hasAlpha)?
            .makeReader(fillsMissing: settings.allowsDamaged)
    }

    /// The rows of an image, with the image's mask as alpha.
    private func storedRows(
        _ place: TIFFPlace, fillsMissing: Bool
    ) throws(ZigguratError) -> StoredRows? {
        guard var rows = try colourRows(place, fillsMissing: fillsMissing) else { return nil }
        let mask = TIFFMask(file, place, rows.reader.size, hasAlpha: rows.pixels.hasAlpha)
        if let mask = try mask?.makeReader(fillsMissing: fillsMissing) {
            rows.reader = MaskedRowReader(rows.reader, mask)
            rows.pixels.hasAlpha = true
        }
        return rows
    }

    /// The rows of an image without its mask.
    private func colourRows(
        _ place: TIFFPlace, fillsMissing: Bool
    ) throws(ZigguratError) -> StoredRows? {
        if let image = try TIFFBlocks(file, offset: place.offset),
            let blocks = try TIFFSource(
                file, TIFFPlace(offset: place.offset),
                target: ReadingTarget(
                    sampleBytes: image.unpacking.pixels.sampleBytes, keepsCMYK: true),
                fillsMissing: fillsMissing, readsLarge: true)
        {
            return (try BlockRowReader(blocks), image.unpacking.pixels.asDelivered)
        }
        return try TIFFRowReader(file, offset: place.offset, fillsMissing: fillsMissing)
            .map { ($0, $0.pixels) }
    }

    func missingValue(page: Int) -> Double? {
        handle(DecodePlan.Settings(page: page))?.missingValue
    }

    /// libvips reports only that libtiff cannot open the file.
    var openingCause: ZigguratError.Cause? {
        do throws(ZigguratError) {
            let handle = try TIFFHandle(file)
            return handle.hasOffset ? nil : .library("StripOffsets are required")
        } catch {
            return error.cause
        }
    }

    /// The memory of each thread: a decoded block of each plane, and the compressed bytes of a
    /// block. Tall strips are read row by row and need only the compressed bytes.
    func memory(page: Int) -> DirectMemory? {
        guard let place = place(DecodePlan.Settings(page: page)),
            let handle = try? TIFFHandle(file, offset: place.offset),
            let image = handle.describe(), let unpacking = TIFFUnpacking(image, of: handle),
            !unpacking.pixels.isFloat || unpacking.pixels.isStretchable && image.profile == nil,
            max(image.width, image.height) <= Self.longestSide
        else { return nil }
        let compressed = min(handle.largestBlock, file.byteCount)
        let whole = PixelSize(width: Int(image.width), height: Int(image.height))
        let mask = TIFFMask(file, place, whole, hasAlpha: unpacking.pixels.hasAlpha)
        // libvips joins numbers and the mask.
        guard mask == nil || !unpacking.pixels.isFloat else { return nil }
        guard TIFFBlocks.reads(image) else {
            if unpacking.isConverted, let blocks = try? TIFFBlocks(file, offset: place.offset) {
                // One thread reads rows from a block.
                return DirectMemory(
                    threadBytes: blocks.decoderBytes + compressed
                        + blocks.blockSize.height * 3 * whole.width + (mask?.rowMemory ?? 0))
            }
            return image.is_tiled == 0
                ? DirectMemory(
                    // A strip with Deflate is read again to check its end.
                    threadBytes: compressed * unpacking.planes * (handle.hasDeflate ? 2 : 1)
                        + (mask?.rowMemory ?? 0),
                    pixelBytes: unpacking.pixels.bytesPerPixel) : nil
        }
        let size = PixelSize(width: Int(image.block_width), height: Int(image.block_height))
        let height = TIFFSource.chunkHeight(size.height)
        var threadBytes =
            unpacking.blockBytes(size) + unpacking.scratchBytes(width: size.width) + compressed
            // A block with Deflate is copied for libtiff, which undoes the predictor.
            + (handle.hasDeflate ? unpacking.rowBytes(width: size.width) * size.height : 0)
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
        let parts = TIFFSource.parts(whole.width.dividedRoundingUp(by: size.width))
        return DirectMemory(
            chunkHeight: height, chunkParts: parts, threadBytes: threadBytes,
            // One thread decodes each part of each chunk.
            mostThreads: whole.height.dividedRoundingUp(by: height) * parts,
            pixelBytes: unpacking.pixels.bytesPerPixel)
    }

    /// Whether the first directory, or a strip or tile in it, extends past the end of the file.
    /// Writers put the directory before or after the pixels. Source: TIFF 6.0, 2.
    var isTruncated: Bool {
        guard let directory = TIFFDirectory(file) else { return true }
        return [(273, 279), (324, 325)].contains { offsets, lengths in
            zip(directory.numbers(offsets), directory.numbers(lengths))
                .contains { $0 + $1 > file.byteCount }
        }
    }
}
