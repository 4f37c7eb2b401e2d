internal import ZigguratCore
internal import ZigguratSystem

/// An image that is being read.
protocol PixelSource: AnyObject {
    var size: PixelSize { get }
    /// 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha; stored pixels can have others.
    var bands: Int { get }
    /// 1, or 2 in the machine's byte order.
    var sampleBytes: Int { get }
}

extension PixelSource {
    var sampleBytes: Int { 1 }
    var bytesPerPixel: Int { bands * sampleBytes }
}

/// The most rows that a reader is asked for at once.
enum RowChunk {
    /// An MCU row of a JPEG with 4:2:0 subsampling.
    static let height = 16
}

/// Reads the rows of an image once, from the top. It belongs to the thread that reads first.
protocol RowReader: PixelSource {
    /// Fills the next rows; each address has room for width × ``bytesPerPixel`` bytes. The caller asks
    /// for no more rows than are left.
    func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>) throws(ZigguratError)

    /// Skips the next rows.
    ///
    /// - Parameter isWanted: called repeatedly; `false` cancels.
    func skip(_ count: Int, isWanted: () -> Bool) throws(ZigguratError)

    /// Waits until the next rows can be read without waiting, if another process decodes them.
    ///
    /// - Parameter isWanted: asked several times a second; an answer of `false` cancels.
    func waitForRows(_ count: Int, isWanted: () -> Bool) throws(ZigguratError)
}

/// A reader whose state can be saved, so that a later run of the program need not decode the rows
/// above again.
protocol ResumableRowReader: RowReader {
    /// The state before the next row; `nil` if it cannot be saved at this row.
    func checkpoint() -> [UInt8]?

    /// Continues at the row of a checkpoint, which a reader of the same file has made.
    ///
    /// - Returns: `false` if the bytes are not a checkpoint; the reader is then unchanged.
    func resume(_ checkpoint: [UInt8]) throws(ZigguratError) -> Bool
}

/// A reader that passes on the rows of another one, in the same shape.
protocol WrappingRowReader: RowReader {
    var reader: any RowReader { get }
}

extension WrappingRowReader {
    var size: PixelSize { reader.size }
    var bands: Int { reader.bands }
    var sampleBytes: Int { reader.sampleBytes }

    func waitForRows(_ count: Int, isWanted: () -> Bool) throws(ZigguratError) {
        try reader.waitForRows(count, isWanted: isWanted)
    }
}

extension RowReader {
    func waitForRows(_ count: Int, isWanted: () -> Bool) throws(ZigguratError) {}

    func skip(_ count: Int, isWanted: () -> Bool) throws(ZigguratError) {
        try readAndForget(count, isWanted: isWanted)
    }

    /// Skips rows of a decoder that cannot skip them.
    func readAndForget(_ count: Int, isWanted: () -> Bool) throws(ZigguratError) {
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
