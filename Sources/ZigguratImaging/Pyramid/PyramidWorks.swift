internal import ZigguratCore
internal import ZigguratSystem

/// The rings of a pyramid under construction and the threads' way through the schedule.
final class PyramidWorks: Sendable {
    private struct State {
        var schedule: PyramidSchedule
        var failure: ZigguratError?
    }

    /// What a thread finds when it asks for work.
    private enum Step {
        case read(Range<Int>)
        case perform(PyramidSchedule.Job)
        case stop
    }

    /// What a thread works with, and nobody else.
    struct Tools {
        let cutter: TileCutter
        /// Where the source is kept in blocks.
        let blockReader: (any BlockReader)?
    }

    private let state: Monitor<State>
    private let rings: [RowRing]
    private let levels: [PyramidSchedule.Level]
    private let halvings: [Halving]
    /// In place of those where samples have 16 bits.
    private let wideHalvings: [WideHalving]
    private let tileCount: Int

    init(_ schedule: PyramidSchedule, bands: Int, sampleBytes: Int = 1) throws(ZigguratError) {
        rings = try RowRing.rings(
            schedule.levels.map { $0.rows(bytesPerPixel: bands * sampleBytes) })
        levels = schedule.levels
        halvings = schedule.levels.map { Halving(inputWidth: $0.size.width, bands: bands) }
        wideHalvings =
            sampleBytes == 1
            ? [] : schedule.levels.map { WideHalving(inputWidth: $0.size.width, bands: bands) }
        tileCount = schedule.openTiles
        state = Monitor(State(schedule: schedule))
    }

    /// A worker's life: jobs until all tiles are done or somebody failed.
    func work(_ makeTools: () throws(ZigguratError) -> Tools) {
        do throws(ZigguratError) {
            let tools = try makeTools()
            while case .perform(let job) = nextStep(reads: false, alone: false) {
                try perform(job, with: tools)
            }
        } catch {
            fail(error)
        }
    }

    /// The life of the thread that leads: rows while there is room for them, jobs while there is
    /// none, and to the end. It tells of the progress.
    ///
    /// - Parameter reader: `nil` where the source is read block by block, by everybody.
    func lead(
        reader: (any RowReader)?, alone: Bool,
        _ makeTools: () throws(ZigguratError) -> Tools,
        progress: (PyramidBuilder.Progress) -> Bool
    ) {
        do throws(ZigguratError) {
            let tools = try makeTools()
            while true {
                switch nextStep(reads: reader != nil, alone: alone) {
                case .read(let rows):
                    try reader?.read(into: rings[0].addresses(of: rows))
                    state.changeAndWake { $0.schedule.didRead(rows) }
                case .perform(let job):
                    try perform(job, with: tools)
                case .stop:
                    _ = progress(currentProgress)
                    return
                }
                guard progress(currentProgress) else {
                    throw ZigguratError(.cancelled, "", "stopped on request")
                }
            }
        } catch {
            fail(error)
        }
    }

    /// The first error of any thread.
    func result() throws(ZigguratError) {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    private var currentProgress: PyramidBuilder.Progress {
        state.withLock { state in
            PyramidBuilder.Progress(
                rowsRead: state.schedule.rowsRead, tilesDone: tileCount - state.schedule.openTiles,
                tileCount: tileCount)
        }
    }

    /// Waits until there is something to do. A reader reads first, so that the others have work;
    /// one that is alone reads only when there is no work left.
    private func nextStep(reads: Bool, alone: Bool) -> Step {
        state.wait { state in
            if state.failure != nil || state.schedule.isDone { return .stop }
            if alone, let job = state.schedule.nextJob() { return .perform(job) }
            if reads, let rows = state.schedule.readableRows { return .read(rows) }
            return state.schedule.nextJob().map(Step.perform)
        }
    }

    private func perform(
        _ job: PyramidSchedule.Job, with tools: Tools
    ) throws(ZigguratError) {
        switch job {
        case .read(let rows, let part):
            try tools.blockReader?.read(rows, part: part, into: rings[0].addresses(of: rows))
        case .halve(let level, let inputRows):
            halve(inputRows, of: level)
        case .encode(let level, let cut, let row, let columns):
            for column in columns {
                try tools.cutter.encode(
                    levels[level].cuts[cut], reduction: level, column: column, row: row,
                    from: rings[level])
            }
        }
        state.change { $0.schedule.finish(job) }
    }

    private func halve(_ inputRows: Range<Int>, of level: Int) {
        let (source, target) = (rings[level], rings[level + 1])
        let lastY = inputRows.upperBound - 1
        func rows(at inputY: Int) -> Halving.Rows {
            Halving.Rows(
                upper: source.row(inputY), lower: source.row(min(inputY + 1, lastY)),
                output: target.row(inputY / 2))
        }
        var next = rows(at: inputRows.lowerBound)
        for inputY in stride(from: inputRows.lowerBound, through: lastY, by: 2) {
            let current = next
            next = rows(at: min(inputY + 2, lastY))
            if wideHalvings.isEmpty {
                halvings[level].halve(current, before: next)
            } else {
                wideHalvings[level].halve(current.upper, current.lower, into: current.output)
            }
        }
    }

    private func fail(_ error: ZigguratError) {
        state.change { state in
            if state.failure == nil { state.failure = error }
        }
    }
}
