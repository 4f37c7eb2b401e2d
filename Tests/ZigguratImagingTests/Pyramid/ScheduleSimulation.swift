import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@testable import ZigguratImaging
@testable import ZigguratPyramid

/// Simulates the threads of ``PyramidPipeline``, one step of a random thread at a time, and keeps
/// its own record of the rows in the rings.
///
/// A thread without a job sleeps until another thread wakes it, so a missing signal leaves threads
/// asleep for ever.
struct ScheduleSimulation {
    /// An error of the schedule.
    enum Fault: Error, Equatable {
        case stuck(rowsRead: Int, openTiles: Int)
        case overwritten(level: Int, row: Int, by: Int)
        case notThere(level: Int, row: Int)
        case handedOutTwice(level: Int, pass: Int, column: Int, row: Int)
        case tilesMissing(Int)
        case nobodyWoken(rowsRead: Int)
        /// Threads sleep beside a job that takes longer than waking them.
        case idle(rowsRead: Int, PyramidSchedule.Job)
        case outOfOrder(String)
    }

    /// The work that a thread has taken.
    private struct Task {
        enum Work {
            case read(Range<Int>)
            case restore(Range<Int>)
            case perform(PyramidSchedule.Job)
        }

        let work: Work
        let isLeaders: Bool
    }

    private enum LeaderState { case awake, asleep, busy }

    struct Tile: Hashable {
        let level: Int
        let pass: Int
        let column: Int
        let row: Int
    }

    private struct Part: Hashable {
        let rows: Range<Int>
        let number: Int
    }

    private struct Ring {
        /// The row in each place; `nil` before and while a row is written.
        var rows: [Int?]
        /// The last row that was assigned to each place.
        var claims: [Int?]
        /// Rows above this row are halved, and their halving is complete.
        var halved = 0

        init(places: Int) {
            rows = Array(repeating: nil, count: places)
            claims = rows
        }
    }

    private var schedule: PyramidSchedule
    private let geometry: ScheduleGeometry
    /// The tiles of each pass at the beginning of the schedule, by level.
    private let shares: [[Int: ScheduleGeometry.Share]]
    /// Whether the schedule begins with all tiles.
    private let isWhole: Bool
    private let isAlone: Bool
    private var leader = LeaderState.awake
    private var awakeWorkers: Int
    private var sleepingWorkers = 0
    private var random: SeededGenerator
    private var rings: [Ring]
    private var tasks: [Task] = []
    private var handedOut: Set<Tile> = []
    private(set) var finished: Set<Tile> = []
    /// The row of the image at which the reader is.
    private(set) var nextRead: Int
    /// The end of the rows that the reader has delivered.
    private(set) var delivered: Int
    /// Whether the reader may deliver rows; another pyramid can make the reader wait.
    var mayDeliver: (Range<Int>) -> Bool = { _ in true }
    private var nextHalving: [Int]
    private let partsPerChunk: Int
    private var handedOutParts: Set<Part> = []
    private var openParts: [Range<Int>: Int] = [:]
    private var readParts: [Range<Int>: Int] = [:]
    private let isDeaf: Bool
    private let convertsRows: Bool
    /// Rows that are read, and rows that a job has taken to convert.
    private var storedRows: Set<Int> = []
    private var convertedRows: Set<Int> = []

    /// - Parameters:
    ///   - workers: the number of threads, including the reading thread.
    ///   - spareRows: the number of rows by which the rings exceed the plan; a negative number
    ///     simulates rings that are too small.
    ///   - plannedRows: the rows of the rings by level, instead of the rows that the schedule
    ///     plans.
    ///   - partsPerChunk: the parts of a chunk, if the schedule hands out reading, too.
    ///   - isDeaf: whether the simulation ignores signals to wake threads.
    ///   - convertsRows: whether rows are used only after a job has converted them.
    ///   - orientation: how the stored image of this size is turned.
    ///   - isWhole: `false` for bands and continued builds, which begin with fewer tiles.
    init(
        _ schedule: PyramidSchedule, imageSize: PixelSize, orientation: Orientation = .upright,
        passes: [TilingPass], workers: Int, seed: Int, spareRows: Int = 0,
        plannedRows: [Int]? = nil, partsPerChunk: Int = 0, isDeaf: Bool = false,
        convertsRows: Bool = false, isWhole: Bool = true
    ) {
        self.convertsRows = convertsRows
        self.isDeaf = isDeaf
        self.isWhole = isWhole
        self.partsPerChunk = partsPerChunk
        self.schedule = schedule
        geometry = ScheduleGeometry(
            imageSize: imageSize, orientation: orientation, passes: passes,
            levels: schedule.levels.count)
        isAlone = workers == 1
        awakeWorkers = workers - 1
        random = SeededGenerator(seed)
        rings = schedule.levels.enumerated().map { level, window in
            let places = plannedRows.map { min($0[level], window.size.height) } ?? window.capacity
            var ring = Ring(places: max(1, places + spareRows))
            ring.halved = window.halvedRows
            return ring
        }
        nextHalving = schedule.levels.map(\.halvedRows)
        nextRead = schedule.levels[0].writtenRows
        delivered = nextRead
        shares = schedule.levels.map { level in
            Dictionary(
                uniqueKeysWithValues: level.passes.map {
                    (
                        $0.pass,
                        ScheduleGeometry.Share(
                            rows: $0.nextRow..<$0.rows, columns: $0.firstColumn..<$0.columns)
                    )
                })
        }
    }

    /// Simulates all steps to the end.
    mutating func run() throws {
        while try step() {}
    }

    /// Simulates one step of a random thread.
    ///
    /// - Returns: `false` at the end, or if the reader must wait and no other thread can continue.
    mutating func step() throws -> Bool {
        guard !hasEnded else {
            let missing = tileCount - finished.count
            guard missing == 0 else { throw Fault.tilesMissing(missing) }
            return false
        }
        let canLead = leader == .awake
        let canWork = awakeWorkers > 0
        let held = tasks.firstIndex { !mayFinish($0) }
        let ready = tasks.count - (held == nil ? 0 : 1)
        let choices = (canLead ? 1 : 0) + (canWork ? 1 : 0) + (ready == 0 ? 0 : 1)
        guard choices > 0 else {
            guard tasks.isEmpty else { return false }
            throw stuck
        }
        var choice = Int.random(in: 0..<choices, using: &random)
        if canLead {
            if choice == 0 {
                try lead()
                return true
            }
            choice -= 1
        }
        if canWork, choice == 0 {
            awakeWorkers -= 1
            if try !takeJob(isLeaders: false) { sleepingWorkers += 1 }
            return true
        }
        // Only the task of the reader may have to wait.
        var place = Int.random(in: 0..<ready, using: &random)
        if let held, place >= held { place += 1 }
        try finish(tasks.remove(at: place))
        return true
    }

    var hasEnded: Bool { schedule.isDone && tasks.isEmpty }

    /// The rows that the reader is about to deliver.
    var pendingRows: Range<Int>? {
        for task in tasks { if case .read(let rows) = task.work { return rows } }
        return nil
    }

    private func mayFinish(_ task: Task) -> Bool {
        if case .read(let rows) = task.work { mayDeliver(rows) } else { true }
    }

    private var stuck: Fault { .stuck(rowsRead: nextRead, openTiles: schedule.openTiles) }

    /// The reading thread looks for work in this order.
    private mutating func lead() throws {
        leader = .busy
        if isAlone, try takeJob(isLeaders: true) { return }
        if let rows = schedule.restorableRows {
            try claim(rows, of: ResumeRows.reduction)
            tasks.append(Task(work: .restore(rows), isLeaders: true))
            return
        }
        if try startReading() { return }
        if try takeJob(isLeaders: true) { return }
        guard !schedule.isDone else { return }
        guard !tasks.isEmpty else { throw stuck }
        leader = .asleep
    }

    private mutating func takeJob(isLeaders: Bool) throws -> Bool {
        guard !schedule.isDone, let job = schedule.nextJob() else { return false }
        try check(job)
        tasks.append(Task(work: .perform(job), isLeaders: isLeaders))
        return true
    }

    private mutating func wakeAll() {
        if leader == .asleep { leader = .awake }
        awakeWorkers += sleepingWorkers
        sleepingWorkers = 0
    }

    /// Threads may sleep if only a few rows must be halved, because waking a thread takes longer.
    private func checkThatNoneIsIdle() throws {
        guard sleepingWorkers > 0, !schedule.isDone else { return }
        var schedule = schedule
        switch schedule.nextJob() {
        case nil: return
        case .halve(level: 0, _) where delivered - nextHalving[0] < 256: return
        case .some(let job): throw Fault.idle(rowsRead: nextRead, job)
        }
    }

    private mutating func startReading() throws -> Bool {
        guard let rows = schedule.readableRows else { return false }
        guard rows.lowerBound == nextRead, !rows.isEmpty,
            rows.upperBound <= geometry.height(of: 0),
            rows.count <= RowChunk.height
        else { throw Fault.outOfOrder("reads \(rows) after \(nextRead)") }
        nextRead = rows.upperBound
        try claim(rows, of: 0)
        tasks.append(Task(work: .read(rows), isLeaders: true))
        return true
    }

    private mutating func check(_ job: PyramidSchedule.Job) throws {
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

    private mutating func finish(_ task: Task) throws {
        if task.isLeaders { leader = .awake } else { awakeWorkers += 1 }
        switch task.work {
        case .read(let rows):
            delivered = rows.upperBound
            if convertsRows { storedRows.formUnion(rows) } else { fill(rows, of: 0) }
            let wakes = schedule.didRead(rows) && !isDeaf
            guard wakes || !makesWork(rows) else {
                throw Fault.nobodyWoken(rowsRead: rows.upperBound)
            }
            if wakes { wakeAll() } else { try checkThatNoneIsIdle() }
        case .restore(let rows):
            fill(rows, of: ResumeRows.reduction)
            schedule.didRestore(rows)
            wakeAll()
        case .perform(let job):
            // The rows must not be overwritten until the work is complete.
            switch job {
            case .read(let rows, _):
                openParts[rows, default: 0] -= 1
                readParts[rows, default: 0] += 1
                if readParts[rows] == partsPerChunk { fill(rows, of: 0) }
            case .convert(let rows):
                fill(rows, of: 0)
            case .halve(let level, let rows):
                try expect(rows, of: level)
                fill(geometry.halved(rows, of: level), of: level + 1)
                rings[level].halved = rows.upperBound
            case .encode(let level, let number, let row, let columns):
                let pass = schedule.levels[level].passes[number].pass
                try expect(
                    grid(pass, on: level).rowsShown(by: row), of: level)
                for column in columns {
                    finished.insert(Tile(level: level, pass: pass, column: column, row: row))
                }
            }
            schedule.finish(job)
            wakeAll()
        }
    }

    /// Whether these rows make new work: rows to convert, or tiles of full resolution to encode.
    private func makesWork(_ rows: Range<Int>) -> Bool {
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

    private func grid(_ pass: Int, on level: Int) -> ScheduleGeometry.Grid {
        guard let grid = geometry.grids[level][pass] else {
            preconditionFailure("level \(level) has no tiles of pass \(pass)")
        }
        return grid
    }

    /// Whether a row of tiles is a strip that must wait for the strip above.
    private func isBelowOpenStrip(_ row: Int, of pass: Int, on level: Int) -> Bool {
        let above = Tile(level: level, pass: pass, column: 0, row: row - 1)
        return row > 0 && grid(pass, on: level).isInStrips
            && !finished.contains(above)
    }

    private func expect(_ rows: Range<Int>, of level: Int) throws {
        let ring = rings[level]
        for row in rows where ring.rows[row % ring.rows.count] != row {
            throw Fault.notThere(level: level, row: row)
        }
    }

    private mutating func claim(_ rows: Range<Int>, of level: Int) throws {
        for row in rows {
            let place = row % rings[level].rows.count
            if let old = rings[level].claims[place], isNeeded(old, of: level) {
                throw Fault.overwritten(level: level, row: old, by: row)
            }
            rings[level].claims[place] = row
            rings[level].rows[place] = nil
        }
    }

    private mutating func fill(_ rows: Range<Int>, of level: Int) {
        for row in rows { rings[level].rows[row % rings[level].rows.count] = row }
    }

    private func isNeeded(_ row: Int, of level: Int) -> Bool {
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

    private var tileCount: Int {
        guard !isWhole else { return geometry.tileCount }
        return shares.joined().reduce(0) { $0 + $1.value.rows.count * $1.value.columns.count }
    }
}
