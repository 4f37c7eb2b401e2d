import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@testable import ZigguratImaging

/// The schedule of turned images, played by ``ScheduleSimulation``.
@Suite struct TurnedScheduleTests {
    private static let orientations = (1...8).map(Orientation.init(exif:))

    /// Whole images, tiles or both, of levels with an odd number of rows: the first stored row of such a
    /// level can be the last row of the turned image, and is halved alone.
    @Test(arguments: orientations)
    func `Every job of a turned image runs`(_ orientation: Orientation) throws {
        let sizes = [
            (1, 1), (1, 2), (2, 1), (3, 65), (65, 3), (5, 127), (5, 129), (7, 225), (9, 450),
            (12, 600), (3, 1025), (2, 1800), (3, 3001), (257, 9), (1025, 5),
        ].map { PixelSize(width: $0.0, height: $0.1) }
        for stored in sizes {
            for (number, kind) in Kind.allCases.enumerated() {
                let size = orientation.turned(stored)
                for workers in 1...17 where workers < 4 || workers == 8 || workers == 17 {
                    try Self.play(
                        stored, orientation, kind.passes(of: size), workers: workers,
                        seed: 31 * number + workers)
                }
            }
        }
    }

    /// Blocks and rows that jobs convert, beside one reader.
    @Test(arguments: orientations)
    func `Every job of a turned image in blocks runs`(_ orientation: Orientation) throws {
        for stored in [(3, 225), (5, 1025), (7, 450), (9, 1031)] {
            let stored = PixelSize(width: stored.0, height: stored.1)
            for (number, kind) in Kind.allCases.enumerated() {
                let passes = kind.passes(of: orientation.turned(stored))
                for chunks in [
                    BlockChunks(height: 64, parts: 1), BlockChunks(height: 100, parts: 2),
                    BlockChunks(height: 512, parts: 3),
                ] {
                    try Self.play(
                        stored, orientation, passes, workers: 1 + number % 5, seed: number,
                        chunks: chunks)
                }
                try Self.play(
                    stored, orientation, passes, workers: 1 + number % 5, seed: number,
                    convertsRows: true)
            }
        }
    }

    /// Narrow images of random heights, 20,000 in all; the number of an image is the seed of its random
    /// numbers.
    @Test(arguments: 0..<8)
    func `Every job of a random image runs`(_ part: Int) throws {
        for seed in part * 2500..<(part + 1) * 2500 {
            var random = SeededGenerator(seed)
            let orientation = Self.orientations.randomElement(using: &random) ?? .upright
            let stored = PixelSize(
                width: Int.random(in: 1...4, using: &random),
                height: Int.random(in: 1...(seed % 50 == 0 ? 2100 : 330), using: &random))
            let kind = Kind.allCases.randomElement(using: &random) ?? .whole
            let workers = Int.random(in: 1...17, using: &random)
            do {
                try Self.play(
                    stored, orientation, kind.passes(of: orientation.turned(stored)),
                    workers: workers, seed: seed, convertsRows: seed % 7 == 0)
            } catch {
                Issue.record("seed \(seed), \(stored), \(orientation), \(kind): \(error)")
                return
            }
        }
    }

    /// A window without room for a row that is left over from a chunk.
    @Test func `The simulation detects a window that is too small for an odd level`() throws {
        let stored = PixelSize(width: 4, height: 1800)
        let passes = Kind.whole.passes(of: stored)
        let schedule = PyramidSchedule(
            imageSize: stored, orientation: Orientation(exif: 3), passes: passes, levelSlack: 32)
        var simulation = ScheduleSimulation(
            schedule, imageSize: stored, orientation: Orientation(exif: 3), passes: passes,
            workers: 3, seed: 1)
        let fault = #expect(throws: ScheduleSimulation.Fault.self) { try simulation.run() }
        guard case .stuck = fault else {
            Issue.record("the simulation ends with \(String(describing: fault))")
            return
        }
    }

    /// What an export cuts.
    enum Kind: CaseIterable {
        /// The image, and a small one.
        case whole
        case smallTiles, tiles, wideTiles
        /// Tiles of full resolution alone.
        case base
        /// Tiles, beside the image as a whole and a small one.
        case tilesAndWhole

        func passes(of size: PixelSize) -> [TilingPass] {
            var last = 0
            while Self.reduced(size, last).longSide > 1 { last += 1 }
            let whole = [0, min(last, 7)].map {
                TilingPass(
                    tileSize: Self.reduced(size, $0), overlap: 0, encoding: TileEncoding(.png),
                    edges: [.crop], reductions: [$0])
            }
            func tiles(_ width: Int, _ height: Int, _ overlap: Int, last: Int) -> TilingPass {
                TilingPass(
                    tileSize: PixelSize(width: width, height: height), overlap: overlap,
                    encoding: TileEncoding(.jpeg), edges: [.crop], reductions: Set(0...last))
            }
            return switch self {
            case .whole: whole
            case .smallTiles: [tiles(16, 16, 3, last: last)]
            case .tiles: [tiles(254, 254, 1, last: last)]
            case .wideTiles: [tiles(300, 20, 0, last: last)]
            case .base: [tiles(64, 64, 0, last: 0)]
            case .tilesAndWhole: [tiles(256, 256, 0, last: last)] + whole
            }
        }

        private static func reduced(_ size: PixelSize, _ reduction: Int) -> PixelSize {
            let factor = 1 << reduction
            return PixelSize(
                width: (size.width + factor - 1) / factor,
                height: (size.height + factor - 1) / factor)
        }
    }

    private static func play(
        _ stored: PixelSize, _ orientation: Orientation, _ passes: [TilingPass], workers: Int,
        seed: Int, chunks: BlockChunks? = nil, convertsRows: Bool = false
    ) throws {
        let schedule = PyramidSchedule(
            imageSize: orientation.turned(stored), orientation: orientation, passes: passes,
            chunks: chunks, convertsRows: convertsRows)
        var simulation = ScheduleSimulation(
            schedule, imageSize: stored, orientation: orientation, passes: passes,
            workers: workers, seed: seed, partsPerChunk: chunks?.parts ?? 0,
            convertsRows: convertsRows)
        try simulation.run()
    }
}
