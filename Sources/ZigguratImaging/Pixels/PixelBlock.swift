internal import Glibc
package import ZigguratCore
package import ZigguratSystem

/// A rectangle of pixels in memory.
///
/// `@unchecked Sendable`: one thread fills a block before other threads receive it; then all
/// threads only read it.
package final class PixelBlock: @unchecked Sendable {
    package let size: PixelSize
    package let bands: Int
    package let sampleBytes: Int
    /// The distance from one row to the next, in bytes.
    let stride: Int
    private let start: UnsafeMutableRawPointer
    /// The memory of a large block; `nil` for a small block. The memory returns to the system
    /// immediately, independent of the thread that used the block.
    private let pages: RowMemory?

    /// The largest size of a small block, in bytes.
    private static let largest = 1 << 15

    /// The number of bytes after a row that halving may read or overwrite.
    private static let slack = 64

    package init(_ size: PixelSize, bands: Int, sampleBytes: Int) throws(ZigguratError) {
        (self.size, self.bands, self.sampleBytes) = (size, bands, sampleBytes)
        stride = (size.width * bands * sampleBytes + Self.slack + 63) / 64 * 64
        let byteCount = stride * size.height
        pages = byteCount > Self.largest ? try RowMemory(byteCount: byteCount) : nil
        start = pages?.start ?? .allocate(byteCount: byteCount, alignment: 64)
    }

    /// Creates a block with the sample format of another block.
    package convenience init(_ size: PixelSize, like other: PixelBlock) throws(ZigguratError) {
        try self.init(size, bands: other.bands, sampleBytes: other.sampleBytes)
    }

    deinit { if pages == nil { start.deallocate() } }

    package var bytesPerPixel: Int { bands * sampleBytes }
    package var rowBytes: Int { size.width * bytesPerPixel }
    package var byteCount: Int { stride * size.height }

    /// Returns the address of a row.
    package func row(_ y: Int) -> UnsafeMutablePointer<UInt8> {
        (start + y * stride).assumingMemoryBound(to: UInt8.self)
    }

    /// Fills a part of the block with one pixel.
    package func fill(_ part: PixelRegion, with pixel: [UInt8]) {
        precondition(pixel.count == bytesPerPixel)
        let isOneByte = Set(pixel).count == 1
        for y in part.rows {
            let row = row(y)
            if isOneByte {
                (row + part.x * bytesPerPixel).update(
                    repeating: pixel[0], count: part.width * bytesPerPixel)
                continue
            }
            for x in part.columns {
                for byte in 0..<bytesPerPixel { row[x * bytesPerPixel + byte] = pixel[byte] }
            }
        }
    }

    /// Copies a part of another block with this block's sample format.
    ///
    /// - Parameters:
    ///   - part: a part of the other block.
    ///   - origin: the position of the part in this block.
    package func copy(_ part: PixelRegion, of block: PixelBlock, to origin: (x: Int, y: Int)) {
        for y in 0..<part.height {
            (row(origin.y + y) + origin.x * bytesPerPixel).update(
                from: block.row(part.y + y) + part.x * bytesPerPixel,
                count: part.width * bytesPerPixel)
        }
    }

    /// Returns the block at half the size. The block must end at odd positions only where its level
    /// ends.
    package func halved() throws(ZigguratError) -> PixelBlock {
        let half = try PixelBlock(
            PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2), like: self)
        let narrow = Halving(inputWidth: size.width, bands: bands)
        let wide = WideHalving(inputWidth: size.width, bands: bands)
        for y in 0..<half.size.height {
            let (upper, lower) = (row(2 * y), row(min(2 * y + 1, size.height - 1)))
            if sampleBytes == 1 {
                let rows = Halving.Rows(upper: upper, lower: lower, output: half.row(y))
                narrow.halve(rows, before: rows)
            } else {
                wide.halve(upper, lower, into: half.row(y))
            }
        }
        return half
    }

    package var firstPixel: [UInt8] { (0..<bytesPerPixel).map { row(0)[$0] } }

    /// The stored form: the number of bands, the bytes of a sample, and the rows.
    package var storedBytes: [UInt8] {
        var bytes = [UInt8(bands), UInt8(sampleBytes)]
        bytes.reserveCapacity(2 + rowBytes * size.height)
        for y in 0..<size.height {
            bytes += UnsafeBufferPointer(start: row(y), count: rowBytes)
        }
        return bytes
    }

    /// Creates a block from its stored form.
    ///
    /// - Parameter bytes: the value of ``storedBytes``.
    /// - Returns: `nil` if the bytes are invalid or their number is wrong.
    package convenience init?(
        stored bytes: ArraySlice<UInt8>, _ size: PixelSize
    ) throws(ZigguratError) {
        let head = Array(bytes.prefix(2))
        guard head.count == 2, (1...4).contains(head[0]), (1...2).contains(head[1]) else {
            return nil
        }
        try self.init(size, bands: Int(head[0]), sampleBytes: Int(head[1]))
        guard bytes.count == 2 + rowBytes * size.height else { return nil }
        bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            for y in 0..<size.height {
                row(y).update(from: start + 2 + y * rowBytes, count: rowBytes)
            }
        }
    }

    /// The samples as 8 bits, row by row.
    package var narrowSamples: [UInt8] {
        var samples: [UInt8] = []
        samples.reserveCapacity(size.pixelCount * bands)
        for y in 0..<size.height {
            let row = UnsafeRawPointer(row(y))
            for index in 0..<size.width * bands {
                samples.append(
                    sampleBytes == 1
                        ? row.load(fromByteOffset: index, as: UInt8.self)
                        : UInt8(row.load(fromByteOffset: 2 * index, as: UInt16.self) >> 8))
            }
        }
        return samples
    }
}

/// Reads the rows of a block once, from the top.
package final class PixelBlockReader: RowReader {
    private let block: PixelBlock
    private var rowsRead = 0

    package init(_ block: PixelBlock) { self.block = block }

    package var size: PixelSize { block.size }
    package var bands: Int { block.bands }
    package var sampleBytes: Int { block.sampleBytes }

    package func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>) {
        for row in rows {
            row.update(from: block.row(rowsRead), count: block.rowBytes)
            rowsRead += 1
        }
    }
}

/// One piece of memory for the rows of all levels, so that small rings share large pages.
///
/// `@unchecked Sendable`: the addresses never change. The schedule decides which thread uses which
/// bytes.
package final class RowMemory: @unchecked Sendable {
    /// The first byte. Large memory begins at the start of a large page.
    package let start: UnsafeMutableRawPointer
    private let mapping: UnsafeMutableRawPointer
    private let mappedBytes: Int

    private static let largePage = 2 << 20
    /// The largest number of bytes whose pages the system maps in one call. While the call runs, other
    /// threads can neither map memory nor end. Many threads use larger memory, and clear its pages at
    /// the same time.
    private static let mostPopulated = 64 << 20

    /// - Parameter populates: whether the system maps all pages at once, unless there are too many,
    ///   which is faster than a page fault for each page. `false` for memory that may never be
    ///   written.
    package init(byteCount: Int, populates: Bool = true) throws(ZigguratError) {
        precondition(byteCount > 0)
        let usedBytes = Self.rounded(byteCount)
        let alignment = usedBytes < Self.largePage ? 1 : Self.largePage
        mappedBytes = usedBytes + alignment - 1
        guard
            let mapping = mmap(
                nil, mappedBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            mapping != MAP_FAILED
        else {
            throw ZigguratError(
                EncoderError.rowMemory(byteCount: byteCount), cause: .lastSystemError)
        }
        self.mapping = mapping
        start = alignment == 1 ? mapping : mapping.alignedUp(toMultipleOf: alignment)
        // Large pages make access to wide rows faster. The call is a hint and may fail.
        madvise(start, usedBytes, MADV_HUGEPAGE)
        guard populates, usedBytes <= Self.mostPopulated else { return }
        madvise(start, usedBytes, MADV_POPULATE_WRITE)
    }

    /// Rounds a size up to large pages if mapping a large page is faster than mapping up to 80
    /// small pages.
    static func rounded(_ byteCount: Int) -> Int {
        let rest = byteCount % largePage
        return byteCount < largePage || rest <= largePage / 8
            ? byteCount : byteCount - rest + largePage
    }

    deinit { munmap(mapping, mappedBytes) }
}
