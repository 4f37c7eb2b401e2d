internal import Synchronization
internal import ZigguratCore
internal import ZigguratSystem

/// The row at which a continued build begins. The tiles above the row are kept, and the rows above
/// it are not read again.
struct ResumePoint: Hashable {
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
        let reduction = ResumeRows.reduction
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

/// The row file during a build: reads the rows of the interrupted build and appends new rows.
struct SavedRows: Sendable {
    private let log: LevelRowLog
    /// The row file of the interrupted build; `nil` if none of its rows are used.
    private let earlier: RandomAccessFile?
    private let rowBytes: Int
    /// The rows of the level that a band writes; `nil` for all rows.
    private let band: Range<Int>?
    /// The number of bytes at the start of a row in memory that are not written.
    private let offset: Int

    /// - Parameter start: the start of a continued build; `nil` to begin at the top.
    init(
        _ file: ResumeRows, rowBytes: Int, from start: ResumePoint?
    ) throws(ZigguratError) {
        (self.rowBytes, band, offset) = (rowBytes, nil, 0)
        earlier = start == nil ? nil : try file.open()
        log = try file.log(keeping: start?.knownRows ?? 0, rowBytes: rowBytes)
    }

    /// Creates the row file of a band anew.
    ///
    /// - Parameters:
    ///   - band: the band of the image.
    ///   - memoryColumn: the first column of the level in memory.
    init(
        _ file: ResumeRows, of band: PixelRegion, from memoryColumn: Int, bytesPerPixel: Int
    ) throws(ZigguratError) {
        let columns = ResumeRows.columns(ofBand: band.columns)
        rowBytes = columns.count * bytesPerPixel
        (self.band, earlier) = (ResumeRows.rows(ofBand: band.rows), nil)
        offset = (columns.lowerBound - memoryColumn) * bytesPerPixel
        log = try file.log(keeping: 0, rowBytes: rowBytes)
    }

    /// Appends a record.
    func append(
        _ rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError) {
        try log.append(rows, from: offset)
    }

    /// Whether a record of the given rows belongs in the file. A band reads more rows than it
    /// writes.
    func takes(_ rows: Range<Int>) -> Bool { band?.contains(rows.lowerBound) ?? true }

    /// Reads a record of the interrupted build.
    package func read(
        _ rows: Range<Int>, into addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError) {
        guard let earlier else { return }
        let bytes = try ResumeRows.rows(rows, rowBytes, in: earlier)
        for (number, address) in addresses.enumerated() {
            bytes.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return }
                address.update(from: start + number * rowBytes, count: rowBytes)
            }
        }
    }
}
