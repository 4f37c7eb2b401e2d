internal import CImageFormats
internal import Synchronization
internal import ZigguratCore
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
    init?(path: String, offset: Int?) throws(ZigguratError) {
        let file = try TIFFHandle(path: path, offset: offset)
        guard let image = file.describe(), let unpacking = TIFFUnpacking(image, of: file),
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
        missing = TIFFMissingBlock(unpacking, image, value: file.missingValue)
        handles = TIFFHandlePool(path: path, offset: offset)
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
                handles.path, offset: handles.offset, isTiled: isTiled, blocksAcross: across,
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
        case 16 where !unpacking.isFloat:
            let sample = UInt16(exactly: value.rounded()) ?? 0
            bytes = withUnsafeBytes(of: sample) { Array($0) }
        default: bytes = [0]
        }
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
