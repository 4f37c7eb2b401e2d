/// A tile of a pyramid, with all values from which a naming computes the path.
public struct Tile: Hashable, Sendable {
    public let pyramid: Pyramid
    public let level: Level
    public let column: Int
    public let row: Int

    public var address: Tile.Address { Tile.Address(level: level.index, column: column, row: row) }

    public var fileExtension: String { pyramid.tiling.encoding.format.fileExtension }

    /// The part of the level that the tile shows, overlap included, in level pixels.
    public var levelRegion: PixelRegion {
        pyramid.tiling.levelRegion(column: column, row: row, of: level.window)
    }

    /// The part of the level that the tile covers without overlap and padding, in level pixels.
    public var levelCell: PixelRegion {
        pyramid.tiling.region(column: column, row: row, of: level.window, overlap: 0)
    }

    /// The part of the image that the tile covers without overlap and padding, in image pixels; it
    /// ends with the image.
    ///
    /// IIIF's region: x = n·T·s, width = min(T·s, W − x).
    public var imageCell: PixelRegion {
        let (cell, scale, image) = (levelCell, level.scaleFactor, pyramid.imageSize)
        let (x, y) = (cell.x * scale, cell.y * scale)
        return PixelRegion(
            x: x, y: y, width: min(cell.width * scale, image.width - x),
            height: min(cell.height * scale, image.height - y))
    }

    /// The size of the encoded tile in pixels, padding included.
    public var encodedSize: PixelSize {
        pyramid.tiling.edge == .crop ? levelRegion.size : pyramid.tiling.tileSize
    }

    /// The number of the tile, counted row by row from the smallest level.
    public var number: Int { pyramid.tileCount(below: level) + row * level.columns + column }

    /// The row counted from the bottom of the level, as in TMS.
    public var rowFromBottom: Int { level.rows - 1 - row }
}

extension Tile {
    /// The position of a tile: its level (0 is the smallest), column and row, counted from the top
    /// left.
    public struct Address: Hashable, Sendable, Codable, CustomStringConvertible {
        public let level: Int
        public let column: Int
        public let row: Int

        public init(level: Int, column: Int, row: Int) {
            self.level = level
            self.column = column
            self.row = row
        }

        public var description: String { "level \(level), column \(column), row \(row)" }
    }
}
