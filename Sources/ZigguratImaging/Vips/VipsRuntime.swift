internal import CVips
internal import Synchronization
internal import ZigguratCore

/// libvips as a whole: started once, when the first image is opened, because that takes 30 ms.
enum VipsRuntime {
    private static let isRunning: Bool = {
        guard zig_vips_init() == 0 else { return false }
        // Every image is read once, in order: a cache of operations would only hold memory.
        vips_cache_set_max(0)
        hasStarted.store(true, ordering: .releasing)
        return true
    }()

    /// A thread that does without libvips must not start it when it leaves.
    private static let hasStarted = Atomic(false)

    static func start() throws(ZigguratError) {
        guard isRunning else {
            throw ZigguratError(
                .unreadableSource, "", "libvips does not start: \(takeError())",
                remedy: "run Scripts/bootstrap to install it again")
        }
    }

    /// The newest complaint in libvips' error buffer, as one line, and an empty buffer.
    ///
    /// The buffer belongs to the whole process: a failure on another thread at the same moment can
    /// show up here, which is a pity but does no harm.
    static func takeError() -> String {
        guard let buffer = vips_error_buffer_copy() else { return "no reason given" }
        defer { g_free(buffer) }
        let lines = String(cString: buffer).split(whereSeparator: \.isNewline)
        return lines.first.map(String.init) ?? "no reason given"
    }

    /// Gives back what libvips keeps for the calling thread; the last thing that a worker does.
    static func leaveThread() {
        if hasStarted.load(ordering: .acquiring) { vips_thread_shutdown() }
    }
}
