package import ZigguratCore
package import ZigguratSystem

/// A started reading of a source's pixels.
package enum PixelReading {
    /// Converted rows from the top, read by one thread.
    case rows(any RowReader)
    /// Rows as the file stores them, and the conversion to apply. Any thread can convert a row.
    case stored(any RowReader, RowConversion)
    /// Blocks that any number of threads can read.
    case blocks(any BlockSource)

    /// Creates a reading of stored rows.
    package init(_ reader: any RowReader, _ conversion: RowConversion) {
        self = conversion.isEmpty ? .rows(reader) : .stored(reader, conversion)
    }

    private var source: any PixelSource {
        switch self {
        case .rows(let reader), .stored(let reader, _): reader
        case .blocks(let source): source
        }
    }

    package var size: PixelSize { source.size }
    package var bands: Int { conversion?.outputBands ?? source.bands }
    package var sampleBytes: Int { conversion?.outputSampleBytes ?? source.sampleBytes }

    /// Returns a reader of converted rows for one thread.
    package func makeRowReader() throws(ZigguratError) -> any RowReader {
        switch self {
        case .rows(let reader): reader
        case .stored(let reader, let conversion): ConvertingRowReader(reader, conversion)
        case .blocks(let source): try BlockRowReader(source)
        }
    }

    /// The chunks that threads read; `nil` if one thread reads rows.
    package var chunks: BlockChunks? {
        if case .blocks(let source) = self { source.chunks } else { nil }
    }

    /// The conversion of stored rows; `nil` for other readings.
    package var conversion: RowConversion? {
        if case .stored(_, let conversion) = self { conversion } else { nil }
    }
}

extension PixelReading {
    /// The source if it can be divided among several processes; otherwise `nil`.
    package var divisible: (any DivisibleSource)? {
        switch self {
        case .rows(let reader), .stored(let reader, _): reader as? any DivisibleSource
        case .blocks(let source): source as? any DivisibleSource
        }
    }

    /// Returns a reading of some columns only.
    ///
    /// - Parameter columns: the columns; must be all columns unless the source has a
    ///   ``DivisibleSource/columnStep``.
    package func limited(to columns: Range<Int>) -> PixelReading {
        guard columns.count < size.width else { return self }
        switch self {
        case .rows(let reader as any DivisibleRowReader):
            return .rows(reader.limited(to: columns))
        case .stored(let reader as any DivisibleRowReader, let conversion):
            return .stored(reader.limited(to: columns), conversion)
        case .blocks(let source as any DivisibleBlockSource):
            return .blocks(source.limited(to: columns))
        default: preconditionFailure("the source has no column step")
        }
    }
}

extension PixelReading {
    /// Whether an 8-bit sample exceeds a limit in a pixel that is not transparent. Returns `false`
    /// if reading fails before such a pixel.
    ///
    /// - Parameters:
    ///   - colourBands: the number of bands to compare, from the first. A band after them is alpha.
    ///   - isWanted: called from time to time; returns `false` to cancel.
    package func hasSample(above limit: Int, _ colourBands: Int, _ isWanted: () -> Bool) -> Bool {
        guard let reader = try? makeRowReader() else { return false }
        let rowLength = size.width * bands
        let rows = (0..<RowChunk.height).map { _ in
            UnsafeMutablePointer<UInt8>.allocate(capacity: rowLength)
        }
        defer { for row in rows { row.deallocate() } }
        for top in stride(from: 0, to: size.height, by: rows.count) {
            let part = rows.prefix(size.height - top)
            guard isWanted(), (try? reader.read(part)) != nil else { return false }
            for row in part {
                for x in stride(from: 0, to: rowLength, by: bands)
                where bands == colourBands || row[x + bands - 1] > 0 {
                    for band in x..<x + colourBands where row[band] > limit { return true }
                }
            }
        }
        return false
    }
}
