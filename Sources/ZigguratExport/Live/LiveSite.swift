internal import Synchronization
package import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
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
    package let rule: SizeRule
    let exporter: Exporter
    let images: LiveImages
    let cache: LiveCache
    /// Images in sizes, and regions.
    let work = SharedWork(limit: Exporter.Options.defaultThreadCount)
    private let jobs: LiveJobs
    private let planning = SharedWork(limit: 2 * Exporter.Options.defaultThreadCount)
    /// Every request reads it. Threads pass a `Mutex` on in their order, which takes longer.
    private let known = ConditionLocked<[String: LiveJob]>([:])
    /// Images of at least so many pixels are not exported if their decoder can begin at any row.
    private let directPixels: Int
    /// The bytes of the stored tiles of such images, by name.
    private let directBytes = Mutex<[String: Int]>([:])
    private let uses = Mutex<[String: ContinuousClock.Instant]>([:])
    /// Locked as long as the server runs, so that `cache clear` keeps the folder.
    private let lock: FileHandle

    /// Creates the cache if it is missing.
    ///
    /// - Parameters:
    ///   - images: files, and folders, which mean the images in them.
    ///   - log: called with errors of exports, on a thread of its own.
    package init(
        _ images: [String], options: Exporter.Options, cache: LiveCache,
        selection: ExportBatch.Selection = ExportBatch.Selection(),
        naming: SizeNaming, rule: SizeRule = SizeRule(), directPixels: Int = 500_000_000,
        log: @escaping @Sendable (ZigguratError) -> Void = { _ in }
    ) throws(ZigguratError) {
        for path in images where FileSystem.attributes(of: path) == nil {
            throw ZigguratError(SourceFailure.notFound, path)
        }
        var options = options
        options.replaces = true
        folder = cache.site(of: images, options)
        exporter = Exporter(destination: folder, options: options)
        try exporter.checkOptions()
        self.images = try LiveImages(images, exporter: exporter, selection: selection)
        (self.cache, self.naming, self.rule) = (cache, naming, rule)
        self.directPixels = directPixels
        let hidden = "\(folder)/\(LiveCache.hidden)"
        for name in ["images", "locks"] { try FileSystem.makeFolders("\(hidden)/\(name)") }
        lock = try FileHandle.sharedLock("\(hidden)/server")
        let places = images.map { FileSystem.resolved($0) ?? $0 }.joined(separator: "\n")
        try FileSystem.replace("\(hidden)/source", with: Array(places.utf8))
        jobs = LiveJobs(exporter, cache, log: log)
        try? exporter.clearLeftovers()
    }

    deinit { stop() }

    /// Cancels the export that runs and waits for its end.
    package func stop() { jobs.stop() }

    package var isStopped: Bool { jobs.isStopped }

    /// The names of the layouts, the first one that of the usual page.
    package var layouts: [any Layout] { exporter.options.layouts }

    package var baseURL: String? { exporter.options.baseURL }

    package var templates: PageTemplates { exporter.templates }

    /// The language of all pages; `nil` for that of the visitor.
    package var language: String? { exporter.options.language }

    package var names: [String] { images.names }

    package var failures: [ZigguratError] { images.failures }

    package func hasImage(_ name: String) -> Bool { images.source(named: name) != nil }

    /// The export of an image, which is begun if it is not there or out of date; `nil` if no image has
    /// the name.
    ///
    /// - Parameter isWanted: asked while the header is read by another thread.
    /// - Throws: ``ZigguratError`` if the image cannot be exported.
    package func job(
        _ name: String, isWanted: () -> Bool = { true }
    ) throws(ZigguratError) -> LiveJob? {
        guard let source = images.source(named: name) else { return nil }
        let attributes = SourceImage.attributes(of: source.path)
        let job = try planning.run(name, isWanted: isWanted) { () throws(ZigguratError) in
            validJob(name, attributes)
        } make: { _ throws(ZigguratError) in
            try images.check(source)
            let plan = try exporter.plan(source.path, name: name)
            let direct = try DirectImage(
                plan, exporter, smallest: directPixels, limit: cache.limit / 2)
            let job = LiveJob(plan, direct, attributes)
            known.withLock { $0[name] = job }
            if direct == nil { jobs.add(job) } else { job.change(to: .done) }
            return job
        }
        noteUse(of: job)
        return job
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
        case .failed:
            // The disk may have room again, or another program may have released the file.
            return ContinuousClock.now - job.start < .seconds(30) ? job : nil
        }
    }

    /// Whether the time of a use is to be written: at most every 20 seconds.
    private func isUseDue(_ key: String) -> Bool {
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

// Images in sizes.
extension LiveSite {
    /// Why an image cannot have a size.
    package enum SizeRefusal: Hashable, Sendable {
        case notAllowed, unknownImage, largerThanImage
    }

    /// The path of an image in a size, relative to ``folder``; it is made if it is missing.
    ///
    /// A size that is not allowed costs neither a decoder nor the disk.
    ///
    /// - Parameter isWanted: asked now and then; an answer of `false` cancels.
    package func path(
        of request: SizeRequest, isWanted: () -> Bool
    ) throws(ZigguratError) -> Result<String, Refusal> {
        guard rule.allows(request.kind) else { return .failure(Refusal(.notAllowed)) }
        guard let source = images.source(named: request.name) else {
            return .failure(Refusal(.unknownImage))
        }
        let words = request.kind.words
        let encoding = TileEncoding(
            request.format, quality: exporter.options.tiling.encoding?.quality ?? 85)
        return try path(
            of: source, "\(words.kind)\(words.value).\(request.format.fileExtension)", encoding,
            isWanted: isWanted
        ) { size in request.geometry(of: size) }
    }

    package struct Refusal: Error {
        package let reason: SizeRefusal

        init(_ reason: SizeRefusal) { self.reason = reason }
    }

    /// The path of a small JPEG of an image, relative to ``folder``, for pages; `nil` if no image has
    /// the name.
    package func preview(
        of name: String, longestSide: Int, isWanted: () -> Bool
    ) throws(ZigguratError) -> String? {
        guard let source = images.source(named: name) else { return nil }
        let path = try path(
            of: source, "preview\(longestSide).jpg", TileEncoding(.jpeg, quality: 80),
            isPreview: true, isWanted: isWanted
        ) { size in
            let box = PixelSize(square: min(longestSide, size.longSide))
            return SizeRequest(name: name, kind: .fit(box), format: .jpeg).geometry(of: size)
        }
        return try? path.get()
    }

    private func path(
        of source: LiveImages.Source, _ file: String, _ encoding: TileEncoding,
        isPreview: Bool = false, isWanted: () -> Bool,
        geometry: (PixelSize) -> (crop: PixelRegion?, size: PixelSize)?
    ) throws(ZigguratError) -> Result<String, Refusal> {
        try images.check(source)
        // A use of an image in a size, not of its export. No name begins with a slash.
        if isUseDue("/\(source.name)") { LiveCache.touch(source.name, in: folder) }
        let mark = try Self.mark(of: source.path)
        let name = "\(mark)-\(file)"
        let images = LiveCache.folder(of: source.name, in: folder)
        let path =
            "\(LiveCache.hidden)/images/\(LiveCache.key(of: source.name))/\(name)"
        return try work.run(path, isWanted: isWanted) { () throws(ZigguratError) in
            FileSystem.exists("\(images)/\(name)") ? .success(path) : nil
        } make: { isWanted throws(ZigguratError) in
            let trust = exporter.options.trust
            var request = exporter.options.source
            request.sampleBits = 8
            if isPreview, request == SourceRequest(),
                let bytes = JPEGPreview.encoded(source.path, encoding, geometry)
            {
                try store(bytes, name, mark, source.name)
                return .success(path)
            }
            let image = try SourceImage(path: source.path, request: request, trust: trust)
            guard let (crop, size) = geometry(image.header.size) else {
                return .failure(Refusal(.largerThanImage))
            }
            if let crop {
                request.crop = PixelRegion(
                    x: crop.x + (request.crop?.x ?? 0), y: crop.y + (request.crop?.y ?? 0),
                    width: crop.width, height: crop.height)
            }
            request.fit = size
            let scaled = try SourceImage(path: source.path, request: request, trust: trust)
            if isPreview, image.header.size.pixelCount > Self.mostPreviewPixels,
                !DirectImage.readsLevel(scaled)
            {
                return .failure(Refusal(.largerThanImage))
            }
            let bytes = try scaled.encoded(
                encoding, background: exporter.options.background, isWanted: isWanted)
            try scaled.checkUnchanged()
            try store(bytes, name, mark, source.name)
            return .success(path)
        }
    }

    /// Pages show no preview of a larger image without smaller levels.
    private static let mostPreviewPixels = 2_000_000_000

    /// Writes an image in a size or a tile, and removes those of older versions of the file.
    func store(
        _ bytes: [UInt8], _ name: String, _ mark: String, _ image: String
    ) throws(ZigguratError) {
        let images = LiveCache.folder(of: image, in: folder)
        if jobs.willStore(bytes.count, of: image) {
            directBytes.withLock { $0[image] = 0 }
            try? jobs.noteUse(of: image)
        }
        try FileSystem.makeFolders(images)
        for other in try FileSystem.entries(in: images)
        where other != "record" && !other.hasPrefix("\(mark)-") && !other.hasPrefix(".") {
            try? FileSystem.remove("\(images)/\(other)")
        }
        let place = "\(images)/\(name)"
        try FileSystem.makeFolders(PathContents.split(place).folder)
        try FileSystem.replace(place, with: bytes)
        if !FileSystem.exists("\(images)/record") {
            directBytes.withLock { $0[image] = nil }
            try LiveCache.note(LiveCache.Record(name: image, bytes: 0), in: folder)
        }
    }

    /// Changes with the content of a file.
    static func mark(of path: String) throws(ZigguratError) -> String {
        guard let file = SourceImage.attributes(of: path) else {
            throw ZigguratError(SourceFailure.notFound, path)
        }
        let text = "\(file.identity) \(file.byteCount) \(file.modified)"
        return String(XXH3.hash(text), radix: 16)
    }
}

// Regions.
extension LiveSite {
    /// Encodes a region of an image from the tiles of its export.
    ///
    /// - Parameter isWanted: asked now and then; an answer of `false` cancels.
    package func encoded(
        _ request: IIIFImageRequest, of job: LiveJob, isWanted: () -> Bool
    ) throws(ZigguratError) -> [UInt8] {
        let key = "\(job.name) \(request)"
        return try work.run(key, isWanted: isWanted) {
            nil
        } make: { isWanted throws(ZigguratError) in
            let region = try job.storedRegion { () throws(ZigguratError) in
                try StoredRegion(of: "\(folder)/\(job.name)", exporter.options.formats)
            }
            let quality = exporter.options.tiling.encoding?.quality ?? 85
            return try region.encoded(
                request, TileEncoding(request.format, quality: quality), isWanted: isWanted)
        }
    }
}
