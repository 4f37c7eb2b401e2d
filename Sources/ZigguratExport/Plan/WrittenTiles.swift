internal import Synchronization
internal import ZigguratSystem

/// The tiles that a running export has written, in its hidden folder.
package final class WrittenTiles: Sendable {
    package init() {}

    private struct State {
        package var folder: String?
        /// The hashes of the paths in the export.
        package var paths: Set<UInt64> = []
    }

    private let state = Mutex(State())

    /// - Parameter folder: the folder in which the export is written.
    func begin(in folder: String) {
        state.withLock { $0 = State(folder: folder) }
    }

    /// Forgets the tiles of an export that is complete or has failed.
    package func end() { state.withLock { $0 = State() } }

    /// Records a complete file.
    ///
    /// - Parameter path: the hash of its path in the export.
    package func add(_ path: UInt64) { state.withLock { _ = $0.paths.insert(path) } }

    /// The place of a complete tile; `nil` if it is not written. The export is moved when it is
    /// complete.
    ///
    /// - Parameter path: relative to the export.
    package func place(of path: String) -> String? {
        let key = XXH3.hash(path)
        return state.withLock { state in
            state.paths.contains(key) ? state.folder.map { "\($0)/\(path)" } : nil
        }
    }
}
