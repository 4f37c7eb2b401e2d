internal import ZigguratCore
internal import ZigguratSystem

/// An image stored in blocks that several threads can decode at once.
///
/// It is read from the top in chunks, which are bands of rows; each chunk in parts side by side, in
/// any order.
protocol BlockSource: PixelSource, Sendable {
    var chunks: BlockChunks { get }

    /// A reader for one thread.
    func makeReader() throws(ZigguratError) -> any BlockReader
}

/// How an image is divided for reading.
struct BlockChunks: Hashable, Sendable {
    /// Rows of a chunk; the last one has fewer.
    let height: Int
    /// Parts of each chunk.
    let parts: Int
}

/// Reads parts of chunks on the thread that made it.
protocol BlockReader: AnyObject {
    /// Fills the columns of a part in each row of a chunk.
    ///
    /// - Parameters:
    ///   - rows: the rows of the chunk, in image pixels.
    ///   - addresses: the start of each whole row.
    func read(
        _ rows: Range<Int>, part: Int,
        into addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError)
}
