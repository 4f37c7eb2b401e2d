internal import CImageFormats
internal import ZigguratCore
internal import ZigguratSystem

/// A slide at full resolution. Each thread reads regions of it; libvips decodes a row of tiles at a
/// time.
final class SlideSource: BlockSource {
    let size: PixelSize
    let bands = 3
    let chunks: BlockChunks
    fileprivate let slide: SlideFile
    fileprivate let partWidth: Int
    /// Where the scanner recorded nothing: 0xRRGGBB.
    fileprivate let background: UInt32

    /// The tiles that libvips assumes if the slide has none of one size.
    private static let usualTile = PixelSize(width: 256, height: 256)
    /// A part has at least so many columns and rows, unless its tiles are larger.
    private static let minimumPart = PixelSize(width: 1024, height: 64)
    private static let maximumTile = 1024

    init(_ slide: SlideFile) {
        self.slide = slide
        size = slide.size
        var tile = slide.tileSize ?? Self.usualTile
        if max(tile.width, tile.height) > Self.maximumTile { tile = Self.usualTile }
        let across = Self.minimumPart.width.dividedRoundingUp(by: tile.width)
        let down = Self.minimumPart.height.dividedRoundingUp(by: tile.height)
        partWidth = across * tile.width
        chunks = BlockChunks(
            height: down * tile.height, parts: size.width.dividedRoundingUp(by: partWidth))
        let colour = slide.background ?? .white
        background = UInt32(colour.red) << 16 | UInt32(colour.green) << 8 | UInt32(colour.blue)
    }

    func makeReader() -> any BlockReader { SlideBlockReader(self) }
}

private final class SlideBlockReader: BlockReader {
    private let source: SlideSource
    private let pixels: UnsafeMutablePointer<UInt32>

    init(_ source: SlideSource) {
        self.source = source
        pixels = .allocate(capacity: source.partWidth * source.chunks.height)
    }

    deinit {
        pixels.deallocate()
    }

    func read(
        _ rows: Range<Int>, part: Int,
        into addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError) {
        let left = part * source.partWidth
        let width = min(source.partWidth, source.size.width - left)
        do throws(DecoderMessages) {
            try source.slide.read(
                PixelRegion(x: left, y: rows.lowerBound, width: width, height: rows.count),
                into: pixels)
        } catch {
            throw Decoders.failure(
                source.slide.path, row: rows.lowerBound, of: source.size.height, error)
        }
        for y in 0..<rows.count {
            zig_slide_to_rgb(
                pixels + y * width, addresses[y] + left * source.bands, Int32(width),
                source.background)
        }
    }
}
