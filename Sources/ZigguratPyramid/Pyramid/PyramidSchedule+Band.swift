internal import ZigguratCore
internal import ZigguratImaging

/// Limits a schedule to a part of the image: the rows below a start row, or a band.
extension PyramidSchedule {
    /// The alignment of start rows: records of the row file and chunks are then whole. `nil` if the
    /// first chunk has another height.
    var startAlignment: Int? {
        let records = ResumeRows.imageRows
        guard let chunks = chunks?.chunks else { return records }
        guard chunks.firstHeight == chunks.height else { return nil }
        return records.leastCommonMultiple(with: chunks.height)
    }

    /// Skips the rows and the tiles above a start.
    mutating func begin(at start: ResumePoint) {
        let reduction = ResumeRows.reduction
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
        // The levels larger than the row file's level need no rows.
        if isEnd { for index in 0..<reduction { levels[index].capacity = 1 } }
    }

    /// Limits the schedule to a band of the image: to the band's tiles in the levels larger than
    /// the row file's level, and to the band's pixels in the row file's level.
    ///
    /// - Precondition: the pyramid has levels smaller than the row file's level. The rows of the
    ///   band begin and end at multiples of ``startAlignment``, or at the end of the image. The
    ///   columns begin and end at multiples of ``ResumeRows/columnAlignment``, or at the end of
    ///   the image.
    mutating func limit(to band: PixelRegion) {
        let (reduction, size) = (ResumeRows.reduction, levels[0].size)
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
        // The end is aligned so that every level halves whole chunks.
        end = end.dividedRoundingUp(by: ResumeRows.imageRows) * ResumeRows.imageRows
        bandEnd = (min(end, size.height), ResumeRows.rows(ofBand: band.rows).upperBound)
        limitMemory(to: columns)
        skipRows(above: start)
        levels[reduction].writtenRows = start >> reduction
    }

    /// Limits the columns in memory.
    ///
    /// - Parameter columns: the columns of the image. The limits are extended so that columns of
    ///   each level are whole.
    private mutating func limitMemory(to columns: Range<Int>) {
        let (width, step) = (levels[0].size.width, ResumeRows.columnAlignment)
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

    /// Changes the number of parts in each chunk.
    package mutating func read(inPartsOf chunks: BlockChunks) {
        self.chunks?.divide(by: chunks)
    }

    /// Skips the rows above a row of the image, in all levels larger than the row file's level.
    private mutating func skipRows(above start: Int) {
        let isEnd = start == levels[0].size.height
        for index in 0..<ResumeRows.reduction {
            let row = isEnd ? levels[index].size.height : start >> index
            levels[index].writtenRows = row
            levels[index].halvedRows = row
        }
        deliveredRows = convertsRows ? start : 0
        chunks?.skipRows(above: start)
    }
}
