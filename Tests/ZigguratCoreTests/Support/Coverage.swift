import ZigguratCore
import ZigguratFormats
import ZigguratSystem

/// One tile as the checker of coverage sees it.
struct CoveredTile {
    /// The part of the level that is the tile's own.
    var cell: PixelRegion
    /// What it shows, overlap included.
    var region: PixelRegion
}

/// Why tiles do not cover a level exactly, each pixel by one cell, each region wider than its cell
/// by the overlap and no more; empty where they do. Tiles come row by row.
func coverageProblems(
    _ tiles: [CoveredTile], of level: PixelSize, overlap: Int
) -> [String] {
    var problems: [String] = []
    var rowTop = 0
    var rest = tiles[...]
    while rowTop < level.height {
        guard let height = rest.first?.cell.height, height > 0 else {
            return problems + ["no tile at row \(rowTop)"]
        }
        var left = 0
        while left < level.width {
            guard let tile = rest.popFirst() else {
                return problems + ["no tile at \(left),\(rowTop)"]
            }
            if (tile.cell.x, tile.cell.y, tile.cell.height) != (left, rowTop, height)
                || tile.cell.width < 1
            {
                return problems + ["\(tile.cell) does not follow at \(left),\(rowTop)"]
            }
            if tile.region != grown(tile.cell, by: overlap, within: level) {
                problems.append("\(tile.cell) shows \(tile.region)")
            }
            left = tile.cell.x + tile.cell.width
        }
        if left != level.width { problems.append("row \(rowTop) ends at \(left)") }
        rowTop += height
    }
    if rowTop != level.height { problems.append("the last row ends at \(rowTop)") }
    if !rest.isEmpty { problems.append("\(rest.count) tiles too many") }
    return problems
}

/// A rectangle with a margin on all sides, cut where the level ends.
private func grown(_ cell: PixelRegion, by margin: Int, within level: PixelSize) -> PixelRegion {
    let left = max(0, cell.x - margin)
    let top = max(0, cell.y - margin)
    return PixelRegion(
        x: left, y: top, width: min(level.width, cell.x + cell.width + margin) - left,
        height: min(level.height, cell.y + cell.height + margin) - top)
}
