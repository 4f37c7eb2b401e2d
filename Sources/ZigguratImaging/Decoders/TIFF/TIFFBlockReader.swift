internal import CImageFormats
internal import ZigguratCore
internal import ZigguratSystem

/// Decodes blocks of a TIFF with its own handle, and converts them into rows.
final class TIFFBlockReader: BlockReader {
    private let source: TIFFSource
    private let entry: TIFFHandlePool.Entry
    private var image: zig_tiff_image
    /// A block of each plane, one after the other.
    private let block: UnsafeMutableRawBufferPointer
    /// Bytes of a row of a plane, and of a plane.
    private let rowBytes: Int
    private let planeBytes: Int
    /// A row of unpacked pixels of a block.
    private let scratch: UnsafeMutablePointer<UInt8>
    /// A block as libtiff converts it, if it does.
    private let raster: UnsafeMutablePointer<UInt32>?
    /// Whether a block could not be read. libtiff takes a place that it cannot read for 0 from then on.
    private var hasFailed = false

    init(_ source: TIFFSource) throws(ZigguratError) {
        self.source = source
        entry = try source.handles.take()
        // Also sets up this handle's conversion of JPEG blocks to RGB.
        guard let image = entry.file.describe() else {
            throw ZigguratError(SourceFailure.changed, source.path)
        }
        self.image = image
        rowBytes = source.unpacking.rowBytes(width: source.blockSize.width)
        planeBytes = rowBytes * source.blockSize.height
        block = .allocate(byteCount: planeBytes * source.unpacking.planes, alignment: 64)
        scratch = .allocate(
            capacity: source.unpacking.scratchBytes(width: source.blockSize.width))
        raster =
            source.unpacking.isConverted
            ? .allocate(capacity: source.blockSize.pixelCount) : nil
    }

    deinit {
        if !hasFailed { source.handles.put(entry) }
        block.deallocate()
        scratch.deallocate()
        raster?.deallocate()
    }

    func read(
        _ rows: Range<Int>, part: Int,
        into addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError) {
        // Rows of the image, of which the region may begin within a block.
        let offset = source.region.y
        let end = rows.upperBound + offset
        let height = source.blockSize.height
        var next = rows.lowerBound + offset
        while next < end {
            let top = next / height * height
            let shown = next..<min(top + height, end)
            for column in source.columns(ofPart: part) {
                try decode(top / height * source.blocksAcross + column, top: top, rows: shown)
                copy(
                    column, rows: shown.lowerBound - top..<shown.upperBound - top,
                    to: UnsafeBufferPointer(
                        rebasing: addresses[
                            (next - rows.lowerBound - offset)..<addresses.count]))
            }
            next = shown.upperBound
        }
    }

    /// - Parameters:
    ///   - top: the first row of the block.
    ///   - rows: the rows that are used.
    private func decode(_ number: Int, top: Int, rows: Range<Int>) throws(ZigguratError) {
        let needed = (rows.upperBound - top) * rowBytes
        for (plane, stored) in source.unpacking.planeNumbers.enumerated() {
            // A block has at least one pixel, so that there is an address.
            let start = block.baseAddress.unsafelyUnwrapped + plane * planeBytes
            let place = UInt32(number + stored * source.blockCount)
            guard zig_tiff_has_block(entry.file.pointer, place) != 0 else {
                source.missing.fill(start, count: planeBytes)
                continue
            }
            var count = 0
            let damage = entry.file.damage {
                count = readPlane(place, to: start)
                return count >= needed
            }
            guard let damage else { continue }
            hasFailed = true
            guard source.fillsMissing else {
                throw Decoders.failure(
                    source.path, row: entry.file.damagedRow.map { top + $0 } ?? rows.lowerBound,
                    of: source.region.maxY, damage)
            }
            if count >= needed { continue }
            start.initializeMemory(as: UInt8.self, repeating: 0, count: planeBytes)
        }
    }

    /// Returns the number of bytes, or −1.
    private func readPlane(_ number: UInt32, to start: UnsafeMutableRawPointer) -> Int {
        guard let raster else {
            return zig_tiff_read(
                entry.file.pointer, source.isTiled ? 1 : 0, number, start, planeBytes)
        }
        return zig_tiff_read_ycbcr(
            entry.file.pointer, &image, number, start.assumingMemoryBound(to: UInt8.self), raster)
    }

    /// - Parameter rows: of the block.
    private func copy(
        _ column: Int, rows: Range<Int>,
        to addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) {
        let width = source.blockSize.width
        let left = max(source.region.x, column * width)
        let right = min(source.region.maxX, (column + 1) * width)
        let columns = left - column * width..<right - column * width
        let offset = (left - source.region.x) * source.bytesPerPixel
        // A block has at least one pixel, so that there is an address.
        let bytes = block.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
        for (index, y) in rows.enumerated() {
            let pixels = source.unpacking.unpack(
                bytes + y * rowBytes, planeBytes: planeBytes, columns, scratch: scratch)
            source.conversion.convert(
                pixels, to: addresses[index] + offset, count: columns.count)
        }
    }
}
