internal import ZigguratCore
internal import ZigguratImaging

extension PyramidSchedule {
    /// The rows of a level in memory, and the passes that cut its tiles.
    struct Level {
        package let size: PixelSize
        /// The columns in memory; in the schedule of a band, only the columns that the band needs.
        var columns: Range<Int>
        /// Whether the first row or column of an odd number is halved alone. This row or column is
        /// then the last one of the turned level.
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

        /// The number of pixels in turned copies of the level. Each pass that cuts the level as one
        /// turned tile needs a copy.
        var turnedPixels: Int {
            passes.reduce(0) { sum, pass in
                let isCopied = pass.orientation != .upright && pass.columns * pass.rows == 1
                return sum + (isCopied ? size.pixelCount : 0)
            }
        }
    }
}

extension PyramidSchedule.Level {
    /// The number of rows in memory that are not halved yet.
    var rowsToHalve: Int { isLast ? 0 : writtenRows - halvedRows }

    /// Whether a pass has a tile that no thread has taken and whose rows are in memory.
    func hasTiles(of pass: PyramidSchedule.LevelPass) -> Bool {
        pass.nextRow < pass.rows && (!pass.isInStrips || pass.oldestRow == pass.nextRow)
            && writtenRows >= pass.lastRow(ofTileRow: pass.nextRow)
    }

    /// The first row that a job still needs.
    private var firstNeededRow: Int {
        let halving = isLast ? size.height : halvedRows
        return passes.reduce(halving) { min($0, $1.firstNeededRow(of: size)) }
    }

    /// The number of further rows that fit into the window.
    var room: Int {
        min(size.height, firstNeededRow + capacity) - writtenRows
    }
}

extension PyramidSchedule {
    /// The tiles that a pass cuts from a level, and whether they are taken or finished.
    ///
    /// Tile rows and columns are numbered in the order of the level's rows, which are not turned.
    struct LevelPass {
        /// The index in the list of all passes.
        let pass: Int
        /// The tiling of the turned level.
        package let tiling: Tiling
        /// The part of the turned level that the grid covers.
        let window: LevelWindow
        /// How the rows of the level are turned.
        let orientation: Orientation
        let levelSize: PixelSize
        /// Whether the level is a single image that is encoded strip by strip while its rows
        /// arrive. The tile rows of the level are then strips, encoded in order.
        let isInStrips: Bool
        /// The number of tile columns; in the schedule of a band, the end of the band's tile
        /// columns.
        var columns: Int
        /// The number of tile rows; in the schedule of a band, the end of the band's tile rows.
        var rows: Int
        /// The first tile column.
        var firstColumn = 0
        /// The first column of the level in memory.
        var memoryColumn = 0
        var nextRow = 0
        var nextColumn = 0
        var oldestRow = 0
        /// The number of unfinished tiles in each tile row.
        var openTiles: [Int]
    }
}

extension PyramidSchedule.LevelPass {
    init(
        _ pass: TilingPass, number: Int, window: LevelWindow, _ orientation: Orientation,
        levelSize: PixelSize
    ) {
        self.pass = number
        self.window = window
        self.orientation = orientation
        self.levelSize = levelSize
        isInStrips = pass.hasStrips(in: window, orientation)
        let tileSize =
            isInStrips
            ? PixelSize(width: window.size.width, height: PyramidSchedule.stripHeight)
            : pass.tileSize
        tiling = Tiling(
            tileSize: tileSize, overlap: pass.overlap, edge: .crop, encoding: pass.encoding)
        let extent = PixelSize(
            width: window.size.width + window.shift.x, height: window.size.height + window.shift.y)
        let grid = orientation.turned(
            PixelSize(
                width: extent.width.dividedRoundingUp(by: tileSize.width),
                height: extent.height.dividedRoundingUp(by: tileSize.height)))
        (columns, rows) = (grid.width, grid.height)
        openTiles = Array(repeating: columns, count: rows)
    }

    /// Returns the column and the row of a tile in the turned level.
    func turnedPosition(column: Int, row: Int) -> (column: Int, row: Int) {
        let x = orientation.mirrorsX ? columns - 1 - column : column
        let y = orientation.mirrorsY ? rows - 1 - row : row
        return orientation.swapsAxes ? (y, x) : (x, y)
    }

    /// Returns the rows of the level that a tile row shows.
    private func levelRows(ofTileRow row: Int) -> Range<Int> {
        let (column, row) = turnedPosition(column: 0, row: row)
        let region = orientation.stored(
            tiling.levelRegion(column: column, row: row, of: window), in: levelSize)
        return region.y..<region.maxY
    }

    func firstRow(ofTileRow row: Int) -> Int { levelRows(ofTileRow: row).lowerBound }

    func lastRow(ofTileRow row: Int) -> Int { levelRows(ofTileRow: row).upperBound }

    /// Returns the number of tile rows that contain only level rows above an image row.
    ///
    /// - Parameter isEnd: whether the image row is the end of the image.
    func tileRows(above imageRow: Int, isEnd: Bool, _ reduction: Int) -> Int {
        isEnd ? rows : (0..<rows).first { firstRow(ofTileRow: $0) >= imageRow >> reduction } ?? rows
    }

    /// Returns the columns of the level that a tile column shows.
    private func levelColumns(ofTileColumn column: Int) -> Range<Int> {
        tiling.levelRegion(column: column, row: 0, of: window).columns
    }

    /// Limits the pass to the tiles of a band: the tiles whose grid cells begin in the band.
    ///
    /// - Returns: the part of the level that these tiles show; `nil` if the band has no tile.
    /// - Precondition: the level is not turned.
    mutating func limit(
        to band: PixelRegion, of imageSize: PixelSize, _ reduction: Int
    ) -> PixelRegion? {
        /// Returns the tile rows or columns that begin in a range of the image's rows or columns.
        func tiles(
            _ count: Int, in range: Range<Int>, of length: Int, _ start: (Int) -> Int
        ) -> Range<Int> {
            func first(from place: Int) -> Int {
                // A tile begins with its overlap, before its cell.
                (0..<count).first { tile in
                    (tile == 0 ? 0 : start(tile) + tiling.overlap) >= place >> reduction
                } ?? count
            }
            let begin = first(from: range.lowerBound)
            return begin..<(range.upperBound == length ? count : first(from: range.upperBound))
        }
        let tileRows = tiles(rows, in: band.rows, of: imageSize.height, firstRow)
        let tileColumns = tiles(columns, in: band.columns, of: imageSize.width) {
            levelColumns(ofTileColumn: $0).lowerBound
        }
        openTiles = Array(repeating: tileColumns.count, count: rows)
        _ = skip(tileRows.lowerBound)
        rows = tileColumns.isEmpty ? tileRows.lowerBound : tileRows.upperBound
        (firstColumn, columns) = (tileColumns.lowerBound, tileColumns.upperBound)
        nextColumn = firstColumn
        guard !tileRows.isEmpty, !tileColumns.isEmpty else { return nil }
        let left = levelColumns(ofTileColumn: firstColumn).lowerBound
        let right = levelColumns(ofTileColumn: columns - 1).upperBound
        return PixelRegion(
            columns: left..<right, rows: firstRow(ofTileRow: nextRow)..<lastRow(ofTileRow: rows - 1)
        )
    }

    /// Returns the tiles at a position, one for each edge rule of a pass.
    package func tiles(column: Int, row: Int, of pass: TilingPass, reduction: Int) -> [EncodedTile]
    {
        let (column, row) = turnedPosition(column: column, row: row)
        let isOneTile = isFull(column: column, row: row, of: pass) || pass.resampledSize != nil
        return (isOneTile ? [nil] : pass.edges.map(\.self)).map { edge in
            EncodedTile(
                pass: self.pass, reduction: reduction, column: column, row: row, edge: edge,
                isBlank: false)
        }
    }

    /// Returns whether the level fills a tile, which is then equal under all edge rules.
    func isFull(column: Int, row: Int, of pass: TilingPass) -> Bool {
        pass.overlap == 0
            && tiling.levelRegion(column: column, row: row, of: window).size == pass.tileSize
    }

    func firstNeededRow(of levelSize: PixelSize) -> Int {
        guard oldestRow < rows else { return levelSize.height }
        return levelRows(ofTileRow: oldestRow).lowerBound
    }

    /// Skips the first tile rows.
    ///
    /// - Returns: the number of skipped tiles.
    mutating func skip(_ count: Int) -> Int {
        for row in 0..<count { openTiles[row] = 0 }
        (nextRow, oldestRow) = (count, count)
        return count * columns
    }

    mutating func take(_ columns: Range<Int>) {
        nextColumn = columns.upperBound
        guard nextColumn == self.columns else { return }
        nextColumn = firstColumn
        nextRow += 1
    }

    mutating func finish(_ count: Int, inRow row: Int) {
        openTiles[row] -= count
        while oldestRow < rows, openTiles[oldestRow] == 0 { oldestRow += 1 }
    }
}
