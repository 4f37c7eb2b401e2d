internal import ZigguratCore
internal import ZigguratSystem

extension TIFFDirectory {
    /// Why libtiff does not decompress an image; `nil` if it does, or if it says so itself.
    var compressionFault: SourceFailure? { jpegFault ?? predictorFault }

    /// The numbers of compressions with predictors: LZW, Deflate, LZMA and Zstandard.
    private static var predictable: Set<Int> { [5, 8, 32_946, 34_925, 50_000] }

    /// libtiff reads no predictors but those of TIFF 6.0 and of Adobe's Technical Note 3.
    private var predictorFault: SourceFailure? {
        guard let predictor = number(317), !(1...3).contains(predictor),
            let compression = number(259), Self.predictable.contains(compression)
        else { return nil }
        return .unsupported(.predictor(predictor))
    }

    /// Why libjpeg-turbo does not read the JPEG data of an image; `nil` if it does, or for another
    /// compression.
    ///
    /// Source: TIFF 6.0, section 22 (old style); TIFF Technical Note 2.
    private var jpegFault: SourceFailure? {
        let compression = number(259)
        guard compression == 6 || compression == 7 else { return nil }
        // JPEGProc.
        if compression == 6, number(512) == 14 { return .unsupported(.format("lossless JPEG")) }
        // JPEGInterchangeFormat, or the first block that the file has. Later blocks are of the same kind.
        let interchange = compression == 6 ? number(513) : nil
        let blocks = numbers(273, atMost: Self.mostBlocks) + numbers(324, atMost: Self.mostBlocks)
        guard let start = interchange ?? blocks.first(where: { $0 > 0 }), start < Int.max / 2 else {
            return nil
        }
        return frame(at: start)?.fault
    }

    /// A sparse file may begin with blocks that it leaves out.
    private static var mostBlocks: Int { 4096 }
}
