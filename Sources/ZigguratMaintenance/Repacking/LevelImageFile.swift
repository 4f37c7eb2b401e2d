internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratPyramid
internal import ZigguratSources
internal import ZigguratStore
internal import ZigguratSystem

/// A small level of a pyramid, written to an image file. Thumbnails, whole images and smaller
/// levels are made from it.
struct LevelImageFile: Sendable {
    /// The longest side of a level that can be read, in pixels.
    private static let longestSide = 8192

    /// The number of times that the full image was halved.
    let reduction: Int
    private let path: String
    private let source: SourceImage
    /// The path of the pyramid, used in errors.
    private let place: String
    private let background: RGBColor

    /// Returns the largest level that fits the limit for whole images, or that some images need. If
    /// all levels are larger, returns the smallest level.
    static func level(of pyramid: Pyramid, for images: [ExtraImage] = []) -> Level? {
        let needed = images.map(\.reduction).min() ?? .max
        let levels = pyramid.levels
        return levels.last {
            $0.size.longSide <= WholeImage.maximumSide || $0.reduction >= needed
        } ?? levels.first
    }

    /// Reads a level.
    ///
    /// - Parameters:
    ///   - images: the images that are made from the level, besides whole images.
    ///   - path: the path of the file to write. The caller removes the file.
    ///   - background: the colour of skipped tiles, and the colour behind transparent images.
    ///   - isClear: whether skipped tiles are transparent instead.
    init(
        of tiles: any TileSource, for images: [ExtraImage], at path: String,
        background: RGBColor, isClear: Bool
    ) throws(ZigguratError) {
        guard let level = Self.level(of: tiles.pyramid, for: images),
            level.size.longSide <= Self.longestSide
        else {
            throw ZigguratError(RepackError.noSmallLevel, tiles.place)
        }
        var mosaic = TileMosaic(size: level.size, background: isClear ? nil : background)
        for tile in tiles.pyramid.tiles(of: level) {
            guard let bytes = try tiles.isLeftOut(tile) ? nil : tiles.bytes(of: tile) else {
                if tiles.isSparse || tiles.isLeftOut(tile) { continue }
                throw ZigguratError(RepackError.missingTile, tiles.place(of: tile))
            }
            let (cell, region) = (tile.levelCell, tile.levelRegion)
            do throws(ZigguratError) {
                try mosaic.place(
                    bytes, cell: cell, origin: (cell.x - region.x, cell.y - region.y))
            } catch {
                throw error.about(tiles.place(of: tile))
            }
        }
        try mosaic.write(to: path)
        reduction = level.reduction
        place = tiles.place
        self.path = path
        self.background = background
        source = try SourceImage(path: path)
    }

    /// Encodes the tiles of a level, by column and row. The level must not be larger than this
    /// level.
    ///
    /// - Parameter colour: the colour behind a transparent image; `nil` means the background.
    func tiles(
        _ reduction: Int, _ tiling: Tiling, over colour: RGBColor? = nil
    ) throws(ZigguratError) -> [Tile.Address: [UInt8]] {
        guard reduction >= self.reduction else {
            throw ZigguratError(RepackError.missingLevel(scale: 1 << reduction), place)
        }
        let sink = InMemoryTileSink()
        var encoding = tiling.encoding
        // These tiles are encoded from pixels, not cut from a JPEG.
        if encoding.cutsSource { encoding.lossless = false }
        let source =
            encoding.bits == 8
            ? source
            : try SourceImage(path: path, request: SourceRequest(sampleBits: encoding.bits))
        let pass = TilingPass(
            tileSize: tiling.tileSize, overlap: tiling.overlap, encoding: encoding,
            edges: [tiling.edge], reductions: [reduction - self.reduction])
        try PyramidBuilder(passes: [pass], background: colour ?? background, threadCount: 1)
            .build(source, into: sink)
        return sink.tiles
    }

    package func tile(
        _ reduction: Int, _ tiling: Tiling, over colour: RGBColor? = nil
    ) throws(ZigguratError) -> [UInt8] {
        try tiles(reduction, tiling, over: colour)[Tile.Address(level: 0, column: 0, row: 0)] ?? []
    }

    func jpeg(
        longestSide: Int, quality: Int, over colour: RGBColor? = nil
    ) throws(ZigguratError) -> [UInt8] {
        let image = ExtraImage(
            of: source.header.size, longestSide: longestSide, quality: quality)
        return try tile(reduction + image.reduction, image.tiling, over: colour)
    }
}
