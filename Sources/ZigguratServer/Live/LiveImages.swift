internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratStore
internal import ZigguratSystem

/// The images that a live server shows, by their names. A thread searches the folders again now and
/// then.
///
/// The name of an image is that of its file without the extension; with it if several files have the
/// name.
final class LiveImages: Sendable {
    /// An image with a name.
    struct Source: Sendable {
        let name: String
        let path: String
    }

    private struct Listing {
        var sources: [String: Source] = [:]
        var names: [String] = []
        var failures: [ZigguratError] = []
    }

    private struct State {
        var listing = Listing()
        /// The searches that clients have asked for, that have begun and that have ended.
        var (asked, begun, ended) = (0, 0, 0)
        /// The time of the last search, and how long it took.
        var end: ContinuousClock.Instant?
        var duration = Duration.zero
        /// Whether files have turned out to be images since the last search.
        var isOutdated = false
        var isStopped = false
    }

    private let images: [String]
    private let exporter: Exporter
    private let fileNames: ExportNaming
    private let selection: ExportBatch.Selection
    private let state: ConditionLocked<State>
    private let recognition: ImageRecognition
    private let thread = BackgroundThreads()
    /// Folders without symbolic links, in which files must be, and the files that are named.
    private let roots: [String]
    private let files: Set<String>

    /// The longest time that a list waits for a search, in milliseconds.
    private static let listPatience = 300

    /// - Parameter images: files, and folders, which mean the images in them.
    init(
        _ images: [String], exporter: Exporter, selection: ExportBatch.Selection
    ) throws(ZigguratError) {
        self.images = images
        fileNames = try ExportNaming("{stem}.{ext}")
        self.exporter = exporter
        self.selection = selection
        let folders = images.filter { FileSystem.isFolder($0) }
        roots = folders.compactMap { FileSystem.resolved($0) }
        files = Set(images).subtracting(folders)
        let state = ConditionLocked(State())
        self.state = state
        recognition = ImageRecognition(
            exporter.options.trust.isolation.map(HeaderChecks.limited)
        ) { state.withLock { $0.isOutdated = true } }
    }

    func stop() {
        recognition.stop()
        state.change { $0.isStopped = true }
        thread.stop()
    }

    /// The names in the order of the search, as far as they are known, and why some images have none.
    var list: (names: [String], failures: [ZigguratError]) {
        let search = askForSearch()
        _ = state.wait(milliseconds: Self.listPatience) { $0.ended >= search ? true : nil }
        return state.withLock { ($0.listing.names, $0.listing.failures) }
    }

    /// - Parameter isWanted: asked several times a second while the call waits; `false` ends it.
    /// - Returns: `nil` if no image has the name.
    func source(named name: String, isWanted: () -> Bool = { true }) -> Source? {
        if let known = state.withLock({ $0.listing.sources[name] }) { return known }
        if let found = searched(name, askForSearch(), isWanted) { return found }
        let isOpened = try? recognition.openFiles(isWanted: isWanted) { path in
            Path.stem(of: path) == name || fileNames.name(of: path, number: 1) == name
        }
        guard isOpened == true else { return nil }
        return searched(name, askForSearch(isForced: true), isWanted)
    }

    private func searched(_ name: String, _ search: Int, _ isWanted: () -> Bool) -> Source? {
        repeat {
            let isDone = state.wait(milliseconds: 100) {
                $0.ended >= search || $0.isStopped ? true : nil
            }
            if isDone == true { break }
        } while isWanted()
        return state.withLock { $0.listing.sources[name] }
    }

    /// - Throws: ``LiveFailure/outsideFolder`` if the file of an image is a link to a place outside
    ///   the folders.
    func check(_ source: Source) throws(ZigguratError) {
        guard !files.contains(source.path), let place = FileSystem.resolved(source.path) else {
            return
        }
        let isInside = roots.contains { root in
            place.hasPrefix(root == "/" ? root : root + "/")
        }
        guard isInside else { throw ZigguratError(LiveFailure.outsideFolder, source.path) }
    }

    /// Asks for a search if the last one is older than two seconds, or twenty times as long as it
    /// took.
    ///
    /// - Parameter isForced: asks for a search that has not begun, whenever the last one was.
    /// - Returns: the number of the search to wait for.
    private func askForSearch(isForced: Bool = false) -> Int {
        var number = 0
        state.changeAndWake { state in
            let isIdle = state.begun == state.ended
            guard state.asked == state.begun, isIdle || isForced else {
                number = state.asked
                return false
            }
            let least = max(state.isOutdated ? .zero : .seconds(2), state.duration * 20)
            let isDue = isForced || state.end.map { ContinuousClock.now - $0 >= least } ?? true
            if isDue { state.asked += 1 }
            number = state.asked
            return isDue
        }
        // The thread ends before this object: `stop` joins it.
        thread.start { [unowned self] in run() }
        return number
    }

    private func run() {
        while true {
            let isAsked = state.wait { state -> Bool? in
                if state.isStopped { return false }
                guard state.asked > state.begun else { return nil }
                state.begun = state.asked
                state.isOutdated = false
                return true
            }
            guard isAsked else { return }
            let start = ContinuousClock.now
            let listing = search()
            state.change { state in
                state.listing = listing
                state.ended = state.begun
                state.end = .now
                state.duration = .now - start
            }
        }
    }

    private func search() -> Listing {
        let list = BatchList(
            of: images, to: exporter.destination, naming: fileNames, selection: selection,
            recognise: { [recognition] in recognition.images(among: $0) })
        recognition.endSearch()
        // A folder whose files are not opened yet has no images.
        var new = Listing(
            failures: list.failures.filter { $0.reason as? BatchFailure != .noImages })
        var counts: [String: Int] = [:]
        for entry in list.entries { counts[Path.stem(of: entry.path), default: 0] += 1 }
        for entry in list.entries {
            let stem = Path.stem(of: entry.path)
            let name = counts[stem] == 1 ? stem : entry.name
            // A file can be called like the stem of others with its extension.
            guard new.sources[name] == nil else { continue }
            new.names.append(name)
            new.sources[name] = Source(name: name, path: entry.path)
        }
        return new
    }
}
