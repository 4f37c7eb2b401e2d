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

/// Reads the rows of a region of an image, from the top.
final class CroppedRowReader: RowReader {
    private let reader: any RowReader
    private let region: PixelRegion
    /// Row buffers as wide as the image.
    private let rows: [UnsafeMutablePointer<UInt8>]

    /// Creates a reader and skips the rows above the region.
    ///
    /// - Parameters:
    ///   - region: the region; it lies within the image.
    ///   - isWanted: called from time to time; returns `false` to cancel.
    init(
        _ reader: any RowReader, _ region: PixelRegion, isWanted: () -> Bool
    ) throws(ZigguratError) {
        self.reader = reader
        self.region = region
        let length = reader.size.width * reader.bytesPerPixel
        let rows = (0..<RowChunk.height).map { _ in
            UnsafeMutablePointer<UInt8>.allocate(capacity: length)
        }
        self.rows = rows
        if region.y > 0 { try reader.skip(region.y, isWanted: isWanted) }
    }

    deinit {
        for row in rows { row.deallocate() }
    }

    package var size: PixelSize { region.size }
    package var bands: Int { reader.bands }
    package var sampleBytes: Int { reader.sampleBytes }

    package func read(into targets: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        if region.width == reader.size.width { return try reader.read(into: targets) }
        for start in stride(from: 0, to: targets.count, by: rows.count) {
            let part = rows.prefix(targets.count - start)
            try reader.read(part)
            for (index, row) in part.enumerated() {
                targets[start + index].update(
                    from: row + region.x * bytesPerPixel, count: region.width * bytesPerPixel)
            }
        }
    }
}

extension PixelReading {
    /// Returns a reading of a region.
    ///
    /// - Parameter isWanted: called from time to time; returns `false` to cancel.
    package func cropped(
        to region: PixelRegion, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading {
        switch self {
        case .rows(let reader):
            .rows(try reader.cropped(to: region, isWanted: isWanted))
        case .stored(let reader, let conversion):
            .stored(try reader.cropped(to: region, isWanted: isWanted), conversion)
        // Decoders of blocks skip the blocks outside the region.
        case .blocks: self
        }
    }
}

extension RowReader {
    /// Returns a reader of a region. If the decoder can skip columns, the columns outside are
    /// skipped.
    fileprivate func cropped(
        to region: PixelRegion, isWanted: () -> Bool
    ) throws(ZigguratError) -> any RowReader {
        guard let divisible = self as? any DivisibleRowReader, divisible.columnStep != nil else {
            return try CroppedRowReader(self, region, isWanted: isWanted)
        }
        let columns = divisible.limited(to: region.columns)
        return try CroppedRowReader(
            columns,
            PixelRegion(x: 0, y: region.y, width: region.width, height: region.height),
            isWanted: isWanted)
    }
}

/// Reads stored rows and converts them on the reading thread.
package final class ConvertingRowReader: RowReader {
    private let reader: any RowReader
    private let conversion: RowConversion
    private let rows: [UnsafeMutablePointer<UInt8>]

    package init(_ reader: any RowReader, _ conversion: RowConversion) {
        self.reader = reader
        self.conversion = conversion
        let length = reader.size.width * conversion.pixels.bytesPerPixel
        rows = (0..<RowChunk.height).map { _ in .allocate(capacity: length) }
    }

    deinit {
        for row in rows { row.deallocate() }
    }

    package var size: PixelSize { reader.size }
    package var bands: Int { conversion.outputBands }
    package var sampleBytes: Int { conversion.outputSampleBytes }

    package func read(into targets: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        for start in stride(from: 0, to: targets.count, by: rows.count) {
            let count = min(rows.count, targets.count - start)
            try reader.read(rows[..<count])
            for index in 0..<count {
                conversion.convert(rows[index], to: targets[start + index], count: size.width)
            }
        }
    }
}

extension RowReader {
    /// Fills the next rows.
    package func read(_ rows: ArraySlice<UnsafeMutablePointer<UInt8>>) throws(ZigguratError) {
        try rows.withUnsafeBufferPointer { rows in
            Result { () throws(ZigguratError) in try read(into: rows) }
        }.get()
    }
}
