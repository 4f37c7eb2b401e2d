internal import Synchronization
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Runs the exports of a live server, one after the other, on a thread of its own.
final class LiveJobs: Sendable {
    private struct Queue {
        /// The image that was asked for last is the last one.
        var waiting: [LiveJob] = []
        var isStopped = false
        /// Bytes of images in sizes since the caches were counted.
        var stored = 0
    }

    private let queue = ConditionLocked(Queue())
    private let exporter: Exporter
    private let cache: LiveCache
    private let cancellation = Cancellation()
    /// An export is cancelled after this time without a request for its image, in seconds.
    private let idleTimeout: Double
    private let log: @Sendable (ZigguratError) -> Void
    private let thread = Mutex<WorkerThreads?>(nil)

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
        thread.withLock { thread in
            guard thread == nil, !isStopped else { return }
            // The thread ends before this object: `stop` joins it.
            thread = WorkerThreads(count: 1) { [unowned self] in run() }
        }
    }

    var isStopped: Bool { cancellation.isCancelled }

    func stop() {
        cancellation.cancel()
        queue.change { $0.isStopped = true }
        let running = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        running?.join()
    }

    private func run() {
        while true {
            let job = queue.wait { queue -> LiveJob?? in
                if queue.isStopped { return .some(nil) }
                return queue.waiting.popLast().map { .some($0) }
            }
            guard let job else { return }
            do throws(ZigguratError) {
                defer { job.tiles.end() }
                try export(job)
            } catch {
                job.change(to: .failed(error))
                if error.code != .cancelled { log(error) }
                continue
            }
            job.change(to: .done)
        }
    }

    private func export(_ job: LiveJob) throws(ZigguratError) {
        let site = exporter.destination
        guard !job.isAbandoned(after: idleTimeout) else { throw ZigguratError(Cancelled()) }
        let lock = try FileHandle.lockFile(LiveCache.lockFile(of: job.name, in: site))
        while !lock.lock(waits: false) {
            job.change(to: .elsewhere)
            guard !cancellation.isCancelled, !job.isAbandoned(after: idleTimeout) else {
                throw ZigguratError(Cancelled())
            }
            _ = queue.wait(milliseconds: 200) { $0.isStopped ? true : nil }
        }
        defer { lock.unlock() }
        let bytes = job.plan.bundles.reduce(0) { $0 + $1.estimatedBytes }
        guard bytes <= cache.limit else {
            throw ZigguratError(
                LiveFailure.largerThanCache(bytes: bytes, limit: cache.limit),
                job.plan.sourcePath)
        }
        let old = FileSystem.exists("\(site)/\(job.name)")
        if !old { try cache.makeRoom(for: bytes, keeping: (job.name, site)) }
        job.change(
            to: .running(ExportProgress(rowsRead: 0, tilesDone: 0, tileCount: job.plan.tileCount)))
        var exporter = exporter
        exporter.writtenTiles = job.tiles
        let own = Cancellation()
        _ = try exporter.export(job.plan, cancellation: own) { progress in
            if cancellation.isCancelled || job.isAbandoned(after: idleTimeout) { own.cancel() }
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

    /// Counts the bytes of an image in a size before it is stored, and makes room now and then.
    ///
    /// - Returns: whether the image's own sizes and tiles were removed: alone they are too large.
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
