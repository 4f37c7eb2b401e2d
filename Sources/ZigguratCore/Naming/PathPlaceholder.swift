/// The words that may stand in braces in a path template.
public enum PathPlaceholder: String, Hashable, Sendable, CaseIterable {
    /// The image's name.
    case name
    /// The level, 0 the smallest; `z` is another word for it.
    case level
    case z
    /// The tile's column; `x` is another word for it.
    case column
    case x
    /// The tile's row from the top; `y` is another word for it.
    case row
    case y
    /// The tile's row from the bottom of its level.
    case tmsy
    /// `@2x` in tiles of twice the density, `@4x` in those of four times; nothing in others.
    case scale
    /// The level's scale factor: 1, 2, 4, …
    case scaleFactor = "factor"
    /// A thousand times the level's size relative to the image, rounded down: 1000, 500, 250, 125,
    /// 62, …; 0 from the scale factor 1024 on.
    case scale1000
    /// The address as Bing Maps writes it: a digit 0–3 a level.
    case quadkey
    /// The tile's number, counted row by row from the smallest level on.
    case number
    /// The same divided by 256 and rounded down: the folder of a Zoomify tile.
    case group
    /// The tile's own part of the image, in image pixels.
    case left
    case top
    case regionWidth
    case regionHeight
    /// The tile's own size in level pixels, without overlap and padding.
    case tileWidth
    case tileHeight
    /// The file name's ending, without the dot.
    case ext

    /// Whether the value is the same for every tile of a level.
    var isFixedOnLevel: Bool {
        switch self {
        case .name, .level, .z, .scale, .scaleFactor, .scale1000, .ext: true
        default: false
        }
    }

    /// The value for a tile, before any padding with zeros.
    func value(for tile: Tile) -> String {
        switch self {
        case .name: tile.pyramid.name
        case .ext: tile.fileExtension
        case .quadkey: Self.quadkey(of: tile)
        case .level, .z: String(tile.level.index)
        case .column, .x: String(tile.column)
        case .row, .y: String(tile.row)
        case .tmsy: String(tile.rowFromBottom)
        case .scale: tile.pyramid.density == 1 ? "" : "@\(tile.pyramid.density)x"
        case .number: String(tile.number)
        case .group: String(tile.number / 256)
        case .scaleFactor: String(tile.level.scaleFactor)
        case .scale1000: String(1000 / tile.level.scaleFactor)
        case .left: String(tile.imageCell.x)
        case .top: String(tile.imageCell.y)
        case .regionWidth: String(tile.imageCell.width)
        case .regionHeight: String(tile.imageCell.height)
        case .tileWidth: String(tile.levelCell.width)
        case .tileHeight: String(tile.levelCell.height)
        }
    }

    /// One digit a level from the coarsest to the tile's own: column bit + 2 × row bit.
    private static func quadkey(of tile: Tile) -> String {
        var key = ""
        for bit in (0..<tile.level.index).reversed() {
            key += String((tile.column >> bit & 1) + 2 * (tile.row >> bit & 1))
        }
        return key
    }
}
