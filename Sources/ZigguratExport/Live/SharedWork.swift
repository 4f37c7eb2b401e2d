internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Work that several threads ask for at the same time is done once, and only some at a time.
final class SharedWork: Sendable {
    private struct State {
        /// The keys of the work that is being done.
        var running: Set<String> = []
        var count = 0
    }

    private let state = ConditionLocked(State())
    /// The largest number of threads that work.
    private let limit: Int

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// Runs a closure while no other thread runs one of the same key.
    ///
    /// - Parameters:
    ///   - known: returns the result if it is there; asked again after waiting.
    ///   - isWanted: asked several times a second while the call waits; `false` cancels.
    func run<Result>(
        _ key: String, isWanted: () -> Bool, known: () throws(ZigguratError) -> Result?,
        make: () throws(ZigguratError) -> Result
    ) throws(ZigguratError) -> Result {
        while true {
            if let result = try known() { return result }
            let isTaken = state.wait(milliseconds: 100) { state -> Bool? in
                guard state.count < limit, !state.running.contains(key) else { return nil }
                state.count += 1
                state.running.insert(key)
                return true
            }
            guard isWanted() else {
                if isTaken != nil { leave(key) }
                throw ZigguratError(Cancelled())
            }
            guard isTaken != nil else { continue }
            defer { leave(key) }
            // Another thread may have finished meanwhile.
            if let result = try known() { return result }
            return try make()
        }
    }

    private func leave(_ key: String) {
        state.change { state in
            state.running.remove(key)
            state.count -= 1
        }
    }
}
