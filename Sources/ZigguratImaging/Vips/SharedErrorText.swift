internal import ZigguratSystem

/// A library's error text that all threads share, as libvips has it.
///
/// The library appends the messages of all threads to one text. A message certainly belongs to a call
/// only if no concurrent call left messages. So a failed call waits until all concurrent calls have
/// ended. If another call left messages, too, the messages are dropped. A repeatable call is
/// repeated instead.
package final class SharedErrorText: Sendable {
    private struct Call {
        let number: Int
        /// The last number assigned when the call failed; `nil` while the call runs.
        var end: Int?
        var isContested = false
    }

    private struct State {
        var lastNumber = 0
        /// The running calls, and the failed calls that wait for others.
        var calls: [Call] = []

        mutating func start() -> Int {
            lastNumber += 1
            calls.append(Call(number: lastNumber))
            return lastNumber
        }

        /// Marks the calls that ran concurrently with a call that left messages.
        ///
        /// - Returns: whether one of the marked calls has failed.
        mutating func contest(_ number: Int) -> Bool {
            var hasFailed = false
            for other in calls.indices where calls[other].number != number {
                if let end = calls[other].end {
                    if end < number { continue }
                    hasFailed = true
                }
                calls[other].isContested = true
            }
            return hasFailed
        }
    }

    /// The longest time that a failed call waits for concurrent calls, in milliseconds. After this
    /// time its messages are dropped.
    private static let patience = 2000

    /// The largest number of attempts of a repeatable call. After the last attempt, messages that
    /// may belong to another call are dropped.
    private static let attemptLimit = 5

    private let state = ConditionLocked(State())
    private let hasLines: @Sendable () -> Bool
    private let takeLines: @Sendable () -> [String]

    /// - Parameters:
    ///   - hasLines: whether the text has content; is asked after each call.
    ///   - takeLines: clears the text and returns its lines.
    package init(
        hasLines: @escaping @Sendable () -> Bool, takeLines: @escaping @Sendable () -> [String]
    ) {
        self.hasLines = hasLines
        self.takeLines = takeLines
    }

    /// Makes a call of the library. The body must not call functions of this type.
    ///
    /// A call that leaves a message about a lack of memory has failed, although it may return a
    /// value: if libvips has no memory for a part of an image, it returns the pixels of an earlier
    /// part.
    ///
    /// - Parameter body: returns `nil` on failure.
    package func run<Value>(_ body: () -> Value?) throws(DecoderMessages) -> Value {
        switch attempt(body, patience: Self.patience) {
        case .value(let value): return value
        case .failure(let lines, let isCertain):
            throw DecoderMessages(lines: isCertain ? lines : [])
        }
    }

    /// Makes a call, such as opening a file, and repeats the call if it fails while other calls run.
    /// If two attempts in a row leave the same messages, the messages belong to the call. The body
    /// must not call functions of this type.
    ///
    /// - Parameter body: returns `nil` on failure.
    package func runRepeatable<Value>(_ body: () -> Value?) throws(DecoderMessages) -> Value {
        var last: [String] = []
        for number in 1...Self.attemptLimit {
            switch attempt(body, patience: number < Self.attemptLimit ? 0 : Self.patience) {
            case .value(let value): return value
            case .failure(let lines, isCertain: true): throw DecoderMessages(lines: lines)
            case .failure(let lines, isCertain: false):
                if lines == last, !lines.isEmpty { throw DecoderMessages(lines: lines) }
                last = lines
            }
        }
        throw DecoderMessages(lines: [])
    }

    private enum Outcome<Value> {
        case value(Value)
        /// - Parameter isCertain: whether all lines certainly belong to this call.
        case failure(lines: [String], isCertain: Bool)
    }

    /// Makes a call once.
    ///
    /// - Parameter patience: how long a failed call waits for concurrent calls, in milliseconds.
    private func attempt<Value>(_ body: () -> Value?, patience: Int) -> Outcome<Value> {
        let number = state.withLock { $0.start() }
        guard let value = body() else { return failure(of: number, patience: patience) }
        var messages = DecoderMessages(lines: [])
        state.changeAndWake { state in
            if hasLines() {
                messages = DecoderMessages(lines: takeLines())
                _ = state.contest(number)
            }
            state.calls.removeAll { $0.number == number }
            return state.calls.contains { $0.end != nil }
        }
        return messages.reportMemory
            ? .failure(lines: messages.lines, isCertain: true) : .value(value)
    }

    /// Takes the messages of a failed call. Waits at most `patience` milliseconds until concurrent
    /// calls have ended.
    private func failure<Value>(of number: Int, patience: Int) -> Outcome<Value> {
        var lines: [String] = []
        var end = 0
        state.change { state in
            lines = takeLines()
            end = state.lastNumber
            let isContested = state.contest(number)
            guard let own = state.calls.firstIndex(where: { $0.number == number }) else { return }
            state.calls[own].end = end
            if isContested { state.calls[own].isContested = true }
        }
        let hasEnded: Void? = state.wait(milliseconds: patience) { state in
            state.calls.contains { $0.end == nil && $0.number <= end } ? nil : ()
        }
        let isContested = state.withLock { state in
            defer { state.calls.removeAll { $0.number == number } }
            return state.calls.contains { $0.number == number && $0.isContested }
        }
        return .failure(lines: lines, isCertain: hasEnded != nil && !isContested)
    }
}
