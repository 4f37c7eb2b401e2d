internal import CPixels
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Decompresses rows of a PNG file and undoes their filters.
///
/// Source: PNG specification, second edition, section 9.
final class PNGScanlines {
    private let file: PNGFile
    private let width: Int
    /// The bytes of a stored row.
    private let rowLength: Int
    /// A buffer of filtered rows. A filter type byte precedes each row, and ``slack`` follows the
    /// last row.
    private let filtered: UnsafeMutableRawBufferPointer
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

    /// - Parameter size: the size of the image, or of the interlacing pass whose rows follow.
    init(_ file: PNGFile, _ size: PixelSize) {
        self.file = file
        width = size.width
        (height, rowsLeft) = (size.height, size.height)
        rowLength = file.rowLength(size.width)
        // A power of two, so that fills end where readers stop and the state can be saved there.
        let mostRows = max(1, Self.fillSize / (rowLength + 1))
        rowsPerFill = min(size.height, 1 << (Int.bitWidth - 1 - mostRows.leadingZeroBitCount))
        filtered = .allocate(
            byteCount: rowsPerFill * (rowLength + 1) + Self.slack, alignment: 64)
        above = .allocate(capacity: rowLength + Self.slack)
        above.initialize(repeating: 0, count: rowLength + Self.slack)
        current = .allocate(capacity: rowLength + Self.slack)
        current.initialize(repeating: 0, count: rowLength + Self.slack)
    }

    deinit {
        filtered.deallocate()
        above.deallocate()
        current.deallocate()
    }

    /// Fills a row with the next pixels.
    ///
    /// - Parameter number: the number of the row, for errors.
    package func read(
        into row: UnsafeMutablePointer<UInt8>, number: Int
    ) throws(ZigguratError) {
        if waitingRows.isEmpty { try fill() }
        // The buffer is not empty, so it has a base address.
        let start =
            filtered.baseAddress.unsafelyUnwrapped + waitingRows.lowerBound * (rowLength + 1)
        waitingRows = waitingRows.dropFirst()
        let source = start.assumingMemoryBound(to: UInt8.self)
        let status = zig_png_unfilter(
            Int32(source[0]), source + 1, above, current, Int32(rowLength),
            Int32(file.filterLength))
        guard status == 0 else {
            throw ZigguratError(SourceFailure.invalidData(row: number), file.path)
        }
        file.unpack(current, to: row, width: width)
        swap(&above, &current)
    }

    private func fill() throws(ZigguratError) {
        let count = min(rowsPerFill, rowsLeft)
        try file.stream.read(
            into: UnsafeMutableRawBufferPointer(rebasing: filtered[..<(count * (rowLength + 1))]))
        waitingRows = 0..<count
        rowsLeft -= count
    }

    /// Returns the row above the next row and the state of the stream; `nil` while the buffer has
    /// unread rows.
    func checkpoint() -> [UInt8]? {
        guard waitingRows.isEmpty else { return nil }
        return Array(UnsafeBufferPointer(start: above, count: rowLength)) + file.stream.checkpoint()
    }

    /// Continues at the row of a checkpoint.
    ///
    /// - Returns: `false` if the bytes are not a checkpoint.
    func resume(_ checkpoint: [UInt8], atRow row: Int) throws(ZigguratError) -> Bool {
        guard checkpoint.count > rowLength,
            try file.stream.resume(Array(checkpoint[rowLength...]))
        else { return false }
        above.update(from: Array(checkpoint[..<rowLength]), count: rowLength)
        (waitingRows, rowsLeft) = (0..<0, height - row)
        return true
    }
}
