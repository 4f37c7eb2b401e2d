internal import Synchronization
internal import ZigguratCore
internal import ZigguratSystem

/// A container that writes files to an archive in a fixed order, so that equal exports have equal
/// bytes.
///
/// Tiles come first, in the order of ``TileOrder``. All other files follow, sorted by path. Threads
/// may write the files in any order: a file that arrives before its turn waits in memory, or in a
/// temporary file if many bytes wait.
final class OrderedContainer: Container {
    /// A file that waits for its turn.
    private struct WaitingFile {
        enum Content {
            case memory([UInt8])
            case spooled(Range<Int>)
        }

        let path: String
        let tile: Tile.Address?
        let content: Content
    }

    private enum Turn {
        case waiting(WaitingFile)
        /// No tile with this number will arrive.
        case omitted
    }

    private struct State {
        /// The number of the tile that is written next.
        var next = 0
        /// The waiting and the omitted tiles, by number.
        var turns: [Int: Turn] = [:]
        /// The waiting files that are not in ``turns``.
        var others: [WaitingFile] = []
        /// The size of the waiting files in memory, in bytes.
        var heldBytes = 0
        var spool: ArchiveFile?
        var spoolEnd = 0
    }

    private let inner: any Container
    private let path: String
    /// `nil` if tiles of several pixel densities have the same address: then tiles are sorted by
    /// path.
    private let order: TileOrder?
    /// Whether the archive can hold files that are not tiles; otherwise it rejects them.
    private let holdsOtherFiles: Bool
    private let memoryLimit: Int
    private let state = Mutex(State())

    /// The most bytes of waiting files in memory; further files wait in the temporary file.
    static let memoryLimit = 8 << 20

    /// - Parameter path: the archive; the temporary file is created beside it.
    init(
        _ inner: any Container, of pyramid: Pyramid, at path: String, holdsOtherFiles: Bool = true,
        memoryLimit: Int = OrderedContainer.memoryLimit
    ) {
        self.inner = inner
        self.path = path
        self.holdsOtherFiles = holdsOtherFiles
        self.memoryLimit = memoryLimit
        order = pyramid.density == 1 ? TileOrder(of: pyramid) : nil
    }

    package func write(
        _ path: String, tile: Tile.Address?, _ bytes: RawSpan, twin: StoredFile?
    ) throws(ZigguratError) -> StoredFile? {
        guard tile != nil || holdsOtherFiles else {
            return try inner.write(path, tile: nil, bytes, twin: nil)
        }
        let number = tile.flatMap { order?.number(of: $0) }
        try state.withLock { state throws(ZigguratError) in
            // The next tiles may have been omitted since the last write.
            try writeWaitingTiles(&state)
            if number == state.next {
                _ = try inner.write(path, tile: tile, bytes, twin: nil)
                state.next += 1
                return try writeWaitingTiles(&state)
            }
            let file = WaitingFile(path: path, tile: tile, content: try hold(bytes, &state))
            // The archive rejects a duplicate tile when the duplicate is written at the end.
            if let number, number > state.next, state.turns[number] == nil {
                state.turns[number] = .waiting(file)
            } else {
                state.others.append(file)
            }
        }
        return nil
    }

    func omit(_ tile: Tile.Address) {
        guard let number = order?.number(of: tile) else { return }
        state.withLock { state in
            if number >= state.next, state.turns[number] == nil { state.turns[number] = .omitted }
        }
    }

    func finish() throws(ZigguratError) -> ContainerTotals {
        try state.withLock { state throws(ZigguratError) in
            for (_, turn) in state.turns.sorted(by: { $0.key < $1.key }) {
                if case .waiting(let file) = turn { try write(file, &state) }
            }
            for file in state.others.sorted(by: { $0.path < $1.path }) { try write(file, &state) }
            try state.spool?.close()
        }
        return try inner.finish()
    }

    private func writeWaitingTiles(_ state: inout State) throws(ZigguratError) {
        while let turn = state.turns.removeValue(forKey: state.next) {
            if case .waiting(let file) = turn { try write(file, &state) }
            state.next += 1
        }
        // The temporary file holds no waiting bytes now, so it is overwritten from its start.
        if state.turns.isEmpty, state.others.isEmpty { state.spoolEnd = 0 }
    }

    private func write(_ file: WaitingFile, _ state: inout State) throws(ZigguratError) {
        let bytes = try release(file.content, &state)
        // `unsafe`: the archive uses the span only during the call.
        _ = try unsafe inner.write(file.path, tile: file.tile, bytes.span.bytes, twin: nil)
    }

    private func release(
        _ content: WaitingFile.Content, _ state: inout State
    ) throws(ZigguratError) -> [UInt8] {
        switch content {
        case .memory(let bytes):
            state.heldBytes -= bytes.count
            return bytes
        case .spooled(let range):
            return try state.spool?.read(range.count, at: range.lowerBound) ?? []
        }
    }

    private func hold(
        _ bytes: RawSpan, _ state: inout State
    ) throws(ZigguratError) -> WaitingFile.Content {
        let count = bytes.byteCount
        if state.heldBytes + count <= memoryLimit {
            state.heldBytes += count
            // `unsafe`: the copy does not refer to the span.
            return .memory(unsafe bytes.withUnsafeBytes { unsafe [UInt8]($0) })
        }
        let spool: ArchiveFile
        if let open = state.spool {
            spool = open
        } else {
            spool = try ArchiveFile(path, isTemporary: true)
            state.spool = spool
        }
        let start = state.spoolEnd
        try spool.write(bytes, at: start)
        state.spoolEnd += count
        return .spooled(start..<start + count)
    }
}
