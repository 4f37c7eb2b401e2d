internal import CVips
package import ZigguratSystem

/// libvips as a whole. It is loaded and started on first use, because it brings eighty libraries.
package enum VipsRuntime {
    /// Why libvips cannot be used; `nil` if it can.
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

    /// Loads and starts libvips. Call it before any other function of libvips.
    package static func start() throws(ZigguratError) {
        if let failure { throw failure }
    }

    /// Empties libvips' error text, and returns its lines.
    package static func takeMessages() -> [String] {
        guard let buffer = zig_error_buffer_copy() else { return [] }
        defer { g_free(buffer) }
        zig_error_clear()
        return String(cString: buffer).split(whereSeparator: \.isNewline).map(String.init)
    }

    /// What the operating system said, among messages of libvips; `nil` if it said nothing.
    package static func systemCause(in messages: [String]) -> ZigguratError.Cause? {
        let mark = "unix error: "
        return messages.last { $0.hasPrefix(mark) }
            .map { .library(String($0.dropFirst(mark.count))) }
    }
}
