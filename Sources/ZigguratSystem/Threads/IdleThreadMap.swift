internal import Synchronization

/// Divides the work of a request among threads while processors are idle.
///
/// Threads of requests are counted, but do not wait for an idle processor. With many requests, each
/// request runs on its own thread. A single request runs on all processors.
package final class IdleThreadMap: Sendable {
    /// The number of working threads.
    private let running = Atomic(0)
    private let limit: Int

    /// - Parameter limit: the number of working threads, including threads of requests, up to which
    ///   work is divided.
    package init(limit: Int) { self.limit = limit }

    /// Runs the work of a request.
    package func run<Result>(
        _ work: () throws(ZigguratError) -> Result
    ) throws(ZigguratError) -> Result {
        enter()
        defer { leave() }
        return try work()
    }

    /// Calls a closure for all numbers below a count and returns the results in order. The calling
    /// thread and other threads take the numbers one by one.
    ///
    /// - Parameters:
    ///   - isWanted: called repeatedly on the calling thread; returns `false` to cancel.
    ///   - body: called with a number and a closure that returns whether the result is still
    ///     wanted.
    /// - Throws: the first error of any thread. The error cancels the other threads.
    package func map<Result: Sendable>(
        below count: Int, isWanted: () -> Bool,
        _ body: @escaping @Sendable (Int, () -> Bool) throws(ZigguratError) -> Result
    ) throws(ZigguratError) -> [Result] {
        let list = SharedList<Result>(count: count)
        func isStillWanted() -> Bool {
            if !isWanted() { list.cancel() }
            return !list.isCancelled
        }
        var threads: [WorkerThreads] = []
        while let number = list.take() {
            if list.hasNext, enterIfIdle() { threads.append(thread(of: list, body)) }
            list.finish(number) { () throws(ZigguratError) in try body(number, isStillWanted) }
        }
        if !threads.isEmpty {
            // This thread waits, so another thread can use the processor.
            leave()
            while !list.wait(milliseconds: 50) { _ = isStillWanted() }
            enter()
            for thread in threads { thread.join() }
        }
        return try list.results()
    }

    /// Starts a counted thread that takes numbers until no number is left.
    private func thread<Result>(
        of list: SharedList<Result>,
        _ body: @escaping @Sendable (Int, () -> Bool) throws(ZigguratError) -> Result
    ) -> WorkerThreads {
        list.addThread()
        let thread = WorkerThreads(count: 1) {
            while let number = list.take() {
                list.finish(number) { () throws(ZigguratError) in
                    try body(number) { !list.isCancelled }
                }
            }
            self.leave()
            list.removeThread()
        }
        if thread.count == 0 {
            // The system cannot start another thread.
            leave()
            list.removeThread()
        }
        return thread
    }

    /// Counts the calling thread, which starts or resumes work.
    package func enter() { running.wrappingAdd(1, ordering: .relaxed) }

    /// Stops counting the calling thread, which waits or ends.
    package func leave() { running.wrappingSubtract(1, ordering: .relaxed) }

    /// Counts another thread. Returns `false` if the number of working threads has reached the
    /// limit.
    private func enterIfIdle() -> Bool {
        guard running.wrappingAdd(1, ordering: .relaxed).newValue <= limit else {
            leave()
            return false
        }
        return true
    }
}

/// The numbers that threads take, and their results.
private final class SharedList<Result: Sendable>: Sendable {
    private struct State {
        var next = 0
        var results: [Result?]
        /// The number of threads in addition to the calling thread.
        var threads = 0
        var error: ZigguratError?
    }

    private let count: Int
    private let state: ConditionLocked<State>
    private let isStopped = Atomic(false)

    init(count: Int) {
        self.count = count
        state = ConditionLocked(State(results: Array(repeating: nil, count: count)))
    }

    var isCancelled: Bool { isStopped.load(ordering: .relaxed) }

    func cancel() { isStopped.store(true, ordering: .relaxed) }

    /// Takes the next number; `nil` at the end and after an error.
    func take() -> Int? {
        guard !isCancelled else { return nil }
        return state.withLock { state in
            guard state.next < count else { return nil }
            state.next += 1
            return state.next - 1
        }
    }

    var hasNext: Bool { state.withLock { $0.next < count } }

    func finish(_ number: Int, _ make: () throws(ZigguratError) -> Result) {
        do throws(ZigguratError) {
            let result = try make()
            state.withLock { $0.results[number] = result }
        } catch {
            // Errors of other threads are consequences of the first error.
            state.withLock { $0.error = $0.error ?? error }
            cancel()
        }
    }

    func addThread() { state.withLock { $0.threads += 1 } }

    func removeThread() { state.change { $0.threads -= 1 } }

    /// Waits until the other threads have ended. Returns `false` if they do not end in time.
    func wait(milliseconds: Int) -> Bool {
        state.wait(milliseconds: milliseconds) { $0.threads == 0 ? true : nil } ?? false
    }

    func results() throws(ZigguratError) -> [Result] {
        let (results, error) = state.withLock { ($0.results.compactMap(\.self), $0.error) }
        if let error { throw error }
        guard results.count == count else { throw ZigguratError(Cancelled()) }
        return results
    }
}
