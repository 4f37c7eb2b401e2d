internal import CPixels
internal import ZigguratCore
internal import ZigguratSystem

/// Reads the rows of an image that is turned so that their order changes. The whole image is read
/// into a ``RowSpool`` first.
final class TurnedRowReader: RowReader {
    let size: PixelSize
    let bands: Int
    let sampleBytes: Int
    private let orientation: Orientation
    private let spool: RowSpool
    private let strip: UnsafeMutableRawBufferPointer
    private var loadedStrip: Int?
    private var rowsRead = 0

    /// - Parameters:
    ///   - memoryLimit: up to this many bytes need no temporary file.
    ///   - isWanted: asked now and then; an answer of `false` cancels.
    init(
        _ reader: any RowReader, _ orientation: Orientation,
        memoryLimit: Int = RowSpool.memoryLimit, isWanted: () -> Bool
    ) throws(ZigguratError) {
        spool = try RowSpool(
            reader, inColumns: orientation.swapsAxes, memoryLimit: memoryLimit, isWanted: isWanted)
        self.orientation = orientation
        size = orientation.turned(spool.size)
        bands = reader.bands
        sampleBytes = reader.sampleBytes
        strip = .allocate(byteCount: spool.stripByteCount, alignment: 64)
    }

    deinit {
        strip.deallocate()
    }

    func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>) throws(ZigguratError) {
        var done = 0
        while done < rows.count {
            let line = storedLine(rowsRead)
            let number = line / RowSpool.thickness
            if loadedStrip != number {
                try spool.read(strip: number, into: strip)
                loadedStrip = number
            }
            // As many rows as the same strip holds.
            let within = line % RowSpool.thickness
            let isBackwards = storedLine(0) > 0
            let left = isBackwards ? within + 1 : RowSpool.thickness - within
            let count = min(left, rows.count - done)
            copy(
                from: within, step: isBackwards ? -1 : 1,
                to: UnsafeBufferPointer(rebasing: rows[done..<(done + count)]))
            done += count
            rowsRead += count
        }
    }

    /// The stored column, or row, that a turned row is.
    private func storedLine(_ row: Int) -> Int {
        let isMirrored = orientation.swapsAxes ? orientation.mirrorsX : orientation.mirrorsY
        return isMirrored ? size.height - 1 - row : row
    }

    private func copy(
        from first: Int, step: Int, to rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) {
        // A strip has at least one pixel, so that there is an address.
        let start = strip.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
        guard let target = rows.baseAddress else { return }
        if orientation.swapsAxes {
            zig_columns_to_rows(
                start, spool.stride, Int32(size.width), Int32(bytesPerPixel), Int32(first),
                Int32(step),
                orientation.mirrorsY ? 1 : 0, target, Int32(rows.count))
            return
        }
        for (index, row) in rows.enumerated() {
            let source = start + (first + index * step) * spool.stride
            if orientation.mirrorsX {
                zig_mirror_row(source, row, Int32(size.width), Int32(bytesPerPixel))
            } else {
                row.update(from: source, count: spool.stride)
            }
        }
    }
}
