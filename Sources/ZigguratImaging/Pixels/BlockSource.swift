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
    /// Rows of a chunk; the first and the last one can have fewer.
    let height: Int
    /// Parts of each chunk.
    let parts: Int
    /// Rows of the first chunk, if a region begins within the blocks of the file.
    let firstHeight: Int

    /// - Parameter skippedRows: rows of the file above the image. Chunks end where those of the whole
    ///   file do.
    init(height: Int, parts: Int, skippedRows: Int = 0) {
        self.height = height
        self.parts = parts
        firstHeight = height - skippedRows % height
    }

    func count(of rowCount: Int) -> Int {
        1 + max(0, rowCount - firstHeight).dividedRoundingUp(by: height)
    }

    /// The first row of a chunk.
    func start(_ number: Int) -> Int { number == 0 ? 0 : firstHeight + (number - 1) * height }

    /// The rows of a chunk of an image with this number of rows.
    func rows(_ number: Int, of rowCount: Int) -> Range<Int> {
        start(number)..<min(start(number + 1), rowCount)
    }

    /// The chunk that holds a row.
    func number(ofRow y: Int) -> Int { y < firstHeight ? 0 : 1 + (y - firstHeight) / height }
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
