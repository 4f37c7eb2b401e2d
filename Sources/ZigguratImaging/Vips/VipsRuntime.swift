internal import CVips
package import ZigguratSystem

/// The libvips library, loaded on first use because it loads eighty other libraries.
package enum VipsRuntime {
    /// The reason why libvips cannot be used; `nil` if it can be used.
    private static let failure: ZigguratError? = {
        if let message = zig_vips_load() {
            return ZigguratError(
                SourceError.unusableLibrary(name: "libvips"),
                cause: .library(String(cString: message)))
        }
        guard zig_vips_start() == 0 else {
            return ZigguratError(
                SourceError.unusableLibrary(name: "libvips"),
                cause: takeMessages().last.map(ZigguratError.Cause.library))
        }
        WorkerThreads.atEnd(zig_thread_shutdown)
        return nil
    }()

    /// Loads and starts libvips. Must be called before any other function of libvips.
    package static func start() throws(ZigguratError) {
        if let failure { throw failure }
    }

    /// Whether libvips' error text has content.
    static var hasMessages: Bool { zig_error_buffer().pointee != 0 }

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
package enum VipsCall {
    private static let errorText = SharedErrorText(
        hasLines: { VipsRuntime.hasMessages }, takeLines: VipsRuntime.takeMessages)

    /// Makes a call. The body must not call functions of this type.
    ///
    /// - Parameter body: returns `nil` on failure.
    package static func run<Value>(_ body: () -> Value?) throws(DecoderMessages) -> Value {
        try errorText.run(body)
    }

    /// Makes a call, such as opening a file, and repeats the call if it fails while other calls run.
    /// The body must not call functions of this type.
    ///
    /// - Parameter body: returns `nil` on failure.
    package static func runRepeatable<Value>(
        _ body: () -> Value?
    ) throws(DecoderMessages) -> Value {
        try errorText.runRepeatable(body)
    }
}
