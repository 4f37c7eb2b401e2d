internal import ZigguratCore
internal import ZigguratSystem

/// Says what can be done next on the way from rows to tiles: a value without threads and without
/// pixels.
///
/// Each level has a window of rows that are in memory. A row enters it when it is read (level 0
/// here is full resolution) or halved from the level below, and leaves it when it has been halved
/// itself and every tile row that shows it is encoded. The windows bound the work in flight: memory
/// follows the image's width alone.
///
/// It never gets stuck, because a window holds a whole tile row and a chunk of rows besides: a full
/// window always has a tile row to encode or rows to halve.
struct PyramidSchedule {
    /// A piece of work that needs nothing but rows that are there.
    enum Job: Hashable {
        /// Read a part of these rows of the image; see ``BlockChunks``.
        case read(rows: Range<Int>, part: Int)
        /// Halve these rows of a level into the next one.
        case halve(level: Int, inputRows: Range<Int>)
        /// Encode these tiles of a tile row; `cut` counts within the level.
        case encode(level: Int, cut: Int, row: Int, columns: Range<Int>)
    }

    struct LevelCut {
        /// The number of the cut in the whole list.
        let cut: Int
        let tiling: Tiling
        /// What the grid covers of the level.
        let window: LevelWindow
        /// Whether the level is a single image that is encoded while its rows come. Its rows of tiles
        /// are then strips of it, which are encoded one after the other.
        let isInStrips: Bool
        let columns: Int
        let rows: Int
        fileprivate var nextRow = 0
        fileprivate var nextColumn = 0
        fileprivate var oldestRow = 0
        /// Tiles that are not done, for each tile row.
        fileprivate var openTiles: [Int]
    }

    struct Level {
        let size: PixelSize
        /// How many rows are in memory at most.
        let capacity: Int
        fileprivate(set) var cuts: [LevelCut]
        fileprivate let isLast: Bool
        fileprivate var writtenRows = 0
        fileprivate var halvedRows = 0
        fileprivate var isHalving = false

        /// What holds its rows.
        func rows(bytesPerPixel: Int) -> RowRing.Shape {
            RowRing.Shape(rowLength: size.width * bytesPerPixel, capacity: capacity)
        }
    }

    private(set) var levels: [Level]
    private(set) var openTiles = 0
    /// How the image is read, where that is a job; else ``readableRows`` are for one reader.
    private let chunks: BlockChunks?
    /// Parts that are not read, for each chunk.
    private var openParts: [Int] = []
    private var nextChunk = 0
    private var nextPart = 0
    private var oldestChunk = 0

    /// Rows that are halved at a time.
    private static let halvingChunk = 64
    /// Rows to halve that are worth a thread.
    private static let worthwhileHalving = 4 * halvingChunk
    /// Rows that are read at a time: those of a JPEG's blocks with halved colour.
    static let readingChunk = 16
    /// Rows beyond a tile row in the window of full resolution: the next tile row of the usual size,
    /// so that it is complete when one is done and nobody waits for the reader.
    private static let baseSlack = 256 + readingChunk
    /// The same for every smaller level: two chunks that are halved into it.
    private static let levelSlack = halvingChunk
    /// Pixels that an encoding job takes on.
    private static let pixelsPerJob = 2 * 256 * 256
    /// Rows of a strip: whole blocks of a JPEG with halved colour.
    fileprivate static let stripHeight = 64
    /// A level of a single image that is no taller waits until all its rows are there, as tiles do.
    fileprivate static let tallestInOnePiece = 1024

    /// - Parameters:
    ///   - baseSlack: rows beyond a tile row in the window of full resolution.
    ///   - levelSlack: the same for every smaller level. With less than a chunk of rows to halve it
    ///     can get stuck.
    ///   - chunks: how the image is read where that is a job; `nil` for a reader of its own.
    init(
        imageSize: PixelSize, cuts: [Cut], baseSlack: Int = Self.baseSlack,
        levelSlack: Int = Self.levelSlack, chunks: BlockChunks? = nil
    ) {
        self.chunks = chunks
        // While one chunk is being read another is there.
        let baseSlack = chunks.map { max(baseSlack, 2 * $0.height) } ?? baseSlack
        let last = cuts.flatMap(\.reductions).max() ?? 0
        levels = (0...last).map { reduction in
            let size = imageSize.reduced(by: 1 << reduction)
            let levelCuts = cuts.indices.filter { cuts[$0].reductions.contains(reduction) }
                .map {
                    LevelCut(
                        cuts[$0], number: $0,
                        window: cuts[$0].windows[reduction] ?? LevelWindow(size: size))
                }
            let tallest =
                levelCuts.map { $0.tiling.tileSize.height + 2 * $0.tiling.overlap }.max() ?? 0
            let slack = reduction == 0 ? baseSlack : levelSlack
            return Level(
                size: size, capacity: min(size.height, tallest + slack), cuts: levelCuts,
                isLast: reduction == last)
        }
        openTiles = levels.reduce(0) { sum, level in
            level.cuts.reduce(sum) { $0 + ($1.isInStrips ? 1 : $1.columns * $1.rows) }
        }
        if let chunks {
            let count = (imageSize.height + chunks.height - 1) / chunks.height
            openParts = Array(repeating: chunks.parts, count: count)
        }
    }

    /// Whether every tile is encoded.
    var isDone: Bool { openTiles == 0 }

    /// The rows of the image that there is room for now; `nil` where there is none, or nothing left
    /// to read.
    var readableRows: Range<Int>? {
        let base = levels[0]
        let left = base.size.height - base.writtenRows
        let count = min(Self.readingChunk, left)
        guard chunks == nil, count > 0, base.room >= count else { return nil }
        return base.writtenRows..<base.writtenRows + count
    }

    var rowsRead: Int { levels[0].writtenRows }

    /// The reader has filled the rows that ``readableRows`` named.
    ///
    /// - Returns: whether that made enough work for a thread to be woken: tiles of full resolution,
    ///   or as many rows to halve as those have. A chunk is halved sooner than a thread is awake, and
    ///   can wait: the reader does it itself where it blocks its way.
    mutating func didRead(_ rows: Range<Int>) -> Bool {
        levels[0].writtenRows = rows.upperBound
        let base = levels[0]
        return base.cuts.contains(where: base.hasTiles)
            || base.rowsToHalve >= Self.worthwhileHalving
    }

    /// The most pressing job, which is the caller's from now on: tiles of full resolution make room
    /// for the reader; those of smaller levels are there for when it has not read enough.
    mutating func nextJob() -> Job? {
        for index in levels.indices {
            if let job = nextHalving(at: index) { return job }
        }
        if let job = nextReading() { return job }
        for index in levels.indices {
            for cut in levels[index].cuts.indices {
                if let job = nextEncoding(at: index, cut: cut) { return job }
            }
        }
        return nil
    }

    mutating func finish(_ job: Job) {
        switch job {
        case .read(let rows, _):
            finishPart(of: rows)
        case .halve(let level, let inputRows):
            levels[level].isHalving = false
            levels[level].halvedRows = inputRows.upperBound
            levels[level + 1].writtenRows += (inputRows.count + 1) / 2
        case .encode(let level, let cut, let row, let columns):
            let levelCut = levels[level].cuts[cut]
            openTiles -= levelCut.isInStrips ? (row == levelCut.rows - 1 ? 1 : 0) : columns.count
            levels[level].cuts[cut].finish(columns.count, inRow: row)
        }
    }

    private mutating func nextReading() -> Job? {
        guard let chunks, nextChunk < openParts.count else { return nil }
        let base = levels[0]
        let start = nextChunk * chunks.height
        let rows = start..<min(start + chunks.height, base.size.height)
        guard base.writtenRows + base.room >= rows.upperBound else { return nil }
        let part = nextPart
        nextPart += 1
        if nextPart == chunks.parts {
            nextPart = 0
            nextChunk += 1
        }
        return .read(rows: rows, part: part)
    }

    /// Rows are there when every part of their chunk is, and of those above.
    private mutating func finishPart(of rows: Range<Int>) {
        guard let chunks else { return }
        openParts[rows.lowerBound / chunks.height] -= 1
        while oldestChunk < openParts.count, openParts[oldestChunk] == 0 { oldestChunk += 1 }
        levels[0].writtenRows = min(oldestChunk * chunks.height, levels[0].size.height)
    }

    private mutating func nextHalving(at index: Int) -> Job? {
        let level = levels[index]
        guard !level.isHalving else { return nil }
        let waiting = level.rowsToHalve
        let isComplete = level.writtenRows == level.size.height
        guard waiting > 0, waiting >= Self.halvingChunk || isComplete else { return nil }
        let count = min(Self.halvingChunk, waiting)
        guard levels[index + 1].room >= (count + 1) / 2 else { return nil }
        levels[index].isHalving = true
        return .halve(level: index, inputRows: level.halvedRows..<level.halvedRows + count)
    }

    private mutating func nextEncoding(at index: Int, cut number: Int) -> Job? {
        let cut = levels[index].cuts[number]
        guard levels[index].hasTiles(of: cut) else { return nil }
        let size = cut.tiling.tileSize
        let count = min(max(1, Self.pixelsPerJob / size.pixelCount), cut.columns - cut.nextColumn)
        let columns = cut.nextColumn..<cut.nextColumn + count
        levels[index].cuts[number].handOut(columns)
        return .encode(level: index, cut: number, row: cut.nextRow, columns: columns)
    }
}

extension PyramidSchedule.Level {
    /// Rows that are there and not halved.
    fileprivate var rowsToHalve: Int { isLast ? 0 : writtenRows - halvedRows }

    /// Whether a cut has tiles whose rows are there and that nobody has taken.
    fileprivate func hasTiles(of cut: PyramidSchedule.LevelCut) -> Bool {
        cut.nextRow < cut.rows && (!cut.isInStrips || cut.oldestRow == cut.nextRow)
            && writtenRows >= cut.lastRow(ofTileRow: cut.nextRow)
    }

    /// The first row that somebody still has to see.
    private var firstNeededRow: Int {
        let halving = isLast ? size.height : halvedRows
        return cuts.reduce(halving) { min($0, $1.firstNeededRow(of: size)) }
    }

    /// How many further rows may be written.
    fileprivate var room: Int {
        min(size.height, firstNeededRow + capacity) - writtenRows
    }
}

extension PyramidSchedule.LevelCut {
    fileprivate init(_ cut: Cut, number: Int, window: LevelWindow) {
        self.cut = number
        self.window = window
        isInStrips =
            window.size.height > PyramidSchedule.tallestInOnePiece && cut.isEncodedInStrips(window)
        let tileSize =
            isInStrips
            ? PixelSize(width: window.size.width, height: PyramidSchedule.stripHeight)
            : cut.tileSize
        tiling = Tiling(
            tileSize: tileSize, overlap: cut.overlap, edge: .crop, encoding: cut.encoding)
        let extent = PixelSize(
            width: window.size.width + window.shift.x, height: window.size.height + window.shift.y)
        columns = (extent.width + tileSize.width - 1) / tileSize.width
        rows = (extent.height + tileSize.height - 1) / tileSize.height
        openTiles = Array(repeating: columns, count: rows)
    }

    fileprivate func lastRow(ofTileRow row: Int) -> Int {
        tiling.levelRegion(column: 0, row: row, of: window).maxY
    }

    fileprivate func firstNeededRow(of levelSize: PixelSize) -> Int {
        guard oldestRow < rows else { return levelSize.height }
        return tiling.levelRegion(column: 0, row: oldestRow, of: window).y
    }

    fileprivate mutating func handOut(_ columns: Range<Int>) {
        nextColumn = columns.upperBound
        guard nextColumn == self.columns else { return }
        nextColumn = 0
        nextRow += 1
    }

    fileprivate mutating func finish(_ count: Int, inRow row: Int) {
        openTiles[row] -= count
        while oldestRow < rows, openTiles[oldestRow] == 0 { oldestRow += 1 }
    }
}
