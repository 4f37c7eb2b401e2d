internal import Synchronization
internal import ZigguratImaging

/// Threads that begin with the first task and end with ``stop()``.
final class BackgroundThreads: Sendable {
    private struct State {
        var threads: WorkerThreads?
        var isStopped = false
    }

    private let state = Mutex(State())

    /// Starts the threads, unless they have started or were stopped.
    func start(count: Int = 1, _ body: @escaping @Sendable () -> Void) {
        state.withLock { state in
            guard state.threads == nil, !state.isStopped else { return }
            state.threads = WorkerThreads(count: count, body)
        }
    }

    /// Waits for the end of the threads, which the caller has told to end.
    func stop() {
        let threads = state.withLock { state in
            state.isStopped = true
            defer { state.threads = nil }
            return state.threads
        }
        threads?.join()
    }
}
