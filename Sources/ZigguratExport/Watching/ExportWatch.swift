internal import Glibc
package import ZigguratCore
internal import ZigguratImaging
internal import ZigguratStore
package import ZigguratSystem

/// Exports the images in folders, and every image that appears or changes there, until it is
/// cancelled.
///
/// New files are found at once by inotify. On network file systems, a search every few seconds
/// finds them.
package struct ExportWatch {
    /// The time between two searches.
    private static let searchInterval = Duration.seconds(5)
    /// Files that arrive within this time form one batch.
    private static let longestDelay = Duration.seconds(3)

    private let folders: [String]
    private let exporter: Exporter
    private let selection: ExportBatch.Selection
    private let everyPage: Bool
    private let everyAssociatedImage: Bool
    private let books: ExportBatch.Books

    /// - Parameter folders: the existing folders to watch.
    /// - Throws: ``WatchError`` if a folder is missing, or if the options do not allow watching.
    package init(
        _ folders: [String], exporter: Exporter, selection: ExportBatch.Selection,
        everyPage: Bool = false, everyAssociatedImage: Bool = false,
        books: ExportBatch.Books = .none
    ) throws(ZigguratError) {
        for folder in folders where !FileSystem.isFolder(folder) {
            throw ZigguratError(WatchError.notFolder, folder)
        }
        guard !exporter.naming.hasNumber else {
            throw ZigguratError(WatchError.numbered, exporter.naming.template)
        }
        guard books != .all else { throw ZigguratError(WatchError.book, folders.first ?? "") }
        (self.folders, self.exporter, self.selection) = (folders, exporter, selection)
        (self.everyPage, self.everyAssociatedImage) = (everyPage, everyAssociatedImage)
        self.books = books
    }

    /// Exports batches of complete files until it is cancelled.
    ///
    /// - Parameters:
    ///   - ready: called once, after the export of all images that were complete at the start.
    ///   - report: called on the calling thread, in order.
    /// - Returns: whether all images were exported.
    /// - Throws: ``ZigguratError`` if a folder can no longer be watched, or if the destination was
    ///   deleted or replaced.
    package func run(
        cancellation: Cancellation, ready: () -> Void, report: (ExportBatch.Event) -> Void
    ) throws(ZigguratError) -> Bool {
        let watch = FolderWatch()
        let clock = ContinuousClock()
        var (pending, isComplete, isReady) = (PendingFiles(), true, false)
        var lastSearch: ContinuousClock.Instant?
        var known = destination
        var waiting: (files: Set<String>, since: ContinuousClock.Instant)?
        while !cancellation.isCancelled {
            if lastSearch.map({ clock.now - $0 > Self.searchInterval }) ?? true {
                try search(watch, &pending)
                try checkDestination(&known)
                lastSearch = clock.now
            }
            let complete = pending.takeComplete(at: clock.now) { FileSystem.attributes(of: $0) }
            if !complete.isEmpty {
                waiting = ((waiting?.files ?? []).union(complete), waiting?.since ?? clock.now)
            }
            if let (files, since) = waiting,
                pending.isEmpty || clock.now - since > Self.longestDelay
            {
                try checkDestination(&known)
                let batch = ExportBatch(
                    folders, exporter: exporter, selection: selection, everyPage: everyPage,
                    everyAssociatedImage: everyAssociatedImage, books: books, only: files)
                isComplete = batch.run(cancellation: cancellation, report: report) && isComplete
                waiting = nil
                known = destination
            }
            if !isReady, waiting == nil {
                isReady = true
                ready()
            }
            for event in watch.events(within: 100) {
                switch event.kind {
                case .folder, .lost: lastSearch = nil
                case .changing, .complete, .appeared: pending.take(event, at: clock.now)
                }
            }
        }
        return isComplete
    }

    /// The identity of the destination; `nil` if the destination does not exist.
    private var destination: FileAttributes.Identity? {
        FileSystem.attributes(of: exporter.destination)?.identity
    }

    /// Checks that the destination is the folder of the last check, and updates `known`.
    ///
    /// - Parameter known: the identity of the destination at the last check.
    private func checkDestination(_ known: inout FileAttributes.Identity?) throws(ZigguratError) {
        let current = destination
        if let known, current != known {
            throw ZigguratError(WatchError.destinationGone, exporter.destination)
        }
        known = current
    }

    /// Finds all files, and watches the folders that contain them.
    private func search(
        _ watch: FolderWatch, _ pending: inout PendingFiles
    ) throws(ZigguratError) {
        let (now, time) = (ContinuousClock().now, time(nil))
        for folder in folders {
            guard FileSystem.isFolder(folder) else {
                throw ZigguratError(WatchError.folderGone, folder)
            }
            let search = ImageSearch(
                folder, selection, destination: exporter.destination, recognise: { $0 })
            for folder in search.folders { watch.add(folder) }
            for file in search.images {
                guard let attributes = FileSystem.attributes(of: file) else { continue }
                pending.find(
                    file, attributes, age: time - attributes.modified.seconds, at: now)
            }
        }
    }
}

/// Why folders cannot be watched.
package enum WatchError: ErrorReason {
    case notFolder
    case folderGone
    /// The destination was deleted, or another folder is in its place.
    case destinationGone
    /// The names of exports contain the number of an image in its batch.
    case numbered
    /// The images of a folder would become a book, which needs all images at once.
    case book

    package var code: ZigguratError.Code {
        switch self {
        case .notFolder, .folderGone: .unreadableSource
        case .destinationGone: .unwritable
        case .numbered, .book: .invalidOptions
        }
    }
}

extension WatchError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notFolder: "not a folder: --watch needs folders"
        case .folderGone: "not found: the watched folder is gone"
        case .destinationGone: "not found: the destination was deleted or replaced"
        case .numbered: "unsupported with --watch: {number} in --name"
        case .book: "unsupported with --watch: --book"
        }
    }
}

/// The files in watched folders that are not complete yet.
///
/// A file is complete if its size and time have not changed for a while. The wait is short if the
/// program that wrote the file has closed it, and longer if this is unknown. A file that a program
/// on this machine is writing is never complete.
struct PendingFiles {
    /// The last known state of a file.
    private struct State {
        var attributes: FileAttributes?
        var since: ContinuousClock.Instant
        var isOpen = false
        var isClosed = false
    }

    /// The time without changes after which a closed file is complete.
    static let settlingOfClosed = Duration.milliseconds(400)
    /// The time without changes after which any other file is complete.
    static let settling = Duration.seconds(2)

    private var states: [String: State] = [:]
    /// The complete files, with their attributes at that time.
    private var done: [String: FileAttributes] = [:]

    var isEmpty: Bool { states.isEmpty }

    mutating func take(_ event: FolderWatch.Event, at now: ContinuousClock.Instant) {
        var state = states[event.path] ?? State(since: now)
        switch event.kind {
        case .changing: (state.isOpen, state.isClosed) = (true, false)
        case .complete: (state.isOpen, state.isClosed) = (false, true)
        case .appeared: break
        case .folder, .lost: return
        }
        state.since = now
        states[event.path] = state
    }

    /// Adds a file that a search has found, unless its attributes are unchanged since it was
    /// complete.
    ///
    /// - Parameter age: the time since the last change of the file, in seconds.
    mutating func find(
        _ path: String, _ attributes: FileAttributes, age: Int, at now: ContinuousClock.Instant
    ) {
        guard states[path] == nil, done[path] != attributes else { return }
        // A file that has not changed for a while is complete at once.
        let isOld = Duration.seconds(age) > Self.settling
        states[path] = State(attributes: attributes, since: now - (isOld ? Self.settling : .zero))
    }

    /// Removes and returns the complete files.
    ///
    /// - Parameter attributes: returns the attributes of a file; `nil` if the file does not exist.
    mutating func takeComplete(
        at now: ContinuousClock.Instant, _ attributes: (String) -> FileAttributes?
    ) -> [String] {
        var complete: [String] = []
        for (path, state) in states {
            guard let current = attributes(path), current.isFile else {
                states[path] = nil
                done[path] = nil
                continue
            }
            if state.attributes != current {
                states[path]?.attributes = current
                // The wait begins when the change is first seen.
                if state.attributes != nil { states[path]?.since = now }
            }
            let settling = state.isClosed ? Self.settlingOfClosed : Self.settling
            guard !state.isOpen, current.byteCount > 0, state.attributes == current,
                now - state.since >= settling
            else { continue }
            complete.append(path)
            states[path] = nil
            done[path] = current
        }
        return complete.sorted()
    }
}
