internal import CImageFormats
internal import Synchronization
internal import ZigguratCore
internal import ZigguratSystem

/// A TIFF of grey, RGB or CMYK with up to 16 bits a sample, in tiles or strips, or a region of it. Each
/// thread decodes blocks with its own libtiff handle, and converts them; libvips decodes one at a time.
final class TIFFSource: DivisibleBlockSource, SparseSource {
    let size: PixelSize
    let chunks: BlockChunks
    let path: String
    /// From 0.
    let page: Int
    let conversion: RowConversion
    let unpacking: TIFFUnpacking
    /// The part of the image that is read.
    let region: PixelRegion
    let blockSize: PixelSize
    let isTiled: Bool
    /// Whether missing blocks are black instead of an error.
    let fillsMissing: Bool
    /// The samples of a block that the file leaves out.
    let missing: TIFFMissingBlock
    let handles: TIFFHandlePool
    private let map: BlockMapCache
    /// Blocks side by side, and all blocks of a plane.
    let blocksAcross: Int
    let blockCount: Int

    /// Taller strips are read in rows, and taller tiles by libvips: row buffers have to hold two blocks.
    private static let maximumHeight = (strip: 512, tile: 2048)
    /// A broken file may state any width.
    private static let maximumBlockBytes = 1 << 30
    /// Strips of fewer rows are joined to chunks of at least so many.
    private static let minimumChunkHeight = 64
    private static let blocksPerPart = 4

    /// - Parameter region: within the image; `nil` is the whole image.
    /// - Returns: `nil` if the file is a TIFF of a kind that libvips has to read.
    init?(
        path: String, page: Int = 0, _ target: ReadingTarget = ReadingTarget(),
        region: PixelRegion? = nil, fillsMissing: Bool = false
    ) throws(ZigguratError) {
        let file = try TIFFHandle(path: path, page: page)
        guard let image = file.describe(), Self.reads(image),
            let unpacking = TIFFUnpacking(image, of: file),
            !unpacking.isFloat || target.sampleBytes == unpacking.pixels.sampleBytes,
            unpacking.rowBytes(width: Int(image.block_width))
                <= Self.maximumBlockBytes / Int(image.block_height),
            let conversion = try RowConversion(
                unpacking.pixels, profile: image.profileBytes, target)
        else { return nil }
        self.conversion = conversion
        self.unpacking = unpacking
        self.path = path
        self.page = page
        let whole = PixelSize(width: Int(image.width), height: Int(image.height))
        let region = region ?? PixelRegion(whole: whole)
        self.region = region
        size = region.size
        blockSize = PixelSize(width: Int(image.block_width), height: Int(image.block_height))
        isTiled = image.is_tiled != 0
        self.fillsMissing = fillsMissing
        blocksAcross = whole.width.dividedRoundingUp(by: blockSize.width)
        blockCount = blocksAcross * whole.height.dividedRoundingUp(by: blockSize.height)
        chunks = Self.chunks(of: region, blockSize)
        missing = TIFFMissingBlock(unpacking, image, value: file.missingValue)
        handles = TIFFHandlePool(path: path, page: page)
        map = BlockMapCache()
    }

    private init(_ whole: TIFFSource, _ region: PixelRegion) {
        (path, page, conversion, unpacking) = (
            whole.path, whole.page, whole.conversion, whole.unpacking
        )
        (missing, handles, map) = (whole.missing, whole.handles, whole.map)
        (blockSize, isTiled, fillsMissing) = (whole.blockSize, whole.isTiled, whole.fillsMissing)
        (blocksAcross, blockCount) = (whole.blocksAcross, whole.blockCount)
        (self.region, size) = (region, region.size)
        chunks = Self.chunks(of: region, blockSize)
    }

    var columnStep: Int? { isTiled ? blockSize.width : nil }

    func limited(to columns: Range<Int>) -> any BlockSource {
        let region = PixelRegion(
            x: region.x + columns.lowerBound, y: region.y, width: columns.count,
            height: region.height)
        return TIFFSource(self, region)
    }

    /// The same image, of which only a region is read.
    func limited(to part: PixelRegion) -> TIFFSource {
        TIFFSource(
            self,
            PixelRegion(
                x: region.x + part.x, y: region.y + part.y, width: part.width,
                height: part.height))
    }

    /// Whether the file leaves out all blocks that show a region of this one.
    func isEmpty(_ part: PixelRegion) -> Bool {
        let map = map.map {
            TIFFBlockMap(
                path, page: page, isTiled: isTiled, blocksAcross: blocksAcross,
                blockCount: blockCount)
        }
        let (x, y) = (region.x + part.x, region.y + part.y)
        return map?.isEmpty(
            columns: x / blockSize.width..<(x + part.width).dividedRoundingUp(by: blockSize.width),
            rows: y
                / blockSize.height..<(y + part.height).dividedRoundingUp(
                    by: blockSize.height)) ?? false
    }

    private static func chunks(of region: PixelRegion, _ blockSize: PixelSize) -> BlockChunks {
        let columnCount = (region.maxX - 1) / blockSize.width - region.x / blockSize.width + 1
        return BlockChunks(
            height: chunkHeight(blockSize.height), parts: parts(columnCount),
            skippedRows: region.y % blockSize.height)
    }

    /// Whether the blocks of an image are small enough.
    static func reads(_ image: zig_tiff_image) -> Bool {
        image.block_height <= (image.is_tiled == 0 ? maximumHeight.strip : maximumHeight.tile)
    }

    /// Parts of a chunk with a number of blocks side by side.
    static func parts(_ columnCount: Int) -> Int {
        columnCount.dividedRoundingUp(by: blocksPerPart)
    }

    /// Rows of a chunk.
    static func chunkHeight(_ blockHeight: Int) -> Int {
        minimumChunkHeight.dividedRoundingUp(by: blockHeight) * blockHeight
    }

    var bands: Int { conversion.outputBands }
    var sampleBytes: Int { conversion.outputSampleBytes }

    /// The columns of blocks that belong to a part.
    func columns(ofPart part: Int) -> Range<Int> {
        let first = region.x / blockSize.width + part * Self.blocksPerPart
        return first..<min(first + Self.blocksPerPart, (region.maxX - 1) / blockSize.width + 1)
    }

    func makeReader() throws(ZigguratError) -> any BlockReader {
        try TIFFBlockReader(self)
    }
}

/// The block map of a file, read once, at its first use.
private final class BlockMapCache: Sendable {
    private let stored = Mutex<TIFFBlockMap??>(nil)

    func map(_ read: () -> TIFFBlockMap?) -> TIFFBlockMap? {
        stored.withLock { stored in
            if let known = stored { return known }
            let map = read()
            stored = .some(map)
            return map
        }
    }
}
