internal import ZigguratCore
internal import ZigguratSystem

extension PyramidSchedule.Level {
    /// Rows in memory that are not halved.
    var rowsToHalve: Int { isLast ? 0 : writtenRows - halvedRows }

    /// Whether a pass has tiles whose rows are in memory and that no thread has taken.
    func hasTiles(of pass: PyramidSchedule.LevelPass) -> Bool {
        pass.nextRow < pass.rows && (!pass.isInStrips || pass.oldestRow == pass.nextRow)
            && writtenRows >= pass.lastRow(ofTileRow: pass.nextRow)
    }

    /// The first row that a job still needs.
    private var firstNeededRow: Int {
        let halving = isLast ? size.height : halvedRows
        return passes.reduce(halving) { min($0, $1.firstNeededRow(of: size)) }
    }

    /// The number of further rows that fit.
    var room: Int {
        min(size.height, firstNeededRow + capacity) - writtenRows
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
        isInStrips = pass.hasStrips(in: window)
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

    /// The column and the row of a tile in the turned level.
    func turnedPosition(column: Int, row: Int) -> (column: Int, row: Int) {
        let x = orientation.mirrorsX ? columns - 1 - column : column
        let y = orientation.mirrorsY ? rows - 1 - row : row
        return orientation.swapsAxes ? (y, x) : (x, y)
    }

    /// The rows of the level that a tile row shows.
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

    /// Restricts the pass to the tile rows that belong to a band of rows of the image: those whose
    /// cell of the grid begins in it.
    ///
    /// - Parameter isEnd: whether the band ends with the image.
    /// - Returns: the rows of the level that these tile rows show; empty without tile rows.
    mutating func limit(to band: Range<Int>, isEnd: Bool, _ reduction: Int) -> Range<Int> {
        func tileRow(from imageRow: Int) -> Int {
            // A tile row shows the overlap above its cell.
            (0..<rows).first { row in
                (row == 0 ? 0 : firstRow(ofTileRow: row) + tiling.overlap)
                    >= imageRow >> reduction
            } ?? rows
        }
        let (first, end) = (
            tileRow(from: band.lowerBound), isEnd ? rows : tileRow(from: band.upperBound)
        )
        _ = skip(first)
        rows = end
        guard first < end else { return 0..<0 }
        return firstRow(ofTileRow: first)..<lastRow(ofTileRow: end - 1)
    }

    /// Returns the tiles at a position, one for each edge rule of a pass.
    func tiles(column: Int, row: Int, of pass: TilingPass, reduction: Int) -> [EncodedTile] {
        let (column, row) = turnedPosition(column: column, row: row)
        let isOneTile = isFull(column: column, row: row, of: pass) || pass.resampledSize != nil
        return (isOneTile ? [nil] : pass.edges.map(\.self)).map { edge in
            EncodedTile(
                pass: self.pass, reduction: reduction, column: column, row: row, edge: edge,
                isBlank: false)
        }
    }

    /// Returns whether the level fills a tile. Such a tile is the same for all edge rules.
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
    /// - Returns: the number of their tiles.
    mutating func skip(_ count: Int) -> Int {
        for row in 0..<count { openTiles[row] = 0 }
        (nextRow, oldestRow) = (count, count)
        return count * columns
    }

    mutating func handOut(_ columns: Range<Int>) {
        nextColumn = columns.upperBound
        guard nextColumn == self.columns else { return }
        nextColumn = 0
        nextRow += 1
    }

    mutating func finish(_ count: Int, inRow row: Int) {
        openTiles[row] -= count
        while oldestRow < rows, openTiles[oldestRow] == 0 { oldestRow += 1 }
    }
}
