internal import ZigguratCore
internal import ZigguratSystem

/// A picture that is kept in blocks which are decoded on their own, so that several threads can
/// read it at once: 8-bit samples as from a ``RowReader``.
///
/// It is read in chunks, full-width bands of rows, from the top; each chunk in parts side by side,
/// in any order.
protocol BlockSource: AnyObject, Sendable {
    var size: PixelSize { get }
    var bands: Int { get }
    var chunks: BlockChunks { get }

    /// A reader for one thread.
    func makeReader() throws(ZigguratError) -> any BlockReader
}

/// How a picture is divided on the way in.
struct BlockChunks: Hashable, Sendable {
    /// Rows of a chunk; of the last one fewer.
    let height: Int
    /// The parts of each chunk.
    let parts: Int
}

/// Reads parts of chunks on the thread that made it.
protocol BlockReader: AnyObject {
    /// Fills what a part shows of each row of a chunk.
    ///
    /// - Parameters:
    ///   - rows: the rows of the chunk in image pixels.
    ///   - addresses: those of the whole rows, one for each.
    func read(
        _ rows: Range<Int>, part: Int,
        into addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError)
}
