internal import CPixels
internal import ZigguratCore
internal import ZigguratSystem

/// An image that is turned so that its rows change their order. The whole image is read into a
/// ``RowSpool`` first; then all threads turn parts of it.
final class TurnedSource: BlockSource {
    let size: PixelSize
    let bands: Int
    let sampleBytes: Int
    let chunks: BlockChunks
    fileprivate let orientation: Orientation
    fileprivate let spool: RowSpool
    /// `nil` if pixels stay as they are.
    fileprivate let conversion: RowConversion?

    /// The columns of a part, if they are stored as rows.
    fileprivate static let partWidth = 1024

    /// - Parameters:
    ///   - conversion: applied to turned rows.
    ///   - memoryLimit: up to this many bytes need no temporary file.
    ///   - isWanted: asked now and then; an answer of `false` cancels.
    init(
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

    func makeReader() -> any BlockReader { TurnedBlockReader(self) }
}

private final class TurnedBlockReader: BlockReader {
    private let source: TurnedSource
    private let spool: RowSpool
    private let orientation: Orientation
    /// A part of a strip as it is stored.
    private let stored: UnsafeMutableRawBufferPointer
    /// Turned rows, if they are converted.
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

    func read(
        _ rows: Range<Int>, part: Int,
        into addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError) {
        let width = source.size.width
        let columns =
            orientation.swapsAxes
            ? part * TurnedSource.partWidth..<min((part + 1) * TurnedSource.partWidth, width)
            : 0..<width
        let offset = columns.lowerBound * source.bytesPerPixel
        // Rows that are counted from the end lie in two strips.
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

    /// The stored column, or row, that a turned row is.
    private func storedLine(_ row: Int) -> Int { isBackwards ? source.size.height - 1 - row : row }

    /// Reads the part of a strip that holds these columns of turned rows.
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

    /// - Parameter line: the line within the strip that the first turned row is.
    private func turn(from line: Int, _ width: Int, to rows: [UnsafeMutablePointer<UInt8>]) {
        // A strip has at least one pixel, so that there is an address.
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
