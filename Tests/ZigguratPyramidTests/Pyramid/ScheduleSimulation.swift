import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
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
    struct Task {
        enum Work {
            case read(Range<Int>)
            case restore(Range<Int>)
            case perform(PyramidSchedule.Job)
        }

        let work: Work
        let isLeaders: Bool
    }

    enum LeaderState { case awake, asleep, busy }

    struct Tile: Hashable {
        let level: Int
        let pass: Int
        let column: Int
        let row: Int
    }

    struct Part: Hashable {
        let rows: Range<Int>
        let number: Int
    }

    struct Ring {
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

    var schedule: PyramidSchedule
    let geometry: ScheduleGeometry
    /// The tiles of each pass at the beginning of the schedule, by level.
    let shares: [[Int: ScheduleGeometry.Share]]
    /// Whether the schedule begins with all tiles.
    let isWhole: Bool
    let isAlone: Bool
    var leader = LeaderState.awake
    var awakeWorkers: Int
    var sleepingWorkers = 0
    var random: SeededGenerator
    var rings: [Ring]
    var tasks: [Task] = []
    var handedOut: Set<Tile> = []
    var finished: Set<Tile> = []
    /// The row of the image at which the reader is.
    var nextRead: Int
    /// The end of the rows that the reader has delivered.
    var delivered: Int
    /// Whether the reader may deliver rows; another pyramid can make the reader wait.
    var mayDeliver: (Range<Int>) -> Bool = { _ in true }
    var nextHalving: [Int]
    let partsPerChunk: Int
    var handedOutParts: Set<Part> = []
    var openParts: [Range<Int>: Int] = [:]
    var readParts: [Range<Int>: Int] = [:]
    let isDeaf: Bool
    let convertsRows: Bool
    /// Rows that are read, and rows that a job has taken to convert.
    var storedRows: Set<Int> = []
    var convertedRows: Set<Int> = []

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

    func mayFinish(_ task: Task) -> Bool {
        if case .read(let rows) = task.work { mayDeliver(rows) } else { true }
    }

    var stuck: Fault { .stuck(rowsRead: nextRead, openTiles: schedule.openTiles) }

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

    mutating func takeJob(isLeaders: Bool) throws -> Bool {
        guard !schedule.isDone, let job = schedule.nextJob() else { return false }
        try check(job)
        tasks.append(Task(work: .perform(job), isLeaders: isLeaders))
        return true
    }

    mutating func wakeAll() {
        if leader == .asleep { leader = .awake }
        awakeWorkers += sleepingWorkers
        sleepingWorkers = 0
    }

    /// Threads may sleep if only a few rows must be halved, because waking a thread takes longer.
    func checkThatNoneIsIdle() throws {
        guard sleepingWorkers > 0, !schedule.isDone else { return }
        var schedule = schedule
        switch schedule.nextJob() {
        case nil: return
        case .halve(level: 0, _) where delivered - nextHalving[0] < 256: return
        case .some(let job): throw Fault.idle(rowsRead: nextRead, job)
        }
    }

    mutating func startReading() throws -> Bool {
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

    mutating func finish(_ task: Task) throws {
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
}
