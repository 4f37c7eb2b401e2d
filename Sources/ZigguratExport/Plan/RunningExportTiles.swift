internal import Synchronization
internal import ZigguratSystem

/// The tiles that a running export has written into its hidden folder.
package final class RunningExportTiles: Sendable {
    package init() {}

    private struct State {
        package var folder: String?
        /// The hashes of the tiles' paths in the export.
        package var paths: Set<UInt64> = []
    }

    private let state = Mutex(State())

    /// - Parameter folder: the folder that the export is written to.
    func begin(in folder: String) {
        state.withLock { $0 = State(folder: folder) }
    }

    /// Forgets the tiles of an export that is complete or has failed.
    package func end() { state.withLock { $0 = State() } }

    /// Records a complete tile.
    ///
    /// - Parameter path: the hash of the tile's path in the export.
    package func add(_ path: UInt64) { state.withLock { _ = $0.paths.insert(path) } }

    /// Returns the path of a complete tile; returns `nil` if the tile is not written yet, or if the
    /// export has ended.
    ///
    /// - Parameter path: the path of the tile, relative to the export.
    package func place(of path: String) -> String? {
        let key = XXH3.hash(path)
        return state.withLock { state in
            state.paths.contains(key) ? state.folder.map { "\($0)/\(path)" } : nil
        }
    }
}
