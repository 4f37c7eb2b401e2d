internal import ZigguratCore
internal import ZigguratSystem

/// A DisplayRect of a Deep Zoom descriptor: a part of the image that is there on some levels.
///
/// Source: the schema of 2008; OpenSeadragon's reading, `DziTileSource.tileExists`: a tile is there
/// where a rectangle of its level touches it, and everywhere on a level without any.
struct DeepZoomDisplay: Hashable {
    let levels: ClosedRange<Int>
    /// In image pixels; of no size where nothing of the levels is there.
    let region: PixelRegion

    /// Nothing where all levels are there with all tiles. Levels of which nothing is there get a
    /// rectangle of no size.
    ///
    /// The edges of rectangles are those of tiles without their overlap, so that none touches a
    /// tile that is not there.
    static func all(of pyramid: Pyramid, without absent: AbsentTiles) -> [DeepZoomDisplay] {
        guard let first = pyramid.levels.first, let last = pyramid.levels.last else { return [] }
        let top = last.index + last.reduction
        guard first.index > 0 || last.index < top || !absent.isEmpty else { return [] }
        let nothing = PixelRegion(x: 0, y: 0, width: 0, height: 0)
        let image = pyramid.imageSize
        let whole = PixelRegion(x: 0, y: 0, width: image.width, height: image.height)
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

    /// The tiles of a pyramid that rectangles do not touch; `nil` where there are too many tiles to
    /// look at each.
    static func absent(from pyramid: Pyramid, with displays: [DeepZoomDisplay]) -> AbsentTiles? {
        guard pyramid.tileCount < 1 << 24 else { return nil }
        var numbers: [Int: [Int]] = [:]
        for level in pyramid.levels {
            let regions = displays.filter { $0.levels.contains(level.index) }.map(\.region)
            guard !regions.isEmpty else { continue }
            let width = pyramid.tiling.tileSize.width * level.scaleFactor
            let height = pyramid.tiling.tileSize.height * level.scaleFactor
            var isThere = [Bool](repeating: false, count: level.tileCount)
            for region in regions {
                let rows =
                    region.y
                    / height..<max(
                        region.y / height,
                        min(region.maxY.dividedRoundingUp(by: height), level.rows))
                let columns =
                    region.x
                    / width..<max(
                        region.x / width,
                        min(region.maxX.dividedRoundingUp(by: width), level.columns))
                for row in rows {
                    for column in columns { isThere[row * level.columns + column] = true }
                }
            }
            numbers[level.index] = isThere.indices.filter { !isThere[$0] }
        }
        return AbsentTiles(numbers)
    }
}
