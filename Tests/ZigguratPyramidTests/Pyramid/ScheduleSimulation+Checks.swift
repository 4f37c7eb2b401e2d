import ZigguratCore
import ZigguratSystem

@testable import ZigguratImaging
@testable import ZigguratPyramid

/// What a job may do, by the simulation's own record of the rows.
extension ScheduleSimulation {
    mutating func check(_ job: PyramidSchedule.Job) throws {
        switch job {
        case .read(let rows, let part):
            // The parts of a chunk come in their order, and the first part takes the rows of the
            // chunk.
            if part == 0 {
                guard rows.lowerBound == nextRead, !rows.isEmpty, openParts[rows] == nil else {
                    throw Fault.outOfOrder("reads \(rows) after \(nextRead)")
                }
                nextRead = rows.upperBound
                try claim(rows, of: 0)
            }
            guard handedOutParts.insert(Part(rows: rows, number: part)).inserted else {
                throw Fault.outOfOrder("reads part \(part) of \(rows) twice")
            }
            openParts[rows, default: 0] += 1
        case .convert(let rows):
            for row in rows {
                guard storedRows.contains(row), convertedRows.insert(row).inserted else {
                    throw Fault.outOfOrder("converts row \(row) twice or before it is read")
                }
            }
        case .halve(let level, let rows):
            let shift = geometry.firstRowIsAlone(on: level) ? 1 : 0
            guard rows.lowerBound == nextHalving[level],
                rows.lowerBound == 0 || (rows.lowerBound + shift) % 2 == 0,
                (rows.upperBound + shift) % 2 == 0
                    || rows.upperBound == geometry.height(of: level)
            else { throw Fault.outOfOrder("halves \(rows) of level \(level)") }
            nextHalving[level] = rows.upperBound
            try expect(rows, of: level)
            try claim(geometry.halved(rows, of: level), of: level + 1)
        case .encode(let level, let number, let row, let columns):
            let pass = schedule.levels[level].passes[number].pass
            for column in columns {
                let tile = Tile(level: level, pass: pass, column: column, row: row)
                guard handedOut.insert(tile).inserted else {
                    throw Fault.handedOutTwice(level: level, pass: pass, column: column, row: row)
                }
            }
            if isBelowOpenStrip(row, of: pass, on: level) {
                throw Fault.outOfOrder("encodes strip \(row) of level \(level) too early")
            }
            try expect(grid(pass, on: level).rowsShown(by: row), of: level)
        }
    }

    func grid(_ pass: Int, on level: Int) -> ScheduleGeometry.Grid {
        guard let grid = geometry.grids[level][pass] else {
            preconditionFailure("level \(level) has no tiles of pass \(pass)")
        }
        return grid
    }

    /// Whether a row of tiles is a strip that must wait for the strip above.
    func isBelowOpenStrip(_ row: Int, of pass: Int, on level: Int) -> Bool {
        let above = Tile(level: level, pass: pass, column: 0, row: row - 1)
        return row > 0 && grid(pass, on: level).isInStrips
            && !finished.contains(above)
    }

    func expect(_ rows: Range<Int>, of level: Int) throws {
        let ring = rings[level]
        for row in rows where ring.rows[row % ring.rows.count] != row {
            throw Fault.notThere(level: level, row: row)
        }
    }

    mutating func claim(_ rows: Range<Int>, of level: Int) throws {
        for row in rows {
            let place = row % rings[level].rows.count
            if let old = rings[level].claims[place], isNeeded(old, of: level) {
                throw Fault.overwritten(level: level, row: old, by: row)
            }
            rings[level].claims[place] = row
            rings[level].rows[place] = nil
        }
    }

    mutating func fill(_ rows: Range<Int>, of level: Int) {
        for row in rows { rings[level].rows[row % rings[level].rows.count] = row }
    }

    func isNeeded(_ row: Int, of level: Int) -> Bool {
        if level + 1 < rings.count, row >= rings[level].halved { return true }
        for (number, share) in shares[level] {
            let grid = grid(number, on: level)
            for tileRow in grid.tileRows(near: row).clamped(to: share.rows)
            where grid.rowsShown(by: tileRow).contains(row) {
                for column in share.columns {
                    let tile = Tile(level: level, pass: number, column: column, row: tileRow)
                    if !finished.contains(tile) { return true }
                }
            }
        }
        return false
    }

    var tileCount: Int {
        guard !isWhole else { return geometry.tileCount }
        return shares.joined().reduce(0) { $0 + $1.value.rows.count * $1.value.columns.count }
    }

    /// Whether these rows make new work: rows to convert, or tiles of full resolution to encode.
    func makesWork(_ rows: Range<Int>) -> Bool {
        guard !convertsRows else {
            let waiting = storedRows.count - convertedRows.count
            let end = schedule.bandEnd?.read ?? geometry.height(of: 0)
            return waiting >= 128 || rows.upperBound == end && waiting > 0
        }
        return shares[0].contains { number, share in
            let grid = grid(number, on: 0)
            return !share.columns.isEmpty
                && share.rows.contains { row in
                    let last = grid.rowsShown(by: row).upperBound
                    return rows.lowerBound < last && last <= rows.upperBound
                        && !isBelowOpenStrip(row, of: number, on: 0)
                }
        }
    }
}
