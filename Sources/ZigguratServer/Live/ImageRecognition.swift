internal import ZigguratImaging
internal import ZigguratSources
internal import ZigguratSystem

/// Finds out which files of a live folder are images.
///
/// A file whose name has the extension of an image format counts as an image. Other files are
/// opened in the background, each with its own time limit. Lists, and requests for other images, do
/// not wait for them.
final class ImageRecognition: Sendable {
    /// A file without the extension of an image format.
    private struct File {
        /// The attributes of the file when it was queued.
        var attributes: FileAttributes?
        /// `nil` if the file was never opened.
        var isImage: Bool?
        var isQueued = true
        /// Whether the last search found the file.
        var isFound = true
    }

    private struct State {
        var files: [String: File] = [:]
        var queue: [String] = []
        var isStopped = false
    }

    private let state = ConditionLocked(State())
    private let isolation: SourceRequest.Isolation?
    /// Opens files that clients wait for.
    private let requests = SingleFlight(limit: 16)
    private let threads = BackgroundThreads()
    /// Called when a file turns out to be an image, or to be an image no longer.
    private let changed: @Sendable () -> Void

    /// Many threads, because they wait for other processes.
    private static let threadCount = 8
    /// The number of files that a thread opens with one process.
    private static let filesAtOnce = 25
    /// If a file takes longer, other threads open the files behind it.
    private static let patience = Duration.milliseconds(300)

    init(_ isolation: SourceRequest.Isolation?, changed: @escaping @Sendable () -> Void) {
        self.isolation = isolation
        self.changed = changed
    }

    func stop() {
        state.change { $0.isStopped = true }
        threads.stop()
    }

    /// Returns the files that are known to be images. Files that were never opened, or that have
    /// changed, are opened in the background.
    func images(among paths: [String]) -> [String] {
        paths.filter { path in
            if SourceImage.isNamedLikeImage(path) { return true }
            let attributes = FileSystem.attributes(of: path)
            var (isImage, isNew) = (false, false)
            state.changeAndWake { state in
                var file = state.files[path] ?? File(attributes: attributes, isQueued: false)
                isNew = !file.isQueued && (file.isImage == nil || file.attributes != attributes)
                if isNew {
                    (file.attributes, file.isQueued) = (attributes, true)
                    state.queue.append(path)
                }
                file.isFound = true
                state.files[path] = file
                isImage = file.isImage ?? false
                return isNew
            }
            if isNew {
                // The threads end before this object: `stop` joins them.
                threads.start(count: Self.threadCount) { [unowned self] in run() }
            }
            return isImage
        }
    }

    /// Forgets the files that the search has not found. Called at the end of a search.
    func endSearch() {
        state.withLock { state in
            state.files = state.files.filter { $0.value.isFound }
            for path in state.files.keys { state.files[path]?.isFound = false }
        }
    }

    /// Opens, for a waiting client, the files that were never opened and whose names match.
    ///
    /// - Returns: whether at least one file was opened.
    func openFiles(
        isWanted: () -> Bool, where mayBe: (String) -> Bool
    ) throws(ZigguratError) -> Bool {
        let paths = state.withLock { state in
            state.files.filter { $0.value.isImage == nil }.keys.filter(mayBe)
        }
        for path in paths {
            _ = try requests.run(path, isWanted: isWanted) { () throws(ZigguratError) in
                // A file that was removed meanwhile has no entry and need not be opened.
                state.withLock { $0.files[path] == nil || $0.files[path]?.isImage != nil }
                    ? true : nil
            } make: { isWanted throws(ZigguratError) in
                SourceImage.recognise([path], isolation, isWanted: isWanted) { path, looks in
                    record(path, looks)
                    return true
                }
                guard isWanted() else { throw ZigguratError(Cancelled(), path) }
                return true
            }
        }
        return !paths.isEmpty
    }

    private func record(_ path: String, _ looks: Bool) {
        var isChanged = false
        state.withLock { state in
            guard let file = state.files[path] else { return }
            isChanged = (file.isImage ?? false) != looks
            state.files[path]?.isImage = looks
        }
        if isChanged { changed() }
    }

    private func run() {
        while true {
            let files = state.wait { state -> [String]?? in
                if state.isStopped { return .some(nil) }
                guard !state.queue.isEmpty else { return nil }
                let files = Array(state.queue.prefix(Self.filesAtOnce))
                state.queue.removeFirst(files.count)
                for path in files { state.files[path]?.isQueued = false }
                return files
            }
            guard let files else { return }
            open(files)
        }
    }

    private func open(_ files: [String]) {
        var left = Set(files)
        var last = ContinuousClock.now
        var isSlow = false
        SourceImage.recognise(files, isolation) {
            if !isSlow, left.count > 1, ContinuousClock.now - last > Self.patience {
                isSlow = true
                returnToQueue(left, after: files)
            }
            return !state.withLock { $0.isStopped }
        } report: { path, looks in
            record(path, looks)
            left.remove(path)
            last = .now
            return !isSlow
        }
    }

    /// Returns the files behind the slow file to the queue, so that other threads open them.
    private func returnToQueue(_ left: Set<String>, after files: [String]) {
        let others = files.filter(left.contains).dropFirst()
        state.change { state in
            for path in others where state.files[path]?.isQueued == false {
                state.files[path]?.isQueued = true
                state.queue.append(path)
            }
        }
    }
}
