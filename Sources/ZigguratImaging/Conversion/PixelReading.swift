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
    /// How several processes can share the source; `nil` if they cannot.
    package var division: PixelDivision? { source.division }

    /// Returns a reading of some columns only.
    ///
    /// - Parameter columns: the columns; must be all columns unless the source has a
    ///   ``PixelDivision/columnStep``.
    package func limited(to columns: Range<Int>) -> PixelReading {
        guard columns.count < size.width else { return self }
        return switch self {
        case .rows(let reader): .rows(reader.limited(to: columns))
        case .stored(let reader, let conversion): .stored(reader.limited(to: columns), conversion)
        case .blocks(let source): .blocks(source.limited(to: columns))
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
        guard division?.columnStep != nil else {
            return try CroppedRowReader(self, region, isWanted: isWanted)
        }
        let columns = limited(to: region.columns)
        return try CroppedRowReader(
            columns,
            PixelRegion(x: 0, y: region.y, width: region.width, height: region.height),
            isWanted: isWanted)
    }
}

/// Reads rows and converts them on the reading thread.
package final class ConvertingRowReader: RowReader {
    package typealias Conversion = (
        _ row: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>
    ) -> Void

    private let reader: any RowReader
    private let rows: [UnsafeMutablePointer<UInt8>]
    private let convert: Conversion
    package let bands: Int
    package let sampleBytes: Int

    /// - Parameters:
    ///   - bands: the bands of the converted rows.
    ///   - convert: converts a row of the reader.
    package init(
        _ reader: any RowReader, bands: Int, sampleBytes: Int,
        _ convert: @escaping Conversion
    ) {
        (self.reader, self.bands, self.sampleBytes) = (reader, bands, sampleBytes)
        self.convert = convert
        let length = reader.size.width * reader.bytesPerPixel
        rows = (0..<RowChunk.height).map { _ in .allocate(capacity: length) }
    }

    /// Creates a reader of converted colours.
    package convenience init(_ reader: any RowReader, _ conversion: RowConversion) {
        let width = reader.size.width
        self.init(
            reader, bands: conversion.outputBands, sampleBytes: conversion.outputSampleBytes
        ) { row, target in
            conversion.convert(row, to: target, count: width)
        }
    }

    deinit {
        for row in rows { row.deallocate() }
    }

    package var size: PixelSize { reader.size }

    package func read(into targets: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        for start in stride(from: 0, to: targets.count, by: rows.count) {
            let count = min(rows.count, targets.count - start)
            try reader.read(rows[..<count])
            for index in 0..<count { convert(rows[index], targets[start + index]) }
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
