internal import Synchronization
internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratPyramid
internal import ZigguratStore
internal import ZigguratSystem

/// Runs the exports of a live server one after the other.
///
/// If the decoder of a running export hangs, the next export begins. If too many exports hang, one
/// of them is cancelled and repeated later.
final class LiveJobs: Sendable {
    /// A running export.
    private struct Run {
        let job: LiveJob
        let cancellation = Cancellation()
        var rowsRead = 0
        var tilesDone = 0
        var lastProgress = ContinuousClock.now
        var givesWay = false

        var isStuck: Bool { ContinuousClock.now - lastProgress > LiveJobs.patience }
    }

    private struct Queue {
        /// The waiting exports. The last element is the image that a client requested last.
        var waiting: [LiveJob] = []
        /// The exports that were cancelled in favour of another export.
        var interrupted: [LiveJob] = []
        var running: [Run] = []
        var isStopped = false
        /// The bytes of resized images stored since the caches were last measured.
        var stored = 0

        /// Removes and returns the next export; returns `nil` if the next export has to wait.
        mutating func takeNext() -> LiveJob? {
            guard running.allSatisfy(\.isStuck) else { return nil }
            guard running.count < mostExports else {
                makeWay()
                return nil
            }
            return waiting.popLast() ?? interrupted.popLast()
        }

        /// Cancels the export that has made no progress for the longest time, if a client requested
        /// the next export later than that export.
        private mutating func makeWay() {
            guard let next = waiting.last, !running.contains(where: \.givesWay),
                let index = running.indices.filter({ running[$0].job.start < next.start })
                    .min(by: { running[$0].lastProgress < running[$1].lastProgress })
            else { return }
            running[index].givesWay = true
            running[index].cancellation.cancel()
        }
    }

    private let queue = ConditionLocked(Queue())
    private let exporter: Exporter
    private let cache: LiveCache
    private let cancellation = Cancellation()
    /// An export is cancelled after this time without a request for its image, in seconds.
    private let idleTimeout: Double
    private let log: @Sendable (ZigguratError) -> Void
    private let threads = BackgroundThreads()
    /// The most exports that run at the same time.
    private static let mostExports = 4
    /// An export without progress for longer than this time does not block other exports.
    private static let patience = Duration.seconds(1)

    init(
        _ exporter: Exporter, _ cache: LiveCache, idleTimeout: Double,
        log: @escaping @Sendable (ZigguratError) -> Void
    ) {
        self.idleTimeout = idleTimeout
        self.exporter = exporter
        self.cache = cache
        self.log = log
    }

    func add(_ job: LiveJob) {
        queue.change { $0.waiting.append(job) }
        // The threads end before this object: `stop` joins them. There is one thread more than
        // exports, which looks for exports to cancel.
        threads.start(count: Self.mostExports + 1) { [unowned self] in run() }
    }

    var isStopped: Bool { cancellation.isCancelled }

    func stop() {
        cancellation.cancel()
        queue.change { queue in
            queue.isStopped = true
            for run in queue.running { run.cancellation.cancel() }
        }
        threads.stop()
    }

    /// Cancels all exports, because their files were deleted.
    func cancelAll() {
        let waiting = queue.withLock { queue in
            for run in queue.running { run.cancellation.cancel() }
            defer { (queue.waiting, queue.interrupted) = ([], []) }
            return queue.waiting + queue.interrupted
        }
        for job in waiting { job.change(to: .failed(ZigguratError(Cancelled()))) }
    }

    private func run() {
        while let run = next() {
            let job = run.job
            do throws(ZigguratError) {
                defer { job.tiles.end() }
                try export(job, run.cancellation)
                _ = end(job)
            } catch {
                if end(job), error.code == .cancelled {
                    job.change(to: .waiting)
                    queue.change { $0.interrupted.insert(job, at: 0) }
                    continue
                }
                let error = cache.naming(error)
                job.change(to: .failed(error))
                if error.code != .cancelled { log(error) }
                continue
            }
            job.change(to: .done)
        }
    }

    /// Removes an export from the running exports. Returns whether it was cancelled in favour of
    /// another export.
    private func end(_ job: LiveJob) -> Bool {
        var givesWay = false
        queue.change { queue in
            givesWay =
                !queue.isStopped
                && queue.running.contains { $0.job === job && $0.givesWay }
            queue.running.removeAll { $0.job === job }
        }
        return givesWay
    }

    /// Waits until an export may begin, and returns it; returns `nil` after ``stop()``.
    private func next() -> Run? {
        while true {
            queue.wait {
                $0.isStopped || !$0.waiting.isEmpty || !$0.interrupted.isEmpty ? () : nil
            }
            let run = queue.wait(milliseconds: 200) { queue -> Run?? in
                if queue.isStopped { return .some(nil) }
                guard let job = queue.takeNext() else { return nil }
                let run = Run(job: job)
                queue.running.append(run)
                return run
            }
            if let run { return run }
            cancelAbandoned()
        }
    }

    /// Cancels hung exports that no client waits for. An export that makes progress cancels itself.
    private func cancelAbandoned() {
        queue.withLock { queue in
            for run in queue.running where run.job.isAbandoned(after: idleTimeout) {
                run.cancellation.cancel()
            }
        }
    }

    /// Exports also report when they have made no progress, so reports without a change are
    /// ignored.
    private func note(_ progress: ExportProgress, of job: LiveJob) {
        queue.withLock { queue in
            guard let index = queue.running.firstIndex(where: { $0.job === job }) else { return }
            var run = queue.running[index]
            guard (progress.rowsRead, progress.tilesDone) != (run.rowsRead, run.tilesDone) else {
                return
            }
            (run.rowsRead, run.tilesDone) = (progress.rowsRead, progress.tilesDone)
            run.lastProgress = .now
            queue.running[index] = run
        }
    }

    private func export(_ job: LiveJob, _ own: Cancellation) throws(ZigguratError) {
        let site = exporter.destination
        guard !job.isAbandoned(after: idleTimeout) else { throw ZigguratError(Cancelled()) }
        let lock = try FileHandle.lockFile(LiveCache.lockFile(of: job.name, in: site))
        while !lock.lock(waits: false) {
            job.change(to: .elsewhere)
            guard !own.isCancelled, !job.isAbandoned(after: idleTimeout) else {
                throw ZigguratError(Cancelled())
            }
            _ = queue.wait(milliseconds: 200) { $0.isStopped ? true : nil }
        }
        defer { lock.unlock() }
        let bytes = job.plan.bundles.reduce(0) { $0 + $1.estimatedBytes }
        guard bytes <= cache.limit else {
            throw ZigguratError(
                LiveError.largerThanCache(bytes: bytes, limit: cache.limit),
                job.plan.sourcePath)
        }
        let old = FileSystem.exists("\(site)/\(job.name)")
        if !old { try cache.makeRoom(for: bytes, keeping: (job.name, site)) }
        job.change(
            to: .running(ExportProgress(rowsRead: 0, tilesDone: 0, tileCount: job.plan.tileCount)))
        var exporter = exporter
        exporter.writtenTiles = job.tiles
        _ = try exporter.export(job.plan, cancellation: own) { progress in
            if job.isAbandoned(after: idleTimeout) { own.cancel() }
            note(progress, of: job)
            job.change(to: .running(progress))
        }
        try noteUse(of: job.name)
        try cache.makeRoom(for: 0, keeping: (job.name, site))
    }

    func noteUse(of name: String) throws(ZigguratError) {
        let place = "\(exporter.destination)/\(name)"
        let bundles = try ManifestCache.shared.manifest(ofExport: place)?.bundles ?? []
        let record = LiveCache.Record(name: name, bytes: bundles.reduce(0) { $0 + $1.bytes })
        try LiveCache.note(record, in: exporter.destination)
    }

    /// Counts the bytes of a resized image or a tile before it is stored, and makes room if enough
    /// bytes were added.
    ///
    /// - Returns: whether the resized images and tiles of this image were removed, because they
    ///   alone exceed the cache limit.
    func willStore(_ bytes: Int, of name: String) -> Bool {
        var isDue = false
        queue.change { queue in
            queue.stored += bytes
            isDue = queue.stored > cache.limit / 20
            if isDue { queue.stored = 0 }
        }
        let site = exporter.destination
        guard isDue, (try? cache.makeRoom(for: bytes, keeping: (name, site))) == false else {
            return false
        }
        return (try? LiveCache.removeParts(of: name, in: site)) != nil
    }
}
