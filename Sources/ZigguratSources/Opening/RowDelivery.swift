internal import Glibc
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Writes the rows of a reading into the ring in shared memory, in order, on several threads.
///
/// `@unchecked Sendable`: ``State`` decides which thread writes which rows; the ring stays mapped.
final class RowDelivery: @unchecked Sendable {
    private struct State {
        /// The number of rows that the program has taken out of the ring.
        var taken = 0
        /// The next part of a chunk for a thread, and the number of unfinished parts of each chunk.
        var nextTask = 0
        var partsLeft: [Int: Int] = [:]
        /// The first incomplete chunk.
        var chunk = 0
        var failure: ZigguratError?
    }

    private let connection: DecoderConnection
    private let ring: UnsafeMutablePointer<UInt8>
    private let ringRows: Int
    private let rowLength: Int
    private let rowCount: Int
    private let firstRow: Int
    private let state: ConditionLocked<State>

    /// The number of pixels for each additional thread.
    private static let pixelsPerThread = 2_000_000

    init(
        _ reading: PixelReading, from firstRow: Int = 0, ringRows: Int,
        _ connection: DecoderConnection
    ) throws(ZigguratError) {
        self.firstRow = firstRow
        state = ConditionLocked(State(taken: firstRow))
        self.connection = connection
        self.ringRows = ringRows
        rowLength = reading.size.width * reading.bands * reading.sampleBytes
        rowCount = reading.size.height
        let address = mmap(
            nil, rowLength * ringRows, PROT_READ | PROT_WRITE, MAP_SHARED,
            DecoderConnection.memoryDescriptor, 0)
        guard let address, address != MAP_FAILED else {
            throw ZigguratError(SourceError.decoder(.cannotStart), cause: .lastSystemError)
        }
        ring = address.assumingMemoryBound(to: UInt8.self)
    }

    /// Delivers all rows.
    func run(_ reading: PixelReading) throws(ZigguratError) {
        let listener = WorkerThreads(count: 1) { [self] in
            while let frame = connection.receive() {
                guard frame.kind == .taken, let count = frame.count else { continue }
                state.change { $0.taken = count }
            }
            // The program is gone.
            _exit(0)
        }
        guard listener.count == 1 else {
            throw ZigguratError(SourceError.decoder(.cannotStart), cause: listener.startError)
        }
        let pixelCount = reading.size.pixelCount
        let threads = min(
            WorkerThreads.defaultCount, 1 + pixelCount / Self.pixelsPerThread)
        switch reading {
        case .blocks(let source) where source.chunks.height <= ringRows:
            begin(at: source.chunks.number(ofRow: firstRow), of: source.chunks)
            try deliver(source, threads: threads)
        case .stored(let reader, let conversion) where firstRow == 0 && threads > 1:
            let source = StoredChunks(reader, conversion, threads: threads)
            try deliver(source, threads: threads) { () throws(ZigguratError) in
                try source.decode()
            }
        default:
            let reader = try reading.makeRowReader()
            if firstRow > 0 { try reader.skip(firstRow) { true } }
            let height = RowChunk.height
            for start in stride(from: firstRow, to: rowCount, by: height) {
                let rows = start..<min(start + height, rowCount)
                waitForRoom(rows.upperBound)
                try reader.read(addresses(of: rows)[...])
                connection.send(DecoderFrame(.rows, count: rows.upperBound))
            }
        }
    }

    /// Reads the chunks of a source on several threads.
    ///
    /// - Parameter first: work of the calling thread on which the other threads depend.
    private func deliver(
        _ source: any BlockSource, threads: Int,
        first: () throws(ZigguratError) -> Void = {}
    ) throws(ZigguratError) {
        let workers = WorkerThreads(count: max(1, threads - 1)) { [self] in work(source) }
        guard workers.count > 0 else {
            throw ZigguratError(SourceError.decoder(.cannotStart), cause: workers.startError)
        }
        do throws(ZigguratError) {
            try first()
        } catch {
            state.change { $0.failure = $0.failure ?? error }
        }
        work(source)
        workers.join()
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    /// Moves to the chunk that contains the first row. The chunk's rows above the first row need
    /// room in the ring, too.
    private func begin(at chunk: Int, of chunks: BlockChunks) {
        state.change { state in
            (state.chunk, state.nextTask) = (chunk, chunk * chunks.parts)
            state.taken = chunks.start(chunk)
        }
    }

    /// Reads parts of chunks until no part is left.
    private func work(_ source: any BlockSource) {
        do throws(ZigguratError) {
            let reader = try source.makeReader()
            let parts = source.chunks.parts
            let taskCount = source.chunks.count(of: rowCount) * parts
            while true {
                let task = state.withLock { state in
                    defer { state.nextTask += 1 }
                    return state.failure == nil ? state.nextTask : taskCount
                }
                guard task < taskCount else { return }
                let rows = source.chunks.rows(task / parts, of: rowCount)
                waitForRoom(rows.upperBound)
                let addresses = addresses(of: rows)
                try addresses.withUnsafeBufferPointer { addresses in
                    Result { () throws(ZigguratError) in
                        try reader.read(rows, part: task % parts, into: addresses)
                    }
                }.get()
                finish(task / parts, of: source.chunks)
            }
        } catch {
            (source as? StoredChunks)?.stop(error)
            state.change { $0.failure = $0.failure ?? error }
        }
    }

    /// Marks a part of a chunk as finished, and reports complete rows to the program.
    private func finish(_ chunk: Int, of chunks: BlockChunks) {
        state.withLock { state in
            state.partsLeft[chunk, default: chunks.parts] -= 1
            let first = state.chunk
            while state.partsLeft[state.chunk] == 0 {
                state.partsLeft[state.chunk] = nil
                state.chunk += 1
            }
            guard state.chunk > first else { return }
            let end = chunks.rows(state.chunk - 1, of: rowCount).upperBound
            // Sends the number under the lock, so that the numbers arrive in order.
            connection.send(DecoderFrame(.rows, count: end))
        }
    }

    /// Waits until the rows above a row fit into the ring.
    private func waitForRoom(_ end: Int) {
        state.wait { $0.failure != nil || end - $0.taken <= ringRows ? () : nil }
    }

    private func addresses(of rows: Range<Int>) -> [UnsafeMutablePointer<UInt8>] {
        rows.map { ring + $0 % ringRows * rowLength }
    }
}
