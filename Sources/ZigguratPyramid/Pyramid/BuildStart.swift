internal import Synchronization
internal import ZigguratCore
internal import ZigguratSystem

/// The row at which a continued build begins. The tiles above the row are kept, and the rows above
/// it are not read again.
struct BuildStart: Hashable {
    /// The first row of the image to read; the height of the image if no row is left to read.
    let row: Int
    /// The number of rows that the build takes from the row file.
    let knownRows: Int

    /// Finds the lowest start row that the kept tiles allow.
    ///
    /// - Parameters:
    ///   - knownRows: the number of rows in the row file.
    ///   - sink: the sink that knows which tiles are kept.
    /// - Returns: `nil` if the build has to begin at the top.
    /// - Throws: the error of a tile that the sink cannot keep.
    init?(
        of schedule: PyramidSchedule, passes: [TilingPass], knownRows: Int, sink: any TileSink,
        threadCount: Int
    ) throws(ZigguratError) {
        let reduction = LevelRowFile.reduction
        let larger = schedule.levels[..<reduction]
        let height = larger[0].size.height
        let isComplete = knownRows == schedule.levels[reduction].size.height
        let limit = isComplete ? height : knownRows << reduction
        guard limit > 0, let alignment = schedule.startAlignment,
            !larger.contains(where: { $0.passes.contains(where: \.isInStrips) })
        else {
            return nil
        }
        var levelPasses: [KeptRows] = []
        for (reduction, level) in larger.enumerated() {
            for pass in level.passes {
                levelPasses.append(
                    KeptRows(
                        pass, of: passes[pass.pass], reduction,
                        above: isComplete ? level.size.height : limit >> reduction))
            }
        }
        let search = KeptRowSearch(levelPasses, sink)
        let threads = WorkerThreads(count: threadCount - 1) { search.run() }
        search.run()
        threads.join()

        var start = limit
        for (kept, count) in zip(levelPasses, search.counts) where count < kept.pass.rows {
            start = min(start, kept.pass.firstRow(ofTileRow: count) << kept.reduction)
        }
        if start < height { start -= start % alignment }
        guard start > 0 else { return nil }
        row = start
        self.knownRows = start == height ? knownRows : start >> reduction
        for kept in levelPasses {
            let count = kept.pass.tileRows(above: start, isEnd: start == height, kept.reduction)
            for tile in (0..<count).lazy.flatMap(kept.tiles) { try sink.keep(tile) }
        }
    }
}

/// The tile rows of a pass in one level, which may be kept.
private struct KeptRows: Sendable {
    let pass: PyramidSchedule.LevelPass
    let tilingPass: TilingPass
    let reduction: Int
    /// The number of tile rows that end above a row of the level.
    let mostRows: Int

    init(
        _ pass: PyramidSchedule.LevelPass, of tilingPass: TilingPass, _ reduction: Int,
        above levelRow: Int
    ) {
        (self.pass, self.tilingPass, self.reduction) = (pass, tilingPass, reduction)
        mostRows = (0..<pass.rows).first { pass.lastRow(ofTileRow: $0) > levelRow } ?? pass.rows
    }

    package func tiles(inRow row: Int) -> [EncodedTile] {
        (0..<pass.columns).flatMap { column in
            pass.tiles(column: column, row: row, of: tilingPass, reduction: reduction)
        }
    }
}

/// Counts the kept tile rows from the top, on several threads.
private final class KeptRowSearch: Sendable {
    private let levelPasses: [KeptRows]
    private let sink: any TileSink
    /// For each level pass, the first tile row in which a tile is not kept.
    private let ends: Mutex<[Int]>
    /// The number of tile rows that threads have taken, counted over all level passes in order.
    private let taken = Atomic(0)

    init(_ levelPasses: [KeptRows], _ sink: any TileSink) {
        (self.levelPasses, self.sink) = (levelPasses, sink)
        ends = Mutex(levelPasses.map(\.mostRows))
    }

    var counts: [Int] { ends.withLock { $0 } }

    func run() {
        while let (index, row) = next() {
            guard row < ends.withLock({ $0[index] }),
                !levelPasses[index].tiles(inRow: row).allSatisfy(sink.isKept)
            else { continue }
            ends.withLock { $0[index] = min($0[index], row) }
        }
    }

    private func next() -> (index: Int, row: Int)? {
        var number = taken.add(1, ordering: .relaxed).oldValue
        for (index, levelPass) in levelPasses.enumerated() {
            if number < levelPass.mostRows { return (index, number) }
            number -= levelPass.mostRows
        }
        return nil
    }
}
