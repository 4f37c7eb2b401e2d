internal import Synchronization
internal import ZigguratCore
package import ZigguratExport
internal import ZigguratImaging
package import ZigguratPyramid
package import ZigguratSystem

/// The export of an image into the cache of a live server, and its state.
package final class LiveJob: Sendable {
    package enum State: Sendable {
        /// Waits for the exports of other images.
        case waiting
        /// Another process is exporting the image.
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
    /// The attributes of the file when the export was planned.
    let attributes: FileAttributes?
    let start = ContinuousClock.now
    /// Makes tiles on request; `nil` if the image is exported.
    let direct: OnDemandImage?
    private let region = Mutex<TiledRegionReader?>(nil)
    private let current = ConditionLocked<State>(.waiting)
    private let isBegun = Atomic(false)
    private let lastUse = Mutex(ContinuousClock.now)
    let tiles = RunningExportTiles()

    init(_ plan: ExportPlan, _ direct: OnDemandImage?, _ attributes: FileAttributes?) {
        self.direct = direct
        name = plan.name
        self.plan = plan
        self.attributes = attributes
    }

    /// Whether tiles are made on request, each from its region of the source.
    package var isDirect: Bool { direct != nil }

    /// Returns `true` to the first caller, which has to begin the export, and `false` to all
    /// others.
    func begin() -> Bool {
        !isDirect && !isBegun.exchange(true, ordering: .relaxed)
    }

    /// Records that a client requests the image now.
    func touch() { lastUse.withLock { $0 = .now } }

    /// The time when a client last waited for the image.
    var use: ContinuousClock.Instant { lastUse.withLock { $0 } }

    /// Whether no client has requested the image for a given time, in seconds.
    func isAbandoned(after seconds: Double) -> Bool {
        lastUse.withLock { ContinuousClock.now - $0 > .seconds(seconds) }
    }

    package var state: State { current.withLock { $0 } }

    /// Returns the reader of the finished export's tiles.
    ///
    /// - Parameter open: creates the reader. Called once.
    func storedRegion(
        _ open: () throws(ZigguratError) -> TiledRegionReader
    ) throws(ZigguratError) -> TiledRegionReader {
        try region.withLock { region throws(ZigguratError) in
            if let region { return region }
            let opened = try open()
            region = opened
            return opened
        }
    }

    func change(to state: State) { current.change { $0 = state } }

    /// Whether the running export has written a tile.
    ///
    /// - Parameter path: relative to the export.
    package func hasWritten(_ path: String) -> Bool { tiles.place(of: path) != nil }

    /// Waits until the export is done or has failed, or a tile is written.
    ///
    /// - Parameters:
    ///   - path: the path of the tile, relative to the export.
    ///   - isWanted: called several times a second; `false` ends the wait.
    /// - Returns: the state at the end of the wait.
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
