internal import ZigguratCore

extension PyramidSchedule {
    /// The rows of a level in memory, and the passes that cut its tiles.
    struct Level {
        package let size: PixelSize
        /// The columns in memory; in the schedule of a band, only the columns that the band needs.
        var columns: Range<Int>
        /// Whether the first row or column of an odd number is halved alone. It is then the last
        /// row or column of the turned level.
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
