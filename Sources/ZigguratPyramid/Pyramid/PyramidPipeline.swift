internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The row rings of a pyramid, and the worker loop that runs the jobs of its schedule.
final class PyramidPipeline: Sendable {
    private struct State {
        var schedule: PyramidSchedule
        /// The number of jobs that threads have taken and not finished.
        var runningJobs = 0
        var failure: ZigguratError?

        mutating func takeJob() -> Step? {
            guard let job = schedule.nextJob() else { return nil }
            runningJobs += 1
            return .perform(job)
        }
    }

    /// The answer to a thread that requests work.
    private enum Step {
        case read(Range<Int>)
        case restore(Range<Int>)
        case perform(PyramidSchedule.Job)
        case stop
        /// Tiles are missing, but no thread can continue.
        case stuck(state: String)
    }

    /// The encoders and readers of one thread.
    struct Tools {
        let cutter: TileCutter
        /// The reader of blocks; `nil` unless the source is read in blocks.
        let blockReader: (any BlockReader)?
    }

    private let state: ConditionLocked<State>
    private let rings: [RowRing]
    private let levels: [PyramidSchedule.Level]
    private let halvings: [Halving]
    /// Replaces ``halvings`` if samples have 16 bits.
    private let wideHalvings: [WideHalving]
    /// The conversion of rows in place; `nil` without a conversion.
    private let conversion: RowConversion?
    private let tileCount: Int
    /// The row file; `nil` if the build cannot be continued.
    private let savedRows: SavedRows?
    /// The time limit of decoding; `nil` without a limit.
    private let limit: DecodingLimit?

    init(
        _ schedule: PyramidSchedule, bands: Int, sampleBytes: Int = 1,
        conversion: RowConversion? = nil, savedRows: SavedRows? = nil,
        limit: DecodingLimit? = nil
    ) throws(ZigguratError) {
        self.limit = limit
        self.savedRows = savedRows
        rings = try RowRing.rings(
            schedule.levels.enumerated().map { reduction, level in
                let stored = reduction == 0 ? conversion?.largestBytes : nil
                return level.rows(bytesPerPixel: stored ?? bands * sampleBytes)
            })
        self.conversion = conversion
        levels = schedule.levels
        halvings = schedule.levels.map {
            Halving(
                inputWidth: $0.columns.count, bands: bands,
                firstColumnIsSingle: $0.firstIsSingle.column)
        }
        wideHalvings =
            sampleBytes == 1
            ? [] : schedule.levels.map { WideHalving(inputWidth: $0.columns.count, bands: bands) }
        tileCount = schedule.openTiles
        state = ConditionLocked(State(schedule: schedule))
    }

    /// Runs jobs until all tiles are done or a thread fails: the worker loop.
    func work(_ makeTools: () throws(ZigguratError) -> Tools) {
        do throws(ZigguratError) {
            let tools = try makeTools()
            while case .perform(let job) = nextStep(leads: false, reads: false, alone: false) {
                try perform(job, with: tools) { state.withLock { $0.failure == nil } }
            }
        } catch {
            fail(error)
        }
    }

    /// Runs the loop of the calling thread: reads rows while they fit, otherwise runs jobs, and
    /// reports the progress.
    ///
    /// - Parameter reader: the reader of rows; `nil` if all threads read blocks of the source.
    func lead(
        reader: (any RowReader)?, alone: Bool,
        _ makeTools: () throws(ZigguratError) -> Tools,
        progress: (ExportProgress) -> Bool
    ) {
        do throws(ZigguratError) {
            let tools = try makeTools()
            while true {
                switch nextStep(leads: true, reads: reader != nil, alone: alone) {
                case .read(let rows):
                    try reader?.waitForRows(rows.count) { progress(currentProgress) }
                    try decode { () throws(ZigguratError) in
                        try reader?.read(into: rings[0].addresses(of: rows))
                    }
                    state.changeAndWake { $0.schedule.didRead(rows) }
                case .restore(let rows):
                    try savedRows?.read(
                        rows, into: rings[ResumeRows.reduction].addresses(of: rows))
                    state.change { $0.schedule.didRestore(rows) }
                case .perform(let job):
                    try perform(job, with: tools) { progress(currentProgress) }
                case .stop:
                    _ = progress(currentProgress)
                    return
                case .stuck(let state):
                    throw ZigguratError(EncoderError.noJob(state: state))
                }
                guard progress(currentProgress) else {
                    throw ZigguratError(Cancelled())
                }
            }
        } catch {
            fail(error)
        }
    }

    /// Throws the first error of any thread.
    func result() throws(ZigguratError) {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    private var currentProgress: ExportProgress {
        state.withLock { state in
            ExportProgress(
                rowsRead: state.schedule.rowsRead, tilesDone: tileCount - state.schedule.openTiles,
                tileCount: tileCount)
        }
    }

    /// Waits for a job. The reading thread reads before it runs jobs, so that workers have jobs.
    /// Without workers, it reads only if no job is left.
    ///
    /// If the reading thread has no work and no thread runs a job, the state cannot change any
    /// more. The build then fails instead of waiting forever, which wakes the workers.
    private func nextStep(leads: Bool, reads: Bool, alone: Bool) -> Step {
        state.wait { state in
            if state.failure != nil || state.schedule.isDone { return .stop }
            if alone, let step = state.takeJob() { return step }
            if leads, let rows = state.schedule.restorableRows { return .restore(rows) }
            if reads, let rows = state.schedule.readableRows { return .read(rows) }
            if let step = state.takeJob() { return step }
            guard leads, state.runningJobs == 0 else { return nil }
            return .stuck(state: state.schedule.summary)
        }
    }

    private func perform(
        _ job: PyramidSchedule.Job, with tools: Tools, isWanted: () -> Bool
    ) throws(ZigguratError) {
        switch job {
        case .read(let rows, let part):
            try decode { () throws(ZigguratError) in
                try tools.blockReader?.read(
                    rows, part: part, into: rings[0].addresses(of: rows), isWanted: isWanted)
            }
        case .convert(let rows):
            for row in rings[0].addresses(of: rows) {
                conversion?.convert(row, to: row, count: levels[0].columns.count)
            }
        case .halve(let level, let inputRows):
            halve(inputRows, of: level)
            if let savedRows, level + 1 == ResumeRows.reduction {
                let rows = inputRows.lowerBound / 2..<(inputRows.upperBound + 1) / 2
                if savedRows.takes(rows) {
                    try savedRows.append(rings[level + 1].addresses(of: rows))
                }
            }
        case .encode(let level, let pass, let row, let columns):
            for column in columns {
                try tools.cutter.encode(
                    levels[level].passes[pass], reduction: level, column: column, row: row,
                    from: rings[level])
            }
        }
        state.change { state in
            state.schedule.finish(job)
            state.runningJobs -= 1
        }
    }

    private func decode(_ body: () throws(ZigguratError) -> Void) throws(ZigguratError) {
        if let limit { try limit.run(body) } else { try body() }
    }

    private func halve(_ inputRows: Range<Int>, of level: Int) {
        let (source, target) = (rings[level], rings[level + 1])
        let (firstY, lastY) = (inputRows.lowerBound, inputRows.upperBound - 1)
        // If the first row is halved alone, all pairs begin one row earlier.
        let shift = levels[level].firstIsSingle.row ? 1 : 0
        func rows(at outputY: Int) -> Halving.Rows {
            let upper = 2 * outputY - shift
            return Halving.Rows(
                upper: source.row(max(upper, firstY)), lower: source.row(min(upper + 1, lastY)),
                output: target.row(outputY))
        }
        let outputs = (firstY + shift) / 2...(lastY + shift) / 2
        var next = rows(at: outputs.lowerBound)
        for outputY in outputs {
            let current = next
            next = rows(at: min(outputY + 1, outputs.upperBound))
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
