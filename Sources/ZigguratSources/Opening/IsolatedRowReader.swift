internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Reads the rows that a decoder process writes into a ring in shared memory.
final class IsolatedRowReader: RowReader {
    package let size: PixelSize
    package let bands: Int
    package let sampleBytes: Int
    private let process: DecoderProcess
    private let ring: UnsafeRawBufferPointer
    private let ringRows: Int
    /// The numbers of rows that the process delivered, that were read, and that were reported as
    /// read.
    private var delivered = 0
    private var taken = 0
    private var told = 0
    /// The number of rows that the process has skipped and this reader has not skipped yet.
    private var rowsAhead: Int

    /// - Parameters:
    ///   - size: the size of the stored image, which is not turned.
    ///   - sampleBytes: the bytes of a sample: 1 or 2.
    ///   - ringRows: the number of rows in the ring, as in the task of the process.
    ///   - firstRow: the first delivered row, as in the task of the process. The caller skips at
    ///     least the rows above it.
    init(
        _ process: DecoderProcess, size: PixelSize, sampleBytes: Int, ringRows: Int,
        firstRow: Int = 0, isWanted: () -> Bool
    ) throws(ZigguratError) {
        rowsAhead = firstRow
        (delivered, taken, told) = (firstRow, firstRow, firstRow)
        guard case .rows(let its, let bands, let samples) = try process.answer(isWanted: isWanted),
            its == size, (1...4).contains(bands), samples == sampleBytes,
            let memory = process.memory,
            memory.count >= size.width * bands * samples * ringRows
        else { throw process.wrongAnswer() }
        self.process = process
        self.size = size
        self.bands = bands
        self.sampleBytes = sampleBytes
        self.ringRows = ringRows
        ring = UnsafeRawBufferPointer(memory)
    }

    /// Returns the number of rows in a ring for an image, and the size of the ring in bytes.
    ///
    /// The ring is large enough for whole chunks of a slide.
    static func ring(for size: PixelSize, sampleBytes: Int) -> (rows: Int, byteCount: Int) {
        let rowLength = size.width * 4 * sampleBytes
        let rows = min(size.height, max(64, min(512, 256_000_000 / rowLength)))
        return (rows, rows * rowLength)
    }

    func waitForRows(_ count: Int, isWanted: () -> Bool) throws(ZigguratError) {
        let wanted = min(taken + min(count, ringRows), size.height)
        while delivered < wanted {
            tell()
            let count = try process.rowCount(isWanted: isWanted)
            guard count > delivered, count <= size.height, count - told <= ringRows else {
                throw process.wrongAnswer()
            }
            delivered = count
        }
    }

    package func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        let rowLength = size.width * bytesPerPixel
        for row in rows {
            if taken == delivered { try waitForRows(1) { true } }
            let start = taken % ringRows * rowLength
            UnsafeMutableRawPointer(row).copyMemory(
                from: ring.baseAddress.unsafelyUnwrapped + start, byteCount: rowLength)
            taken += 1
            if taken - told >= ringRows / 4 { tell() }
        }
    }

    func skip(_ count: Int, isWanted: () -> Bool) throws(ZigguratError) {
        precondition(count >= rowsAhead, "rows that the process has skipped cannot be read")
        let left = count - rowsAhead
        rowsAhead = 0
        if left > 0 { try readAndForget(left, isWanted: isWanted) }
    }

    /// Reports to the process which rows it may overwrite. If the process cannot receive the
    /// message, the next call reports them.
    private func tell() {
        if taken > told, process.tell(taken: taken) { told = taken }
    }
}
