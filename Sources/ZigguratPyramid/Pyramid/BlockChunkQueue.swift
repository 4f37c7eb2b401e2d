internal import ZigguratImaging

/// A queue of an image's chunks, whose parts several threads read or convert.
struct BlockChunkQueue {
    private(set) var chunks: BlockChunks
    private let rowCount: Int
    /// The number of unfinished parts of each chunk.
    private var openParts: [Int]
    private var nextChunk = 0
    private var nextPart = 0
    /// The first chunk with unfinished parts.
    private var oldestChunk = 0

    /// - Parameter rowCount: the number of rows of the image.
    init(_ chunks: BlockChunks, rowCount: Int) {
        self.chunks = chunks
        self.rowCount = rowCount
        openParts = Array(repeating: chunks.parts, count: chunks.count(of: rowCount))
    }

    /// The rows of the chunk that contains the next part; `nil` if all parts are taken.
    var nextRows: Range<Int>? {
        nextChunk < openParts.count ? chunks.rows(nextChunk, of: rowCount) : nil
    }

    /// The end of the finished rows: all parts above this row are finished.
    var finishedRows: Int { min(chunks.start(oldestChunk), rowCount) }

    /// Takes the next part.
    ///
    /// - Precondition: ``nextRows`` is not `nil`.
    mutating func takePart() -> Int {
        let part = nextPart
        nextPart += 1
        if nextPart == chunks.parts {
            nextPart = 0
            nextChunk += 1
        }
        return part
    }

    /// Marks a part of the chunk with these rows as finished.
    mutating func finishPart(of rows: Range<Int>) {
        openParts[chunks.number(ofRow: rows.lowerBound)] -= 1
        while oldestChunk < openParts.count, openParts[oldestChunk] == 0 { oldestChunk += 1 }
    }

    /// Skips the chunks above the chunk of a row.
    mutating func skipRows(above row: Int) {
        nextChunk = row == rowCount ? openParts.count : chunks.number(ofRow: row)
        oldestChunk = nextChunk
        for chunk in 0..<nextChunk { openParts[chunk] = 0 }
    }

    /// Divides the remaining chunks into another number of parts.
    ///
    /// - Precondition: no part is taken.
    mutating func divide(by chunks: BlockChunks) {
        self.chunks = chunks
        for chunk in openParts.indices where openParts[chunk] > 0 {
            openParts[chunk] = chunks.parts
        }
    }
}
