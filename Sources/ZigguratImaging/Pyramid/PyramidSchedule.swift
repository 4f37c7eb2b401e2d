internal import ZigguratCore
internal import ZigguratSystem

/// Decides which job can run next on the way from rows to tiles: a value without threads and
/// pixels.
///
/// Each level has a window of rows in memory. A row enters it when it is read or halved from the
/// larger level. It leaves when it is halved itself and every tile row that shows it is encoded.
/// The windows bound the work in flight: memory depends on the width of the image only. Levels are
/// numbered by their reduction: 0 is full resolution.
///
/// The schedule cannot deadlock: a window holds a whole tile row and a chunk of rows, so a full
/// window always has a tile row to encode or rows to halve.
struct PyramidSchedule {
    /// A job whose rows are in memory.
    enum Job: Hashable {
        /// Read a part of these rows of the image; see ``BlockChunks``.
        case read(rows: Range<Int>, part: Int)
        /// Convert these rows of the image, which the reader has delivered as they are stored.
        case convert(rows: Range<Int>)
        /// Halve these rows of a level into the next one.
        case halve(level: Int, inputRows: Range<Int>)
        /// Encode these tiles of a tile row; `pass` is the index among the passes of the level.
        case encode(level: Int, pass: Int, row: Int, columns: Range<Int>)
    }

    /// Rows and columns of tiles count in the order of the rows of the level, which are not turned.
    struct LevelPass {
        /// The index in the list of all passes.
        let pass: Int
        /// The tiles of the turned level.
        let tiling: Tiling
        /// The part of the turned level that the grid covers.
        let window: LevelWindow
        /// How the rows of the level are turned.
        let orientation: Orientation
        let levelSize: PixelSize
        /// Whether the level is a single image that is encoded strip by strip while its rows
        /// arrive. Its tile rows are then strips, encoded in order.
        let isInStrips: Bool
        /// The number of tile columns; in a schedule of a band the end of its tile columns.
        var columns: Int
        /// The number of tile rows; in a schedule of a band the end of its tile rows.
        var rows: Int
        /// The first tile column.
        var firstColumn = 0
        /// The first column of the level in memory.
        var memoryColumn = 0
        var nextRow = 0
        var nextColumn = 0
        var oldestRow = 0
        /// Unfinished tiles of each tile row.
        var openTiles: [Int]
    }

    struct Level {
        let size: PixelSize
        /// The columns in memory; in a schedule of a band only those that it needs.
        var columns: Range<Int>
        /// Whether the first row, or column, of an odd number has no neighbour to be halved with: it is
        /// the last one of the turned level.
        let firstIsSingle: (row: Bool, column: Bool)
        /// The largest number of rows in memory.
        var capacity: Int
        var passes: [LevelPass]
        var isLast: Bool
        var writtenRows = 0
        var halvedRows = 0
        var isHalving = false

        /// The size of the ring that holds the rows.
        func rows(bytesPerPixel: Int) -> RowRing.Shape {
            RowRing.Shape(rowLength: columns.count * bytesPerPixel, capacity: capacity)
        }
    }

    private(set) var levels: [Level]
    private(set) var openTiles = 0
    /// How jobs read or convert the image; `nil` if rows are ready when one reader has filled them.
    private var chunks: BlockChunks?
    /// Whether jobs convert what one reader delivers.
    private let convertsRows: Bool
    /// Rows that the reader has filled.
    private var deliveredRows = 0
    /// Open parts of each chunk.
    private var openParts: [Int] = []
    private var nextChunk = 0
    private var nextPart = 0
    private var oldestChunk = 0
    /// The rows of the row file that are not in memory yet.
    private var knownRows = 0..<0
    /// In a schedule of a band, the end of the rows to read, and of the rows to write to the row
    /// file.
    private var bandEnd: (read: Int, saved: Int)?

    /// Rows of a halving job.
    static let halvingChunk = 64
    /// The number of rows to halve for which a thread is woken.
    private static let worthwhileHalving = 4 * halvingChunk
    /// Rows that are read at a time: an MCU row of a JPEG with 4:2:0 subsampling.
    static let readingChunk = 16
    /// Rows beyond a tile row in the window of full resolution: the next tile row of the usual
    /// size, so that workers do not wait for the reader.
    private static let baseSlack = 256 + readingChunk
    /// The same for every smaller level: two chunks that are halved into it.
    private static let levelSlack = halvingChunk
    /// Pixels of an encoding job.
    private static let pixelsPerJob = 2 * 256 * 256
    /// Rows of a strip: whole MCU rows of a JPEG with 4:2:0 subsampling.
    static let stripHeight = 64
    /// A level of a single image up to this height is encoded in one piece.
    static let tallestInOnePiece = 1024

    /// - Parameters:
    /// - imageSize: the size of the turned image.
    /// - orientation: how rows are turned when tiles are cut out of them.
    /// - baseSlack: rows beyond a tile row in the window of full resolution.
    /// - levelSlack: the same for every smaller level. With less than a chunk of rows to halve the
    ///     schedule can deadlock.
    /// - chunks: how jobs read the image; `nil` if one reader does.
    /// - convertsRows: whether jobs convert the rows of that reader.
    init(
        imageSize turnedSize: PixelSize, orientation: Orientation = .upright,
        passes: [TilingPass], baseSlack: Int = Self.baseSlack,
        levelSlack: Int = Self.levelSlack, chunks: BlockChunks? = nil, convertsRows: Bool = false
    ) {
        precondition(chunks == nil || !convertsRows, "block readers convert by themselves")
        self.convertsRows = convertsRows
        let imageSize = orientation.turned(turnedSize)
        let chunks = convertsRows ? Self.conversionChunks(imageSize) : chunks
        self.chunks = chunks
        // While one chunk is read another is in memory.
        let baseSlack = chunks.map { max(baseSlack, 2 * $0.height) } ?? baseSlack
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
            let slack = reduction == 0 ? baseSlack : levelSlack
            return Level(
                size: size, columns: 0..<size.width,
                firstIsSingle: (
                    orientation.mirrorsY && !size.height.isMultiple(of: 2),
                    orientation.mirrorsX && !size.width.isMultiple(of: 2)
                ), capacity: min(size.height, tallest + slack), passes: levelPasses,
                isLast: reduction == last)
        }
        openTiles = levels.reduce(0) { sum, level in
            level.passes.reduce(sum) { $0 + ($1.isInStrips ? 1 : $1.columns * $1.rows) }
        }
        if let chunks {
            openParts = Array(
                repeating: chunks.parts, count: chunks.count(of: imageSize.height))
        }
    }

    /// The largest number of rows of full resolution in memory.
    var baseCapacity: Int { levels[0].capacity }

    /// Whether every tile is encoded and, of a band, every row of the row file is written.
    var isDone: Bool {
        openTiles == 0
            && levels[levels.count - 1].writtenRows >= (bandEnd?.saved ?? 0)
    }

    /// The number of image rows of which each start is a multiple, so that records of the row file
    /// and chunks are whole. `nil` if the first chunk has another height.
    var startAlignment: Int? {
        let records = LevelRowFile.imageRows
        guard let chunks else { return records }
        guard chunks.firstHeight == chunks.height else { return nil }
        return records.leastCommonMultiple(with: chunks.height)
    }

    /// Skips the rows and the tiles above a start.
    mutating func begin(at start: BuildStart) {
        let reduction = LevelRowFile.reduction
        let isEnd = start.row == levels[0].size.height
        for index in 0..<reduction {
            for pass in levels[index].passes.indices {
                let rows = levels[index].passes[pass].tileRows(
                    above: start.row, isEnd: isEnd, index)
                openTiles -= levels[index].passes[pass].skip(rows)
            }
        }
        knownRows = 0..<start.knownRows
        skipRows(above: start.row)
        // No row of these levels is read.
        if isEnd { for index in 0..<reduction { levels[index].capacity = 1 } }
    }

    /// Restricts the schedule to a band of the image: to its tiles in the levels larger than that of
    /// the row file, and to its pixels of that level.
    ///
    /// - Precondition: the levels reach beyond that of the row file. The rows of the band begin and
    ///   end at multiples of ``startAlignment``, its columns at multiples of
    ///   ``LevelRowFile/columnAlignment``, or at the end of the image.
    mutating func limit(to band: PixelRegion) {
        let (reduction, size) = (LevelRowFile.reduction, levels[0].size)
        levels.removeLast(levels.count - reduction - 1)
        levels[reduction].passes = []
        levels[reduction].isLast = true
        openTiles = 0
        var (start, end) = (band.y, band.maxY)
        var columns = band.columns
        for index in 0..<reduction {
            for pass in levels[index].passes.indices {
                let shown = levels[index].passes[pass].limit(to: band, of: size, index)
                guard let shown else { continue }
                let levelPass = levels[index].passes[pass]
                openTiles +=
                    (levelPass.rows - levelPass.nextRow)
                    * (levelPass.columns - levelPass.firstColumn)
                start = min(start, shown.y << index)
                end = max(end, shown.maxY << index)
                let left = min(columns.lowerBound, shown.x << index)
                columns = left..<max(columns.upperBound, shown.maxX << index)
            }
        }
        start -= start % (startAlignment ?? 1)
        // Whole chunks to halve in every level.
        end = end.dividedRoundingUp(by: LevelRowFile.imageRows) * LevelRowFile.imageRows
        bandEnd = (min(end, size.height), LevelRowFile.rows(ofBand: band.rows).upperBound)
        limitMemory(to: columns)
        skipRows(above: start)
        levels[reduction].writtenRows = start >> reduction
    }

    /// Restricts the columns in memory.
    ///
    /// - Parameter columns: of the image; more are kept so that they are whole in each level.
    private mutating func limitMemory(to columns: Range<Int>) {
        let (width, step) = (levels[0].size.width, LevelRowFile.columnAlignment)
        let start = columns.lowerBound / step * step
        let end = columns.upperBound.dividedRoundingUp(by: step) * step
        for index in levels.indices {
            levels[index].columns =
                start >> index..<(end < width ? end >> index : levels[index].size.width)
            for pass in levels[index].passes.indices {
                levels[index].passes[pass].memoryColumn = start >> index
            }
        }
    }

    /// Reads the image with another number of parts in each chunk.
    mutating func read(inPartsOf chunks: BlockChunks) {
        self.chunks = chunks
        for chunk in openParts.indices where openParts[chunk] > 0 {
            openParts[chunk] = chunks.parts
        }
    }

    /// Skips the rows above a row of the image, in the levels larger than that of the row file.
    private mutating func skipRows(above start: Int) {
        let isEnd = start == levels[0].size.height
        for index in 0..<LevelRowFile.reduction {
            let row = isEnd ? levels[index].size.height : start >> index
            levels[index].writtenRows = row
            levels[index].halvedRows = row
        }
        deliveredRows = convertsRows ? start : 0
        guard let chunks else { return }
        nextChunk = isEnd ? openParts.count : chunks.number(ofRow: start)
        oldestChunk = nextChunk
        for chunk in 0..<nextChunk { openParts[chunk] = 0 }
    }

    /// The next record of the row file to read; `nil` if the window is full or no rows are left.
    var restorableRows: Range<Int>? {
        guard let next = knownRows.first else { return nil }
        let level = levels[LevelRowFile.reduction]
        let end = min(next + LevelRowFile.recordRows, knownRows.upperBound)
        return level.writtenRows + level.room >= end ? next..<end : nil
    }

    /// Records that the rows of ``restorableRows`` are in memory.
    mutating func didRestore(_ rows: Range<Int>) {
        levels[LevelRowFile.reduction].writtenRows = rows.upperBound
        knownRows = rows.upperBound..<knownRows.upperBound
    }

    /// The rows of the image to read now; `nil` if the window is full or no rows are left.
    var readableRows: Range<Int>? {
        guard knownRows.isEmpty else { return nil }
        let base = levels[0]
        let next = rowsRead
        let end = next + min(Self.readingChunk, (bandEnd?.read ?? base.size.height) - next)
        guard chunks == nil || convertsRows, next < end, base.writtenRows + base.room >= end else {
            return nil
        }
        return next..<end
    }

    var rowsRead: Int { convertsRows ? deliveredRows : levels[0].writtenRows }

    /// Records that the reader has filled the rows of ``readableRows``.
    ///
    /// - Returns: whether to wake a thread: there are rows to convert, tiles of full resolution, or
    ///   as many rows to halve as those have. Halving one chunk takes less time than waking a thread;
    ///   the reader does it itself when its window is full.
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

    /// Takes the most urgent job. Tiles of full resolution make room for the reader; tiles of
    /// smaller levels can wait until it has not read enough.
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
            finishPart(of: rows)
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

    /// Enough rows for a job, and few enough for the slack of the window.
    private static func conversionChunks(_ size: PixelSize) -> BlockChunks {
        let rows = min(128, pixelsPerJob / size.width)
        return BlockChunks(height: max(readingChunk, rows / readingChunk * readingChunk), parts: 1)
    }

    /// The rows of the next chunk to read or to convert; `nil` if there is no room for them, or the
    /// reader has not delivered them.
    private var nextChunkRows: Range<Int>? {
        guard let chunks, nextChunk < openParts.count, knownRows.isEmpty else { return nil }
        let base = levels[0]
        let rows = chunks.rows(nextChunk, of: base.size.height)
        guard rows.lowerBound < bandEnd?.read ?? .max else { return nil }
        let limit = convertsRows ? deliveredRows : base.writtenRows + base.room
        return rows.upperBound <= limit ? rows : nil
    }

    private mutating func nextReading() -> Job? {
        guard let chunks, let rows = nextChunkRows else { return nil }
        let part = nextPart
        nextPart += 1
        if nextPart == chunks.parts {
            nextPart = 0
            nextChunk += 1
        }
        return convertsRows ? .convert(rows: rows) : .read(rows: rows, part: part)
    }

    /// A row is in memory when every part of its chunk is, and of those above.
    private mutating func finishPart(of rows: Range<Int>) {
        guard let chunks else { return }
        openParts[chunks.number(ofRow: rows.lowerBound)] -= 1
        while oldestChunk < openParts.count, openParts[oldestChunk] == 0 { oldestChunk += 1 }
        levels[0].writtenRows = min(chunks.start(oldestChunk), levels[0].size.height)
    }

    private mutating func nextHalving(at index: Int) -> Job? {
        let level = levels[index]
        guard !level.isHalving else { return nil }
        let waiting = level.rowsToHalve
        let isComplete = level.writtenRows == level.size.height
        guard waiting > 0, waiting >= Self.halvingChunk || isComplete else { return nil }
        // Further chunks begin at pairs.
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
        levels[index].passes[number].handOut(columns)
        return .encode(level: index, pass: number, row: pass.nextRow, columns: columns)
    }
}
