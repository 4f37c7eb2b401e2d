internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

/// Calls of libvips that can fail.
///
/// libvips appends the messages of all threads to one text. A message belongs to a call for certain
/// only if no other call failed meanwhile. So a call that fails waits until the calls beside it have
/// ended, and has no message if one of them failed, too.
enum VipsCall {
    private struct Call {
        let number: Int
        /// The last number that was given out when the call failed; `nil` while it runs.
        var end: Int?
        var isContested = false
    }

    private struct State {
        var lastNumber = 0
        /// Calls that run, and calls that failed and wait for others.
        var calls: [Call] = []
    }

    private static let state = Monitor(State())
    /// How long a failed call waits for the calls beside it, in milliseconds. After that its message
    /// is uncertain.
    private static let patience = 2000

    /// Makes a call, which must not lead to another one through ``run(_:)``.
    ///
    /// - Parameter body: returns `nil` on failure.
    static func run<Value>(_ body: () -> Value?) throws(DecoderMessages) -> Value {
        let number = state.withLock { state in
            // What was left unread belongs to no call.
            if state.calls.isEmpty { zig_error_clear() }
            state.lastNumber += 1
            state.calls.append(Call(number: state.lastNumber))
            return state.lastNumber
        }
        if let value = body() {
            state.changeAndWake { state in
                state.calls.removeAll { $0.number == number }
                return state.calls.contains { $0.end != nil }
            }
            return value
        }
        throw DecoderMessages(lines: messages(of: number))
    }

    private static func messages(of number: Int) -> [String] {
        var lines: [String] = []
        var end = 0
        state.change { state in
            lines = VipsRuntime.takeMessages()
            end = state.lastNumber
            guard let own = state.calls.firstIndex(where: { $0.number == number }) else { return }
            state.calls[own].end = end
            for other in state.calls.indices where other != own {
                if let otherEnd = state.calls[other].end {
                    if otherEnd < number { continue }
                    state.calls[own].isContested = true
                }
                state.calls[other].isContested = true
            }
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
