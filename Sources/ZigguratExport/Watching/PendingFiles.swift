internal import ZigguratSystem

/// The files of watched folders that wait until they are complete.
///
/// A file is complete if its size and time have not changed for a while: a short one after the program
/// that wrote it has closed it, a longer one if that is not known. A file that a program of this machine
/// is writing is never complete.
struct PendingFiles {
    /// What is known of a file.
    private struct State {
        var attributes: FileAttributes?
        var since: ContinuousClock.Instant
        var isOpen = false
        var isClosed = false
    }

    /// The time for which a closed file must not change.
    static let settlingOfClosed = Duration.milliseconds(400)
    /// The time for which any other file must not change.
    static let settling = Duration.seconds(2)

    private var states: [String: State] = [:]
    /// The files that were complete, with their attributes then.
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

    /// Adds a file that a search of the folders has found, unless it is as it was when it was complete.
    ///
    /// - Parameter age: the seconds since its last change.
    mutating func find(
        _ path: String, _ attributes: FileAttributes, age: Int, at now: ContinuousClock.Instant
    ) {
        guard states[path] == nil, done[path] != attributes else { return }
        // An old file needs no wait.
        let isOld = Duration.seconds(age) > Self.settling
        states[path] = State(attributes: attributes, since: now - (isOld ? Self.settling : .zero))
    }

    /// Removes the files that are complete.
    ///
    /// - Parameter attributes: those of a file; `nil` if it does not exist.
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
                // The time begins with the first look after a change.
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
