internal import Synchronization
internal import ZigguratCore
package import ZigguratExport
package import ZigguratImaging
package import ZigguratSystem

/// The export of an image into the cache of a live server, and its state.
package final class LiveJob: Sendable {
    package enum State: Sendable {
        /// Another image is exported first.
        case waiting
        /// Another process exports the image.
        case elsewhere
        case running(ExportProgress)
        case done
        case failed(ZigguratError)

        package var isOpen: Bool {
            switch self {
            case .waiting, .elsewhere, .running: true
            case .done, .failed: false
            }
        }
    }

    package let name: String
    package let plan: ExportPlan
    /// The file when it was planned.
    let attributes: FileAttributes?
    let start = ContinuousClock.now
    /// `nil` if the image is exported.
    let direct: DirectImage?
    private let region = Mutex<StoredRegion?>(nil)
    private let current = ConditionLocked<State>(.waiting)
    private let isBegun = Atomic(false)
    private let lastUse = Mutex(ContinuousClock.now)
    let tiles = WrittenTiles()

    init(_ plan: ExportPlan, _ direct: DirectImage?, _ attributes: FileAttributes?) {
        self.direct = direct
        name = plan.name
        self.plan = plan
        self.attributes = attributes
    }

    /// Whether tiles are made one by one, from their regions of the source.
    package var isDirect: Bool { direct != nil }

    /// Returns whether the caller begins the export: `true` for the first caller only.
    func begin() -> Bool {
        !isDirect && !isBegun.exchange(true, ordering: .relaxed)
    }

    /// Records that a client requests the image.
    func touch() { lastUse.withLock { $0 = .now } }

    /// When a client last waited for the image.
    var use: ContinuousClock.Instant { lastUse.withLock { $0 } }

    /// Whether no client has requested the image for some seconds.
    func isAbandoned(after seconds: Double) -> Bool {
        lastUse.withLock { ContinuousClock.now - $0 > .seconds(seconds) }
    }

    package var state: State { current.withLock { $0 } }

    /// The tiles of the finished export.
    ///
    /// - Parameter open: called once.
    func storedRegion(
        _ open: () throws(ZigguratError) -> StoredRegion
    ) throws(ZigguratError) -> StoredRegion {
        try region.withLock { region throws(ZigguratError) in
            if let region { return region }
            let opened = try open()
            region = opened
            return opened
        }
    }

    func change(to state: State) { current.change { $0 = state } }

    /// Whether a tile of the running export is written.
    ///
    /// - Parameter path: relative to the export.
    package func hasWritten(_ path: String) -> Bool { tiles.place(of: path) != nil }

    /// Waits until the export is done or has failed, or a tile is written.
    ///
    /// - Parameters:
    ///   - path: of the tile, relative to the export.
    ///   - isWanted: asked several times a second; an answer of `false` ends the wait.
    /// - Returns: the last state.
    package func wait(
        seconds: Double, for path: String? = nil, isWanted: () -> Bool
    ) -> State {
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end, isWanted() {
            touch()
            if let path, hasWritten(path) { return state }
            let state = current.wait(milliseconds: path == nil ? 100 : 20) {
                $0.isOpen ? nil : $0
            }
            if let state { return state }
        }
        return state
    }
}
