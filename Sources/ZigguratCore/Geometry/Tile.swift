/// One tile of a pyramid, with everything that a naming may want to know of it.
public struct Tile: Hashable, Sendable {
    public let pyramid: Pyramid
    public let level: Level
    public let column: Int
    public let row: Int

    init(pyramid: Pyramid, level: Level, column: Int, row: Int) {
        self.pyramid = pyramid
        self.level = level
        self.column = column
        self.row = row
    }

    public var address: TileAddress { TileAddress(level: level.index, column: column, row: row) }

    public var fileExtension: String { pyramid.tiling.encoding.format.fileExtension }

    /// The part of the level that the tile shows, overlap included, in level pixels.
    public var levelRegion: PixelRegion {
        pyramid.tiling.levelRegion(column: column, row: row, levelSize: level.size)
    }

    /// The part of the level that is the tile's own: without overlap and padding, in level pixels.
    public var levelCell: PixelRegion {
        let cell = pyramid.tiling.tileSize
        let levelX = column * cell.width
        let levelY = row * cell.height
        return PixelRegion(
            x: levelX, y: levelY, width: min(cell.width, level.size.width - levelX),
            height: min(cell.height, level.size.height - levelY))
    }

    /// The part of the image that is the tile's own, in image pixels; cut where the image ends.
    ///
    /// IIIF's region: x = n·T·s, width = min(T·s, W − x).
    public var imageCell: PixelRegion {
        let scaleFactor = level.scaleFactor
        let imageX = column * pyramid.tiling.tileSize.width * scaleFactor
        let imageY = row * pyramid.tiling.tileSize.height * scaleFactor
        let image = pyramid.imageSize
        return PixelRegion(
            x: imageX, y: imageY,
            width: min(pyramid.tiling.tileSize.width * scaleFactor, image.width - imageX),
            height: min(pyramid.tiling.tileSize.height * scaleFactor, image.height - imageY))
    }

    /// The size of the encoded tile in pixels, padding included.
    public var encodedSize: PixelSize {
        switch pyramid.tiling.edge {
        case .crop: levelRegion.size
        case .pad: pyramid.tiling.tileSize
        }
    }

    /// The row counted from the bottom of the level's own rows, as TMS counts.
    public var rowFromBottom: Int { level.rows - 1 - row }
}
