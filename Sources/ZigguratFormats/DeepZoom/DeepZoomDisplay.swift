internal import ZigguratCore

/// A DisplayRect of a Deep Zoom descriptor: a part of the image whose tiles exist on some levels.
///
/// A tile exists if a rectangle of its level touches the tile, or if the level has no rectangle.
/// OpenSeadragon's `DziTileSource.tileExists` has the same rule.
struct DeepZoomDisplay: Hashable {
    let levels: ClosedRange<Int>
    /// The region in image pixels; empty if the levels have no tiles.
    let region: PixelRegion

    /// Returns the rectangles of a pyramid; empty if all levels and tiles exist.
    ///
    /// Levels without tiles get an empty rectangle. Rectangles end at tile edges without overlap,
    /// so that no rectangle touches an absent tile.
    static func all(of pyramid: Pyramid, without absent: AbsentTiles) -> [DeepZoomDisplay] {
        guard let first = pyramid.levels.first, let last = pyramid.levels.last else { return [] }
        let top = last.index + last.reduction
        guard first.index > 0 || last.index < top || !absent.isEmpty else { return [] }
        let nothing = PixelRegion(x: 0, y: 0, width: 0, height: 0)
        let image = pyramid.imageSize
        let whole = PixelRegion(whole: image)
        var displays: [DeepZoomDisplay] = []
        var firstWhole: Int?
        let closeWhole = { (end: Int) in
            if let start = firstWhole {
                displays.append(DeepZoomDisplay(levels: start...end, region: whole))
            }
            firstWhole = nil
        }
        for level in pyramid.levels {
            guard !absent.runs(ofLevel: level.index).isEmpty else {
                firstWhole = firstWhole ?? level.index
                continue
            }
            closeWhole(level.index - 1)
            let blocks = absent.presentBlocks(of: level)
            let regions = blocks.isEmpty ? [nothing] : blocks.map { region(of: $0, level, pyramid) }
            displays += regions.map {
                DeepZoomDisplay(levels: level.index...level.index, region: $0)
            }
        }
        closeWhole(last.index)
        if first.index > 0 {
            displays.append(DeepZoomDisplay(levels: 0...first.index - 1, region: nothing))
        }
        if last.index < top {
            displays.append(DeepZoomDisplay(levels: last.index + 1...top, region: nothing))
        }
        return displays
    }

    private static func region(
        of block: TileBlock, _ level: Level, _ pyramid: Pyramid
    ) -> PixelRegion {
        let width = pyramid.tiling.tileSize.width * level.scaleFactor
        let height = pyramid.tiling.tileSize.height * level.scaleFactor
        let (x, y) = (block.columns.lowerBound * width, block.rows.lowerBound * height)
        return PixelRegion(
            x: x, y: y, width: min(block.columns.upperBound * width, pyramid.imageSize.width) - x,
            height: min(block.rows.upperBound * height, pyramid.imageSize.height) - y)
    }

    /// Returns the tiles of a pyramid that no rectangle touches; `nil` if the pyramid has too many
    /// tiles to check each tile.
    static func absent(from pyramid: Pyramid, with displays: [DeepZoomDisplay]) -> AbsentTiles? {
        guard pyramid.tileCount < 1 << 24 else { return nil }
        var numbers: [Int: [Int]] = [:]
        for level in pyramid.levels {
            let regions = displays.filter { $0.levels.contains(level.index) }.map(\.region)
            guard !regions.isEmpty else { continue }
            let width = pyramid.tiling.tileSize.width * level.scaleFactor
            let height = pyramid.tiling.tileSize.height * level.scaleFactor
            var exists = [Bool](repeating: false, count: level.tileCount)
            for region in regions {
                let (top, left) = (region.y / height, region.x / width)
                let bottom = min(region.maxY.dividedRoundingUp(by: height), level.rows)
                let right = min(region.maxX.dividedRoundingUp(by: width), level.columns)
                for row in top..<max(top, bottom) {
                    for column in left..<max(left, right) {
                        exists[row * level.columns + column] = true
                    }
                }
            }
            numbers[level.index] = exists.indices.filter { !exists[$0] }
        }
        return AbsentTiles(numbers)
    }
}
