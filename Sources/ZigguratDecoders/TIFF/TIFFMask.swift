internal import CImageFormats
internal import CPixels
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The transparency mask of an image in a TIFF file. The image is transparent where the mask is 0,
/// and opaque elsewhere.
///
/// Source: TIFF 6.0, section 8, PhotometricInterpretation 4; GDAL, RFC 15 (masks of 8 bits).
struct TIFFMask {
    private let source: SourceFile
    private let offset: Int

    /// - Returns: `nil` if the image has no readable mask, or has an alpha channel.
    init?(_ source: SourceFile, _ place: TIFFPlace, _ size: PixelSize, hasAlpha: Bool) {
        guard let offset = place.mask, !hasAlpha,
            let file = try? TIFFHandle(source, offset: offset), let image = file.describe(),
            PixelSize(width: Int(image.width), height: Int(image.height)) == size,
            TIFFUnpacking(image, of: file)?.pixels == StoredPixels(colours: .grey),
            image.is_tiled == 0 || TIFFBlocks.reads(image)
        else { return nil }
        (self.source, self.offset) = (source, offset)
    }

    /// - Returns: the blocks of the mask; `nil` if its blocks are too large or libvips has to read
    ///   them.
    func blocks() throws(ZigguratError) -> TIFFBlocks? {
        try TIFFBlocks(source, offset: offset)
    }

    /// The bytes that a row reader of the mask holds.
    var rowMemory: Int {
        guard let file = try? TIFFHandle(source, offset: offset), let image = file.describe(),
            let blocks = try? blocks()
        else { return 0 }
        return TIFFSource.chunkHeight(Int(image.block_height)) * Int(image.width)
            + blocks.decoderBytes + file.largestBlock
    }

    func makeReader(fillsMissing: Bool) throws(ZigguratError) -> any RowReader {
        let place = TIFFPlace(offset: offset)
        if let source = try TIFFSource(source, place, fillsMissing: fillsMissing) {
            return try BlockRowReader(source)
        }
        guard
            let reader = try TIFFRowReader(source, offset: offset, fillsMissing: fillsMissing)
        else { throw ZigguratError(SourceError.unsupported(.mask), source.path) }
        return reader
    }
}

/// Reads rows of an image and of its mask, and joins them. Used if the blocks of the image and of
/// the mask differ.
final class MaskedRowReader: RowReader {
    private let colours: any RowReader
    private let mask: any RowReader
    private let colourRows: [UnsafeMutablePointer<UInt8>]
    private let maskRows: [UnsafeMutablePointer<UInt8>]

    /// - Parameter colours: a reader of rows without alpha, with 8-bit or 16-bit samples.
    init(_ colours: any RowReader, _ mask: any RowReader) {
        (self.colours, self.mask) = (colours, mask)
        func rows(_ reader: any RowReader) -> [UnsafeMutablePointer<UInt8>] {
            (0..<RowChunk.height).map { _ in
                .allocate(capacity: reader.size.width * reader.bytesPerPixel)
            }
        }
        (colourRows, maskRows) = (rows(colours), rows(mask))
    }

    deinit { for row in colourRows + maskRows { row.deallocate() } }

    package var size: PixelSize { colours.size }
    package var bands: Int { colours.bands + 1 }
    package var sampleBytes: Int { colours.sampleBytes }

    package func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        for start in stride(from: 0, to: rows.count, by: colourRows.count) {
            let count = min(colourRows.count, rows.count - start)
            try colours.read(colourRows[..<count])
            try mask.read(maskRows[..<count])
            for index in 0..<count {
                zig_join_mask(
                    colourRows[index], maskRows[index], rows[start + index], Int32(size.width),
                    Int32(colours.bytesPerPixel), Int32(sampleBytes))
            }
        }
    }

    func skip(_ count: Int, isWanted: () -> Bool) throws(ZigguratError) {
        try colours.skip(count, isWanted: isWanted)
        try mask.skip(count, isWanted: isWanted)
    }
}
