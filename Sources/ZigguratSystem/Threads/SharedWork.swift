/// Runs equal work of several threads once. Runs a limited number of tasks at a time, in the order
/// of the requests. With a patience, a task that takes longer is cancelled for one that has not run, and
/// begins again after it: a few images that take minutes delay no others.
package final class SharedWork: Sendable {
    private typealias Outcome = Swift.Result<any Sendable, ZigguratError>

    private struct Task {
        let number: Int
        /// The threads that wait for its outcome, without the one that does the work.
        var followers = 0
    }

    /// Work that runs.
    private struct Run {
        let start = ContinuousClock.now
        var givesWay = false
    }

    private struct State {
        /// The work that is running or waiting, by its key.
        var tasks: [String: Task] = [:]
        /// The numbers of the work that waits for its turn, and of what waits for it again.
        var queue: [Int] = []
        var interrupted: [Int] = []
        /// By number.
        var running: [Int: Run] = [:]
        var last = 0
        /// Outcomes by the number of their work, and how many threads have not read them yet.
        var outcomes: [Int: (outcome: Outcome, readers: Int)] = [:]

        var next: Int? { queue.first ?? interrupted.first }

        mutating func stopWaiting(_ number: Int) {
            queue.removeAll { $0 == number }
            interrupted.removeAll { $0 == number }
        }

        /// Cancels what has run for the longest time, for work that has not run.
        mutating func makeWay(after patience: Duration?) {
            guard let patience, !queue.isEmpty, !running.values.contains(where: \.givesWay),
                let oldest = running.min(by: { $0.value.start < $1.value.start }),
                ContinuousClock.now - oldest.value.start >= patience
            else { return }
            running[oldest.key]?.givesWay = true
        }
    }

    private let state = ConditionLocked(State())
    /// The largest number of threads that work.
    private let limit: Int
    /// Work that has run for so long gives way; `nil` if each task runs to its end.
    private let patience: Duration?

    package init(limit: Int, patience: Duration? = nil) {
        self.limit = max(1, limit)
        self.patience = patience
    }

    /// Runs a closure, unless another thread runs one of the same key: then waits for its result.
    ///
    /// - Parameters:
    ///   - isWanted: asked several times a second while the call waits; `false` cancels.
    ///   - known: returns the result if it is there; asked again when it is the turn of the work.
    ///   - make: its argument says whether to go on: a thread still waits for the result, and no
    ///     other work needs the place. Called again after such an interruption.
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
                // Only the client of the other thread has left; this thread tries again.
                if error.code != .cancelled { throw error }
            }
        }
    }

    /// The number of the work, and whether this thread does it.
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
                // Another thread may have finished meanwhile.
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

    /// Lets cancelled work wait again; returns whether it was cancelled for other work.
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

    /// Waits for at most 100 milliseconds; returns whether the work may begin.
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
        // The next one was not the first when it was woken.
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

    /// Notes that a thread has read an outcome; removes it after the last thread.
    private static func leave(_ number: Int, _ state: inout State) {
        state.outcomes[number]?.readers -= 1
        if state.outcomes[number]?.readers == 0 { state.outcomes[number] = nil }
    }
}
