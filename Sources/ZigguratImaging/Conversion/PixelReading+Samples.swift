internal import ZigguratCore
internal import ZigguratSystem

extension PixelReading {
    /// Whether a sample of 8 bits is above a limit; `false` if the image cannot be read that far.
    ///
    /// - Parameters:
    ///   - colourBands: the first bands of a pixel, which are compared.
    ///   - isWanted: asked now and then; an answer of `false` cancels.
    func hasSample(above limit: Int, _ colourBands: Int, _ isWanted: () -> Bool) -> Bool {
        let rowLength = size.width * bands
        let chunks = chunks
        let rows = (0..<chunks.height).map { _ in
            UnsafeMutablePointer<UInt8>.allocate(capacity: rowLength)
        }
        defer { for row in rows { row.deallocate() } }
        guard let readChunk = try? chunkReader() else { return false }
        for top in stride(from: 0, to: size.height, by: chunks.height) {
            let count = min(chunks.height, size.height - top)
            guard isWanted(), (try? readChunk(top..<top + count, rows[..<count])) != nil else {
                return false
            }
            for row in rows[..<count] {
                for x in stride(from: 0, to: rowLength, by: bands) {
                    for band in x..<x + colourBands where row[band] > limit { return true }
                }
            }
        }
        return false
    }

    private var chunks: BlockChunks {
        if case .blocks(let source) = self { return source.chunks }
        return BlockChunks(height: PyramidSchedule.readingChunk, parts: 1)
    }

    /// Reads chunks from the top on one thread.
    private func chunkReader() throws(ZigguratError) -> (
        (Range<Int>, ArraySlice<UnsafeMutablePointer<UInt8>>) throws(ZigguratError) -> Void
    ) {
        let reader: any RowReader
        switch self {
        case .rows(let rows): reader = rows
        case .stored(let rows, let conversion): reader = ConvertingRowReader(rows, conversion)
        case .blocks(let source):
            let blocks = try source.makeReader()
            return { (rows, addresses) throws(ZigguratError) in
                try addresses.withUnsafeBufferPointer { addresses in
                    Result { () throws(ZigguratError) in
                        for part in 0..<source.chunks.parts {
                            try blocks.read(rows, part: part, into: addresses)
                        }
                    }
                }.get()
            }
        }
        return { (_, addresses) throws(ZigguratError) in try reader.read(addresses) }
    }
}
