internal import Synchronization
internal import ZigguratCore
internal import ZigguratSystem

/// Where a continued build begins. Tiles above it are kept, and rows above it are not read again.
struct BuildStart: Hashable {
    /// The first row of the image that is read; the height of the image if none is.
    let row: Int
    /// The rows of the level of ``LevelRowFile/reduction`` that are known.
    let knownRows: Int

    /// Finds the lowest start that kept tiles allow.
    ///
    /// - Parameters:
    ///   - knownRows: rows of the level of ``LevelRowFile/reduction`` in their file.
    ///   - sink: says which tiles are kept.
    /// - Returns: `nil` to begin at the top.
    init?(
        of schedule: PyramidSchedule, passes: [TilingPass], knownRows: Int, sink: any TileSink,
        threadCount: Int
    ) {
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
        var columns: [KeptRows] = []
        for (reduction, level) in larger.enumerated() {
            for pass in level.passes {
                columns.append(
                    KeptRows(
                        pass, of: passes[pass.pass], reduction,
                        above: isComplete ? level.size.height : limit >> reduction))
            }
        }
        let search = KeptRowSearch(columns, sink)
        let threads = WorkerThreads(count: threadCount - 1) { search.run() }
        search.run()
        threads.join()

        var start = limit
        for (kept, count) in zip(columns, search.counts) where count < kept.pass.rows {
            start = min(start, kept.pass.firstRow(ofTileRow: count) << kept.reduction)
        }
        if start < height { start -= start % alignment }
        guard start > 0 else { return nil }
        row = start
        self.knownRows = start == height ? knownRows : start >> reduction
        for kept in columns {
            let count = kept.pass.tileRows(above: start, isEnd: start == height, kept.reduction)
            for tile in (0..<count).lazy.flatMap(kept.tiles) { sink.keep(tile) }
        }
    }
}

/// The tile rows of one level of a pass that may be kept.
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

    func tiles(inRow row: Int) -> [EncodedTile] {
        (0..<pass.columns).flatMap { column in
            pass.tiles(column: column, row: row, of: tilingPass, reduction: reduction)
        }
    }
}

/// Counts the kept tile rows from the top, on several threads.
private final class KeptRowSearch: Sendable {
    private let columns: [KeptRows]
    private let sink: any TileSink
    /// By column: the first tile row with a tile that is not kept.
    private let ends: Mutex<[Int]>
    /// The number of tile rows that threads have taken, column by column.
    private let taken = Atomic(0)

    init(_ columns: [KeptRows], _ sink: any TileSink) {
        (self.columns, self.sink) = (columns, sink)
        ends = Mutex(columns.map(\.mostRows))
    }

    var counts: [Int] { ends.withLock { $0 } }

    func run() {
        while let (column, row) = next() {
            guard row < ends.withLock({ $0[column] }),
                !columns[column].tiles(inRow: row).allSatisfy(sink.isKept)
            else { continue }
            ends.withLock { $0[column] = min($0[column], row) }
        }
    }

    private func next() -> (column: Int, row: Int)? {
        var number = taken.add(1, ordering: .relaxed).oldValue
        for (index, column) in columns.enumerated() {
            if number < column.mostRows { return (index, number) }
            number -= column.mostRows
        }
        return nil
    }
}
