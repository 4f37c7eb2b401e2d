internal import ZigguratCore
internal import ZigguratImaging

/// Decides which job can run next during a build. The schedule is a value without threads and
/// pixels.
///
/// Each level has a window of rows in memory. A row enters the window when it is read, or halved
/// from the larger level. A row leaves the window when it is halved and every tile row that shows
/// it is encoded. The windows limit the work in flight, so the memory depends only on the width of
/// the image. Levels are numbered by their reduction: 0 is full resolution.
///
/// Until all jobs are done, a job can always run. If no tile row of a window is complete, the
/// window has room for the rows that arrive at once. If too few rows for a chunk wait to be halved,
/// the window has this room, too. The window sizes follow from both conditions.
/// `ScheduleSimulation` in the tests runs all shapes, orientations and numbers of threads.
struct PyramidSchedule {
    /// A job whose rows are in memory.
    enum Job: Hashable {
        /// Read a part of these rows of the image; see ``BlockChunks``.
        case read(rows: Range<Int>, part: Int)
        /// Convert these rows of the image, which the reader has delivered in stored form.
        case convert(rows: Range<Int>)
        /// Halve these rows of a level into the next smaller level.
        case halve(level: Int, inputRows: Range<Int>)
        /// Encode these tiles of a tile row; `pass` is the index among the passes of the level.
        case encode(level: Int, pass: Int, row: Int, columns: Range<Int>)
    }

    var levels: [Level]
    var openTiles = 0
    /// The chunks that jobs read or convert; `nil` if one reader delivers finished rows.
    var chunks: BlockChunkQueue?
    /// Whether jobs convert the rows that one reader delivers.
    let convertsRows: Bool
    /// The number of rows that the reader has filled.
    var deliveredRows = 0
    /// The rows of the row file that are not in memory yet.
    var knownRows = 0..<0
    /// In the schedule of a band: the end of the rows to read, and the end of the rows to write to
    /// the row file.
    var bandEnd: (read: Int, saved: Int)?

    /// The number of rows in a halving job.
    static let halvingChunk = 64
    /// The number of rows to halve from which waking a thread pays off.
    private static let worthwhileHalving = 4 * halvingChunk
    /// The number of rows beyond a tile row in the window of full resolution. The next tile row of
    /// the usual size fits, so workers do not wait for the reader.
    private static let baseSlack = 256 + RowChunk.height
    /// The smallest number of rows beyond a tile row in the window of a smaller level: two halved
    /// chunks.
    private static let levelSlack = halvingChunk
    /// The number of rows of ``levelSlack`` for each thread. Rows can be halved only as long as the
    /// next smaller level has room, and its tiles are encoded after the tiles of full resolution.
    /// With more threads, more rows are read meanwhile.
    private static let levelSlackPerThread = 16
    /// Additional rows of a smaller level if its first row is halved alone. The chunks of the level
    /// then do not end where chunks of the larger level end, so one row of the last chunk can be
    /// left over.
    private static let oddSlack = halvingChunk / 2
    /// The number of pixels in an encoding job.
    private static let pixelsPerJob = 2 * 256 * 256
    /// The number of rows in a strip: whole MCU rows of a JPEG with 4:2:0 subsampling.
    static let stripHeight = 64
    /// The largest height of a single-image level that is encoded in one piece.
    static let tallestInOnePiece = 1024
    /// The largest number of pixels of a turned single-image level that is encoded in one piece.
    /// Strips of a turned level would not follow the order of the rows. All previews of an export
    /// have fewer pixels.
    static let largestTurnedInOnePiece = 10_000_000

    /// - Parameters:
    ///   - imageSize: the size of the turned image.
    ///   - orientation: the orientation in which tiles are cut out of rows.
    ///   - baseSlack: the number of rows beyond a tile row in the window of full resolution.
    ///   - levelSlack: the number of rows beyond a tile row in the windows of smaller levels; `nil`
    ///     for the number that the threads need. With less than a chunk, the schedule can stop
    ///     before all jobs are done.
    ///   - chunks: the chunks that jobs read; `nil` if one reader reads rows.
    ///   - convertsRows: whether jobs convert the rows of the reader.
    ///   - threadCount: the number of threads that run jobs.
    init(
        imageSize turnedSize: PixelSize, orientation: Orientation = .upright,
        passes: [TilingPass], baseSlack: Int = Self.baseSlack,
        levelSlack: Int? = nil, chunks: BlockChunks? = nil, convertsRows: Bool = false,
        threadCount: Int = 1
    ) {
        precondition(chunks == nil || !convertsRows, "block readers convert by themselves")
        self.convertsRows = convertsRows
        let imageSize = orientation.turned(turnedSize)
        let chunks = convertsRows ? Self.conversionChunks(imageSize) : chunks
        self.chunks = chunks.map { BlockChunkQueue($0, rowCount: imageSize.height) }
        // One chunk is in memory while the next chunks are read.
        let baseSlack = chunks.map { max(baseSlack, (1 + $0.atOnce) * $0.height) } ?? baseSlack
        let levelSlack =
            levelSlack ?? max(Self.levelSlack, Self.levelSlackPerThread * threadCount)
        let last = passes.flatMap(\.reductions).max() ?? 0
        levels = (0...last).map { reduction in
            let size = imageSize.reduced(by: 1 << reduction)
            let levelPasses = passes.indices.filter { passes[$0].reductions.contains(reduction) }
                .map {
                    LevelPass(
                        passes[$0], number: $0,
                        window: passes[$0].windows[reduction]
                            ?? LevelWindow(size: orientation.turned(size)),
                        orientation, levelSize: size)
                }
            let tallest =
                levelPasses.map {
                    orientation.turned($0.tiling.tileSize).height + 2 * $0.tiling.overlap
                }.max() ?? 0
            let firstIsSingle = (
                row: orientation.mirrorsY && !size.height.isMultiple(of: 2),
                column: orientation.mirrorsX && !size.width.isMultiple(of: 2)
            )
            let slack =
                reduction == 0 ? baseSlack : levelSlack + (firstIsSingle.row ? Self.oddSlack : 0)
            return Level(
                size: size, columns: 0..<size.width, firstIsSingle: firstIsSingle,
                capacity: min(size.height, tallest + slack), passes: levelPasses,
                isLast: reduction == last)
        }
        openTiles = levels.reduce(0) { sum, level in
            level.passes.reduce(sum) { $0 + ($1.isInStrips ? 1 : $1.columns * $1.rows) }
        }
    }

    /// The largest number of rows of full resolution in memory.
    var baseCapacity: Int { levels[0].capacity }

    /// Whether every tile is encoded and, for a band, every row of the row file is written.
    var isDone: Bool {
        openTiles == 0
            && levels[levels.count - 1].writtenRows >= (bandEnd?.saved ?? 0)
    }

    /// The next record of the row file to read; `nil` if the window is full or no rows are left.
    var restorableRows: Range<Int>? {
        guard let next = knownRows.first else { return nil }
        let level = levels[ResumeRows.reduction]
        let end = min(next + ResumeRows.recordRows, knownRows.upperBound)
        return level.writtenRows + level.room >= end ? next..<end : nil
    }

    /// Records that the rows of ``restorableRows`` are in memory.
    mutating func didRestore(_ rows: Range<Int>) {
        levels[ResumeRows.reduction].writtenRows = rows.upperBound
        knownRows = rows.upperBound..<knownRows.upperBound
    }

    /// The rows of the image to read now; `nil` if the window is full or no rows are left.
    var readableRows: Range<Int>? {
        guard knownRows.isEmpty else { return nil }
        let base = levels[0]
        let next = rowsRead
        let end = next + min(RowChunk.height, (bandEnd?.read ?? base.size.height) - next)
        guard chunks == nil || convertsRows, next < end, base.writtenRows + base.room >= end else {
            return nil
        }
        return next..<end
    }

    var rowsRead: Int { convertsRows ? deliveredRows : levels[0].writtenRows }

    /// Marks the rows of ``readableRows`` as filled by the reader.
    ///
    /// - Returns: whether to wake a thread, because rows to convert, tiles of full resolution or
    ///   enough rows to halve are ready. Halving one chunk takes less time than waking a thread.
    ///   The reader halves single chunks itself when its window is full.
    mutating func didRead(_ rows: Range<Int>) -> Bool {
        if convertsRows {
            deliveredRows = rows.upperBound
            return nextChunkRows != nil
        }
        levels[0].writtenRows = rows.upperBound
        let base = levels[0]
        return base.passes.contains(where: base.hasTiles)
            || base.rowsToHalve >= Self.worthwhileHalving
    }

    /// Takes the most urgent job: halving, then reading or converting, then encoding. Tiles of
    /// large levels come first, because they make room for the reader.
    mutating func nextJob() -> Job? {
        for index in levels.indices {
            if let job = nextHalving(at: index) { return job }
        }
        if let job = nextReading() { return job }
        for index in levels.indices {
            for pass in levels[index].passes.indices {
                if let job = nextEncoding(at: index, pass: pass) { return job }
            }
        }
        return nil
    }

    mutating func finish(_ job: Job) {
        switch job {
        case .read(let rows, _), .convert(let rows):
            chunks?.finishPart(of: rows)
            if let chunks { levels[0].writtenRows = chunks.finishedRows }
        case .halve(let level, let inputRows):
            levels[level].isHalving = false
            levels[level].halvedRows = inputRows.upperBound
            levels[level + 1].writtenRows += (inputRows.count + 1) / 2
        case .encode(let level, let pass, let row, let columns):
            let levelPass = levels[level].passes[pass]
            openTiles -= levelPass.isInStrips ? (row == levelPass.rows - 1 ? 1 : 0) : columns.count
            levels[level].passes[pass].finish(columns.count, inRow: row)
        }
    }

    /// The state of the windows and queues, for the message of an internal error.
    var summary: String {
        let levels = levels.map { level in
            "\(level.writtenRows)/\(level.halvedRows)/\(level.size.height)+\(level.capacity)"
        }
        return "rows read: \(rowsRead); open tiles: \(openTiles); "
            + "written/halved/all+window: \(levels.joined(separator: " "))"
    }

    /// Returns chunks with enough rows for a job, and few enough rows for the slack of the window.
    private static func conversionChunks(_ size: PixelSize) -> BlockChunks {
        let rows = min(128, pixelsPerJob / size.width)
        return BlockChunks(
            height: max(RowChunk.height, rows / RowChunk.height * RowChunk.height), parts: 1)
    }

    /// The rows of the next chunk to read or convert; `nil` if the window has no room for them or
    /// the reader has not delivered them.
    private var nextChunkRows: Range<Int>? {
        guard knownRows.isEmpty, let rows = chunks?.nextRows,
            rows.lowerBound < bandEnd?.read ?? .max
        else { return nil }
        let base = levels[0]
        let limit = convertsRows ? deliveredRows : base.writtenRows + base.room
        return rows.upperBound <= limit ? rows : nil
    }

    private mutating func nextReading() -> Job? {
        guard let rows = nextChunkRows, let part = chunks?.takePart() else { return nil }
        return convertsRows ? .convert(rows: rows) : .read(rows: rows, part: part)
    }

    private mutating func nextHalving(at index: Int) -> Job? {
        let level = levels[index]
        guard !level.isHalving else { return nil }
        let waiting = level.rowsToHalve
        let isComplete = level.writtenRows == level.size.height
        guard waiting > 0, waiting >= Self.halvingChunk || isComplete else { return nil }
        // All chunks after the first begin at a pair of rows.
        let isAlone = level.halvedRows == 0 && level.firstIsSingle.row
        let count = min(Self.halvingChunk - (isAlone ? 1 : 0), waiting)
        guard levels[index + 1].room >= (count + 1) / 2 else { return nil }
        levels[index].isHalving = true
        return .halve(level: index, inputRows: level.halvedRows..<level.halvedRows + count)
    }

    private mutating func nextEncoding(at index: Int, pass number: Int) -> Job? {
        let pass = levels[index].passes[number]
        guard levels[index].hasTiles(of: pass) else { return nil }
        let size = pass.tiling.tileSize
        let count = min(max(1, Self.pixelsPerJob / size.pixelCount), pass.columns - pass.nextColumn)
        let columns = pass.nextColumn..<pass.nextColumn + count
        levels[index].passes[number].take(columns)
        return .encode(level: index, pass: number, row: pass.nextRow, columns: columns)
    }
}
