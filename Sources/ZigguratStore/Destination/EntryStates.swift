package import ZigguratSystem

/// The states of all entries that the result of a command depends on.
///
/// A command adds the state of an entry before it reads the entry. Under the lock of the
/// destination, it compares all states again before it moves its result into place. If a state has
/// changed, the result is outdated.
package struct EntryStates: Sendable {
    private var states: [(place: String, state: EntryState)] = []

    package init() {}

    /// - Parameter place: the path of an entry, which may be missing.
    package init(of place: String) throws(ZigguratError) { try add(place) }

    /// Adds the state of an entry, unless it was already added.
    package mutating func add(_ place: String) throws(ZigguratError) {
        guard !states.contains(where: { $0.place == place }) else { return }
        states.append((place, try EntryState(of: place)))
    }

    /// - Throws: ``DestinationFailure/changedMeanwhile`` for the first changed entry.
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

    /// Returns ``DestinationFailure/changedMeanwhile`` in place of a command's error if an entry
    /// has changed, because files that the command was reading may be missing.
    ///
    /// Keeps ``DestinationFailure/oldExportMoved(to:)``: the command itself moved the older export
    /// away.
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
