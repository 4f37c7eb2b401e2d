import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratPyramid

/// The schedule, simulated by ``ScheduleSimulation`` in any order that threads can take.
@Suite struct PyramidScheduleTests {
    struct Case: CustomTestStringConvertible {
        let width: Int
        let height: Int
        let tile: PixelSize
        let overlap: Int

        init(_ width: Int, _ height: Int, tile: Int, overlap: Int = 0) {
            self.init(width, height, tile: PixelSize(square: tile), overlap: overlap)
        }

        init(_ width: Int, _ height: Int, tile: PixelSize, overlap: Int = 0) {
            (self.width, self.height) = (width, height)
            (self.tile, self.overlap) = (tile, overlap)
        }

        var size: PixelSize { PixelSize(width: width, height: height) }
        var testDescription: String { "\(size), tiles \(tile), overlap \(overlap)" }
    }

    private static let examples = [
        Case(1, 1, tile: 256), Case(1, 1, tile: 1), Case(1, 2, tile: 1), Case(2, 1, tile: 1),
        Case(1, 257, tile: 256), Case(257, 1, tile: 256), Case(1, 5000, tile: 254, overlap: 1),
        Case(5000, 1, tile: 254, overlap: 1), Case(7, 40, tile: 1),
        Case(7, 40, tile: 2, overlap: 2),
        Case(13, 301, tile: 3, overlap: 3), Case(255, 255, tile: 256), Case(256, 256, tile: 256),
        Case(257, 513, tile: 256), Case(600, 400, tile: 1024),
        Case(513, 1027, tile: 254, overlap: 1),
        Case(2049, 2055, tile: 256), Case(1025, 3001, tile: 254, overlap: 127),
        Case(900, 3333, tile: PixelSize(width: 64, height: 700)),
        Case(900, 3333, tile: PixelSize(width: 700, height: 5), overlap: 5),
        Case(63, 65, tile: 64, overlap: 64), Case(300, 20_001, tile: 512),
        Case(300, 4097, tile: 2048, overlap: 1),
    ]

    @Test(arguments: examples)
    func `Every tile is encoded once and no row is lost, in any order`(_ example: Case) throws {
        let passes = [Self.cut(example.tile, overlap: example.overlap, of: example.size)]
        for seed in 0..<4 { try Self.play(example.size, passes, seed: seed) }
    }

    @Test func `Several passes run at once, including whole levels`() throws {
        for seed in 0..<60 {
            var random = SeededGenerator(seed)
            let size = PixelSize(
                width: Int.random(in: 1...700, using: &random),
                height: Int.random(in: 1...(seed % 5 == 0 ? 9000 : 1500), using: &random))
            var passes: [TilingPass] = []
            for number in 0..<Int.random(in: 1...4, using: &random) {
                let side = [32, 100, 254, 256, 512, 1024].randomElement(using: &random) ?? 256
                let overlap = Int.random(in: 0...min(side, 20), using: &random)
                passes.append(
                    Self.cut(PixelSize(square: side), overlap: overlap, of: size, number: number))
            }
            for longest in [64, 512, 1024] {
                var reduction = 0
                while Self.reduced(size, reduction).longSide > longest { reduction += 1 }
                passes.append(
                    TilingPass(
                        tileSize: Self.reduced(size, reduction), overlap: 0,
                        encoding: TileEncoding(.jpeg, quality: 60), edges: [.crop],
                        reductions: [reduction]))
            }
            try Self.play(size, passes, seed: seed)
        }
    }

    /// Whole levels, with and without tiles. Tall whole levels are encoded in strips.
    @Test(arguments: [
        PixelSize(width: 300, height: 1025), PixelSize(width: 300, height: 1088),
        PixelSize(width: 700, height: 3000), PixelSize(width: 3, height: 8191),
    ])
    func `Levels that are encoded in strips have every tile once`(_ size: PixelSize) throws {
        let whole = Self.wholeLevels(of: size)
        let tiles = Self.cut(PixelSize(square: 256), overlap: 1, of: size)
        for seed in 0..<2 {
            try Self.play(size, whole, seed: seed)
            try Self.play(size, whole + [tiles], seed: seed)
            try Self.play(
                size, whole + [tiles], seed: seed, chunks: BlockChunks(height: 256, parts: 3))
        }
    }

    @Test func `The simulation detects an idle worker`() throws {
        let size = PixelSize(width: 700, height: 3000)
        let passes = [Self.cut(PixelSize(square: 256), overlap: 1, of: size)]
        var simulation = ScheduleSimulation(
            PyramidSchedule(imageSize: size, passes: passes), imageSize: size, passes: passes,
            workers: 3,
            seed: 1, isDeaf: true)
        let fault = #expect(throws: ScheduleSimulation.Fault.self) { try simulation.run() }
        switch fault {
        case .nobodyWoken, .idle: break
        default: Issue.record("the simulation ends with \(String(describing: fault))")
        }
    }

    @Test(arguments: [
        // Passes with tiles of full resolution.
        (256, 0...8, 257, 256), (256, 0...8, 200, 200), (512, 0...8, 520, 256),
        // Passes without these tiles have rows to halve. The reader halves fewer rows than a tile
        // has.
        (256, 1...8, 257, 256), (256, 1...8, 200, nil),
        // Passes without rows to halve.
        (512, 0...0, 520, 512),
    ])
    func `No thread is woken for a few rows`(
        _ tile: Int, _ reductions: ClosedRange<Int>, height: Int, first: Int?
    ) {
        let size = PixelSize(width: 300, height: height)
        let pass = TilingPass(
            tileSize: PixelSize(square: tile), overlap: 0, encoding: TileEncoding(.jpeg),
            edges: [.crop], reductions: Set(reductions))
        var schedule = PyramidSchedule(imageSize: size, passes: [pass])
        while let rows = schedule.readableRows {
            // No thread takes a job, so an available job stays available.
            #expect(schedule.didRead(rows) == (rows.upperBound >= first ?? .max))
        }
        #expect(schedule.rowsRead == height)
    }

    /// In the simulation, rows of tiles as tall as strips are encoded in any order.
    @Test func `The simulation detects strips out of order`() throws {
        let size = PixelSize(width: 300, height: 3000)
        let rows = TilingPass(
            tileSize: PixelSize(width: size.width, height: 64), overlap: 0,
            encoding: TileEncoding(.jpeg), edges: [.crop], reductions: [0])
        let faults = Self.faults { seed in
            ScheduleSimulation(
                PyramidSchedule(imageSize: size, passes: [rows]), imageSize: size,
                passes: [Self.wholeLevels(of: size)[0]], workers: 3, seed: seed)
        }
        #expect(!faults.isEmpty)
        for fault in faults {
            guard case .outOfOrder = fault else {
                Issue.record("the simulation ends with \(fault)")
                continue
            }
        }
    }

    @Test(arguments: [
        BlockChunks(height: 64, parts: 1), BlockChunks(height: 256, parts: 7),
        BlockChunks(height: 512, parts: 3), BlockChunks(height: 100, parts: 2),
    ])
    func `Every tile is encoded once if reading is a job`(_ chunks: BlockChunks) throws {
        for (number, example) in Self.examples.enumerated() {
            let passes = [Self.cut(example.tile, overlap: example.overlap, of: example.size)]
            for seed in 0..<3 {
                try Self.play(example.size, passes, seed: seed + number, chunks: chunks)
            }
        }
    }

    @Test func `Workers convert rows in any order`() throws {
        for (number, example) in Self.examples.enumerated() {
            let passes = [Self.cut(example.tile, overlap: example.overlap, of: example.size)]
            for seed in 0..<4 {
                try Self.play(example.size, passes, seed: seed + number, convertsRows: true)
            }
        }
        // A row of 10,000 pixels is converted in the smallest chunks.
        let wide = PixelSize(width: 10_000, height: 700)
        let passes = [Self.cut(PixelSize(square: 512), overlap: 0, of: wide)]
        for seed in 0..<4 { try Self.play(wide, passes, seed: seed, convertsRows: true) }
    }

    @Test func `The simulation detects rows used before they are converted`() throws {
        let size = PixelSize(width: 700, height: 3000)
        let passes = [Self.cut(PixelSize(square: 256), overlap: 1, of: size)]
        var simulation = ScheduleSimulation(
            PyramidSchedule(imageSize: size, passes: passes), imageSize: size, passes: passes,
            workers: 3, seed: 1, convertsRows: true)
        #expect(throws: ScheduleSimulation.Fault.self) { try simulation.run() }
    }

    @Test func `The simulation detects a chunk used before it is read`() throws {
        let size = PixelSize(width: 700, height: 3000)
        let passes = [Self.cut(PixelSize(square: 256), overlap: 1, of: size)]
        let schedule = PyramidSchedule(
            imageSize: size, passes: passes, chunks: BlockChunks(height: 256, parts: 3))
        var simulation = ScheduleSimulation(
            schedule, imageSize: size, passes: passes, workers: 3, seed: 1, partsPerChunk: 4)
        #expect(throws: ScheduleSimulation.Fault.self) { try simulation.run() }
    }

    @Test func `The simulation detects the deadlock of a window that is too small`() throws {
        let size = PixelSize(width: 700, height: 3000)
        let passes = [Self.cut(PixelSize(square: 256), overlap: 1, of: size)]
        let schedule = PyramidSchedule(
            imageSize: size, passes: passes, baseSlack: -20, levelSlack: -20)
        var simulation = ScheduleSimulation(
            schedule, imageSize: size, passes: passes, workers: 3, seed: 1)
        let fault = #expect(throws: ScheduleSimulation.Fault.self) { try simulation.run() }
        guard case .stuck = fault else {
            Issue.record("the simulation ends with \(String(describing: fault))")
            return
        }
    }

    @Test(arguments: [-1, -16], [false, true])
    func `The simulation detects a ring that is too small by an overwritten row`(
        _ spare: Int, inStrips: Bool
    ) throws {
        let size = PixelSize(width: 700, height: 3000)
        let passes =
            inStrips
            ? Self.wholeLevels(of: size) : [Self.cut(PixelSize(square: 256), overlap: 1, of: size)]
        let faults = Self.faults { seed in
            ScheduleSimulation(
                PyramidSchedule(imageSize: size, passes: passes), imageSize: size, passes: passes,
                workers: 3, seed: seed, spareRows: spare)
        }
        #expect(!faults.isEmpty)
        for fault in faults {
            switch fault {
            case .overwritten, .notThere: break
            default: Issue.record("the simulation ends with \(fault)")
            }
        }
    }

    /// Returns the errors of twenty simulations.
    private static func faults(
        _ game: (_ seed: Int) -> ScheduleSimulation
    ) -> [ScheduleSimulation.Fault] {
        (0..<20).compactMap { seed in
            var simulation = game(seed)
            do {
                try simulation.run()
                return nil
            } catch {
                return error as? ScheduleSimulation.Fault
            }
        }
    }

    private static func play(
        _ size: PixelSize, _ passes: [TilingPass], seed: Int, chunks: BlockChunks? = nil,
        convertsRows: Bool = false
    ) throws {
        let schedule = PyramidSchedule(
            imageSize: size, passes: passes, chunks: chunks, convertsRows: convertsRows)
        var simulation = ScheduleSimulation(
            schedule, imageSize: size, passes: passes, workers: 1 + seed % 5, seed: seed,
            partsPerChunk: chunks?.parts ?? 0, convertsRows: convertsRows)
        try simulation.run()
    }

    /// A pass with tiles of every level down to one pixel.
    static func cut(
        _ tile: PixelSize, overlap: Int, of size: PixelSize, number: Int = 0
    ) -> TilingPass {
        var last = 0
        while reduced(size, last).longSide > 1 { last += 1 }
        return TilingPass(
            tileSize: tile, overlap: overlap, encoding: TileEncoding(.jpeg, quality: 80 + number),
            edges: [.crop], reductions: Set(0...last))
    }

    /// Passes with each level as a single image.
    private static func wholeLevels(of size: PixelSize) -> [TilingPass] {
        var passes: [TilingPass] = []
        repeat {
            passes.append(
                TilingPass(
                    tileSize: reduced(size, passes.count), overlap: 0,
                    encoding: TileEncoding(.jpeg),
                    edges: [.crop], reductions: [passes.count]))
        } while reduced(size, passes.count - 1).longSide > 1
        return passes
    }

    private static func reduced(_ size: PixelSize, _ reduction: Int) -> PixelSize {
        let factor = 1 << reduction
        return PixelSize(
            width: (size.width + factor - 1) / factor, height: (size.height + factor - 1) / factor)
    }
}
