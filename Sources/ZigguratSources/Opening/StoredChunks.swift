internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// A source of blocks from stored rows: one thread decodes rows, and all other threads convert
/// them.
///
/// `@unchecked Sendable`: only the thread that runs ``decode()`` uses the reader. ``State`` decides
/// which thread uses which rows.
final class StoredChunks: BlockSource, @unchecked Sendable {
    private struct State {
        /// The number of decoded chunks.
        var decoded = 0
        /// For each slot, whether its rows are converted.
        var isFree: [Bool]
        var failure: ZigguratError?
    }

    package let size: PixelSize
    package let bands: Int
    package let sampleBytes: Int
    package let chunks = BlockChunks(height: RowChunk.height, parts: 1)
    private let reader: any RowReader
    fileprivate let conversion: RowConversion
    /// The rows of each slot; chunk n is in slot n mod the number of slots.
    private let slots: [[UnsafeMutablePointer<UInt8>]]
    private let state: ConditionLocked<State>

    /// - Parameter threads: the number of threads that convert.
    init(_ reader: any RowReader, _ conversion: RowConversion, threads: Int) {
        self.reader = reader
        self.conversion = conversion
        size = reader.size
        bands = conversion.outputBands
        sampleBytes = conversion.outputSampleBytes
        let length = reader.size.width * conversion.pixels.bytesPerPixel
        let height = chunks.height
        slots = (0..<threads + 2).map { _ in
            (0..<height).map { _ in .allocate(capacity: length) }
        }
        state = ConditionLocked(
            State(isFree: [Bool](repeating: true, count: threads + 2)))
    }

    deinit {
        for rows in slots { for row in rows { row.deallocate() } }
    }

    func makeReader() -> any BlockReader { StoredChunkReader(self) }

    /// Decodes all rows. If decoding fails, the converting threads fail with this error, too.
    func decode() throws(ZigguratError) {
        do throws(ZigguratError) {
            for chunk in 0..<chunks.count(of: size.height) {
                let slot = chunk % slots.count
                state.wait { $0.failure != nil || $0.isFree[slot] ? () : nil }
                if let failure = state.withLock({ $0.failure }) { throw failure }
                try reader.read(slots[slot].prefix(chunks.rows(chunk, of: size.height).count))
                state.change { state in
                    state.isFree[slot] = false
                    state.decoded = chunk + 1
                }
            }
        } catch {
            stop(error)
            throw error
        }
    }

    /// Ends all threads with an error.
    func stop(_ error: ZigguratError) {
        state.change { $0.failure = $0.failure ?? error }
    }

    fileprivate func withRows(
        ofChunk chunk: Int, _ body: ([UnsafeMutablePointer<UInt8>]) -> Void
    ) throws(ZigguratError) {
        let slot = chunk % slots.count
        state.wait { $0.failure != nil || $0.decoded > chunk ? () : nil }
        if let failure = state.withLock({ $0.failure }) { throw failure }
        body(slots[slot])
        state.change { $0.isFree[slot] = true }
    }
}

private final class StoredChunkReader: BlockReader {
    private let source: StoredChunks

    init(_ source: StoredChunks) { self.source = source }

    package func read(
        _ rows: Range<Int>, part: Int,
        into addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError) {
        try source.withRows(ofChunk: source.chunks.number(ofRow: rows.lowerBound)) { stored in
            for (row, address) in zip(stored, addresses) {
                source.conversion.convert(row, to: address, count: source.size.width)
            }
        }
    }
}
