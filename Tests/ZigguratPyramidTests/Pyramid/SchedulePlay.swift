import ZigguratCore
import ZigguratSystem

@testable import ZigguratImaging
@testable import ZigguratPyramid

/// A build that ``ScheduleSimulation`` simulates. The rings have as many rows as `plan` counts.
struct SchedulePlay {
    let stored: PixelSize
    let orientation: Orientation
    let passes: [TilingPass]
    let workers: Int
    let seed: Int
    let chunks: BlockChunks?
    let convertsRows: Bool

    /// - Parameter stored: the size of the image as it is stored.
    init(
        _ stored: PixelSize, _ orientation: Orientation, _ passes: [TilingPass],
        workers: Int, seed: Int, chunks: BlockChunks? = nil, convertsRows: Bool = false
    ) {
        (self.stored, self.orientation, self.passes) = (stored, orientation, passes)
        (self.workers, self.seed) = (workers, seed)
        (self.chunks, self.convertsRows) = (chunks, convertsRows)
    }

    /// Simulates the whole build.
    func run() throws {
        var simulation = simulation(of: schedule, isWhole: true)
        try simulation.run()
    }

    /// Simulates the build of a band.
    ///
    /// - Returns: the tiles of the band.
    func run(_ band: PixelRegion) throws -> Set<ScheduleSimulation.Tile> {
        var schedule = schedule
        schedule.limit(to: band)
        var simulation = simulation(of: schedule, isWhole: false)
        try simulation.run()
        return simulation.finished
    }

    /// Simulates the rest of an interrupted build.
    ///
    /// - Parameters:
    ///   - knownRows: the rows of the row file.
    ///   - keptRows: the finished tile rows from the top, of each level.
    /// - Returns: the row of the image at which the build begins; `nil` for the first row.
    func run(after knownRows: Int, keptRows: [Int]) throws -> Int? {
        var schedule = schedule
        let start = try ResumePoint(
            of: schedule, passes: passes, knownRows: knownRows, sink: KeptRows(keptRows),
            threadCount: 1)
        if let start { schedule.begin(at: start) }
        var simulation = simulation(of: schedule, isWhole: start == nil)
        try simulation.run()
        return start?.row
    }

    var schedule: PyramidSchedule {
        PyramidSchedule(
            imageSize: orientation.turned(stored), orientation: orientation, passes: passes,
            chunks: chunks, convertsRows: convertsRows, threadCount: workers)
    }

    func simulation(of schedule: PyramidSchedule, isWhole: Bool) -> ScheduleSimulation {
        // The plan is counted like in `PyramidBuilder.schedule(of:)`.
        let plan = PyramidSchedule(
            imageSize: orientation.turned(stored), orientation: orientation, passes: passes,
            chunks: chunks.map {
                BlockChunks(height: $0.height, parts: 1, atOnce: $0.atOnce)
            }, threadCount: workers)
        return ScheduleSimulation(
            schedule, imageSize: stored, orientation: orientation, passes: passes,
            workers: workers, seed: seed, plannedRows: plan.levels.map(\.capacity),
            partsPerChunk: chunks?.parts ?? 0, convertsRows: convertsRows, isWhole: isWhole)
    }
}

/// A sink with the tiles of the first tile rows of each level, as an interrupted build leaves them.
private final class KeptRows: TileSink {
    private let counts: [Int]

    init(_ counts: [Int]) { self.counts = counts }

    func accept(_ tile: EncodedTile, _ bytes: RawSpan) {}
    func isKept(_ tile: EncodedTile) -> Bool { tile.row < counts[tile.reduction] }
    func keep(_ tile: EncodedTile) {}
}

/// The passes of an export.
enum ScheduleKind: CaseIterable {
    /// The image, and a small whole image.
    case whole
    case smallTiles, tiles, wideTiles
    /// Only tiles of full resolution.
    case base
    /// Tiles, the whole image, and a small whole image.
    case tilesAndWhole
    /// Grids that begin outside the image.
    case shiftedTiles
    /// Each level as one JPEG. Tall JPEGs that are not turned are encoded in strips.
    case strips
    /// Two grids, one with an overlap, and a pass that only some levels have.
    case severalPasses

    func passes(of size: PixelSize) -> [TilingPass] {
        var last = 0
        while Self.reduced(size, last).longSide > 1 { last += 1 }
        func whole(_ reduction: Int, _ encoding: TileEncoding) -> TilingPass {
            TilingPass(
                tileSize: Self.reduced(size, reduction), overlap: 0, encoding: encoding,
                edges: [.crop], reductions: [reduction])
        }
        func tiles(
            _ width: Int, _ height: Int, _ overlap: Int, _ reductions: ClosedRange<Int>,
            shift: PixelShift? = nil
        ) -> TilingPass {
            var windows: [Int: LevelWindow] = [:]
            if let shift {
                for reduction in reductions {
                    windows[reduction] = LevelWindow(
                        size: Self.reduced(size, reduction), shift: shift)
                }
            }
            return TilingPass(
                tileSize: PixelSize(width: width, height: height), overlap: overlap,
                encoding: TileEncoding(.jpeg), edges: [.crop], reductions: Set(reductions),
                windows: windows)
        }
        let ends = [0, min(last, 7)].map { whole($0, TileEncoding(.png)) }
        return switch self {
        case .whole: ends
        case .smallTiles: [tiles(16, 16, 3, 0...last)]
        case .tiles: [tiles(254, 254, 1, 0...last)]
        case .wideTiles: [tiles(300, 20, 0, 0...last)]
        case .base: [tiles(64, 64, 0, 0...0)]
        case .tilesAndWhole: [tiles(256, 256, 0, 0...last)] + ends
        case .shiftedTiles: [tiles(64, 64, 0, 0...last, shift: PixelShift(x: 5, y: 41))]
        case .strips: (0...last).map { whole($0, TileEncoding(.jpeg)) }
        case .severalPasses:
            [
                tiles(100, 100, 7, 0...last), tiles(256, 64, 0, 0...last),
                tiles(33, 500, 0, min(2, last)...last),
            ]
        }
    }

    private static func reduced(_ size: PixelSize, _ reduction: Int) -> PixelSize {
        let factor = 1 << reduction
        return PixelSize(
            width: (size.width + factor - 1) / factor,
            height: (size.height + factor - 1) / factor)
    }
}
