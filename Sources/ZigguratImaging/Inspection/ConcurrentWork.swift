internal import Synchronization

/// A parallel loop.
package enum ConcurrentWork {
    /// Calls the body for every number below the count, on several threads including the calling
    /// one. Returns after the last call.
    package static func forEach(
        below count: Int, threads threadCount: Int, _ body: @escaping @Sendable (Int) -> Void
    ) {
        guard count > 0 else { return }
        let next = Counter()
        let work: @Sendable () -> Void = {
            while true {
                let number = next.take()
                guard number < count else { return }
                body(number)
            }
        }
        let workers = WorkerThreads(count: min(threadCount, count) - 1) {
            work()
            VipsRuntime.leaveThread()
        }
        work()
        workers.join()
    }

    private final class Counter: Sendable {
        private let value = Atomic(0)

        func take() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
    }
}
