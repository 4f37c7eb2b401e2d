/// The placeholders of a path template, without their braces.
package enum PathPlaceholder: String, Hashable, Sendable, CaseIterable {
    /// The image's name.
    case name
    /// The level, 0 for the smallest; equal to `z`.
    case level
    case z
    /// The tile's column; equal to `x`.
    case column
    case x
    /// The tile's row from the top; equal to `y`.
    case row
    case y
    /// The tile's row from the bottom of its level.
    case tmsy
    /// `@2x` in tiles of density 2, `@4x` in tiles of density 4; empty in others.
    case scale
    /// The level's scale factor: 1, 2, 4, …
    case scaleFactor = "factor"
    /// The level's size relative to the image, in thousandths, rounded down: 1000, 500, 250, 125,
    /// 62, …. The number is 0 for scale factors from 1024 on.
    case scale1000
    /// The size of the level relative to level 0: 1, 2, 4, ….
    case magnification
    /// The level counted from 1 for the smallest.
    case levelFromOne = "level1"
    /// The tile's density: 1, 2, 3, ….
    case density
    /// The address in Bing Maps: one digit 0–3 for each level.
    case quadkey
    /// The tile's number, counted row by row from the smallest level.
    case number
    /// The tile's number divided by 256 and rounded down: the folder of a Zoomify tile.
    case group
    /// The part of the image that the tile covers without overlap, in image pixels.
    case left
    case top
    case regionWidth
    case regionHeight
    /// The tile's size in level pixels, without overlap and padding.
    case tileWidth
    case tileHeight
    /// The file extension, without the dot: `jpg`, `png`.
    case ext
    /// The name of the tile format: `jpeg`, `png`.
    case format

    /// Whether all tiles of a level have one value.
    var isFixedOnLevel: Bool {
        switch self {
        case .name, .level, .z, .levelFromOne, .scale, .density, .scaleFactor, .scale1000,
            .magnification, .ext, .format:
            true
        default: false
        }
    }

    /// Whether the value consists of digits and differs between the tiles of a pyramid.
    var isNumber: Bool {
        switch self {
        case .name, .scale, .density, .ext, .format: false
        default: true
        }
    }

    /// Returns the value for a tile, without padding zeros.
    func value(for tile: Tile) -> String {
        switch self {
        case .name: tile.pyramid.name
        case .ext: tile.fileExtension
        case .quadkey: Self.quadkey(of: tile)
        case .level, .z: String(tile.level.index)
        case .column, .x: String(tile.column + tile.level.firstColumn)
        case .row, .y: String(tile.row + tile.level.firstRow)
        case .tmsy: String(tile.rowFromBottom)
        case .scale: tile.pyramid.density == 1 ? "" : "@\(tile.pyramid.density)x"
        case .number: String(tile.number)
        case .group: String(tile.number / 256)
        case .scaleFactor: String(tile.level.scaleFactor)
        case .scale1000: String(1000 / tile.level.scaleFactor)
        case .magnification: String(1 << tile.level.index)
        case .levelFromOne: String(tile.level.index + 1)
        case .density: String(tile.pyramid.density)
        case .format: tile.pyramid.tiling.encoding.format.name
        case .left: String(tile.imageCell.x)
        case .top: String(tile.imageCell.y)
        case .regionWidth: String(tile.imageCell.width)
        case .regionHeight: String(tile.imageCell.height)
        case .tileWidth: String(tile.levelCell.width)
        case .tileHeight: String(tile.levelCell.height)
        }
    }

    /// Returns one digit for each level, the smallest first: column bit + 2 × row bit.
    private static func quadkey(of tile: Tile) -> String {
        var key = ""
        for bit in (0..<tile.level.index).reversed() {
            let column = tile.column + tile.level.firstColumn
            let row = tile.row + tile.level.firstRow
            key += String((column >> bit & 1) + 2 * (row >> bit & 1))
        }
        return key
    }
}
