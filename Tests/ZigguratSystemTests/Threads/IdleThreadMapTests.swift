import TestSupport
import Testing
import ZigguratSystem

@Suite struct IdleThreadMapTests {
    /// Sums the leaves of a tree. The children of each node are divided among threads.
    private static func sum(
        _ workers: IdleThreadMap, depth: Int, _ peak: Peak, isWanted: () -> Bool
    ) throws(ZigguratError) -> Int {
        guard depth > 0 else {
            peak.measure()
            guard isWanted() else { throw ZigguratError(Cancelled()) }
            return 1
        }
        return try workers.map(below: 4, isWanted: isWanted) {
            number, isWanted throws(ZigguratError) in
            try (number + 1) * sum(workers, depth: depth - 1, peak, isWanted: isWanted)
        }.reduce(0, +)
    }

    /// The largest number of leaves that threads visit at once. With a limit above 1, the first
    /// thread waits in its leaf for a second thread.
    private final class Peak: Sendable {
        private let state = ConditionLocked((now: 0, most: 0))
        private let limit: Int

        init(limit: Int) { self.limit = limit }

        var most: Int { state.withLock { $0.most } }

        func measure() {
            state.change { state in
                state.now += 1
                state.most = max(state.most, state.now)
            }
            Patience.block { limit == 1 || most > 1 }
            state.change { $0.now -= 1 }
        }
    }

    @Test(arguments: [1, 2, 5])
    func `Nested work is divided among threads up to the limit`(limit: Int) throws {
        let (workers, peak) = (IdleThreadMap(limit: limit), Peak(limit: limit))
        let sum = try workers.run { () throws(ZigguratError) in
            try Self.sum(workers, depth: 3, peak) { true }
        }
        #expect(sum == 1000)
        // A thread that waited continues even if as many threads as the limit work.
        #expect(limit == 1 ? peak.most == 1 : (2...2 * limit).contains(peak.most))
    }

    /// Maps numbers on three threads.
    private static func map(
        below count: Int, isWanted: Bool = true,
        _ body: @escaping @Sendable (Int, () -> Bool) throws(ZigguratError) -> Int
    ) throws(ZigguratError) -> [Int] {
        try IdleThreadMap(limit: 3).map(below: count, isWanted: { isWanted }, body)
    }

    @Test func `Results keep their order, and the first error cancels the rest`() throws {
        #expect(try Self.map(below: 50) { number, _ in number } == Array(0..<50))
        #expect(try Self.map(below: 0) { number, _ in number } == [])
        let error = #expect(throws: ZigguratError.self) {
            try Self.map(below: 1000) { number, isWanted throws(ZigguratError) in
                while number != 1 && isWanted() {}
                throw number == 1
                    ? ZigguratError(ProcessError.cannotStart) : ZigguratError(Cancelled())
            }
        }
        #expect(error?.reason is ProcessError)
        let cancelled = #expect(throws: ZigguratError.self) {
            try Self.map(below: 2, isWanted: false) { _, isWanted throws(ZigguratError) in
                while isWanted() {}
                throw ZigguratError(Cancelled())
            }
        }
        #expect(cancelled?.code == .cancelled)
    }
}
