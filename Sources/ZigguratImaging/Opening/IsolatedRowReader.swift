internal import ZigguratCore
internal import ZigguratSystem

/// Reads the rows that a decoder's process puts into a ring in common memory.
final class IsolatedRowReader: RowReader {
    let size: PixelSize
    let bands: Int
    let sampleBytes: Int
    private let process: DecoderProcess
    private let ring: UnsafeRawBufferPointer
    private let ringRows: Int
    /// Rows that the process has delivered, that were read, and that the process knows to be read.
    private var delivered = 0
    private var taken = 0
    private var told = 0
    /// Rows that the process has skipped, and this reader has not.
    private var rowsAhead: Int

    /// - Parameters:
    ///   - size: of the image as it is stored, not turned.
    ///   - sampleBytes: 1 or 2.
    ///   - ringRows: as the process was told.
    ///   - firstRow: the same. The caller skips at least the rows above it.
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

    /// The rows of a ring for an image, and its size in bytes.
    ///
    /// Whole chunks of a slide fit into it.
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

    func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>) throws(ZigguratError) {
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

    /// Tells the process which rows it may overwrite; later if it does not listen now.
    private func tell() {
        if taken > told, process.tell(taken: taken) { told = taken }
    }
}
