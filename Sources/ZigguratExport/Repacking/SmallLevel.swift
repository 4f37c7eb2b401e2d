internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// A small level of a pyramid as an image file, from which thumbnails, whole images and smaller
/// levels are made.
struct SmallLevel: Sendable {
    /// How many times the full image is halved.
    let reduction: Int
    private let path: String
    private let source: SourceImage
    /// The path of the pyramid, for errors.
    private let place: String
    private let background: RGBColor

    /// Reads the largest level that a whole image may have, or the smallest one if all are larger.
    ///
    /// - Parameters:
    ///   - path: the file to write; the caller removes it.
    ///   - background: the colour of tiles that are left out, and behind transparent images.
    ///   - isClear: whether tiles that are left out are transparent instead.
    init(
        of tiles: any TileSource, at path: String, background: RGBColor, isClear: Bool
    ) throws(ZigguratError) {
        let levels = tiles.pyramid.levels
        guard
            let level = levels.last(where: { $0.size.longSide <= WholeImage.maximumSide })
                ?? levels.first, level.size.longSide <= 8192
        else {
            throw ZigguratError(RepackFailure.noSmallLevel, tiles.place)
        }
        var mosaic = TileMosaic(size: level.size, background: isClear ? nil : background)
        for tile in tiles.pyramid.tiles(of: level) {
            guard let bytes = try tiles.isLeftOut(tile) ? nil : tiles.bytes(of: tile) else {
                if tiles.isSparse || tiles.isLeftOut(tile) { continue }
                throw ZigguratError(RepackFailure.missingTile, tiles.place(of: tile))
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

    /// Encodes the tiles of a level, by column and row; the level is not larger than the image.
    func tiles(
        _ reduction: Int, _ tiling: Tiling
    ) throws(ZigguratError) -> [Tile.Address: [UInt8]] {
        guard reduction >= self.reduction else {
            throw ZigguratError(RepackFailure.missingLevel(scale: 1 << reduction), place)
        }
        let sink = TileMemory()
        var encoding = tiling.encoding
        // These tiles are not cut out of a JPEG.
        if encoding.cutsSource { encoding.lossless = false }
        let source =
            encoding.bits == 8
            ? source
            : try SourceImage(path: path, request: SourceRequest(sampleBits: encoding.bits))
        let pass = TilingPass(
            tileSize: tiling.tileSize, overlap: tiling.overlap, encoding: encoding,
            edges: [tiling.edge], reductions: [reduction - self.reduction])
        try PyramidBuilder(passes: [pass], background: background, threadCount: 1)
            .build(source, into: sink)
        return sink.tiles
    }

    func tile(_ reduction: Int, _ tiling: Tiling) throws(ZigguratError) -> [UInt8] {
        try tiles(reduction, tiling)[Tile.Address(level: 0, column: 0, row: 0)] ?? []
    }

    func jpeg(longestSide: Int, quality: Int) throws(ZigguratError) -> [UInt8] {
        let image = ExtraImage(
            of: source.header.size, longestSide: longestSide, quality: quality)
        return try tile(reduction + image.reduction, image.tiling)
    }
}
