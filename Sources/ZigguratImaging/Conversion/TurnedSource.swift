internal import CPixels
package import ZigguratCore
package import ZigguratSystem

/// A turned image whose row order differs from the file. The whole image is first read into a
/// ``RowSpool``; then all threads turn parts of it.
package final class TurnedSource: BlockSource {
    package let size: PixelSize
    package let bands: Int
    package let sampleBytes: Int
    package let chunks: BlockChunks
    fileprivate let orientation: Orientation
    fileprivate let spool: RowSpool
    /// The conversion of turned rows; `nil` if pixels are unchanged.
    fileprivate let conversion: RowConversion?

    /// The number of columns of a part, if the spool stores rows.
    fileprivate static let partWidth = 1024

    /// - Parameters:
    ///   - conversion: the conversion of turned rows.
    ///   - memoryLimit: the largest image in memory, in bytes. Larger images go to a temporary
    ///     file.
    ///   - isWanted: called from time to time; returns `false` to cancel.
    package init(
        _ reader: any RowReader, _ orientation: Orientation, _ conversion: RowConversion? = nil,
        memoryLimit: Int = RowSpool.memoryLimit, isWanted: () -> Bool
    ) throws(ZigguratError) {
        spool = try RowSpool(
            reader, inColumns: orientation.swapsAxes, memoryLimit: memoryLimit, isWanted: isWanted)
        self.orientation = orientation
        self.conversion = conversion
        size = orientation.turned(spool.size)
        bands = conversion?.outputBands ?? reader.bands
        sampleBytes = conversion?.outputSampleBytes ?? reader.sampleBytes
        let parts = size.width.dividedRoundingUp(by: Self.partWidth)
        chunks = BlockChunks(height: RowSpool.thickness, parts: orientation.swapsAxes ? parts : 1)
    }

    package func makeReader() -> any BlockReader { TurnedBlockReader(self) }
}

private final class TurnedBlockReader: BlockReader {
    private let source: TurnedSource
    private let spool: RowSpool
    private let orientation: Orientation
    /// A part of a strip in the order of the file.
    private let stored: UnsafeMutableRawBufferPointer
    /// Turned rows before their conversion; empty without a conversion.
    private let turned: [UnsafeMutablePointer<UInt8>]

    init(_ source: TurnedSource) {
        self.source = source
        spool = source.spool
        orientation = source.orientation
        let width = orientation.swapsAxes ? TurnedSource.partWidth : source.size.width
        let length = width * spool.bytesPerPixel
        stored = .allocate(byteCount: RowSpool.thickness * length, alignment: 64)
        turned =
            source.conversion == nil
            ? [] : (0..<RowSpool.thickness).map { _ in .allocate(capacity: length) }
    }

    deinit {
        stored.deallocate()
        for row in turned { row.deallocate() }
    }

    package func read(
        _ rows: Range<Int>, part: Int,
        into addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError) {
        let width = source.size.width
        let columns =
            orientation.swapsAxes
            ? part * TurnedSource.partWidth..<min((part + 1) * TurnedSource.partWidth, width)
            : 0..<width
        let offset = columns.lowerBound * source.bytesPerPixel
        // If rows are counted from the end, the requested rows can lie in two strips.
        var first = rows.lowerBound
        while first < rows.upperBound {
            let line = storedLine(first)
            let within = line % RowSpool.thickness
            let left = isBackwards ? within + 1 : RowSpool.thickness - within
            let count = min(left, rows.upperBound - first)
            try load(line / RowSpool.thickness, columns)
            let targets = (0..<count).map { addresses[first - rows.lowerBound + $0] + offset }
            let outputs = turned.isEmpty ? targets : Array(turned[..<count])
            turn(from: within, columns.count, to: outputs)
            if let conversion = source.conversion {
                for (output, target) in zip(outputs, targets) {
                    conversion.convert(output, to: target, count: columns.count)
                }
            }
            first += count
        }
    }

    private var isBackwards: Bool {
        orientation.swapsAxes ? orientation.mirrorsX : orientation.mirrorsY
    }

    /// Returns the stored column or row that becomes a turned row.
    private func storedLine(_ row: Int) -> Int { isBackwards ? source.size.height - 1 - row : row }

    /// Reads the part of a strip that contains these columns of the turned rows.
    private func load(_ strip: Int, _ columns: Range<Int>) throws(ZigguratError) {
        let width = source.size.width
        let rows =
            !orientation.swapsAxes
            ? 0..<spool.rows(ofStrip: strip)
            : orientation.mirrorsY
                ? width - columns.upperBound..<width - columns.lowerBound : columns
        try spool.read(
            strip: strip, rows: rows,
            into: UnsafeMutableRawBufferPointer(rebasing: stored[..<(rows.count * spool.stride)]))
    }

    /// Turns the loaded part.
    ///
    /// - Parameter line: the line of the strip that becomes the first turned row.
    private func turn(from line: Int, _ width: Int, to rows: [UnsafeMutablePointer<UInt8>]) {
        // A strip has at least one pixel, so it has an address.
        let start = stored.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
        let step = isBackwards ? -1 : 1
        if orientation.swapsAxes {
            zig_columns_to_rows(
                start, spool.stride, Int32(width), Int32(spool.bytesPerPixel), Int32(line),
                Int32(step), orientation.mirrorsY ? 1 : 0, rows, Int32(rows.count))
            return
        }
        for (index, row) in rows.enumerated() {
            let stored = start + (line + index * step) * spool.stride
            if orientation.mirrorsX {
                zig_mirror_row(stored, row, Int32(width), Int32(spool.bytesPerPixel))
            } else {
                row.update(from: stored, count: spool.stride)
            }
        }
    }
}

/// Mirrors the rows of an image from left to right. The order of the rows is unchanged, so no
/// temporary file is needed.
package final class MirroredRowReader: RowReader {
    private let reader: any RowReader
    private let row: UnsafeMutablePointer<UInt8>

    package init(_ reader: any RowReader) {
        self.reader = reader
        row = .allocate(capacity: reader.size.width * reader.bytesPerPixel)
    }

    deinit {
        row.deallocate()
    }

    package var size: PixelSize { reader.size }
    package var bands: Int { reader.bands }
    package var sampleBytes: Int { reader.sampleBytes }

    package func waitForRows(_ count: Int, isWanted: () -> Bool) throws(ZigguratError) {
        try reader.waitForRows(count, isWanted: isWanted)
    }

    package func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        try reader.read(into: rows)
        for address in rows {
            row.update(from: address, count: size.width * bytesPerPixel)
            zig_mirror_row(row, address, Int32(size.width), Int32(bytesPerPixel))
        }
    }
}
