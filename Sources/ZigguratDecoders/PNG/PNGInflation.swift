internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Decompresses the rows of a PNG on a separate thread, a few buffers ahead of the reader. The
/// reader undoes filters and converts pixels meanwhile.
///
/// `@unchecked Sendable`: the thread uses the stream until it ends, and a buffer belongs to the
/// thread or to the reader. The queue has a lock.
final class PNGInflation: @unchecked Sendable {
    /// A buffer with decompressed rows.
    struct Fill {
        let buffer: UnsafeMutableRawBufferPointer
        let rowCount: Int
        /// The state of the stream after these rows.
        let checkpoint: [UInt8]
        /// The processor time of the thread for these rows, in nanoseconds.
        let time: Int
    }

    private struct State {
        /// The buffers that the thread may fill.
        var free: [UnsafeMutableRawBufferPointer]
        var full: [Fill] = []
        /// The error after the full buffers.
        var failure: ZigguratError?
        /// The number of rows before the error.
        var wholeRows = 0
        var isStopped = false
    }

    private let stream: PNGDataStream
    private let rowLength: Int
    private let rowsPerFill: Int
    private let rowCount: Int
    private let buffers: [UnsafeMutableRawBufferPointer]
    private let state: ConditionLocked<State>
    /// The started thread, which only the reader's thread changes.
    private var thread: WorkerThreads?

    /// The number of buffers: the thread fills one, the reader uses one, and one is ready.
    private static let bufferCount = 3
    /// The fewest processors for a thread. With fewer, other threads use all processors.
    private static let fewestProcessors = 3

    /// Whether a separate thread makes reading faster.
    static var isUseful: Bool { WorkerThreads.defaultCount >= fewestProcessors }

    /// The fewest buffers that the rows of an image must fill.
    static let fewestFills = 4

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - stream: the stream, which only this object uses until ``stop()``.
    ///   - rowLength: the bytes of a row with its filter type.
    ///   - rowsPerFill: the largest number of rows in a buffer.
    ///   - rowCount: the number of rows that follow.
    ///   - slack: the bytes that filters may read after the last row of a buffer.
    /// - Returns: `nil` if the system cannot start a thread.
    init?(_ stream: PNGDataStream, rowLength: Int, rowsPerFill: Int, rowCount: Int, slack: Int) {
        (self.stream, self.rowLength) = (stream, rowLength)
        (self.rowsPerFill, self.rowCount) = (rowsPerFill, rowCount)
        buffers = (0..<Self.bufferCount).map { _ in
            .allocate(byteCount: rowsPerFill * rowLength + slack, alignment: 64)
        }
        state = ConditionLocked(State(free: buffers))
        let thread = WorkerThreads(count: 1) { self.inflate() }
        guard thread.count == 1 else { return nil }
        self.thread = thread
    }

    deinit {
        for buffer in buffers { buffer.deallocate() }
    }

    /// Returns the next rows. The caller returns the buffer with ``recycle(_:)``. The processor
    /// time of the thread is added to the caller's time.
    ///
    /// - Throws: the error of the stream, after all rows before the error.
    func next() throws(ZigguratError) -> Fill {
        let fill = try state.wait { state -> Result<Fill, ZigguratError>? in
            if !state.full.isEmpty { return .success(state.full.removeFirst()) }
            return state.failure.map { .failure($0) }
        }.get()
        ProcessorTime.add(fill.time)
        return fill
    }

    /// The number of rows before the error of the stream; 0 before an error.
    var wholeRows: Int { state.withLock { $0.wholeRows } }

    /// Returns a buffer whose rows are no longer needed.
    func recycle(_ fill: Fill) {
        state.change { $0.free.append(fill.buffer) }
    }

    /// Ends the thread. After that, the caller may use the stream.
    func stop() {
        state.change { $0.isStopped = true }
        thread?.join()
        thread = nil
    }

    private func inflate() {
        var rowsLeft = rowCount
        while rowsLeft > 0, let buffer = takeBuffer() {
            let start = ProcessorTime.ofThread
            let count = min(rowsPerFill, rowsLeft)
            do throws(ZigguratError) {
                try stream.read(
                    into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<(count * rowLength)]))
            } catch {
                let wholeRows = rowCount - rowsLeft + stream.filledBytes / rowLength
                return state.change { ($0.failure, $0.wholeRows) = (error, wholeRows) }
            }
            rowsLeft -= count
            let fill = Fill(
                buffer: buffer, rowCount: count, checkpoint: stream.checkpoint(),
                time: ProcessorTime.ofThread - start)
            state.change { $0.full.append(fill) }
        }
    }

    /// Waits for a buffer; `nil` if the reader has stopped.
    private func takeBuffer() -> UnsafeMutableRawBufferPointer? {
        state.wait { state -> UnsafeMutableRawBufferPointer?? in
            if state.isStopped { return .some(nil) }
            guard let buffer = state.free.popLast() else { return nil }
            return buffer
        }
    }
}
