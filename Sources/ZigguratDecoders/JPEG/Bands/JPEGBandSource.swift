internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// A JPEG that several threads decode, each a band of rows. Every pixel equals the pixel of
/// ``JPEGRowReader``, and so does every error.
final class JPEGBandSource: BlockSource {
    let size: PixelSize
    let chunks: BlockChunks
    let index: JPEGBandIndex
    let conversion: RowConversion
    /// The rows of one decoder, for bands that cannot be decoded separately.
    let serialRows: JPEGSerialRows
    /// The number of threads that read bands.
    private let threads: Int

    /// Creates a source if the rule of ``JPEGBandLayout`` holds.
    ///
    /// - Parameters:
    ///   - rows: a reader that has read only the header.
    ///   - index: returns an index that no other source uses.
    /// - Returns: `nil` if one thread has to read the rows.
    convenience init?(
        _ rows: JPEGRowReader, _ conversion: RowConversion, threads: Int,
        index: () -> JPEGBandIndex?
    ) {
        guard threads >= JPEGBandLayout.fewestThreads, rows.isPlain, !rows.isInScans,
            JPEGBandLayout.isLarge(rows.size), let index = index(),
            let layout = JPEGBandLayout(index)
        else { return nil }
        if threads >= JPEGBandLayout.fewestScanningThreads { index.divideScan(threads: threads) }
        self.init(index, rows, conversion, height: layout.height, threads: threads)
    }

    /// - Parameter height: the number of rows in a band.
    /// - Returns: `nil` if the file has changed since `rows` read its header.
    init?(
        _ index: JPEGBandIndex, _ rows: JPEGRowReader, _ conversion: RowConversion, height: Int,
        threads: Int
    ) {
        guard index.size == rows.size, index.samples == rows.bands else { return nil }
        size = rows.size
        // Bands of other heights decode the same additional rows with or without the offset.
        let offset = height.isMultiple(of: index.rowStep) ? index.rowOffset : 0
        chunks = BlockChunks(height: height, parts: 1, skippedRows: offset, atOnce: threads)
        self.index = index
        self.conversion = conversion
        self.threads = threads
        serialRows = JPEGSerialRows(rows, chunks, conversion)
    }

    var bands: Int { conversion.outputBands }
    var sampleBytes: Int { conversion.outputSampleBytes }

    func makeReader() -> any BlockReader { JPEGBandReader(self) }

    /// Extends the index until a band can be decoded.
    ///
    /// - Returns: `false` if the band cannot be decoded separately.
    func extendIndex(to row: Int) -> Bool { index.extend(to: row, step: chunks.height) }

    /// Scans the file below a band, so that threads seldom wait for the index.
    func extendIndex(below row: Int) {
        if index.isDivided {
            while index.scanPiece() {}
        } else {
            index.extendAhead(to: row + 2 * threads * chunks.height, step: chunks.height)
        }
    }
}
