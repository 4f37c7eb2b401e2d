internal import Synchronization

/// A parallel loop.
package enum ConcurrentWork {
    /// Calls a body for every number below a count, and returns the results in the order of the
    /// numbers.
    ///
    /// - Parameters:
    ///   - threadCount: the largest number of threads, including the calling thread.
    package static func map<Value: Sendable>(
        below count: Int, threads threadCount: Int, _ body: @escaping @Sendable (Int) -> Value
    ) -> [Value] {
        guard count > 0 else { return [] }
        let list = List<Value>(count)
        let work: @Sendable () -> Void = {
            while let number = list.take() { list.set(number, body(number)) }
        }
        let workers = WorkerThreads(count: min(threadCount, count) - 1, work)
        work()
        workers.join()
        return list.values
    }

    /// The numbers that threads take, and their results.
    private final class List<Value: Sendable>: Sendable {
        private let results: Mutex<[Value?]>
        private let next = Atomic(0)
        private let count: Int

        init(_ count: Int) {
            self.count = count
            results = Mutex(Array(repeating: nil, count: count))
        }

        func take() -> Int? {
            let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
            return number < count ? number : nil
        }

        func set(_ number: Int, _ value: Value) { results.withLock { $0[number] = value } }

        var values: [Value] { results.withLock { $0.compactMap(\.self) } }
    }
}
