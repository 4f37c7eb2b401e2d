internal import ZigguratCore
package import ZigguratSystem

/// An image stored in blocks that several threads can decode at once.
///
/// The image is read from the top in chunks, which are bands of rows. Each chunk consists of parts
/// side by side, which are read in any order.
package protocol BlockSource: PixelSource, Sendable {
    var chunks: BlockChunks { get }

    /// Creates a reader for one thread.
    func makeReader() throws(ZigguratError) -> any BlockReader
}

/// The division of an image into chunks and parts.
package struct BlockChunks: Hashable, Sendable {
    /// The number of rows in a chunk; the first and the last chunk can have fewer.
    package let height: Int
    /// The number of parts in each chunk.
    package let parts: Int
    /// The number of rows in the first chunk. It is smaller if a region begins within the file's
    /// blocks.
    package let firstHeight: Int

    /// - Parameter skippedRows: the number of the file's rows above the image. Chunks of the image
    ///   end where chunks of the whole file end.
    package init(height: Int, parts: Int, skippedRows: Int = 0) {
        self.height = height
        self.parts = parts
        firstHeight = height - skippedRows % height
    }

    package func count(of rowCount: Int) -> Int {
        1 + max(0, rowCount - firstHeight).dividedRoundingUp(by: height)
    }

    /// Returns the first row of a chunk.
    package func start(_ number: Int) -> Int {
        number == 0 ? 0 : firstHeight + (number - 1) * height
    }

    /// Returns the rows of a chunk in an image with a number of rows.
    package func rows(_ number: Int, of rowCount: Int) -> Range<Int> {
        start(number)..<min(start(number + 1), rowCount)
    }

    /// Returns the number of the chunk that contains a row.
    package func number(ofRow y: Int) -> Int {
        y < firstHeight ? 0 : 1 + (y - firstHeight) / height
    }
}

/// Reads parts of chunks on the thread that created the reader.
package protocol BlockReader: AnyObject {
    /// Fills the columns of a part in each row of a chunk.
    ///
    /// - Parameters:
    ///   - rows: the rows of the chunk, in image pixels.
    ///   - addresses: the first byte of each whole row.
    func read(
        _ rows: Range<Int>, part: Int,
        into addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError)
}
