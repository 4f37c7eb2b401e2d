internal import Synchronization
package import ZigguratCore
package import ZigguratExport
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratPyramid
internal import ZigguratSources
internal import ZigguratStore
package import ZigguratSystem
package import ZigguratViewer

/// Images that are exported into a cache when a client requests them.
///
/// The cache is an ordinary destination with one export for each image. Exports run one at a time;
/// the image that a client requested last comes first.
package final class LiveSite: Sendable {
    /// The folder that contains the exports.
    package let folder: String
    package let naming: SizeNaming
    package let sizes: SizeRule
    let exporter: Exporter
    let images: LiveImages
    let cache: LiveCache
    /// Makes resized images and regions.
    let work = SingleFlight(limit: Exporter.Options.defaultThreadCount, patience: .seconds(1))
    /// Makes small images for pages, with a short patience, because the decoders of some files
    /// hang.
    let previewWork = SingleFlight(
        limit: Exporter.Options.defaultThreadCount, patience: .milliseconds(300))
    /// Makes tiles that need many source pixels, so that other tiles do not wait for them.
    let slowWork = SingleFlight(limit: max(1, Exporter.Options.defaultThreadCount / 2))
    let jobs: LiveJobs
    private let planning = SingleFlight(limit: 2 * Exporter.Options.defaultThreadCount)
    /// The jobs by name. Every request reads them, and a `Mutex` would wake waiting threads in
    /// order, which takes longer.
    private let known = ConditionLocked<[String: LiveJob]>([:])
    /// The most images whose decoders stay open for tiles on request.
    private static let mostDirect = 256
    private let rule: OnDemandImage.Rule
    /// The decoded parts of images that are served without an export.
    private let levelCache = LevelCache(
        limit: 36_000_000, threadCount: Exporter.Options.defaultThreadCount)
    /// The bytes of the stored tiles of images that are served without an export, by name.
    let directBytes = Mutex<[String: Int]>([:])
    private let uses = Mutex<[String: ContinuousClock.Instant]>([:])
    let headers: HeaderChecks
    private let cacheFolder: LiveCacheFolder

    /// Creates the cache if it is missing.
    ///
    /// - Parameters:
    ///   - images: files, and folders that contain images.
    ///   - sizes: the sizes that clients can request.
    ///   - directPixels: an image with at least this many pixels is served without an export, if
    ///     any region of its file can be decoded.
    ///   - longestLook: the longest time to search for the values that determine the range of
    ///     16-bit samples. If the search takes longer, the image is exported.
    ///   - idleTimeout: an export is cancelled after this time without a request for its image, in
    ///     seconds.
    ///   - log: called with errors of exports, on a background thread.
    package init(
        _ images: [String], options: Exporter.Options, cache: LiveCache,
        selection: ExportBatch.Selection = ExportBatch.Selection(),
        naming: SizeNaming, rule sizes: SizeRule = SizeRule(), directPixels: Int = 1 << 24,
        longestLook: Duration = .seconds(3), idleTimeout: Double = 15,
        log: @escaping @Sendable (ZigguratError) -> Void = { _ in }
    ) throws(ZigguratError) {
        for path in images where FileSystem.attributes(of: path) == nil {
            throw ZigguratError(SourceError.notFound, path)
        }
        var options = options
        options.replaces = true
        // A slow decoder process gets a low priority, so that it does not slow down other images.
        options.trust.isolation?.yields = true
        folder = cache.site(of: images, options)
        exporter = Exporter(destination: folder, options: options)
        try exporter.checkOptions()
        self.images = try LiveImages(images, exporter: exporter, selection: selection)
        (self.cache, self.naming, self.sizes) = (cache, naming, sizes)
        rule = OnDemandImage.Rule(
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

    /// Cancels running exports and waits for their end.
    package func stop() {
        images.stop()
        jobs.stop()
    }

    /// Makes the cache again if it was deleted, and forgets the exports in it.
    ///
    /// - Returns: whether it was deleted.
    /// - Throws: ``LiveError/unusableCache(_:)``.
    @discardableResult
    func renew() throws(ZigguratError) -> Bool {
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

    /// Returns an error with advice about the cache, if the cache is its cause.
    package func naming(_ error: ZigguratError) -> ZigguratError { cache.naming(error) }

    package var isStopped: Bool { jobs.isStopped }

    /// The layouts of each export. The first layout provides the default page.
    package var layouts: [any Layout] { exporter.options.layouts }

    package var baseURL: String? { exporter.options.baseURL }

    /// The templates for all pages.
    package var templates: PageTemplates { exporter.templates }

    /// The language of all pages; `nil` means each visitor's language.
    package var language: String? { exporter.options.language }

    /// The names of the images found so far, and the reasons why some images have no name.
    package var list: (names: [String], failures: [ZigguratError]) { images.list }

    /// - Parameter isWanted: called while a file that may have this name is opened; `false`
    ///   cancels.
    package func hasImage(_ name: String, isWanted: () -> Bool = { true }) -> Bool {
        images.source(named: name, isWanted: isWanted) != nil
    }

    /// Returns the export of an image; returns `nil` if no image has the name. Begins the export if
    /// it is missing or out of date.
    ///
    /// - Parameter isWanted: called while another thread reads the header; `false` cancels.
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

    /// Returns the job of an image without beginning its export.
    func plannedJob(
        _ name: String, isWanted: () -> Bool
    ) throws(ZigguratError) -> LiveJob? {
        guard let source = images.source(named: name, isWanted: isWanted) else { return nil }
        let attributes = SourceImage.attributes(of: source.path)
        if let job = validJob(name, attributes) { return job }
        try images.check(source)
        // Checks the header before the file occupies a thread that other images need.
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

    /// If too many decoders are open, forgets the least recently used image that is served without
    /// an export.
    private static func forgetOldest(in known: inout [String: LiveJob]) {
        let direct = known.filter { $0.value.isDirect }
        guard direct.count > mostDirect,
            let oldest = direct.min(by: { $0.value.use < $1.value.use })
        else { return }
        known[oldest.key] = nil
    }

    private func plan(
        _ source: LiveImages.Source, _ attributes: FileAttributes?
    ) throws(ZigguratError) -> (ExportPlan, OnDemandImage?) {
        try LiveCache.removeRest(of: source.name, in: folder)
        // An export needs rows of all levels in memory; single tiles do not.
        let plan = try exporter.plan(source.path, name: source.name, checksMemory: false)
        let key = try Self.sourceKey(of: attributes, source.path)
        let direct = try OnDemandImage(
            plan, exporter, rule, levelCache: levelCache,
            store: LiveLevelStore(self, plan, key))
        if direct == nil { try plan.checkMemory(exporter.options.memoryLimit) }
        return (plan, direct)
    }

    /// Returns the job of an image, unless the file has changed or the export was removed.
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
            // Repeats a failed export after a while: the disk may have space again, or the file may
            // be readable.
            return ContinuousClock.now - job.start < .seconds(30) ? job : nil
        }
    }

    /// Returns the path of a tile that the running export of an image has written, relative to
    /// ``folder``.
    ///
    /// - Parameter path: the path of the tile, relative to the export.
    func writtenTile(at path: String, of job: LiveJob) -> String? {
        guard let place = job.tiles.place(of: path), place.hasPrefix(folder + "/") else {
            return nil
        }
        return String(place.dropFirst(folder.utf8.count + 1))
    }

    /// Whether an answer from an export may be outdated.
    ///
    /// This is the case if the export was removed to make room, was cancelled because no client
    /// waited, or has begun again.
    func isReplaced(_ job: LiveJob) -> Bool {
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

    /// Whether the time of use has to be recorded. This is the case at most every 20 seconds.
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
            // If the record is missing, the tiles were removed.
            if record == nil { all[job.name] = nil }
            return all[job.name] ?? record?.bytes ?? 0
        }
        try? LiveCache.note(LiveCache.Record(name: job.name, bytes: bytes), in: folder)
    }

    /// Adds the bytes of a stored tile to the total of an image that is served without an export.
    func addDirectBytes(_ count: Int, of name: String) {
        let stored = LiveCache.record(of: name, in: folder)?.bytes ?? 0
        directBytes.withLock { $0[name, default: stored] += count }
    }
}

extension ZigguratError {
    /// Whether an export was cancelled, or its output folder was deleted.
    fileprivate var isOfLostFiles: Bool {
        if code == .cancelled { return true }
        guard case .unusableCache(let failure) = reason as? LiveError else { return false }
        return failure.kind == .notFound
    }
}
