internal import CSystem
internal import Glibc
internal import Synchronization

/// POSIX threads that run one body. Swift's cooperative pool is unsuitable because workers block on
/// each other.
package struct WorkerThreads {
    private final class Start: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private var threads: [pthread_t] = []
    /// The reason why not all threads were started.
    package private(set) var startError: ZigguratError.Cause?
    private static let ends = Mutex<[@Sendable () -> Void]>([])

    /// The number of processors that this process may use.
    package static let defaultCount = max(1, Int(zig_processor_count()))

    /// Registers a function that each thread calls after its body. A library with data for each
    /// thread releases the data in this function.
    package static func atEnd(_ function: @escaping @Sendable () -> Void) {
        ends.withLock { $0.append(function) }
    }

    /// Starts up to `count` threads, fewer if the system cannot start more.
    package init(count: Int, _ body: @escaping @Sendable () -> Void) {
        for _ in 0..<count {
            let start = Unmanaged.passRetained(Start(body))
            var thread = pthread_t()
            let status = pthread_create(
                &thread, nil,
                { argument in
                    guard let argument else { return nil }
                    Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
                    for end in WorkerThreads.ends.withLock({ $0 }) { end() }
                    return nil
                }, start.toOpaque())
            guard status == 0 else {
                start.release()
                startError = .system(status)
                return
            }
            threads.append(thread)
        }
    }

    /// The number of started threads.
    package var count: Int { threads.count }

    /// Waits until all threads have ended.
    package func join() {
        for thread in threads { pthread_join(thread, nil) }
    }
}

/// Threads that start with the first task and end with ``stop()``.
package final class BackgroundThreads: Sendable {
    private struct State {
        var threads: WorkerThreads?
        var isStopped = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Starts the threads unless they are running or were stopped.
    package func start(count: Int = 1, _ body: @escaping @Sendable () -> Void) {
        state.withLock { state in
            guard state.threads == nil, !state.isStopped else { return }
            state.threads = WorkerThreads(count: count, body)
        }
    }

    /// Waits for the threads to end. The caller must have told them to end.
    package func stop() {
        let threads = state.withLock { state in
            state.isStopped = true
            defer { state.threads = nil }
            return state.threads
        }
        threads?.join()
    }
}

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
