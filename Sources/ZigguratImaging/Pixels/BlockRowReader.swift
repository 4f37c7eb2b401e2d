package import ZigguratCore
package import ZigguratSystem

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
