/// Runs equal tasks of several threads once, and limits the number of running tasks. Tasks run in
/// the order of the requests. If a patience is set, a long task is cancelled so that a new task can
/// run, and starts again afterwards. So a few images that take minutes do not delay other images.
package final class SingleFlight: Sendable {
    private typealias Outcome = Swift.Result<any Sendable, ZigguratError>

    private struct Task {
        let number: Int
        /// The number of threads that wait for the outcome, without the thread that does the work.
        var followers = 0
    }

    /// A running task.
    private struct Run {
        let start = ContinuousClock.now
        var givesWay = false
    }

    private struct State {
        /// The running and waiting tasks by key.
        var tasks: [String: Task] = [:]
        /// The numbers of the tasks that wait to run, and of the interrupted tasks that wait to run
        /// again.
        var queue: [Int] = []
        var interrupted: [Int] = []
        /// The running tasks by number.
        var running: [Int: Run] = [:]
        var last = 0
        /// The outcomes by task number, and the number of threads that have not read them yet.
        var outcomes: [Int: (outcome: Outcome, readers: Int)] = [:]

        var next: Int? { queue.first ?? interrupted.first }

        mutating func stopWaiting(_ number: Int) {
            queue.removeAll { $0 == number }
            interrupted.removeAll { $0 == number }
        }

        /// Cancels the longest-running task if a task waits that has not run yet.
        mutating func makeWay(after patience: Duration?) {
            guard let patience, !queue.isEmpty, !running.values.contains(where: \.givesWay),
                let oldest = running.min(by: { $0.value.start < $1.value.start }),
                ContinuousClock.now - oldest.value.start >= patience
            else { return }
            running[oldest.key]?.givesWay = true
        }
    }

    private let state = ConditionLocked(State())
    /// The largest number of running tasks.
    private let limit: Int
    /// The time after which a task is cancelled for others; `nil` if each task runs to its end.
    private let patience: Duration?

    package init(limit: Int, patience: Duration? = nil) {
        self.limit = max(1, limit)
        self.patience = patience
    }

    /// Runs a closure. If another thread runs a closure with this key, waits for its result
    /// instead.
    ///
    /// - Parameters:
    ///   - isWanted: called several times a second while the call waits; returns `false` to
    ///     cancel.
    ///   - known: returns the result if it already exists. Called again before the task starts.
    ///   - make: computes the result. The argument of `make` returns `false` if no thread waits for
    ///     the result any more, or another task needs its place. `make` is called again after such
    ///     an interruption.
    package func run<Result: Sendable>(
        _ key: String, isWanted: () -> Bool, known: () throws(ZigguratError) -> Result?,
        make: (_ isWanted: () -> Bool) throws(ZigguratError) -> Result
    ) throws(ZigguratError) -> Result {
        while true {
            if let result = try known() { return result }
            let (number, isFirst) = enter(key)
            if isFirst { return try lead(key, number, isWanted, known, make) }
            switch try follow(key, number, isWanted) {
            case .success(let value):
                if let result = value as? Result { return result }
            case .failure(let error):
                // Only the client of the other thread has left, so this thread tries again.
                if error.code != .cancelled { throw error }
            }
        }
    }

    /// Returns the number of the task, and whether this thread does the work.
    private func enter(_ key: String) -> (number: Int, isFirst: Bool) {
        state.withLock { state in
            if let task = state.tasks[key] {
                state.tasks[key]?.followers += 1
                return (task.number, false)
            }
            state.last += 1
            state.tasks[key] = Task(number: state.last)
            state.queue.append(state.last)
            return (state.last, true)
        }
    }

    private func lead<Result: Sendable>(
        _ key: String, _ number: Int, _ isWanted: () -> Bool,
        _ known: () throws(ZigguratError) -> Result?,
        _ make: (() -> Bool) throws(ZigguratError) -> Result
    ) throws(ZigguratError) -> Result {
        while true {
            while !isTurn(of: number) {
                guard !isWanted(), !hasFollowers(key) else { continue }
                let error = ZigguratError(Cancelled())
                finish(key, number, .failure(error))
                throw error
            }
            do throws(ZigguratError) {
                // Another thread may have computed the result meanwhile.
                let found = try known()
                let result: Result
                if let found {
                    result = found
                } else {
                    result = try withoutActuallyEscaping(isWanted) {
                        isWanted throws(ZigguratError) in
                        try make { (isWanted() || hasFollowers(key)) && !givesWay(number) }
                    }
                }
                finish(key, number, .success(result))
                return result
            } catch {
                if error.code == .cancelled, interrupt(number) { continue }
                finish(key, number, .failure(error))
                throw error
            }
        }
    }

    private func givesWay(_ number: Int) -> Bool {
        state.withLock { $0.running[number]?.givesWay == true }
    }

    /// Puts a cancelled task back into the queue. Returns whether it was cancelled for another
    /// task.
    private func interrupt(_ number: Int) -> Bool {
        var givesWay = false
        state.change { state in
            givesWay = state.running[number]?.givesWay == true
            guard givesWay else { return }
            state.running[number] = nil
            state.interrupted.append(number)
        }
        return givesWay
    }

    private func hasFollowers(_ key: String) -> Bool {
        state.withLock { ($0.tasks[key]?.followers ?? 0) > 0 }
    }

    /// Waits at most 100 milliseconds. Returns whether the task may start.
    private func isTurn(of number: Int) -> Bool {
        let isFree = state.wait(milliseconds: 100) { state -> Bool? in
            guard state.next == number else { return nil }
            guard state.running.count < limit else {
                state.makeWay(after: patience)
                return nil
            }
            state.stopWaiting(number)
            state.running[number] = Run()
            return true
        }
        // The next task was not first in the queue when it was last woken, so it is woken again.
        if isFree == true {
            state.changeAndWake { $0.running.count < limit && $0.next != nil }
        }
        return isFree == true
    }

    private func finish(_ key: String, _ number: Int, _ outcome: Outcome) {
        state.change { state in
            state.running[number] = nil
            state.stopWaiting(number)
            guard let task = state.tasks.removeValue(forKey: key), task.followers > 0 else {
                return
            }
            state.outcomes[number] = (outcome, task.followers)
        }
    }

    private func follow(
        _ key: String, _ number: Int, _ isWanted: () -> Bool
    ) throws(ZigguratError) -> Outcome {
        while true {
            let outcome = state.wait(milliseconds: 100) { state -> Outcome? in
                state.outcomes[number].map { found in
                    Self.leave(number, &state)
                    return found.outcome
                }
            }
            if let outcome { return outcome }
            guard !isWanted() else { continue }
            state.withLock { state in
                if state.outcomes[number] != nil {
                    Self.leave(number, &state)
                } else {
                    state.tasks[key]?.followers -= 1
                }
            }
            throw ZigguratError(Cancelled())
        }
    }

    /// Marks an outcome as read by a thread, and removes it after the last thread.
    private static func leave(_ number: Int, _ state: inout State) {
        state.outcomes[number]?.readers -= 1
        if state.outcomes[number]?.readers == 0 { state.outcomes[number] = nil }
    }
}
