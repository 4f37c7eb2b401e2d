/// A tile of a pyramid, with everything that a naming needs.
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
        pyramid.tiling.levelRegion(column: column, row: row, of: level.window)
    }

    /// The part of the level that the tile covers without overlap and padding, in level pixels.
    public var levelCell: PixelRegion {
        pyramid.tiling.levelCell(column: column, row: row, of: level.window)
    }

    /// The part of the image that the tile covers without overlap and padding, in image pixels; it
    /// ends with the image.
    ///
    /// IIIF's region: x = n·T·s, width = min(T·s, W − x).
    public var imageCell: PixelRegion {
        let scaleFactor = level.scaleFactor
        let cell = levelCell
        let imageX = cell.x * scaleFactor
        let imageY = cell.y * scaleFactor
        let image = pyramid.imageSize
        return PixelRegion(
            x: imageX, y: imageY, width: min(cell.width * scaleFactor, image.width - imageX),
            height: min(cell.height * scaleFactor, image.height - imageY))
    }

    /// The size of the encoded tile in pixels, padding included.
    public var encodedSize: PixelSize {
        switch pyramid.tiling.edge {
        case .crop: levelRegion.size
        case .pad: pyramid.tiling.tileSize
        }
    }

    /// The number of the tile, counted row by row from the smallest level.
    public var number: Int { pyramid.tileCount(below: level) + row * level.columns + column }

    /// The row counted from the bottom of the level's own rows, as TMS counts.
    public var rowFromBottom: Int { level.rows - 1 - row }
}
