internal import CImageFormats
package import ZigguratCore
package import ZigguratImaging
internal import ZigguratSystem

/// A slide at full resolution, or a region of the slide. Each thread reads parts of the slide;
/// libvips would decode one row of tiles at a time.
///
/// A region is read in parts whose borders do not depend on the region. OpenSlide interpolates
/// overlapping tiles, and pixels must not depend on where a region begins.
package final class SlideSource: BlockSource {
    package let size: PixelSize
    package let bands = 3
    package let chunks: BlockChunks
    fileprivate let slide: SlideFile
    /// The part of the slide that is read.
    fileprivate let region: PixelRegion
    fileprivate let partWidth: Int
    /// The colour of areas that the scanner did not record, as 0xRRGGBB.
    fileprivate let background: UInt32

    /// The tile size that is assumed if the tiles of the slide have different sizes, as in libvips.
    private static let usualTile = PixelSize(width: 256, height: 256)
    /// The minimum size of a part. A part with larger tiles is larger.
    private static let minimumPart = PixelSize(width: 1024, height: 64)
    private static let maximumTile = 1024

    /// - Parameter region: a region within the slide; `nil` for the whole slide.
    init(_ slide: SlideFile, _ region: PixelRegion? = nil) {
        self.slide = slide
        let whole = PixelRegion(whole: slide.size)
        let region = region ?? whole
        self.region = region
        size = region.size
        var tile = slide.tileSize ?? Self.usualTile
        if max(tile.width, tile.height) > Self.maximumTile { tile = Self.usualTile }
        let across = Self.minimumPart.width.dividedRoundingUp(by: tile.width)
        let down = Self.minimumPart.height.dividedRoundingUp(by: tile.height)
        partWidth = across * tile.width
        chunks = Self.chunks(of: region, height: down * tile.height, partWidth)
        let colour = slide.background ?? .white
        background = UInt32(colour.red) << 16 | UInt32(colour.green) << 8 | UInt32(colour.blue)
    }

    private init(_ whole: SlideSource, _ region: PixelRegion) {
        (slide, partWidth, background) = (whole.slide, whole.partWidth, whole.background)
        self.region = region
        size = region.size
        chunks = Self.chunks(of: region, height: whole.chunks.height, whole.partWidth)
    }

    private static func chunks(
        of region: PixelRegion, height: Int, _ partWidth: Int
    ) -> BlockChunks {
        BlockChunks(
            height: height,
            parts: region.maxX.dividedRoundingUp(by: partWidth) - region.x / partWidth,
            skippedRows: region.y % height)
    }

    package var division: PixelDivision? { PixelDivision(columnStep: partWidth) }

    package func limited(to columns: Range<Int>) -> any BlockSource {
        SlideSource(
            self,
            PixelRegion(
                x: region.x + columns.lowerBound, y: region.y, width: columns.count,
                height: region.height))
    }

    package func makeReader() -> any BlockReader { SlideBlockReader(self) }

    /// The columns of the slide that belong to a part; some columns may be outside ``region``.
    fileprivate func columns(ofPart part: Int) -> Range<Int> {
        let left = (region.x / partWidth + part) * partWidth
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

    package func read(
        _ rows: Range<Int>, part: Int,
        into addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError) {
        let read = source.columns(ofPart: part)
        let shown = read.clamped(to: source.region.columns)
        // The whole chunk of the slide is read, even if the region begins or ends within the chunk.
        let first = (rows.lowerBound + source.region.y) / source.chunks.height
        let top = first * source.chunks.height
        let all = top..<min(top + source.chunks.height, source.slide.size.height)
        do throws(DecoderMessages) {
            try source.slide.read(PixelRegion(columns: read, rows: all), into: pixels)
        } catch {
            throw SlideDecoder().failure(
                source.slide.path, row: rows.lowerBound, of: source.size.height, error)
        }
        let skipped = rows.lowerBound + source.region.y - top
        for y in 0..<rows.count {
            zig_slide_to_rgb(
                pixels + (skipped + y) * read.count + shown.lowerBound - read.lowerBound,
                addresses[y] + (shown.lowerBound - source.region.x) * source.bands,
                Int32(shown.count), source.background)
        }
    }
}

/// A slide opened by OpenSlide.
///
/// `@unchecked Sendable`: OpenSlide allows threads to share a slide.
final class SlideFile: @unchecked Sendable {
    package let path: String
    package let size: PixelSize
    private let pointer: OpaquePointer

    /// - Returns: `nil` if OpenSlide is not found, or cannot read the file.
    init?(path: String) {
        guard let pointer = zig_slide_open(path) else { return nil }
        var (width, height): (Int64, Int64) = (0, 0)
        zig_slide_size(pointer, &width, &height)
        let sides = 1...Int64(PixelSize.longestSourceSide)
        guard sides.contains(width), sides.contains(height) else {
            zig_slide_close(pointer)
            return nil
        }
        self.path = path
        self.pointer = pointer
        size = PixelSize(width: Int(width), height: Int(height))
    }

    deinit {
        zig_slide_close(pointer)
    }

    /// The colour of areas that the scanner did not record; `nil` if the slide does not state it.
    package var background: RGBColor? {
        property("openslide.background-color").flatMap { RGBColor(hex: $0) }
    }

    /// The size of the tiles at full resolution; `nil` if the tiles have different sizes.
    package var tileSize: PixelSize? {
        guard let width = property("openslide.level[0].tile-width").flatMap({ Int($0) }),
            let height = property("openslide.level[0].tile-height").flatMap({ Int($0) }),
            width > 0, height > 0
        else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// Reads a region at full resolution. Each pixel has alpha, red, green and blue, from the
    /// highest byte. The colours are multiplied by alpha.
    ///
    /// - Parameter pixels: a buffer for the pixels of the region.
    package func read(
        _ region: PixelRegion, into pixels: UnsafeMutablePointer<UInt32>
    ) throws(DecoderMessages) {
        let message = zig_slide_read(
            pointer, pixels, Int64(region.x), Int64(region.y), Int64(region.width),
            Int64(region.height))
        if let message { throw DecoderMessages(lines: [String(cString: message)]) }
    }

    private func property(_ name: String) -> String? {
        zig_slide_property(pointer, name).map { String(cString: $0) }
    }
}

/// The properties of a slide, which OpenSlide names.
extension VipsImage {
    /// The names of a slide's associated images.
    package var associatedImages: [String] {
        (text("slide-associated-images") ?? "").split(separator: ",").map { name in
            String(name.drop { $0 == " " })
        }
    }

    /// The names of a slide's associated images; `nil` without associated images.
    package var furtherImages: [String]? { associatedImages.isEmpty ? nil : associatedImages }

    /// The micrometres that a pixel at full resolution covers; `nil` if the slide does not state
    /// it.
    package var slideMicronsPerPixel: Double? {
        text("openslide.mpp-x").flatMap { Double($0) }.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    }

    /// The colour of areas that the scanner did not record; `nil` if the slide does not state it.
    package var slideBackground: RGBColor? {
        text("openslide.background-color").flatMap { RGBColor(hex: $0) }
    }

    /// The sizes of the smaller levels of a slide, from level 1. Level 0 is full resolution.
    var slideLevels: [PixelSize] {
        var levels: [PixelSize] = []
        while let width = number("openslide.level[\(levels.count + 1)].width"),
            let height = number("openslide.level[\(levels.count + 1)].height")
        {
            levels.append(PixelSize(width: width, height: height))
        }
        return levels
    }

    private func number(_ name: String) -> Int? { text(name).flatMap { Int($0) } }
}
