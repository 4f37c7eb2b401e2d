internal import Synchronization
package import ZigguratCore
package import ZigguratExport
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratStore
package import ZigguratSystem
package import ZigguratViewer

/// Images that are exported into a cache when a client asks for them.
///
/// The cache is an ordinary destination: an export of each image with all layouts, made by the
/// exporter, one at a time and the image that was asked for last first.
package final class LiveSite: Sendable {
    /// The folder of the exports.
    package let folder: String
    package let naming: SizeNaming
    package let sizes: SizeRule
    let exporter: Exporter
    let images: LiveImages
    let cache: LiveCache
    /// Images in sizes, and regions.
    let work = SharedWork(limit: Exporter.Options.defaultThreadCount, patience: .seconds(1))
    /// Small images for pages, also those of files whose decoders hang.
    let previewWork = SharedWork(
        limit: Exporter.Options.defaultThreadCount, patience: .milliseconds(300))
    /// Makes tiles for which many pixels are decoded, so that other tiles do not wait for them.
    let slowWork = SharedWork(limit: max(1, Exporter.Options.defaultThreadCount / 2))
    let jobs: LiveJobs
    private let planning = SharedWork(limit: 2 * Exporter.Options.defaultThreadCount)
    /// Every request reads it. A `Mutex` wakes the threads in their order, which takes longer.
    private let known = ConditionLocked<[String: LiveJob]>([:])
    /// The most images that are not exported and whose decoders stay open.
    private static let mostDirect = 256
    private let rule: DirectImage.Rule
    /// The decoded parts of images that are not exported.
    private let levelCache = LevelCache(
        limit: 36_000_000, threadCount: Exporter.Options.defaultThreadCount)
    /// The bytes of the stored tiles of such images, by name.
    let directBytes = Mutex<[String: Int]>([:])
    private let uses = Mutex<[String: ContinuousClock.Instant]>([:])
    let headers: HeaderChecks
    private let cacheFolder: LiveCacheFolder

    /// Creates the cache if it is missing.
    ///
    /// - Parameters:
    ///   - images: files, and folders, which mean the images in them.
    ///   - sizes: the sizes that clients can request.
    ///   - directPixels: images of at least this many pixels are not exported if any region of them
    ///     can be read.
    ///   - longestLook: the longest time to search for values that tell the range of 16-bit samples;
    ///     an image is exported if it is not enough.
    ///   - idleTimeout: an export is cancelled after this time without a request for its image, in
    ///     seconds.
    ///   - log: called with errors of exports, on a thread of its own.
    package init(
        _ images: [String], options: Exporter.Options, cache: LiveCache,
        selection: ExportBatch.Selection = ExportBatch.Selection(),
        naming: SizeNaming, rule sizes: SizeRule = SizeRule(), directPixels: Int = 1 << 24,
        longestLook: Duration = .seconds(3), idleTimeout: Double = 15,
        log: @escaping @Sendable (ZigguratError) -> Void = { _ in }
    ) throws(ZigguratError) {
        for path in images where FileSystem.attributes(of: path) == nil {
            throw ZigguratError(SourceFailure.notFound, path)
        }
        var options = options
        options.replaces = true
        // A drawing that takes minutes slows down no other image.
        options.trust.isolation?.yields = true
        folder = cache.site(of: images, options)
        exporter = Exporter(destination: folder, options: options)
        try exporter.checkOptions()
        self.images = try LiveImages(images, exporter: exporter, selection: selection)
        (self.cache, self.naming, self.sizes) = (cache, naming, sizes)
        rule = DirectImage.Rule(
            pixels: directPixels, limit: cache.limit / 2, longestLook: longestLook)
        headers = HeaderChecks(options.source, options.trust)
        do throws(ZigguratError) {
            cacheFolder = try LiveCacheFolder(folder, images)
        } catch {
            throw cache.naming(error)
        }
        jobs = LiveJobs(exporter, cache, idleTimeout: idleTimeout, log: log)
        try? FileSystem.remove(LiveCache.removed(in: folder))
        try? exporter.clearLeftovers()
    }

    deinit { stop() }

    /// Cancels the export that runs and waits for its end.
    package func stop() {
        images.stop()
        jobs.stop()
    }

    /// Makes the cache again if it was deleted, and forgets the exports in it.
    ///
    /// - Returns: whether it was deleted.
    /// - Throws: ``LiveFailure/unusableCache(_:)``.
    @discardableResult
    package func renew() throws(ZigguratError) -> Bool {
        do throws(ZigguratError) {
            return try cacheFolder.renew {
                known.withLock { $0 = [:] }
                directBytes.withLock { $0 = [:] }
                uses.withLock { $0 = [:] }
                jobs.cancelAll()
            }
        } catch {
            throw cache.naming(error)
        }
    }

    /// An error, with advice about the cache if the cache is its cause.
    package func naming(_ error: ZigguratError) -> ZigguratError { cache.naming(error) }

    package var isStopped: Bool { jobs.isStopped }

    /// The names of the layouts, the first one that of the usual page.
    package var layouts: [any Layout] { exporter.options.layouts }

    package var baseURL: String? { exporter.options.baseURL }

    /// The templates of all pages.
    package var templates: PageTemplates { exporter.templates }

    /// The language of all pages; `nil` for that of the visitor.
    package var language: String? { exporter.options.language }

    /// The names of the images, and why some have none, as far as they are known.
    package var list: (names: [String], failures: [ZigguratError]) { images.list }

    /// - Parameter isWanted: asked while a file of this name is opened to see whether it is an image.
    package func hasImage(_ name: String, isWanted: () -> Bool = { true }) -> Bool {
        images.source(named: name, isWanted: isWanted) != nil
    }

    /// The export of an image, which is begun if it is not there or out of date; `nil` if no image has
    /// the name.
    ///
    /// - Parameter isWanted: asked while the header is read by another thread.
    /// - Throws: ``ZigguratError`` if the image cannot be exported.
    package func job(
        _ name: String, isWanted: () -> Bool = { true }
    ) throws(ZigguratError) -> LiveJob? {
        guard let job = try plannedJob(name, isWanted: isWanted) else { return nil }
        job.touch()
        if job.begin() { jobs.add(job) }
        noteUse(of: job)
        return job
    }

    /// The job of an image, without beginning its export.
    func plannedJob(
        _ name: String, isWanted: () -> Bool
    ) throws(ZigguratError) -> LiveJob? {
        guard let source = images.source(named: name, isWanted: isWanted) else { return nil }
        let attributes = SourceImage.attributes(of: source.path)
        if let job = validJob(name, attributes) { return job }
        try images.check(source)
        // Before it takes the place of another image.
        try headers.check(source.path, isWanted: isWanted)
        return try planning.run(name, isWanted: isWanted) { () throws(ZigguratError) in
            validJob(name, attributes)
        } make: { _ throws(ZigguratError) in
            let (plan, direct) = try plan(source, attributes)
            let job = LiveJob(plan, direct, attributes)
            if direct != nil { job.change(to: .done) }
            known.withLock { known in
                known[name] = job
                Self.forgetOldest(in: &known)
            }
            return job
        }
    }

    /// Forgets the image that is not exported and that was not used for the longest time, if too many
    /// are open.
    private static func forgetOldest(in known: inout [String: LiveJob]) {
        let direct = known.filter { $0.value.isDirect }
        guard direct.count > mostDirect,
            let oldest = direct.min(by: { $0.value.use < $1.value.use })
        else { return }
        known[oldest.key] = nil
    }

    private func plan(
        _ source: LiveImages.Source, _ attributes: FileAttributes?
    ) throws(ZigguratError) -> (ExportPlan, DirectImage?) {
        // An export needs rows of all levels in memory; single tiles do not.
        let plan = try exporter.plan(source.path, name: source.name, checksMemory: false)
        let key = try Self.sourceKey(of: attributes, source.path)
        let direct = try DirectImage(
            plan, exporter, rule, levelCache: levelCache,
            store: LiveLevelStore(self, plan, key))
        if direct == nil { try plan.checkMemory(exporter.options.memoryLimit) }
        return (plan, direct)
    }

    /// The job of an image, unless the file has changed or the export was removed.
    private func validJob(_ name: String, _ attributes: FileAttributes?) -> LiveJob? {
        guard let job = known.withLock({ $0[name] }), job.attributes == attributes else {
            return nil
        }
        switch job.state {
        case .waiting, .elsewhere, .running: return job
        case .done where job.isDirect: return job
        case .done:
            let manifest = "\(folder)/\(name)/\(Manifest.fileName)"
            return FileSystem.exists(manifest) ? job : nil
        case .failed(let error) where error.isOfLostFiles: return nil
        case .failed:
            // The disk may have room again, or another program may have released the file.
            return ContinuousClock.now - job.start < .seconds(30) ? job : nil
        }
    }

    /// The path of a tile that the running export of an image has written, relative to ``folder``.
    ///
    /// - Parameter path: relative to the export.
    package func writtenTile(at path: String, of job: LiveJob) -> String? {
        guard let place = job.tiles.place(of: path), place.hasPrefix(folder + "/") else {
            return nil
        }
        return String(place.dropFirst(folder.utf8.count + 1))
    }

    /// Whether an answer from an export may be wrong by now: the export was removed to make room for
    /// others, or cancelled because no client waited, or it has begun again.
    package func isReplaced(_ job: LiveJob) -> Bool {
        guard !isStopped else { return false }
        if (try? renew()) == true { return true }
        guard !job.isDirect else { return false }
        guard known.withLock({ $0[job.name] }) === job else { return true }
        switch job.state {
        case .done: return !FileSystem.exists("\(folder)/\(job.name)/\(Manifest.fileName)")
        case .failed(let error): return error.isOfLostFiles
        case .waiting, .elsewhere, .running: return false
        }
    }

    /// Whether the time of a use is to be written: at most every 20 seconds.
    func isUseDue(_ key: String) -> Bool {
        let now = ContinuousClock.now
        return uses.withLock { uses in
            guard uses[key].map({ now - $0 > .seconds(20) }) ?? true else { return false }
            uses[key] = now
            return true
        }
    }

    private func noteUse(of job: LiveJob) {
        guard isUseDue(job.name), case .done = job.state else { return }
        guard job.isDirect else {
            try? jobs.noteUse(of: job.name)
            return
        }
        let record = LiveCache.record(of: job.name, in: folder)
        let bytes = directBytes.withLock { all in
            // Without a record, the tiles were removed.
            if record == nil { all[job.name] = nil }
            return all[job.name] ?? record?.bytes ?? 0
        }
        try? LiveCache.note(LiveCache.Record(name: job.name, bytes: bytes), in: folder)
    }

    /// Counts a stored tile of an image that is not exported.
    func addDirectBytes(_ count: Int, of name: String) {
        let stored = LiveCache.record(of: name, in: folder)?.bytes ?? 0
        directBytes.withLock { $0[name, default: stored] += count }
    }
}

extension ZigguratError {
    /// Whether an export was cancelled, or a folder was deleted in which it writes.
    fileprivate var isOfLostFiles: Bool {
        if code == .cancelled { return true }
        guard case .unusableCache(let failure) = reason as? LiveFailure else { return false }
        return failure.problem == .notFound
    }
}
