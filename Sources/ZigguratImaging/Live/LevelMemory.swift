internal import ZigguratCore
internal import ZigguratSystem

/// The pixels of a part of a cell. The file leaves out the rest of the cell.
struct LevelPart: Sendable {
    /// In level pixels.
    let region: PixelRegion
    let block: PixelBlock
}

/// A cache of decoded parts of levels. It removes the least recently used parts first.
package final class LevelMemory: Sendable {
    struct Key: Hashable, Sendable {
        /// The number of the image.
        let image: Int
        let cell: LevelGrid.Cell
    }

    private struct State {
        var parts: [Key: (part: LevelPart, use: Int)] = [:]
        var byteCount = 0
        var uses = 0
        var images = 0
        /// Cells that a thread decodes.
        var running: Set<Key> = []
    }

    private let state = ConditionLocked(State())
    /// In bytes.
    private let limit: Int

    /// - Parameter limit: in bytes.
    package init(limit: Int) { self.limit = limit }

    /// Returns a number for a new image.
    func makeImage() -> Int {
        state.withLock { state in
            state.images += 1
            return state.images
        }
    }

    func holds(_ key: Key) -> Bool { state.withLock { $0.parts[key] != nil } }

    /// Returns a part from memory, or makes it. Threads that request the same part wait for the
    /// first thread.
    ///
    /// - Parameters:
    ///   - isKept: whether a new part stays in memory.
    ///   - isWanted: asked several times a second while the call waits; `false` cancels.
    func part(
        _ key: Key, isKept: Bool, isWanted: () -> Bool, make: () throws(ZigguratError) -> LevelPart
    ) throws(ZigguratError) -> LevelPart {
        while true {
            let found = state.wait(milliseconds: 100) { state -> LevelPart?? in
                state.uses += 1
                if let part = state.parts[key]?.part {
                    state.parts[key]?.use = state.uses
                    return .some(part)
                }
                return state.running.insert(key).inserted ? .some(nil) : nil
            }
            if case .some(let part?) = found { return part }
            guard found == nil else { break }
            guard isWanted() else { throw ZigguratError(Cancelled()) }
        }
        defer { state.change { $0.running.remove(key) } }
        let part = try make()
        if isKept { state.withLock { keep(part, key, &$0) } }
        return part
    }

    private func keep(_ part: LevelPart, _ key: Key, _ state: inout State) {
        guard part.block.byteCount <= limit / 2 else { return }
        state.parts[key] = (part, state.uses)
        state.byteCount += part.block.byteCount
        guard state.byteCount > limit else { return }
        // Removes a quarter of the limit, so that sorting is rare.
        for (key, entry) in state.parts.sorted(by: { $0.value.use < $1.value.use }) {
            guard state.byteCount > limit * 3 / 4 else { return }
            state.parts[key] = nil
            state.byteCount -= entry.part.block.byteCount
        }
    }
}
