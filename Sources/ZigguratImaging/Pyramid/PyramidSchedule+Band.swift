internal import ZigguratCore

/// Limits a schedule to a part of the image: the rows below a start, or a band.
extension PyramidSchedule {
    /// The number of image rows of which each start is a multiple, so that records of the row file
    /// and chunks are whole. `nil` if the first chunk has another height.
    var startAlignment: Int? {
        let records = LevelRowFile.imageRows
        guard let chunks = chunks?.chunks else { return records }
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
        self.chunks?.divide(by: chunks)
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
        chunks?.skipRows(above: start)
    }
}
