internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The pixels of a part of a cell. The rest of the cell is not stored in the file.
struct LevelPart: Sendable {
    /// The region of the part, in level pixels.
    let region: PixelRegion
    let block: PixelBlock

    /// Returns the region relative to its cell, as four 32-bit numbers, and the block.
    func storedBytes(in cell: PixelRegion) -> [UInt8] {
        [region.x - cell.x, region.y - cell.y, region.width, region.height].flatMap { number in
            withUnsafeBytes(of: UInt32(number).littleEndian, Array.init)
        } + block.storedBytes
    }

    init(_ region: PixelRegion, _ block: PixelBlock) {
        (self.region, self.block) = (region, block)
    }

    /// Creates a part from its stored form.
    ///
    /// - Parameter bytes: the result of ``storedBytes(in:)``.
    /// - Returns: `nil` if the bytes are invalid.
    init?(stored bytes: [UInt8], in cell: PixelRegion) throws(ZigguratError) {
        let numbers = stride(from: 0, to: min(16, bytes.count), by: 4).map {
            bytes[$0..<min($0 + 4, bytes.count)].littleEndian
        }
        guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0,
            numbers[0] + numbers[2] <= cell.width, numbers[1] + numbers[3] <= cell.height,
            let block = try PixelBlock(
                stored: bytes.dropFirst(16), PixelSize(width: numbers[2], height: numbers[3]))
        else { return nil }
        self.init(
            PixelRegion(
                x: cell.x + numbers[0], y: cell.y + numbers[1], width: numbers[2],
                height: numbers[3]), block)
    }
}

/// A cache of decoded parts of levels. If the cache is full, it first removes parts that are cheap
/// to make for their size and were not used recently.
///
/// Source: GreedyDual-Size, in Cao and Irani, Cost-Aware WWW Proxy Caching Algorithms, 1997.
package final class LevelCache: Sendable {
    struct Key: Hashable, Sendable {
        /// The number of the image.
        package let image: Int
        let cell: LevelGrid.Cell
    }

    private struct Entry {
        let part: LevelPart
        /// The time to make the part, in seconds per byte.
        let cost: Double
        var priority: Double
    }

    private struct State {
        var parts: [Key: Entry] = [:]
        var byteCount = 0
        /// The priority of the last removed part.
        var priority = 0.0
        var images = 0
        /// The cells that a thread is decoding.
        var running: Set<Key> = []
    }

    private enum Found {
        case part(LevelPart)
        /// The calling thread has to make the part.
        case missing

        var part: LevelPart? {
            guard case .part(let part) = self else { return nil }
            return part
        }
    }

    private let state = ConditionLocked(State())
    /// The largest size of all parts, in bytes.
    private let limit: Int
    /// The threads that decode parts, for all images of the cache.
    let workers: IdleThreadMap
    /// The clock that measures how long it takes to make a part.
    private let now: @Sendable () -> ContinuousClock.Instant

    /// - Parameters:
    ///   - limit: the largest size of all parts, in bytes.
    ///   - threadCount: the largest number of threads that decode parts of a single request.
    package init(
        limit: Int, threadCount: Int,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.limit = limit
        self.now = now
        workers = IdleThreadMap(limit: threadCount)
    }

    /// Returns a number for a new image.
    func makeImage() -> Int {
        state.withLock { state in
            state.images += 1
            return state.images
        }
    }

    func holds(_ key: Key) -> Bool { state.withLock { $0.parts[key] != nil } }

    /// Returns a part from the cache, or makes the part. If several threads request one part, the
    /// first thread makes it and the others wait.
    ///
    /// - Parameters:
    ///   - isKept: whether the cache keeps a new part.
    ///   - isWanted: called several times a second during the wait; returns `false` to cancel.
    func part(
        _ key: Key, isKept: Bool, isWanted: () -> Bool, make: () throws(ZigguratError) -> LevelPart
    ) throws(ZigguratError) -> LevelPart {
        if let part = try known(key, isWanted) { return part }
        defer { state.change { $0.running.remove(key) } }
        let start = now()
        let part = try make()
        if isKept {
            let seconds = (now() - start) / .seconds(1)
            state.withLock { keep(part, key, seconds: seconds, &$0) }
        }
        return part
    }

    /// Returns a part from the cache; `nil` if the calling thread has to make the part.
    private func known(
        _ key: Key, _ isWanted: () -> Bool
    ) throws(ZigguratError) -> LevelPart? {
        if let found = state.withLock({ Self.find(key, &$0) }) { return found.part }
        // This thread waits for another thread, so a third thread can use the processor.
        workers.leave()
        defer { workers.enter() }
        while isWanted() {
            let found = state.wait(milliseconds: 100) { Self.find(key, &$0) }
            if let found { return found.part }
        }
        throw ZigguratError(Cancelled())
    }

    /// Looks for a part.
    ///
    /// - Returns: `nil` while another thread makes the part.
    private static func find(_ key: Key, _ state: inout State) -> Found? {
        if let entry = state.parts[key] {
            state.parts[key]?.priority = state.priority + entry.cost
            return .part(entry.part)
        }
        return state.running.insert(key).inserted ? .missing : nil
    }

    private func keep(_ part: LevelPart, _ key: Key, seconds: Double, _ state: inout State) {
        let byteCount = part.block.byteCount
        guard byteCount <= limit / 2 else { return }
        let cost = seconds / Double(byteCount)
        state.parts[key] = Entry(part: part, cost: cost, priority: state.priority + cost)
        state.byteCount += byteCount
        guard state.byteCount > limit else { return }
        // Removes at least a quarter of the limit, so that sorting is rare.
        for (key, entry) in state.parts.sorted(by: { $0.value.priority < $1.value.priority }) {
            guard state.byteCount > limit * 3 / 4 else { return }
            state.parts[key] = nil
            state.priority = entry.priority
            state.byteCount -= entry.part.block.byteCount
        }
    }
}
