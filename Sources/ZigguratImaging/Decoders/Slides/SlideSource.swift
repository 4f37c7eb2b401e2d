internal import CImageFormats
internal import ZigguratCore
internal import ZigguratSystem

/// A slide at full resolution, or some columns of it. Each thread reads regions of it; libvips decodes a
/// row of tiles at a time.
///
/// The regions that are read of some columns are those that are read of the whole slide: OpenSlide
/// interpolates tiles that overlap, and pixels must not depend on where a region begins.
final class SlideSource: DivisibleBlockSource {
    let size: PixelSize
    let bands = 3
    let chunks: BlockChunks
    fileprivate let slide: SlideFile
    /// The columns of the slide that are read.
    fileprivate let columns: Range<Int>
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
        columns = 0..<slide.size.width
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

    private init(_ whole: SlideSource, _ columns: Range<Int>) {
        (slide, partWidth, background) = (whole.slide, whole.partWidth, whole.background)
        self.columns = columns
        size = PixelSize(width: columns.count, height: whole.size.height)
        let first = columns.lowerBound / partWidth
        chunks = BlockChunks(
            height: whole.chunks.height,
            parts: columns.upperBound.dividedRoundingUp(by: partWidth) - first)
    }

    var columnStep: Int? { partWidth }

    func limited(to columns: Range<Int>) -> any BlockSource {
        let left = self.columns.lowerBound
        return SlideSource(self, left + columns.lowerBound..<left + columns.upperBound)
    }

    func makeReader() -> any BlockReader { SlideBlockReader(self) }

    /// The columns of the slide that belong to a part; not all of them are in ``columns``.
    fileprivate func columns(ofPart part: Int) -> Range<Int> {
        let left = (columns.lowerBound / partWidth + part) * partWidth
        return left..<min(left + partWidth, slide.size.width)
    }
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
        let read = source.columns(ofPart: part)
        let shown = read.clamped(to: source.columns)
        do throws(DecoderMessages) {
            try source.slide.read(PixelRegion(columns: read, rows: rows), into: pixels)
        } catch {
            throw Decoders.failure(
                source.slide.path, row: rows.lowerBound, of: source.size.height, error)
        }
        for y in 0..<rows.count {
            zig_slide_to_rgb(
                pixels + y * read.count + shown.lowerBound - read.lowerBound,
                addresses[y] + (shown.lowerBound - source.columns.lowerBound) * source.bands,
                Int32(shown.count), source.background)
        }
    }
}
