internal import CPixels
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Reads a PNG without interlacing through ISA-L, which is faster than the zlib that libvips uses.
/// If there are enough processors, a separate thread decompresses.
final class PNGRowReader: RowReader {
    private let file: PNGFile
    private let usesThread: Bool
    /// The rows of the image. The buffers are allocated when the first row is read.
    private lazy var scanlines = PNGScanlines(file, file.size, usesThread: usesThread)
    private var rowsRead = 0

    /// - Parameters:
    ///   - file: a file without interlacing.
    ///   - usesThread: whether a separate thread decompresses a large image.
    init(_ file: PNGFile, usesThread: Bool = PNGInflation.isUseful) {
        (self.file, self.usesThread) = (file, usesThread)
    }

    package var size: PixelSize { file.size }
    package var bands: Int { file.pixels.bands }
    package var sampleBytes: Int { file.pixels.sampleBytes }
    package var isResumable: Bool { true }

    package func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        for row in rows {
            do throws(ZigguratError) {
                try scanlines.read(into: row, number: rowsRead)
            } catch {
                guard case .truncated(nil, _) = error.reason as? SourceError else { throw error }
                let damage = SourceError.truncated(row: scanlines.wholeRows, of: size.height)
                throw ZigguratError(damage, error.subject, cause: error.cause)
            }
            rowsRead += 1
        }
        if rowsRead == size.height { try scanlines.finish() }
    }

    func checkpoint() -> [UInt8]? {
        guard let state = scanlines.checkpoint() else { return nil }
        var bytes: [UInt8] = []
        bytes.append(little: UInt64(rowsRead))
        return bytes + state
    }

    func resume(_ checkpoint: [UInt8]) throws(ZigguratError) -> Bool {
        guard checkpoint.count >= 8 else { return false }
        let row = checkpoint.little(8, at: 0)
        guard (0..<size.height).contains(row),
            try scanlines.resume(Array(checkpoint[8...]), atRow: row)
        else { return false }
        rowsRead = row
        return true
    }
}

/// Decompresses rows of a PNG file and undoes their filters.
///
/// Source: PNG specification, second edition, section 9.
final class PNGScanlines {
    private let file: PNGFile
    private let width: Int
    /// The bytes of a stored row.
    private let rowLength: Int
    /// Filtered rows. A filter type byte precedes each row, and ``slack`` follows the last row.
    private var filtered: UnsafeMutableRawBufferPointer?
    private let usesThread: Bool
    /// The thread that decompresses; `nil` before the first row, and without a thread.
    private var inflation: PNGInflation?
    /// The first row that the thread decompresses.
    private var firstInflatedRow = 0
    /// The rows in ``filtered`` if the thread has decompressed them.
    private var fill: PNGInflation.Fill?
    private let rowsPerFill: Int
    private var waitingRows = 0..<0
    private let height: Int
    private var rowsLeft: Int
    /// The stored row above the next row, and, in `current`, the next row.
    private var above: UnsafeMutablePointer<UInt8>
    private var current: UnsafeMutablePointer<UInt8>

    /// The number of bytes that filters may read after a row.
    private static let slack = 16
    private static let fillSize = 1 << 19

    /// - Parameters:
    ///   - size: the size of the image, or of the interlacing pass whose rows follow.
    ///   - usesThread: whether a separate thread decompresses many rows. Nothing else may use the
    ///     stream of the file meanwhile.
    init(_ file: PNGFile, _ size: PixelSize, usesThread: Bool = false) {
        (self.file, self.usesThread) = (file, usesThread)
        width = size.width
        (height, rowsLeft) = (size.height, size.height)
        rowLength = file.rowLength(size.width)
        // A power of two, so that fills end where readers stop and the state can be saved there.
        let mostRows = max(1, Self.fillSize / (rowLength + 1))
        rowsPerFill = min(size.height, 1 << (Int.bitWidth - 1 - mostRows.leadingZeroBitCount))
        above = .allocate(capacity: rowLength + Self.slack)
        above.initialize(repeating: 0, count: rowLength + Self.slack)
        current = .allocate(capacity: rowLength + Self.slack)
        current.initialize(repeating: 0, count: rowLength + Self.slack)
    }

    deinit {
        stopInflation()
        filtered?.deallocate()
        above.deallocate()
        current.deallocate()
    }

    /// Fills a row with the next pixels.
    ///
    /// - Parameter number: the number of the row, for errors.
    package func read(
        into row: UnsafeMutablePointer<UInt8>, number: Int
    ) throws(ZigguratError) {
        if waitingRows.isEmpty { try decompress() }
        // The buffer is not empty, so it has a base address.
        let start =
            (filtered?.baseAddress).unsafelyUnwrapped + waitingRows.lowerBound * (rowLength + 1)
        waitingRows = waitingRows.dropFirst()
        let source = start.assumingMemoryBound(to: UInt8.self)
        let status = zig_png_unfilter(
            Int32(source[0]), source + 1, above, current, Int32(rowLength),
            Int32(file.filterLength))
        guard status == 0 else {
            throw ZigguratError(SourceError.invalidData(row: number), file.path)
        }
        file.unpack(current, to: row, width: width)
        swap(&above, &current)
    }

    /// The number of rows that the data contains before an error.
    var wholeRows: Int {
        if let inflation { return firstInflatedRow + inflation.wholeRows }
        return height - rowsLeft + file.stream.filledBytes / (rowLength + 1)
    }

    /// Decompresses the next rows, or takes them from the thread that decompresses.
    private func decompress() throws(ZigguratError) {
        var count = min(rowsPerFill, rowsLeft)
        if let inflation = startedInflation() {
            if let fill { inflation.recycle(fill) }
            let next = try inflation.next()
            (fill, filtered, count) = (next, next.buffer, next.rowCount)
        } else {
            let buffer =
                filtered
                ?? .allocate(
                    byteCount: rowsPerFill * (rowLength + 1) + Self.slack, alignment: 64)
            filtered = buffer
            try file.stream.read(
                into: UnsafeMutableRawBufferPointer(
                    rebasing: buffer[..<(count * (rowLength + 1))]))
        }
        waitingRows = 0..<count
        rowsLeft -= count
    }

    /// Starts the thread that decompresses, if many rows are left.
    private func startedInflation() -> PNGInflation? {
        if inflation == nil, usesThread, rowsPerFill > 1,
            rowsLeft >= PNGInflation.fewestFills * rowsPerFill
        {
            firstInflatedRow = height - rowsLeft
            inflation = PNGInflation(
                file.stream, rowLength: rowLength + 1, rowsPerFill: rowsPerFill,
                rowCount: rowsLeft, slack: Self.slack)
        }
        return inflation
    }

    /// Reads to the end of the data after the last row.
    func finish() throws(ZigguratError) {
        stopInflation()
        try file.stream.finish()
    }

    /// Ends the thread that decompresses. The stream may be ahead of the rows that are read.
    private func stopInflation() {
        guard let inflation else { return }
        inflation.stop()
        // The buffers belong to the thread.
        (self.inflation, fill, filtered) = (nil, nil, nil)
    }

    /// Returns the row above the next row and the state of the stream; `nil` while the buffer has
    /// unread rows.
    func checkpoint() -> [UInt8]? {
        guard waitingRows.isEmpty else { return nil }
        return Array(UnsafeBufferPointer(start: above, count: rowLength))
            + (fill?.checkpoint ?? file.stream.checkpoint())
    }

    /// Continues at the row of a checkpoint.
    ///
    /// - Returns: `false` if the bytes are not a checkpoint.
    func resume(_ checkpoint: [UInt8], atRow row: Int) throws(ZigguratError) -> Bool {
        guard checkpoint.count == rowLength + PNGDataStream.checkpointBytes else { return false }
        stopInflation()
        guard try file.stream.resume(Array(checkpoint[rowLength...])) else { return false }
        above.update(from: Array(checkpoint[..<rowLength]), count: rowLength)
        (waitingRows, rowsLeft) = (0..<0, height - row)
        return true
    }
}
