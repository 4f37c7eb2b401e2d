import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@testable import ZigguratImaging

/// Plays threads that follow a schedule, one step of a random one at a time, and keeps books of its
/// own on what lies in the rings.
///
/// Its arithmetic is the fact sheet's, written down once more, so that it can judge the schedule's.
struct ScheduleSimulation {
    /// What a schedule did wrong.
    enum Fault: Error, Equatable {
        case stuck(rowsRead: Int, openTiles: Int)
        case overwritten(level: Int, row: Int, by: Int)
        case notThere(level: Int, row: Int)
        case handedOutTwice(level: Int, pass: Int, column: Int, row: Int)
        case tilesMissing(Int)
        case nobodyWoken(rowsRead: Int)
        case outOfOrder(String)
    }

    /// Jobs that a thread has taken.
    private enum Task {
        case read(Range<Int>)
        case perform(PyramidSchedule.Job)
    }

    private struct Tile: Hashable {
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
        /// The row that each place holds; nil while it is being written, or never was.
        var rows: [Int?]
        /// The row that each place held last, or is being given.
        var claims: [Int?]
        /// Rows above this one are halved, and the halving is over.
        var halved = 0

        init(places: Int) {
            rows = Array(repeating: nil, count: places)
            claims = rows
        }
    }

    private var schedule: PyramidSchedule
    /// As the image is stored.
    private let imageSize: PixelSize
    private let orientation: Orientation
    private let passes: [TilingPass]
    private let workerCount: Int
    private var random: SeededGenerator
    private var rings: [Ring]
    private var tasks: [Task] = []
    private var handedOut: Set<Tile> = []
    private var finished: Set<Tile> = []
    private var nextRead = 0
    private var nextHalving: [Int]
    private let partsPerChunk: Int
    private var handedOutParts: Set<Part> = []
    private var openParts: [Range<Int>: Int] = [:]
    private var readParts: [Range<Int>: Int] = [:]
    private let isDeaf: Bool
    private let convertsRows: Bool
    /// Rows that are read, and those that a job has taken to convert them.
    private var storedRows: Set<Int> = []
    private var convertedRows: Set<Int> = []

    /// - Parameter spareRows: how much larger the rings are than the schedule asks for; a negative
    ///   number plays rings that are too small.
    /// - Parameter partsPerChunk: where the schedule hands out reading, too.
    /// - Parameter isDeaf: whether it overhears that threads are to be woken.
    /// - Parameter convertsRows: whether rows are used only after a job has converted them.
    /// - Parameter orientation: how the stored image of this size is turned.
    init(
        _ schedule: PyramidSchedule, imageSize: PixelSize, orientation: Orientation = .upright,
        passes: [TilingPass], workers: Int,
        seed: Int,
        spareRows: Int = 0, partsPerChunk: Int = 0, isDeaf: Bool = false, convertsRows: Bool = false
    ) {
        self.convertsRows = convertsRows
        self.isDeaf = isDeaf
        self.partsPerChunk = partsPerChunk
        self.schedule = schedule
        self.imageSize = imageSize
        self.orientation = orientation
        self.passes = passes
        workerCount = workers
        random = SeededGenerator(seed)
        rings = schedule.levels.map { Ring(places: max(1, $0.capacity + spareRows)) }
        nextHalving = schedule.levels.map { _ in 0 }
    }

    /// Plays to the end.
    mutating func run() throws {
        while !schedule.isDone || !tasks.isEmpty {
            try step()
        }
        let missing = tileCount - finished.count
        guard missing == 0 else { throw Fault.tilesMissing(missing) }
    }

    private mutating func step() throws {
        let mayStart = tasks.count < workerCount
        if mayStart, Bool.random(using: &random) || tasks.isEmpty, try start() { return }
        guard !tasks.isEmpty else {
            throw Fault.stuck(rowsRead: nextRead, openTiles: schedule.openTiles)
        }
        try finish(tasks.remove(at: Int.random(in: tasks.indices, using: &random)))
    }

    /// Takes on a piece of work where there is any.
    private mutating func start() throws -> Bool {
        let isReading = tasks.contains { if case .read = $0 { true } else { false } }
        let readsFirst = Bool.random(using: &random)
        if readsFirst, !isReading, try startReading() { return true }
        if let job = schedule.nextJob() {
            try check(job)
            tasks.append(.perform(job))
            return true
        }
        return try !isReading && startReading()
    }

    private mutating func startReading() throws -> Bool {
        guard let rows = schedule.readableRows else { return false }
        guard rows.lowerBound == nextRead, !rows.isEmpty, rows.upperBound <= imageSize.height,
            rows.count <= PyramidSchedule.readingChunk
        else { throw Fault.outOfOrder("reads \(rows) after \(nextRead)") }
        nextRead = rows.upperBound
        try claim(rows, of: 0)
        tasks.append(.read(rows))
        return true
    }

    private mutating func check(_ job: PyramidSchedule.Job) throws {
        switch job {
        case .read(let rows, let part):
            // Parts of a chunk come one after the other; the first one takes its rows.
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
            let shift = firstRowIsAlone(on: level) ? 1 : 0
            guard rows.lowerBound == nextHalving[level],
                rows.lowerBound == 0 || (rows.lowerBound + shift) % 2 == 0,
                (rows.upperBound + shift) % 2 == 0 || rows.upperBound == size(of: level).height
            else { throw Fault.outOfOrder("halves \(rows) of level \(level)") }
            nextHalving[level] = rows.upperBound
            try expect(rows, of: level)
            try claim(halved(rows, of: level), of: level + 1)
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
            try expect(rowsShown(by: row, of: passes[pass], on: level), of: level)
        }
    }

    private mutating func finish(_ task: Task) throws {
        switch task {
        case .read(let rows) where convertsRows:
            storedRows.formUnion(rows)
            let waiting = storedRows.count - convertedRows.count
            let isAtEnd = rows.upperBound == imageSize.height
            guard schedule.didRead(rows) || waiting < 128 && !(isAtEnd && waiting > 0) else {
                throw Fault.nobodyWoken(rowsRead: rows.upperBound)
            }
        case .read(let rows):
            fill(rows, of: 0)
            guard schedule.didRead(rows) && !isDeaf || !makesTiles(rows) else {
                throw Fault.nobodyWoken(rowsRead: rows.upperBound)
            }
        case .perform(let job):
            // The rows are still there when the work is over.
            switch job {
            case .read(let rows, _):
                openParts[rows, default: 0] -= 1
                readParts[rows, default: 0] += 1
                if readParts[rows] == partsPerChunk { fill(rows, of: 0) }
            case .convert(let rows):
                fill(rows, of: 0)
            case .halve(let level, let rows):
                try expect(rows, of: level)
                fill(halved(rows, of: level), of: level + 1)
                rings[level].halved = rows.upperBound
            case .encode(let level, let number, let row, let columns):
                let pass = schedule.levels[level].passes[number].pass
                try expect(rowsShown(by: row, of: passes[pass], on: level), of: level)
                for column in columns {
                    finished.insert(Tile(level: level, pass: pass, column: column, row: row))
                }
            }
            schedule.finish(job)
        }
    }

    /// Whether there are tiles to encode of full resolution that were not before these rows.
    private func makesTiles(_ rows: Range<Int>) -> Bool {
        passes.enumerated().contains { number, pass in
            guard pass.reductions.contains(0) else { return false }
            return (0..<tileRows(of: pass, on: 0)).contains { row in
                let last = rowsShown(by: row, of: pass, on: 0).upperBound
                return rows.lowerBound < last && last <= rows.upperBound
                    && !isBelowOpenStrip(row, of: number, on: 0)
            }
        }
    }

    /// Whether a row of tiles is a strip that has to wait for the one above.
    private func isBelowOpenStrip(_ row: Int, of pass: Int, on level: Int) -> Bool {
        let above = Tile(level: level, pass: pass, column: 0, row: row - 1)
        return row > 0 && isInStrips(passes[pass], on: level) && !finished.contains(above)
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
        for (number, pass) in passes.enumerated() where pass.reductions.contains(level) {
            let tileHeight = tileHeight(of: pass, on: level)
            let height = size(of: level).height
            let last = tileRows(of: pass, on: level) - 1
            let middle = (orientation.mirrorsY ? height - 1 - row : row) / tileHeight
            let reach = pass.overlap / tileHeight + 1
            for cell in max(0, middle - reach)...min(last, middle + reach) {
                let tileRow = orientation.mirrorsY ? last - cell : cell
                guard rowsShown(by: tileRow, of: pass, on: level).contains(row) else { continue }
                let columns = columns(of: pass, on: level)
                for column in 0..<columns {
                    let tile = Tile(level: level, pass: number, column: column, row: tileRow)
                    if !finished.contains(tile) { return true }
                }
            }
        }
        return false
    }

    private var tileCount: Int {
        passes.reduce(0) { sum, pass in
            pass.reductions.reduce(sum) { sum, level in
                sum + tileRows(of: pass, on: level) * columns(of: pass, on: level)
            }
        }
    }

    private func tileRows(of pass: TilingPass, on level: Int) -> Int {
        let tileHeight = tileHeight(of: pass, on: level)
        return (size(of: level).height + tileHeight - 1) / tileHeight
    }

    /// The number of tiles along a stored row.
    private func columns(of pass: TilingPass, on level: Int) -> Int {
        let tileWidth = orientation.swapsAxes ? pass.tileSize.height : pass.tileSize.width
        return (size(of: level).width + tileWidth - 1) / tileWidth
    }

    /// The stored rows that a row of tiles shows. Rows of tiles count in the order of stored rows; their
    /// grid begins at the edge that is the top or the left of the turned image.
    private func rowsShown(by tileRow: Int, of pass: TilingPass, on level: Int) -> Range<Int> {
        let tileHeight = tileHeight(of: pass, on: level)
        let height = size(of: level).height
        let cell = orientation.mirrorsY ? tileRows(of: pass, on: level) - 1 - tileRow : tileRow
        let top = max(0, cell * tileHeight - pass.overlap)
        let end = min(height, (cell + 1) * tileHeight + pass.overlap)
        return orientation.mirrorsY ? height - end..<height - top : top..<end
    }

    /// Whether the first stored row has no neighbour: it is the last row of the turned image.
    private func firstRowIsAlone(on level: Int) -> Bool {
        orientation.mirrorsY && size(of: level).height % 2 == 1
    }

    /// The rows of the next level that rows are halved to.
    private func halved(_ rows: Range<Int>, of level: Int) -> Range<Int> {
        let shift = firstRowIsAlone(on: level) ? 1 : 0
        return (rows.lowerBound + shift) / 2..<(rows.upperBound + shift + 1) / 2
    }

    /// A level that is one tall image is encoded while its rows come: 64 of them at a time, one
    /// strip after the other.
    private func isInStrips(_ pass: TilingPass, on level: Int) -> Bool {
        let size = size(of: level)
        return orientation == .upright && pass.encoding.format == .jpeg
            && !pass.encoding.progressive
            && !pass.encoding.lossless
            && pass.overlap == 0 && size.height > 1024 && pass.tileSize.width >= size.width
            && pass.tileSize.height >= size.height
    }

    private func tileHeight(of pass: TilingPass, on level: Int) -> Int {
        if isInStrips(pass, on: level) { return 64 }
        return orientation.swapsAxes ? pass.tileSize.width : pass.tileSize.height
    }

    private func size(of level: Int) -> PixelSize {
        let factor = 1 << level
        return PixelSize(
            width: (imageSize.width + factor - 1) / factor,
            height: (imageSize.height + factor - 1) / factor)
    }
}
