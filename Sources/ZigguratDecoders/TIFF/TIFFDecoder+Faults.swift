internal import CImageFormats
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Errors of libvips in reading an image, and features that no decoder supports.
extension TIFFImage {
    /// The numbers of bits per sample that libvips reads.
    private static let depths: Set = [1, 2, 4, 8, 16, 32, 64]
    /// The numbers of SGI's logarithmic compressions. Source: libtiff, tiff.h.
    private static let logarithmic = [34_676, 34_677]
    /// The photometric interpretations WhiteIsZero and Palette color.
    private static let (whiteIsZero, palette) = (0, 3)
    /// The numbers of colour samples that photometric interpretations require. libtiff checks
    /// the number for YCbCr; the number of inks is checked below. Source: TIFF 6.0, sections 6 and
    /// 23; TIFF Technical Note 4.
    private static let leastSamples = [2: 3, 8: 3, 9: 3]

    func loaderFault(_ settings: DecodePlan.Settings) -> LoaderError? {
        guard let image = handle(settings) else { return nil }
        if let feature = Self.unsupported(image) { return .unsupported(.unsupported(feature)) }
        if image.format == ZIG_TIFF_COMPLEX { return .unsupported(.complexSamples) }
        // libvips inverts only unsigned samples.
        if image.photometric == Self.whiteIsZero, image.format == ZIG_TIFF_SIGNED,
            image.samples == 1
        {
            return .whiteIsZero
        }
        return image.samplesOfImage.map { .surplusBands(colours: $0.colours, alpha: $0.alpha) }
    }

    private static func unsupported(_ image: borrowing TIFFHandle) -> SourceError.Feature? {
        if let number = image.unreadableCompression { return .compression(number) }
        if let least = leastSamples[image.photometric], image.samples < least {
            return .missingSamples(photometric: image.photometric, samples: image.samples)
        }
        // Complex samples are reported with a separate error.
        guard image.format != ZIG_TIFF_COMPLEX else { return nil }
        if !depths.contains(image.bits) { return .bitsPerSample(image.bits) }
        if image.bits == 64, image.format != ZIG_TIFF_REAL { return .wholeNumbers(bits: 64) }
        let extra = image.extraSamples
        // libvips divides colours by an alpha from 0 to 255, and clips the results to 127.
        if image.format == ZIG_TIFF_SIGNED, image.bits == 8, extra.is_premultiplied != 0 {
            return .associatedAlpha
        }
        // libvips reads 16-bit palette images correctly only without extra samples, or with one
        // interleaved, unassociated alpha.
        if image.photometric == palette, image.bits == 16, extra.count > 0,
            image.hasPlanes || extra.count > 1 || extra.alpha < 0 || extra.is_premultiplied != 0
        {
            return .palettePixels
        }
        // libvips reads unknown photometric interpretations as grey or RGB. Source: TIFF 6.0,
        // section 8; TIFF Technical Note 4 for 9; TIFF/EP and DNG for the others.
        switch image.photometric {
        case -1...9: break
        // libvips reads the logarithms of LogL (32844) as grey.
        case 32_845 where logarithmic.contains(image.compression): break
        case let number: return .photometric(number)
        }
        if let encoding = CIELABEncoding(rawValue: image.photometric), image.hasOffset,
            !encoding.isReadByVips(image)
        {
            return .cielab(bits: image.bits)
        }
        if image.isPlainYCbCr { return .ycbcr(samples: image.samples, bits: image.bits) }
        if let count = image.otherInks { return .inks(count) }
        return image.hasPlanes && image.isTiled ? .tiledPlanes : nil
    }
}

extension TIFFDirectory {
    /// The reason why libtiff cannot read the pixels of an image, or would read the header of the
    /// file as pixels; `nil` if libtiff can read the pixels, or reports the reason itself.
    var dataFault: SourceError? { jpegFault ?? predictorFault ?? offsetFault }

    /// The error of a first block at offset 0, where the header of the file is. libtiff reads the
    /// header as pixels. The byte count of a block that a sparse file skips is 0.
    private var offsetFault: SourceError? {
        let isHeader = [(273, 279), (324, 325)].contains { offsets, byteCounts in
            number(offsets) == 0 && number(byteCounts) ?? 0 > 0
        }
        return isHeader && number(259) != 6 ? .invalidData(row: 0) : nil
    }

    /// The numbers of compressions with predictors: LZW, Deflate, LZMA and Zstandard.
    private static var predictable: Set<Int> { [5, 8, 32_946, 34_925, 50_000] }

    /// The error of an unknown predictor. libtiff supports only the predictors of TIFF 6.0 and of
    /// Adobe's Technical Note 3.
    private var predictorFault: SourceError? {
        guard let predictor = number(317), !(1...3).contains(predictor),
            let compression = number(259), Self.predictable.contains(compression)
        else { return nil }
        return .unsupported(.predictor(predictor))
    }

    /// The reason why libjpeg-turbo cannot read the JPEG data of an image; `nil` if it can, or if
    /// the image has another compression.
    ///
    /// Source: TIFF 6.0, section 22 (old style); TIFF Technical Note 2.
    private var jpegFault: SourceError? {
        let compression = number(259)
        guard compression == 6 || compression == 7 else { return nil }
        // JPEGProc.
        if compression == 6, number(512) == 14 { return .unsupported(.format("lossless JPEG")) }
        // JPEGInterchangeFormat, or the first existing block. Later blocks have the kind of the
        // first block.
        let interchange = compression == 6 ? number(513) : nil
        let blocks = numbers(273, atMost: Self.mostBlocks) + numbers(324, atMost: Self.mostBlocks)
        guard let start = interchange ?? blocks.first(where: { $0 > 0 }), start < Int.max / 2 else {
            return nil
        }
        return frame(at: start)?.fault
    }

    /// The error if a JPEG lacks pixels of its block that are inside the image; otherwise `nil`.
    /// libvips would deliver uninitialised memory for the missing pixels.
    var smallJPEGFault: SourceError? {
        guard number(259) == 7, let width = number(256), let height = number(257), width > 0,
            height > 0
        else { return nil }
        let isTiled = number(322) != nil
        let block = PixelSize(
            width: number(322) ?? width, height: number(isTiled ? 323 : 278) ?? height)
        guard min(block.width, block.height) > 0 else { return nil }
        let across = width.dividedRoundingUp(by: block.width)
        let (count, isTooLarge) = height.dividedRoundingUp(by: block.height)
            .multipliedReportingOverflow(by: across)
        guard !isTooLarge else { return nil }
        for (index, start) in numbers(isTiled ? 324 : 273).enumerated()
        where (1..<Int.max / 2).contains(start) {
            let number = index % count
            let (x, y) = (number % across * block.width, number / across * block.height)
            guard let size = frame(at: start)?.size else { continue }
            if size.width < min(block.width, width - x) { return .invalidData(row: y) }
            if size.height < min(block.height, height - y) {
                return .invalidData(row: y + size.height)
            }
        }
        return nil
    }

    /// Returns the number of blocks whose offsets are stated; `nil` if all are stated, or if the
    /// data of old-style JPEG need no offsets.
    ///
    /// - Parameters:
    ///   - tileCount: the number of tiles of a plane; `nil` for strips. libtiff divides large
    ///     strips, so the number of strips follows from the directory.
    ///   - planes: the number of planes that are stored separately.
    func statedBlocks(_ tileCount: Int?, planes: Int) -> Int? {
        guard number(259) != 6, let height = number(257),
            let stated = place(of: tileCount == nil ? 273 : 324)?.count
        else { return nil }
        let rowsPerStrip = number(278).flatMap { $0 > 0 ? $0 : nil } ?? height
        let needed = tileCount ?? height.dividedRoundingUp(by: max(1, rowsPerStrip))
        return stated < needed * planes ? stated : nil
    }

    /// The maximum number of blocks that are searched. A sparse file may begin with missing blocks.
    private static var mostBlocks: Int { 4096 }
}
