internal import CImageFormats
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Decodes the blocks of one image of a TIFF file, one block at a time, with a separate libtiff
/// handle.
final class TIFFBlockDecoder {
    private let blocks: TIFFBlocks
    private let fillsMissing: Bool
    private let entry: TIFFHandlePool.Entry
    private var image: zig_tiff_image
    /// A buffer with a block of each plane, one after the other.
    private let memory: UnsafeMutableRawBufferPointer
    /// The bytes of a row of a plane; `planeBytes` has the bytes of a block of a plane.
    private let rowBytes: Int
    private let planeBytes: Int
    /// A buffer for a row of unpacked pixels of a block.
    private let scratch: UnsafeMutablePointer<UInt8>
    /// A buffer for a block that libtiff converts to RGB; `nil` if libtiff does not convert.
    private let raster: UnsafeMutablePointer<UInt32>?
    /// A buffer for a row with its predictor; `nil` if libtiff undoes the predictor.
    private let predicted: UnsafeMutablePointer<UInt8>?
    /// Whether a block could not be read. After that, the libtiff handle cannot be used again:
    /// libtiff treats an unreadable offset as 0.
    private var hasFailed = false

    init(_ blocks: TIFFBlocks, fillsMissing: Bool) throws(ZigguratError) {
        (self.blocks, self.fillsMissing) = (blocks, fillsMissing)
        entry = try blocks.handles.take()
        // This call also enables the conversion of JPEG blocks to RGB in the handle.
        guard let image = entry.file.describe() else {
            throw ZigguratError(SourceError.changed, blocks.handles.file.path)
        }
        self.image = image
        let size = blocks.blockSize
        rowBytes = blocks.unpacking.rowBytes(width: size.width)
        planeBytes = rowBytes * size.height
        memory = .allocate(byteCount: planeBytes * blocks.unpacking.planes, alignment: 64)
        scratch = .allocate(capacity: blocks.unpacking.scratchBytes(width: size.width))
        predicted = entry.leavesPredictor ? .allocate(capacity: rowBytes) : nil
        raster = blocks.unpacking.isConverted ? .allocate(capacity: size.pixelCount) : nil
        // libtiff may deliver fewer pixels than a block has; pixels of other images must not
        // appear.
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        raster?.initialize(repeating: 0, count: size.pixelCount)
    }

    deinit {
        if !hasFailed { blocks.handles.put(entry) }
        memory.deallocate()
        scratch.deallocate()
        raster?.deallocate()
        predicted?.deallocate()
    }

    /// Decodes a block of each plane.
    ///
    /// - Parameters:
    ///   - number: the number of the block in its plane.
    ///   - rows: the rows of the image that are needed.
    ///   - rowCount: the number of rows of the image, for errors.
    func decode(_ number: Int, rows: Range<Int>, of rowCount: Int) throws(ZigguratError) {
        let top = rows.lowerBound / blocks.blockSize.height * blocks.blockSize.height
        let needed = (rows.upperBound - top) * rowBytes
        for (plane, stored) in blocks.unpacking.planeNumbers.enumerated() {
            // A block has at least one pixel, so the buffer has an address.
            let start = memory.baseAddress.unsafelyUnwrapped + plane * planeBytes
            let place = UInt32(number + stored * blocks.count)
            let isStated = Int(place) < blocks.statedCount
            guard !isStated || zig_tiff_has_block(entry.file.pointer, place) != 0 else {
                blocks.missing.fill(start, count: planeBytes)
                continue
            }
            if fillsMissing {
                start.initializeMemory(as: UInt8.self, repeating: 0, count: planeBytes)
            }
            var count = 0
            let damage = entry.file.damage {
                count = isStated ? readPlane(place, to: start) : -1
                return count >= needed
            }
            guard let damage else { continue }
            hasFailed = true
            guard fillsMissing else {
                throw TIFFDecoder().failure(
                    blocks.handles.file.path,
                    row: entry.file.damagedRow.map { top + $0 } ?? rows.lowerBound, of: rowCount,
                    damage)
            }
            if count >= needed { continue }
            let kept = max(0, count)
            (start + kept).initializeMemory(
                as: UInt8.self, repeating: 0, count: planeBytes - kept)
        }
    }

    /// Returns the number of decoded bytes, or −1 for an error.
    private func readPlane(_ number: UInt32, to start: UnsafeMutableRawPointer) -> Int {
        guard let raster else {
            let count = zig_tiff_read(
                entry.file.pointer, blocks.isTiled ? 1 : 0, number, start, planeBytes)
            if let predicted { undoPredictor(of: start, count: count, predicted) }
            return count
        }
        return zig_tiff_read_ycbcr(
            entry.file.pointer, &image, number, start.assumingMemoryBound(to: UInt8.self), raster)
    }

    /// - Parameter count: the number of decoded bytes; −1 for an error.
    private func undoPredictor(
        of start: UnsafeMutableRawPointer, count: Int, _ scratch: UnsafeMutablePointer<UInt8>
    ) {
        let rows = start.assumingMemoryBound(to: UInt8.self)
        for offset in stride(from: 0, to: count - count % rowBytes, by: rowBytes) where count > 0 {
            blocks.unpacking.undoPredictor(rows + offset, rowBytes: rowBytes, scratch: scratch)
        }
    }

    /// Returns the pixels of a part of a row of the block. The pixels are valid until the next
    /// call.
    ///
    /// - Parameter y: the row, from the top of the block.
    package func pixels(_ columns: Range<Int>, row y: Int) -> UnsafePointer<UInt8> {
        // A block has at least one pixel, so the buffer has an address.
        let bytes = memory.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
        return blocks.unpacking.unpack(
            bytes + y * rowBytes, planeBytes: planeBytes, columns, scratch: scratch)
    }
}
