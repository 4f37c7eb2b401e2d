internal import ZigguratCore

/// `TileGroup{group}/{z}-{x}-{y}.{ext}`. The group follows from the grids of one rounding, whatever
/// the tile's pyramid is.
struct ZoomifyNaming: NamingStrategy {
    let rounding: LevelRounding
    private let fileName = TemplateNaming(literal: "{z}-{x}-{y}.{ext}")
    private let pageTemplate = TemplateNaming(literal: "TileGroup{group}/{z}-{x}-{y}.{ext}")

    func path(of tile: Tile) -> String {
        let level = tile.level
        let grid = { (index: Int) in
            Self.grid(of: tile.pyramid, reduction: level.index + level.reduction - index, rounding)
        }
        var number = tile.row * grid(level.index).columns + tile.column
        for index in 0..<level.index {
            let smaller = grid(index)
            number += smaller.columns * smaller.rows
        }
        return "TileGroup\(number / 256)/\(level.index)-\(tile.column)-\(tile.row)"
            + ".\(tile.fileExtension)"
    }

    func pageTemplate(for level: Level, of pyramid: Pyramid) -> String? {
        pageTemplate.pageTemplate(for: level, of: pyramid)
    }

    func tile(at path: String, in pyramid: Pyramid) -> Tile? {
        guard let slash = path.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let name = String(path[path.utf8.index(after: slash)...])
        return fileName.tile(at: name, in: pyramid).flatMap { self.path(of: $0) == path ? $0 : nil }
    }

    /// The tiles of a level; 0 × 0 if the level has no pixels.
    static func grid(
        of pyramid: Pyramid, reduction: Int, _ rounding: LevelRounding
    ) -> (columns: Int, rows: Int) {
        let size = pyramid.imageSize.reduced(by: 1 << reduction, rounding: rounding)
        let tile = pyramid.tiling.tileSize
        return (
            size.width.dividedRoundingUp(by: tile.width),
            size.height.dividedRoundingUp(by: tile.height)
        )
    }
}
