import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratPyramid

/// The schedule of turned images, simulated by ``ScheduleSimulation``.
@Suite struct TurnedScheduleTests {
    private static let orientations = (1...8).map(Orientation.init(exif:))

    /// Whole images and tiles, of levels with an odd number of rows. The first stored row of such
    /// levels can be the last row of the turned image, and is halved alone.
    @Test(arguments: orientations)
    func `Every job of a turned image runs`(_ orientation: Orientation) throws {
        let sizes = [
            (1, 1), (1, 2), (2, 1), (3, 65), (65, 3), (5, 127), (5, 129), (7, 225), (9, 450),
            (12, 600), (3, 1025), (2, 1800), (3, 3001), (257, 9), (1025, 5),
        ].map { PixelSize(width: $0.0, height: $0.1) }
        for stored in sizes {
            for (number, kind) in ScheduleKind.allCases.enumerated() {
                let size = orientation.turned(stored)
                for workers in [1, 3, 17] {
                    try SchedulePlay(
                        stored, orientation, kind.passes(of: size), workers: workers,
                        seed: 31 * number + workers
                    ).run()
                }
            }
        }
    }

    /// Images in blocks, and images whose rows jobs convert while one reader reads.
    @Test(arguments: orientations)
    func `Every job of a turned image in blocks runs`(_ orientation: Orientation) throws {
        for stored in [(3, 225), (5, 1025), (7, 450), (9, 1031)] {
            let stored = PixelSize(width: stored.0, height: stored.1)
            for (number, kind) in ScheduleKind.allCases.enumerated() {
                let passes = kind.passes(of: orientation.turned(stored))
                for chunks in [
                    BlockChunks(height: 64, parts: 1), BlockChunks(height: 100, parts: 2),
                    BlockChunks(height: 512, parts: 3),
                    BlockChunks(height: 64, parts: 1, atOnce: 17),
                    BlockChunks(height: 128, parts: 1, skippedRows: 1, atOnce: 4),
                ] {
                    try SchedulePlay(
                        stored, orientation, passes, workers: 1 + number % 5, seed: number,
                        chunks: chunks
                    ).run()
                }
                try SchedulePlay(
                    stored, orientation, passes, workers: 1 + number % 5, seed: number,
                    convertsRows: true
                ).run()
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
            let kind = ScheduleKind.allCases.randomElement(using: &random) ?? .whole
            let workers = Int.random(in: 1...17, using: &random)
            // Bands of a JPEG.
            let bands = BlockChunks(
                height: Int.random(in: 1...160, using: &random), parts: 1,
                skippedRows: seed % 2, atOnce: workers)
            do {
                try SchedulePlay(
                    stored, orientation, kind.passes(of: orientation.turned(stored)),
                    workers: workers, seed: seed, chunks: seed % 7 == 1 ? bands : nil,
                    convertsRows: seed % 7 == 0
                ).run()
            } catch {
                Issue.record("seed \(seed), \(stored), \(orientation), \(kind): \(error)")
                return
            }
        }
    }

    /// The window has no space for the remaining row of a chunk.
    @Test func `The simulation detects a window that is too small for an odd level`() throws {
        let stored = PixelSize(width: 4, height: 1800)
        let passes = ScheduleKind.whole.passes(of: stored)
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
}
