internal import ZigguratCore

/// Strips of an image, between rows at which regions begin or end.
struct MosaicStrips {
    /// Whether pixels are in no region.
    let hasGaps: Bool
    /// For each strip, the indices of the regions in it.
    private let strips: [[Int]]

    /// - Parameter regions: they may lie on each other, and partly outside of the image.
    init(_ regions: [PixelRegion], in size: PixelSize) {
        let starts = regions.indices.sorted { regions[$0].y < regions[$1].y }
        let edges = Set(regions.flatMap { [$0.y, $0.maxY] } + [0, size.height])
            .filter { (0...size.height).contains($0) }.sorted()
        var strips: [[Int]] = []
        var hasGaps = false
        var active: [Int] = []
        var next = 0
        for row in edges.dropLast() {
            active.removeAll { regions[$0].maxY <= row }
            while next < starts.count, regions[starts[next]].y <= row {
                if regions[starts[next]].maxY > row { active.append(starts[next]) }
                next += 1
            }
            active.sort { regions[$0].x < regions[$1].x }
            var covered = 0
            for index in active where regions[index].x <= covered {
                covered = max(covered, regions[index].maxX)
            }
            if covered < size.width { hasGaps = true }
            strips.append(active)
        }
        self.hasGaps = hasGaps
        self.strips = strips
    }

    /// The largest sum of a strip's regions.
    func largestSum(_ bytes: (Int) -> Int) -> Int {
        strips.map { $0.reduce(0) { $0 + bytes($1) } }.max() ?? 0
    }
}
