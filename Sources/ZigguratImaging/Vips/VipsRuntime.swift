internal import CVips
package import ZigguratSystem

/// The libvips library. It is loaded on first use because it loads eighty other libraries.
package enum VipsRuntime {
    /// The reason why libvips cannot be used; `nil` if it can be used.
    private static let failure: ZigguratError? = {
        if let message = zig_vips_load() {
            return ZigguratError(
                SourceFailure.unusableLibrary(name: "libvips"),
                cause: .library(String(cString: message)))
        }
        guard zig_vips_start() == 0 else {
            return ZigguratError(
                SourceFailure.unusableLibrary(name: "libvips"),
                cause: takeMessages().last.map(ZigguratError.Cause.library))
        }
        WorkerThreads.atEnd(zig_thread_shutdown)
        return nil
    }()

    /// Loads and starts libvips. Must be called before any other function of libvips.
    package static func start() throws(ZigguratError) {
        if let failure { throw failure }
    }

    /// Clears libvips' error text and returns its lines.
    package static func takeMessages() -> [String] {
        guard let buffer = zig_error_buffer_copy() else { return [] }
        defer { g_free(buffer) }
        zig_error_clear()
        return String(cString: buffer).split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Returns the operating system's message from messages of libvips; `nil` if they contain none.
    package static func systemCause(in messages: [String]) -> ZigguratError.Cause? {
        let mark = "unix error: "
        return messages.last { $0.hasPrefix(mark) }
            .map { .library(String($0.dropFirst(mark.count))) }
    }
}

/// Calls of libvips that can fail.
///
/// libvips appends the messages of all threads to one text. A message certainly belongs to a call
/// only if no concurrent call left messages. So a failed call waits until all concurrent calls have
/// ended. If another call left messages, too, the messages are dropped.
package enum VipsCall {
    private struct Call {
        package let number: Int
        /// The last number assigned when the call failed; `nil` while the call runs.
        package var end: Int?
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

    private static let state = ConditionLocked(State())
    /// The longest time that a failed call waits for concurrent calls, in milliseconds. After this
    /// time its messages are dropped.
    private static let patience = 2000

    /// Makes a call. The body must not call ``run(_:)``.
    ///
    /// - Parameter body: returns `nil` on failure.
    package static func run<Value>(_ body: () -> Value?) throws(DecoderMessages) -> Value {
        let number = state.withLock { $0.start() }
        guard let value = body() else { throw DecoderMessages(lines: messages(of: number)) }
        state.changeAndWake { state in
            if zig_error_buffer().pointee != 0 {
                zig_error_clear()
                _ = state.contest(number)
            }
            state.calls.removeAll { $0.number == number }
            return state.calls.contains { $0.end != nil }
        }
        return value
    }

    private static func messages(of number: Int) -> [String] {
        var lines: [String] = []
        var end = 0
        state.change { state in
            lines = VipsRuntime.takeMessages()
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
        return hasEnded == nil || isContested ? [] : lines
    }
}
