package import ZigguratCore
package import ZigguratSystem

/// An image whose pixels can be read.
package protocol PixelSource: AnyObject {
    var size: PixelSize { get }
    /// The number of bands: 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha. Stored pixels can
    /// have other numbers.
    var bands: Int { get }
    /// The bytes of a sample: 1, or 2 in the machine's byte order.
    var sampleBytes: Int { get }
    /// How several processes can share the image; `nil` if they cannot.
    var division: PixelDivision? { get }
}

/// How several processes share an image: each process reads some rows and, if possible, only some
/// columns.
package struct PixelDivision {
    /// The number of columns at whose multiples parts should begin, so that few pixels are decoded
    /// twice; `nil` if only rows can be divided.
    package let columnStep: Int?

    package init(columnStep: Int?) { self.columnStep = columnStep }
}

extension PixelSource {
    package var sampleBytes: Int { 1 }
    package var division: PixelDivision? { nil }
    package var bytesPerPixel: Int { bands * sampleBytes }
}

/// The largest number of rows that a caller requests at once.
package enum RowChunk {
    /// The height of an MCU row in a JPEG with 4:2:0 subsampling.
    package static let height = 16
}

/// Reads the rows of an image once, from the top. The thread that reads first must read all rows.
package protocol RowReader: PixelSource {
    /// Reads the next rows; each address has room for width × ``bytesPerPixel`` bytes. The number
    /// of rows must not exceed the rows that are left.
    func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>) throws(ZigguratError)

    /// Skips the next rows.
    ///
    /// - Parameter isWanted: called repeatedly; returns `false` to cancel.
    func skip(_ count: Int, isWanted: () -> Bool) throws(ZigguratError)

    /// Waits until another process has decoded the next rows, so that reading them does not block.
    ///
    /// - Parameter isWanted: called several times a second; returns `false` to cancel.
    func waitForRows(_ count: Int, isWanted: () -> Bool) throws(ZigguratError)

    /// Returns a new reader from the top, limited to some columns.
    ///
    /// - Precondition: The reader's ``PixelSource/division`` has a column step. Skipped rows are
    ///   then not decoded.
    func limited(to columns: Range<Int>) -> any RowReader

    /// Whether the state of the reader can be saved. A later run of the program then need not
    /// decode the rows above again.
    var isResumable: Bool { get }

    /// Returns the state before the next row; `nil` if the state cannot be saved at this row.
    func checkpoint() -> [UInt8]?

    /// Continues at the row of a checkpoint that a reader of this file saved.
    ///
    /// - Returns: `false` if the bytes are not a checkpoint; the reader is then unchanged.
    func resume(_ checkpoint: [UInt8]) throws(ZigguratError) -> Bool
}

extension RowReader {
    package func limited(to columns: Range<Int>) -> any RowReader {
        preconditionFailure("the source has no column step")
    }

    package var isResumable: Bool { false }
    package func checkpoint() -> [UInt8]? { nil }
    package func resume(_ checkpoint: [UInt8]) throws(ZigguratError) -> Bool { false }

    package func waitForRows(_ count: Int, isWanted: () -> Bool) throws(ZigguratError) {}

    package func skip(_ count: Int, isWanted: () -> Bool) throws(ZigguratError) {
        try readAndForget(count, isWanted: isWanted)
    }

    /// Skips rows by reading them, for decoders that cannot skip rows.
    package func readAndForget(_ count: Int, isWanted: () -> Bool) throws(ZigguratError) {
        let row = UnsafeMutablePointer<UInt8>.allocate(capacity: size.width * bytesPerPixel)
        defer { row.deallocate() }
        let rows = [UnsafeMutablePointer<UInt8>](
            repeating: row, count: RowChunk.height)
        var left = count
        while left > 0 {
            let next = min(rows.count, left)
            try waitForRows(next, isWanted: isWanted)
            try rows.withUnsafeBufferPointer { rows throws(ZigguratError) in
                try read(into: UnsafeBufferPointer(rebasing: rows[..<next]))
            }
            left -= next
            guard isWanted() else { throw ZigguratError(Cancelled()) }
        }
    }
}
