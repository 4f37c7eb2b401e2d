package import ZigguratCore
package import ZigguratSystem

/// An image stored in blocks that several threads can decode at once.
///
/// The image is read from the top in chunks, which are bands of rows. Each chunk consists of parts
/// side by side, which are read in any order.
package protocol BlockSource: PixelSource, Sendable {
    var chunks: BlockChunks { get }

    /// Creates a reader for one thread.
    func makeReader() throws(ZigguratError) -> any BlockReader

    /// Returns this image, limited to some columns. The rows that a reader fills begin with the
    /// first of these columns.
    ///
    /// - Precondition: The image's ``PixelSource/division`` has a column step.
    func limited(to columns: Range<Int>) -> any BlockSource

    /// The size in pixels of the blocks that the file may omit. The grid of blocks begins at the
    /// top left.
    var blockSize: PixelSize { get }

    /// Whether the file stores no pixel of a region. All pixels that the file does not store are
    /// equal.
    func isEmpty(_ part: PixelRegion) -> Bool
}

extension BlockSource {
    package func limited(to columns: Range<Int>) -> any BlockSource {
        preconditionFailure("the source has no column step")
    }

    package var blockSize: PixelSize { size }
    package func isEmpty(_ part: PixelRegion) -> Bool { false }
}

/// The division of an image into chunks and parts.
package struct BlockChunks: Hashable, Sendable {
    /// The number of rows in a chunk; the first and the last chunk can have fewer.
    package let height: Int
    /// The number of parts in each chunk.
    package let parts: Int
    /// The number of rows in the first chunk, which is smaller if a region begins within the file's
    /// blocks.
    package let firstHeight: Int
    /// The number of chunks that threads should read at once. All of them need room in memory, and
    /// so does one more chunk, whose rows are in use. 1 if a chunk has enough parts for all threads.
    package let atOnce: Int

    /// - Parameter skippedRows: the number of the file's rows above the image. Chunks of the image
    ///   end where chunks of the whole file end.
    package init(height: Int, parts: Int, skippedRows: Int = 0, atOnce: Int = 1) {
        self.height = height
        self.parts = parts
        self.atOnce = atOnce
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

    /// Fills the columns of a part, as ``read(_:part:into:)`` does, if this may take long: a reader
    /// of damaged files may have to decode all rows above the part.
    ///
    /// - Parameter isWanted: called from time to time; returns `false` to cancel.
    func read(
        _ rows: Range<Int>, part: Int,
        into addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>, isWanted: () -> Bool
    ) throws(ZigguratError)
}

extension BlockReader {
    package func read(
        _ rows: Range<Int>, part: Int,
        into addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>, isWanted: () -> Bool
    ) throws(ZigguratError) {
        try read(rows, part: part, into: addresses)
    }
}

/// Reads the rows of an image stored in blocks, from the top and on one thread.
package final class BlockRowReader: RowReader {
    private let source: any BlockSource
    private let reader: any BlockReader
    /// The rows of the current chunk, and the range of these rows that is not read yet.
    private let chunk: [UnsafeMutablePointer<UInt8>]
    private var waitingRows = 0..<0
    private var nextChunk = 0

    package init(_ source: any BlockSource) throws(ZigguratError) {
        self.source = source
        reader = try source.makeReader()
        let rowLength = source.size.width * source.bytesPerPixel
        chunk = (0..<min(source.chunks.height, source.size.height)).map { _ in
            .allocate(capacity: rowLength)
        }
    }

    deinit {
        for row in chunk { row.deallocate() }
    }

    package var size: PixelSize { source.size }
    package var bands: Int { source.bands }
    package var sampleBytes: Int { source.sampleBytes }

    package func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        for row in rows {
            if waitingRows.isEmpty { try decodeChunk() }
            row.update(from: chunk[waitingRows.lowerBound], count: size.width * bytesPerPixel)
            waitingRows = waitingRows.dropFirst()
        }
    }

    /// Skips rows. Chunks above the next row are not decoded.
    package func skip(_ count: Int, isWanted: () -> Bool) throws(ZigguratError) {
        let waiting = min(count, waitingRows.count)
        waitingRows = waitingRows.dropFirst(waiting)
        guard count > waiting else { return }
        let row = source.chunks.start(nextChunk) + count - waiting
        guard row < size.height else { return }
        nextChunk = source.chunks.number(ofRow: row)
        let skipped = row - source.chunks.start(nextChunk)
        guard skipped > 0 else { return }
        try decodeChunk()
        waitingRows = waitingRows.dropFirst(skipped)
    }

    private func decodeChunk() throws(ZigguratError) {
        let rows = source.chunks.rows(nextChunk, of: size.height)
        try chunk[..<rows.count].withUnsafeBufferPointer { addresses in
            Result { () throws(ZigguratError) in
                for part in 0..<source.chunks.parts {
                    try reader.read(rows, part: part, into: addresses)
                }
            }
        }.get()
        waitingRows = 0..<rows.count
        nextChunk += 1
    }
}
