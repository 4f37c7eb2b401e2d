internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

extension TIFFDirectory {
    /// The reason why libtiff cannot decompress an image; `nil` if libtiff can decompress it, or
    /// reports the reason itself.
    var compressionFault: SourceFailure? { jpegFault ?? predictorFault }

    /// The numbers of compressions with predictors: LZW, Deflate, LZMA and Zstandard.
    private static var predictable: Set<Int> { [5, 8, 32_946, 34_925, 50_000] }

    /// The error of an unknown predictor. libtiff supports only the predictors of TIFF 6.0 and of
    /// Adobe's Technical Note 3.
    private var predictorFault: SourceFailure? {
        guard let predictor = number(317), !(1...3).contains(predictor),
            let compression = number(259), Self.predictable.contains(compression)
        else { return nil }
        return .unsupported(.predictor(predictor))
    }

    /// The reason why libjpeg-turbo cannot read the JPEG data of an image; `nil` if it can, or if
    /// the image has another compression.
    ///
    /// Source: TIFF 6.0, section 22 (old style); TIFF Technical Note 2.
    private var jpegFault: SourceFailure? {
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

    /// The maximum number of blocks that are searched. A sparse file may begin with missing blocks.
    private static var mostBlocks: Int { 4096 }
}
