package import ZigguratCore
import ZigguratSystem

/// The part of a level that a tile covers.
package struct CoveredTile {
    /// The region without overlap and padding.
    package var cell: PixelRegion
    /// The region with overlap.
    package var region: PixelRegion

    package init(cell: PixelRegion, region: PixelRegion) {
        self.cell = cell
        self.region = region
    }
}

/// Returns the reasons why tiles, listed row by row, do not cover a level exactly.
///
/// The list is empty if each pixel belongs to one cell, and each region is its cell grown by the
/// overlap.
package func coverageProblems(
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

/// A rectangle with a margin on all sides, cropped at the edges of the level.
private func grown(_ cell: PixelRegion, by margin: Int, within level: PixelSize) -> PixelRegion {
    let left = max(0, cell.x - margin)
    let top = max(0, cell.y - margin)
    return PixelRegion(
        x: left, y: top, width: min(level.width, cell.x + cell.width + margin) - left,
        height: min(level.height, cell.y + cell.height + margin) - top)
}
