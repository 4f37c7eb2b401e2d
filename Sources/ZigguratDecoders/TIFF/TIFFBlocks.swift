internal import CImageFormats
internal import Synchronization
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// A tiled or striped image of a TIFF file, or the transparency mask of an image: the layout of the
/// blocks and the meaning of their samples.
struct TIFFBlocks: Sendable {
    package let size: PixelSize
    let blockSize: PixelSize
    let isTiled: Bool
    let unpacking: TIFFUnpacking
    package let profile: [UInt8]?
    /// The number of blocks in a row of blocks; `count` is the number of all blocks of a plane.
    let across: Int
    package let count: Int
    /// The number of blocks of all planes whose offsets the directory states. The offset of a block
    /// that a sparse file skips is stated as 0.
    let statedCount: Int
    /// The samples of a block that the file does not contain.
    let missing: TIFFMissingBlock
    let handles: TIFFHandlePool
    private let map = BlockMapCache()

    /// The maximum heights of blocks: row buffers have to hold two blocks. Taller strips are read
    /// row by row, and taller tiles by libvips.
    private static let maximumHeight = (strip: 512, tile: 2048)
    /// The maximum size of a block in bytes. A damaged file may state any width.
    private static let maximumBytes = 1 << 30

    /// - Parameter offset: the offset of the directory in the file; `nil` for the first directory.
    /// - Returns: `nil` if the blocks are too large, or libvips has to read them.
    init?(_ file: SourceFile, offset: Int?) throws(ZigguratError) {
        let handle = try TIFFHandle(file, offset: offset)
        guard let image = handle.describe(), let unpacking = TIFFUnpacking(image, of: handle),
            Self.reads(image) || unpacking.isConverted,
            unpacking.rowBytes(width: Int(image.block_width))
                <= Self.maximumBytes / Int(image.block_height)
        else { return nil }
        self.unpacking = unpacking
        profile = image.profileBytes
        size = PixelSize(width: Int(image.width), height: Int(image.height))
        blockSize = PixelSize(width: Int(image.block_width), height: Int(image.block_height))
        isTiled = image.is_tiled != 0
        across = size.width.dividedRoundingUp(by: blockSize.width)
        count = across * size.height.dividedRoundingUp(by: blockSize.height)
        statedCount =
            TIFFDirectory(file, at: offset)?.statedBlocks(
                isTiled ? count : nil, planes: image.is_planar == 0 ? 1 : Int(image.samples))
            ?? .max
        missing = TIFFMissingBlock(unpacking, image, value: handle.missingValue)
        handles = TIFFHandlePool(file, offset: offset)
    }

    /// Whether the blocks are small enough to be read on several threads.
    var areSmall: Bool {
        blockSize.height <= (isTiled ? Self.maximumHeight.tile : Self.maximumHeight.strip)
    }

    /// Whether the blocks of an image are small enough to be read on several threads.
    static func reads(_ image: zig_tiff_image) -> Bool {
        image.block_height <= (image.is_tiled == 0 ? maximumHeight.strip : maximumHeight.tile)
    }

    /// Whether the two images have equal sizes and equal block sizes, so that each block of one
    /// image covers one block of the other.
    func matches(_ other: TIFFBlocks) -> Bool {
        size == other.size && blockSize == other.blockSize
    }

    /// The bytes that a thread holds to decode blocks, without the compressed bytes.
    package var decoderBytes: Int {
        unpacking.blockBytes(blockSize) + unpacking.scratchBytes(width: blockSize.width)
    }

    /// Whether the file contains no block of a region.
    package func isEmpty(_ region: PixelRegion) -> Bool {
        let map = map.map {
            TIFFBlockMap(
                handles.file, offset: handles.offset, isTiled: isTiled, blocksAcross: across,
                blockCount: count)
        }
        return map?.isEmpty(
            columns: region.x
                / blockSize.width..<region.maxX.dividedRoundingUp(by: blockSize.width),
            rows: region.y / blockSize.height..<region.maxY.dividedRoundingUp(by: blockSize.height))
            ?? false
    }
}

/// A cache of the block map of a file. The map is read at its first use.
private final class BlockMapCache: Sendable {
    private let stored = Mutex<TIFFBlockMap??>(nil)

    package func map(_ read: () -> TIFFBlockMap?) -> TIFFBlockMap? {
        stored.withLock { stored in
            if let known = stored { return known }
            let map = read()
            stored = .some(map)
            return map
        }
    }
}

/// The samples of a block that a TIFF file does not contain. As in GDAL, they are the “no data”
/// value of the file, or 0 if the file does not state one.
struct TIFFMissingBlock: Sendable {
    /// The bytes of a sample, or one zero byte for samples that do not consist of whole bytes.
    private let bytes: [UInt8]

    /// - Parameter value: the “no data” value; `nil` if the file does not state it.
    init(_ unpacking: TIFFUnpacking, _ image: zig_tiff_image, value: Double?) {
        let value = value ?? 0
        switch image.bits {
        case 8 where !unpacking.isConverted:
            bytes = [UInt8(exactly: value.rounded()) ?? 0]
        case 16 where image.format == ZIG_TIFF_UNSIGNED: bytes = Self.bytes(of: value, UInt16.self)
        case 16 where image.format == ZIG_TIFF_SIGNED: bytes = Self.bytes(of: value, Int16.self)
        case 32 where image.format == ZIG_TIFF_UNSIGNED: bytes = Self.bytes(of: value, UInt32.self)
        case 32 where image.format == ZIG_TIFF_SIGNED: bytes = Self.bytes(of: value, Int32.self)
        case 32: bytes = withUnsafeBytes(of: Float(value)) { Array($0) }
        case 64: bytes = withUnsafeBytes(of: value) { Array($0) }
        default: bytes = [0]
        }
    }

    private static func bytes<Sample: FixedWidthInteger>(
        of value: Double, _ type: Sample.Type
    ) -> [UInt8] {
        withUnsafeBytes(of: Sample(exactly: value.rounded()) ?? 0) { Array($0) }
    }

    /// Fills memory with samples.
    func fill(_ start: UnsafeMutableRawPointer, count: Int) {
        guard Set(bytes).count > 1 else {
            start.initializeMemory(as: UInt8.self, repeating: bytes[0], count: count)
            return
        }
        for offset in 0..<count {
            start.storeBytes(of: bytes[offset % bytes.count], toByteOffset: offset, as: UInt8.self)
        }
    }
}

/// A map of the blocks of a TIFF image that have bytes. Programs such as GDAL skip blocks without
/// content: their offset and byte count are 0.
struct TIFFBlockMap: Sendable {
    /// A grid of squares of blocks. The bit of a square is set if at least one of its blocks has
    /// bytes.
    private struct Level {
        let across: Int
        let down: Int
        var marks: [UInt64]

        func isMarked(_ column: Int, _ row: Int) -> Bool {
            let place = row * across + column
            return marks[place / 64] >> UInt64(place % 64) & 1 != 0
        }

        /// Returns the level with squares of twice the side.
        package func halved() -> Level {
            let (newAcross, newDown) = ((across + 1) / 2, (down + 1) / 2)
            var new = [UInt64](
                repeating: 0, count: (newAcross * newDown).dividedRoundingUp(by: 64))
            for (index, word) in marks.enumerated() {
                var rest = word
                while rest != 0 {
                    let place = 64 * index + rest.trailingZeroBitCount
                    rest &= rest - 1
                    let target = place / across / 2 * newAcross + place % across / 2
                    new[target / 64] |= 1 << UInt64(target % 64)
                }
            }
            return Level(across: newAcross, down: newDown, marks: new)
        }
    }

    /// The levels of the map. In the first level, each square is one block. In each further level,
    /// squares have twice the side.
    private let levels: [Level]

    /// - Parameters:
    ///   - offset: the offset of the directory in the file; `nil` for the first directory.
    ///   - blockCount: the number of blocks of a plane.
    ///   - isTiled: whether blocks are tiles.
    /// - Returns: `nil` if the file does not have the offsets and byte counts of all blocks.
    init?(_ file: SourceFile, offset: Int?, isTiled: Bool, blocksAcross: Int, blockCount: Int) {
        guard let directory = TIFFDirectory(file, at: offset), blockCount > 0 else { return nil }
        var marks = [UInt64](repeating: 0, count: blockCount.dividedRoundingUp(by: 64))
        // A block with an offset and without a byte count is damaged, or its byte count is wrong.
        // Source: TIFF 6.0, StripByteCounts, StripOffsets, TileByteCounts and TileOffsets.
        for tag in isTiled ? [325, 324] : [279, 273] {
            guard let place = directory.place(of: tag),
                place.count >= blockCount, place.count.isMultiple(of: blockCount),
                place.count <= file.byteCount / place.valueBytes
            else { return nil }
            var read = 0
            directory.read(place) { first, values in
                let count = values.count / place.valueBytes
                values.withUnsafeBufferPointer { bytes in
                    guard let start = bytes.baseAddress else { return }
                    zig_tiff_mark_blocks(
                        start, count, Int32(place.valueBytes), first, blockCount, &marks)
                }
                read += count
            }
            guard read == place.count else { return nil }
        }
        self.init(marks: marks, across: blocksAcross, down: blockCount / blocksAcross)
    }

    /// - Parameter marks: a bit for each block, in reading order.
    init(marks: [UInt64], across: Int, down: Int) {
        var level = Level(across: across, down: down, marks: marks)
        var levels = [level]
        while max(level.across, level.down) > 1 {
            level = level.halved()
            levels.append(level)
        }
        self.levels = levels
    }

    /// Whether no block in a part of the grid of blocks has bytes.
    package func isEmpty(columns: Range<Int>, rows: Range<Int>) -> Bool {
        let longSide = max(columns.count, rows.count)
        guard !columns.isEmpty, !rows.isEmpty else { return true }
        // The part overlaps at most three squares of this level in each direction.
        let number = min(levels.count, Int.bitWidth - longSide.leadingZeroBitCount) - 1
        for row in rows.lowerBound >> number...(rows.upperBound - 1) >> number {
            for column in columns.lowerBound >> number...(columns.upperBound - 1) >> number
            where !isEmpty(number, column, row, columns, rows) {
                return false
            }
        }
        return true
    }

    /// Whether no block in a square of a level and in a part of the grid has bytes.
    ///
    /// - Parameters:
    ///   - number: the level of the square, from 0.
    ///   - column: the column of the square in its level.
    ///   - row: the row of the square in its level.
    ///   - columns: the columns of the part, in blocks.
    ///   - rows: the rows of the part, in blocks.
    /// - Precondition: The square and the part overlap.
    private func isEmpty(
        _ number: Int, _ column: Int, _ row: Int, _ columns: Range<Int>, _ rows: Range<Int>
    ) -> Bool {
        guard levels[number].isMarked(column, row) else { return true }
        func isInside(_ square: Int, _ range: Range<Int>, _ count: Int) -> Bool {
            square << number >= range.lowerBound
                && min((square + 1) << number, count) <= range.upperBound
        }
        if isInside(column, columns, levels[0].across), isInside(row, rows, levels[0].down) {
            return false
        }
        func parts(_ square: Int, _ range: Range<Int>) -> ClosedRange<Int> {
            let next = number - 1
            let (first, last) = (range.lowerBound >> next, (range.upperBound - 1) >> next)
            return max(2 * square, first)...min(2 * square + 1, last)
        }
        for row in parts(row, rows) {
            for column in parts(column, columns)
            where !isEmpty(number - 1, column, row, columns, rows) {
                return false
            }
        }
        return true
    }
}
