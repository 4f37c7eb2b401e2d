internal import CImageFormats
internal import ZigguratCore
internal import ZigguratSystem

/// TIFF: headers and blocks of up to 16 bits through libtiff, other kinds through libvips.
struct TIFFDecoder: SourceDecoder {
    let format = "tiff"
    let extensions = ["tif", "tiff"]
    let traits = LoaderTraits(
        isIsolated: false, readsPages: true, pagesMayBeLevels: true,
        statesScanResolution: true, beginsAtAnyRow: true, secondsPerMegapixel: 0.0044)

    /// The bits of a sample that libvips reads.
    private static let depths: Set = [1, 2, 4, 8, 16, 32, 64]
    /// The longest side that libvips reads.
    private static let longestSide = 10_000_000

    /// The byte order, and 42, or 43 in a BigTIFF.
    func recognises(_ head: [UInt8]) -> Bool {
        ["II*\0", "MM\0*", "II+\0", "MM\0+"].contains { head.starts(with: $0.utf8) }
    }

    /// - Returns: `nil` for kinds that ``TIFFSource`` does not read, and slides of other makers than
    ///   Aperio.
    func open(
        _ file: SourceFile, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) -> OpenedSource? {
        if let slide = SlideDecoder().open(file, request, trust) { return slide }
        guard StoredHeader.supports(request, trust, readsPages: true),
            let image = try? TIFFHandle(path: file.path, page: max(1, request.page ?? 1) - 1),
            request.page != nil || !image.isReduction,
            let fields = image.readHeader(), let samples = image.describe(),
            let unpacking = TIFFUnpacking(samples, of: image), !unpacking.isFloat,
            max(samples.width, samples.height) <= Self.longestSide
        else { return nil }
        let resolution = ScanResolution(
            across: Double(fields.pixels_across_millimetre),
            down: Double(fields.pixels_down_millimetre))
        var header = StoredHeader(
            format: format,
            size: PixelSize(width: Int(samples.width), height: Int(samples.height)),
            pixels: unpacking.pixels, statedBits: unpacking.statedBits,
            profile: samples.profileBytes, orientation: Int(fields.orientation),
            metadata: EmbeddedData(xmp: fields.xmpBytes).metadata,
            leftOutBytes: fields.leftOutBytes,
            micronsPerPixel: resolution.micronsPerPixel)
        // Another handle counts the pages: this one stays at its page.
        guard let pages = try? TIFFHandle(path: file.path) else { return nil }
        if !pages.isOneImage() { header.pages = pages.pageCount }
        return header.opened(request, trust)
    }

    func read(
        _ path: String, _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        let page = plan.settings.page ?? 0
        if let blocks = try TIFFSource(
            path: path, page: page, target, region: plan.storedRegion,
            fillsMissing: plan.isFilled)
        {
            return .blocks(blocks)
        }
        guard let reader = try TIFFRowReader(path: path, page: page, fillsMissing: plan.isFilled),
            let conversion = try RowConversion(reader.pixels, profile: reader.profile, target)
        else { return nil }
        return PixelReading(reader, conversion)
    }

    /// An image of a kind that libvips does not read, or reads wrongly.
    func image(
        _ path: String, _ settings: DecoderSettings
    ) throws(ZigguratError) -> VipsImage? {
        let page = settings.page ?? 0
        guard settings.level == nil, let file = try? TIFFHandle(path: path, page: page) else {
            return nil
        }
        let fields = file.readHeader()
        guard let samples = file.describe(), let unpacking = TIFFUnpacking(samples, of: file),
            !unpacking.isUsual
        else { return nil }
        try PixelSize(width: Int(samples.width), height: Int(samples.height)).checkReadable()
        guard
            let rows = try storedRows(
                path, page: page, unpacking.pixels, fillsMissing: settings.allowsDamaged)
        else { return nil }
        let image = try VipsImage.rows(of: rows.reader, rows.pixels)
        image.describe(
            format, pages: file.pageCount, statedBits: unpacking.statedBits ?? 16,
            EmbeddedData(profile: samples.profileBytes, xmp: fields?.xmpBytes))
        if let fields { image.set(fields) }
        return image
    }

    func rows(_ path: String, _ settings: DecoderSettings) throws(ZigguratError) -> StoredRows? {
        guard settings.level == nil || settings.levelOption == .page else { return nil }
        let page = settings.level ?? settings.page ?? 0
        guard let file = try? TIFFHandle(path: path, page: page), let samples = file.describe(),
            let unpacking = TIFFUnpacking(samples, of: file), unpacking.isUsual
        else { return nil }
        return try storedRows(
            path, page: page, unpacking.pixels, fillsMissing: settings.allowsDamaged)
    }

    private func storedRows(
        _ path: String, page: Int, _ pixels: StoredPixels, fillsMissing: Bool
    ) throws(ZigguratError) -> StoredRows? {
        let target = ReadingTarget(sampleBytes: pixels.sampleBytes, keepsCMYK: true)
        if let blocks = try TIFFSource(
            path: path, page: page, target, fillsMissing: fillsMissing)
        {
            return (try BlockRowReader(blocks), pixels.unpremultiplied)
        }
        guard
            let rows = try TIFFRowReader(path: path, page: page, fillsMissing: fillsMissing)
        else { return nil }
        return (rows, pixels)
    }

    func checkFirstImage(_ path: String) throws(ZigguratError) {
        guard let image = try? TIFFHandle(path: path), image.isReduction else { return }
        throw ZigguratError(SourceFailure.reducedImage, path)
    }

    func missingValue(_ path: String, page: Int) -> Double? {
        guard let image = try? TIFFHandle(path: path), image.select(page) else { return nil }
        return image.missingValue
    }

    func loaderFault(_ path: String, page: Int) -> LoaderFault? {
        guard let image = try? TIFFHandle(path: path), image.select(page) else { return nil }
        if image.isComplex { return .unsupported(.complexSamples) }
        if !Self.depths.contains(image.bits) {
            return .unsupported(.unsupported(.bitsPerSample(image.bits)))
        }
        // libvips takes those that it does not know for grey or RGB. Source: TIFF 6.0, section 8; TIFF
        // Technical Note 4 for 9; TIFF/EP and DNG for the others.
        switch image.photometric {
        case -1...8, 32_844, 32_845: break
        case 9: return .encodedLab
        case let number: return .unsupported(.unsupported(.photometric(number)))
        }
        if image.isPlainYCbCr { return .unsupported(.unsupported(.ycbcr)) }
        return image.samplesOfImage.map { .surplusBands(colours: $0.colours, alpha: $0.alpha) }
    }

    /// The pages of a pyramid, or the directories below that of the image.
    func levels(
        of image: VipsImage, _ path: String, _ settings: DecoderSettings, hasPages: Bool
    ) -> [StoredLevel] {
        var settings = settings
        let numbers: Range<Int>
        if !hasPages, image.pages > 1 {
            settings.levelOption = .page
            numbers = 1..<image.pages
        } else {
            settings.levelOption = .subifd
            numbers = 0..<image.smallerDirectories
        }
        var levels: [StoredLevel] = []
        for number in numbers {
            settings.level = number
            guard let level = try? VipsImage.open(path, settings, sequential: true),
                level.isReduction(of: image), level.width < levels.last?.size.width ?? .max
            else { break }
            levels.append(StoredLevel(settings: settings, size: level.size))
        }
        return levels
    }

    /// Levels are further pages, or the directories that the tag SubIFDs lists.
    func mayHaveLevels(_ path: String) -> Bool {
        guard let image = try? TIFFHandle(path: path), image.pageCount == 1,
            let file = try? SourceFile(path: path), let directory = TIFFDirectory(file)
        else { return true }
        return directory.place(of: 330) != nil
    }

    /// Each thread holds a decoded block of each plane and its compressed bytes. Tall strips are read in
    /// rows, for which only compressed bytes are held.
    func directMemory(_ path: String, page: Int) -> DirectMemory? {
        guard let file = try? TIFFHandle(path: path, page: page), let image = file.describe(),
            let unpacking = TIFFUnpacking(image, of: file), !unpacking.isFloat,
            max(image.width, image.height) <= Self.longestSide
        else { return nil }
        let fileBytes = FileSystem.attributes(of: path)?.byteCount ?? 0
        let compressed = min(file.largestBlock, fileBytes)
        guard TIFFSource.reads(image) else {
            let readsRows = image.is_tiled == 0 && !unpacking.isConverted
            return readsRows ? DirectMemory(threadBytes: compressed * unpacking.planes) : nil
        }
        let size = PixelSize(width: Int(image.block_width), height: Int(image.block_height))
        let whole = PixelSize(width: Int(image.width), height: Int(image.height))
        let height = TIFFSource.chunkHeight(size.height)
        return DirectMemory(
            chunkHeight: height,
            threadBytes: unpacking.blockBytes(size) + unpacking.scratchBytes(width: size.width)
                + compressed,
            // Each part of each chunk is decoded by one thread.
            mostThreads: whole.height.dividedRoundingUp(by: height)
                * TIFFSource.parts(whole.width.dividedRoundingUp(by: size.width)))
    }

    /// Whether the first directory, or one of the strips or tiles that it lists, goes beyond the end
    /// of the file. Writers put the directory before or behind the pixels. Source: TIFF 6.0, 2.
    func isTruncated(_ file: SourceFile) -> Bool {
        guard let directory = TIFFDirectory(file) else { return true }
        return [(273, 279), (324, 325)].contains { offsets, lengths in
            zip(directory.numbers(offsets), directory.numbers(lengths))
                .contains { $0 + $1 > file.byteCount }
        }
    }
}
