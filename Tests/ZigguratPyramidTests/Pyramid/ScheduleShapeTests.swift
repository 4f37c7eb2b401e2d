import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratPyramid

/// All kinds of builds, simulated by ``ScheduleSimulation``: bands, continued builds and resampled
/// pyramids, and whole builds. `TurnedScheduleTests` simulates turned images.
@Suite struct ScheduleShapeTests {
    private static let chunkings: [(chunks: BlockChunks?, converts: Bool)] = [
        (nil, false), (nil, true), (BlockChunks(height: 64, parts: 2), false),
        (BlockChunks(height: 48, parts: 1), false), (BlockChunks(height: 256, parts: 3), false),
        (BlockChunks(height: 64, parts: 1, atOnce: 4), false),
    ]

    /// Bands of a JPEG. Only whole builds read them.
    private static func bands(_ workers: Int) -> [(chunks: BlockChunks?, converts: Bool)] {
        [(64, 0), (112, 1), (48, 1), (9, 1)].map { height, offset in
            (
                BlockChunks(height: height, parts: 1, skippedRows: offset, atOnce: workers),
                false
            )
        }
    }

    /// The images have few tile rows, so that all numbers of threads can be simulated.
    @Test(arguments: 1...17)
    func `Every job runs with any number of threads`(_ workers: Int) throws {
        for (number, stored) in [(3, 1031), (40, 700), (700, 9), (1, 1)].enumerated() {
            let size = PixelSize(width: stored.0, height: stored.1)
            for kind in ScheduleKind.allCases {
                for (chunks, converts) in Self.chunkings + Self.bands(workers) {
                    try SchedulePlay(
                        size, .upright, kind.passes(of: size), workers: workers,
                        seed: workers + number,
                        chunks: chunks, convertsRows: converts
                    ).run()
                }
            }
        }
    }

    /// Kinds that are divided into bands: kinds without strips.
    private static let kindsOfBands: [ScheduleKind] = [
        .smallTiles, .tiles, .wideTiles, .shiftedTiles, .severalPasses, .tilesAndWhole,
    ]

    @Test(arguments: kindsOfBands)
    func `Every job of a band runs, and each tile is in one band`(_ kind: ScheduleKind) throws {
        let sizes = [(40, 2000), (120, 1031), (700, 520)]
        for (number, stored) in sizes.enumerated() {
            let size = PixelSize(width: stored.0, height: stored.1)
            for (index, (chunks, converts)) in Self.chunkings.enumerated() {
                let play = SchedulePlay(
                    size, .upright, kind.passes(of: size), workers: 1 + (number + index) % 17,
                    seed: index,
                    chunks: chunks, convertsRows: converts)
                let bands = Self.bands(of: size, play, columns: 1 + (number + index) % 3)
                try Self.playBands(play, bands)
            }
        }
    }

    @Test(arguments: kindsOfBands)
    func `Every job of a continued build runs`(_ kind: ScheduleKind) throws {
        var starts = 0
        for (number, stored) in [(40, 2000), (9, 3001), (700, 520)].enumerated() {
            let size = PixelSize(width: stored.0, height: stored.1)
            for (index, (chunks, converts)) in Self.chunkings.enumerated() {
                for percent in [20, 60, 100] {
                    let play = SchedulePlay(
                        size, .upright, kind.passes(of: size), workers: 1 + (number + index) % 17,
                        seed: index, chunks: chunks, convertsRows: converts)
                    if try Self.playRest(play, percent: percent) != nil { starts += 1 }
                }
            }
        }
        // Most builds continue below the first row; tiles of 254 rows or more need larger images.
        #expect(starts > 10)
    }

    @Test(arguments: [(1.0, 1.0), (0.5, 0.5), (0.75, 0.75), (0.01, 0.01), (0.3, 0.9)])
    func `Every job of a resampled pyramid runs beside the image`(
        _ width: Double, _ height: Double
    ) throws {
        for (number, stored) in [(40, 2000), (9, 3001), (300, 520), (1, 1)].enumerated() {
            let size = PixelSize(width: stored.0, height: stored.1)
            let other = PixelSize(
                width: max(1, Int(Double(size.width) * width)),
                height: max(1, Int(Double(size.height) * height)))
            for (index, kind) in ScheduleKind.allCases.enumerated() {
                let play = SchedulePlay(
                    size, .upright, kind.passes(of: size), workers: 1 + (number + index) % 17,
                    seed: index,
                    convertsRows: index % 2 == 1)
                let others = [other, PixelSize(width: 1, height: 1)].map { size in
                    SchedulePlay(
                        size, .upright, ScheduleKind.tilesAndWhole.passes(of: size), workers: 2,
                        seed: index)
                }
                var simulation = RelayedSimulation(play, others)
                try simulation.run()
            }
        }
    }

    /// The number of a build is the seed of its random numbers.
    @Test(arguments: 0..<8)
    func `Every job of a random build runs`(_ part: Int) throws {
        for seed in part * 300..<(part + 1) * 300 {
            var random = SeededGenerator(seed)
            let size = PixelSize(
                width: Int.random(in: 1...40, using: &random),
                height: Int.random(in: 1...(seed % 10 == 0 ? 2100 : 600), using: &random))
            let kinds = seed % 3 == 0 ? ScheduleKind.allCases : Self.kindsOfBands
            let kind = kinds.randomElement(using: &random) ?? .tiles
            let chunking = Int.random(in: 0..<3, using: &random)
            let height = Int.random(in: 1...300, using: &random)
            let chunks = BlockChunks(
                height: height, parts: Int.random(in: 1...4, using: &random),
                // Bands and continued builds need a first chunk of the same height.
                skippedRows: seed % 3 == 0 ? Int.random(in: 0..<height, using: &random) : 0,
                atOnce: Int.random(in: 1...17, using: &random))
            let play = SchedulePlay(
                size, .upright, kind.passes(of: size),
                workers: Int.random(in: 1...17, using: &random),
                seed: seed, chunks: chunking == 0 ? chunks : nil, convertsRows: chunking == 1)
            do {
                switch seed % 3 {
                case 0: try play.run()
                case 1:
                    let columns = Int.random(in: 1...4, using: &random)
                    try Self.playBands(play, Self.bands(of: size, play, columns: columns))
                default:
                    _ = try Self.playRest(play, percent: Int.random(in: 1...100, using: &random))
                }
            } catch {
                Issue.record("seed \(seed), \(size), \(kind), \(workers(play)): \(error)")
                return
            }
        }
    }

    /// The plan counts one row less than the schedule uses.
    @Test func `The simulation detects more rows than planned`() throws {
        let size = PixelSize(width: 40, height: 2000)
        let passes = ScheduleKind.tiles.passes(of: size)
        let schedule = PyramidSchedule(imageSize: size, passes: passes)
        var faults: [ScheduleSimulation.Fault] = []
        for seed in 0..<20 {
            var simulation = ScheduleSimulation(
                schedule, imageSize: size, passes: passes, workers: 3, seed: seed,
                plannedRows: schedule.levels.map { $0.capacity - 1 })
            do {
                try simulation.run()
            } catch {
                faults.append(try #require(error as? ScheduleSimulation.Fault))
            }
        }
        #expect(!faults.isEmpty)
        for fault in faults {
            switch fault {
            case .overwritten, .notThere: break
            default: Issue.record("the simulation ends with \(fault)")
            }
        }
    }

    private func workers(_ play: SchedulePlay) -> String { "\(play.workers) threads" }

    /// Bands in rows and columns, aligned like in `PyramidBuilder.bands(of:)`.
    private static func bands(
        of size: PixelSize, _ play: SchedulePlay, columns: Int
    ) -> [PixelRegion] {
        guard let alignment = play.schedule.startAlignment else { return [] }
        let step = max(8, size.width / columns / 8 * 8)
        let rows = starts(size.height, alignment)
        return rows.flatMap { rows in
            starts(size.width, step).map { PixelRegion(columns: $0, rows: rows) }
        }
    }

    private static func starts(_ length: Int, _ step: Int) -> [Range<Int>] {
        stride(from: 0, to: length, by: step).map { $0..<min($0 + step, length) }
    }

    /// Simulates all bands, with the tiles of the levels that are larger than the level of the row
    /// file.
    private static func playBands(_ play: SchedulePlay, _ bands: [PixelRegion]) throws {
        guard play.schedule.levels.count > ResumeRows.reduction,
            !play.schedule.levels.contains(where: { $0.passes.contains(where: \.isInStrips) })
        else { return }
        var tiles: Set<ScheduleSimulation.Tile> = []
        var count = 0
        for band in bands {
            let own = try play.run(band)
            count += own.count
            tiles.formUnion(own)
        }
        let all = play.schedule.levels[..<ResumeRows.reduction].reduce(0) { sum, level in
            level.passes.reduce(sum) { $0 + $1.columns * $1.rows }
        }
        #expect(count == all && tiles.count == all, "\(play.stored), \(bands.count) bands")
    }

    /// Simulates the rest of a build that was interrupted after a part of the rows.
    private static func playRest(_ play: SchedulePlay, percent: Int) throws -> Int? {
        let levels = play.schedule.levels
        guard levels.count > ResumeRows.reduction else { return nil }
        let height = levels[ResumeRows.reduction].size.height
        let records = height * percent / 100 / ResumeRows.recordRows
        let known = percent == 100 ? height : records * ResumeRows.recordRows
        let kept = levels.map { level in
            (level.passes.map(\.rows).max() ?? 0) * percent / 100
        }
        return try play.run(after: known, keptRows: kept)
    }
}
