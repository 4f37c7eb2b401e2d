internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratStore
internal import ZigguratSystem

/// The images of a live server, by name. A background thread repeats the search of the folders.
///
/// The name of an image is its file name without the extension. If several files share that name,
/// the names keep their extensions.
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
        /// The numbers of searches that clients have requested, that have begun, and that have
        /// ended.
        var (asked, begun, ended) = (0, 0, 0)
        /// The end of the last search, and its duration.
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
    /// The resolved paths of the folders that files must be in, and the files that the user named.
    private let roots: [String]
    private let files: Set<String>

    /// The longest time that the list waits for a search, in milliseconds.
    private static let listPatience = 300

    /// - Parameter images: files, and folders that contain images.
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

    /// The names in search order, and the reasons why some images have no name. The list covers
    /// only the files that were found so far.
    var list: (names: [String], failures: [ZigguratError]) {
        let search = askForSearch()
        _ = state.wait(milliseconds: Self.listPatience) { $0.ended >= search ? true : nil }
        return state.withLock { ($0.listing.names, $0.listing.failures) }
    }

    /// - Parameter isWanted: called several times a second during the wait; `false` ends the wait.
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

    /// - Throws: ``LiveError/outsideFolder`` if the file of an image is a link to a place outside
    ///   the folders.
    func check(_ source: Source) throws(ZigguratError) {
        guard !files.contains(source.path), let place = FileSystem.resolved(source.path) else {
            return
        }
        let isInside = roots.contains { root in
            place.hasPrefix(root == "/" ? root : root + "/")
        }
        guard isInside else { throw ZigguratError(LiveError.outsideFolder, source.path) }
    }

    /// Requests a search, unless the last search ended less than two seconds ago. After a long
    /// search, the pause is twenty times as long as the search took.
    ///
    /// - Parameter isForced: requests a search that has not begun yet, without a pause.
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
        // A folder may contain images that were not opened yet, so the failure is ignored.
        var new = Listing(
            failures: list.failures.filter { $0.reason as? BatchError != .noImages })
        var counts: [String: Int] = [:]
        for entry in list.entries { counts[Path.stem(of: entry.path), default: 0] += 1 }
        for entry in list.entries {
            let stem = Path.stem(of: entry.path)
            let name = counts[stem] == 1 ? stem : entry.name
            // The file name of one image, with its extension, can be the stem of another.
            guard new.sources[name] == nil else { continue }
            new.names.append(name)
            new.sources[name] = Source(name: name, path: entry.path)
        }
        return new
    }
}
