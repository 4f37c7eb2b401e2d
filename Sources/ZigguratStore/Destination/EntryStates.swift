package import ZigguratSystem

/// The states of all entries that the result of a command is built upon.
///
/// A command adds the state of an entry before it reads anything else of the entry, and compares all
/// states under the lock of the destination before it moves its result into place. If a state has
/// changed, the result is built upon something that is not there any more.
package struct EntryStates: Sendable {
    private var states: [(place: String, state: EntryState)] = []

    package init() {}

    /// - Parameter place: the path of an entry, which can be missing.
    package init(of place: String) throws(ZigguratError) { try add(place) }

    /// Adds the state of an entry, unless it is known.
    package mutating func add(_ place: String) throws(ZigguratError) {
        guard !states.contains(where: { $0.place == place }) else { return }
        states.append((place, try EntryState(of: place)))
    }

    /// - Throws: ``DestinationFailure/changedMeanwhile`` with the first entry that has changed.
    package func check() throws(ZigguratError) {
        for (place, state) in states where try EntryState(of: place) != state {
            throw ZigguratError(DestinationFailure.changedMeanwhile, place)
        }
    }

    /// Whether no entry has changed.
    var areCurrent: Bool {
        get throws(ZigguratError) {
            do throws(ZigguratError) {
                try check()
                return true
            } catch {
                guard error.isChangeByOthers else { throw error }
                return false
            }
        }
    }

    /// The error of a command, or ``DestinationFailure/changedMeanwhile`` if an entry has changed: files
    /// that the command was reading may be gone. The command itself has moved an older export away if it
    /// says so.
    package func blaming(_ error: ZigguratError) -> ZigguratError {
        if case .oldExportMoved = error.reason as? DestinationFailure { return error }
        guard error.code != .cancelled else { return error }
        do throws(ZigguratError) {
            try check()
        } catch let change {
            if change.isChangeByOthers { return change }
        }
        return error
    }
}
