internal import CVips
internal import Synchronization
internal import ZigguratCore
internal import ZigguratSystem

/// libvips as a whole: loaded and started once, when it is first needed, because that takes longer
/// than everything else that a short command does.
enum VipsRuntime {
    /// What keeps it from running; `nil` where it runs.
    private static let problem: ZigguratError? = {
        if let reason = zig_vips_load() {
            return ZigguratError(
                .unreadableSource, "", "libvips cannot be loaded (\(String(cString: reason)))",
                remedy: "install it: apt-get install libvips42")
        }
        guard zig_vips_start() == 0 else {
            return ZigguratError(
                .unreadableSource, "", "libvips does not start: \(takeError())",
                remedy: "run Scripts/bootstrap to install it again")
        }
        hasStarted.store(true, ordering: .releasing)
        return nil
    }()

    /// A thread that does without libvips must not start it when it leaves.
    private static let hasStarted = Atomic(false)

    /// Comes before everything else that is asked of libvips.
    static func start() throws(ZigguratError) {
        if let problem { throw problem }
    }

    /// The first complaint in libvips' error buffer, as one line, and an empty buffer.
    static func takeError() -> String { takeErrors()[0] }

    /// All complaints in libvips' error buffer, a line each, at least one; and an empty buffer.
    ///
    /// The buffer belongs to the whole process: a failure on another thread at the same moment can
    /// show up here, which is a pity but does no harm.
    static func takeErrors() -> [String] {
        guard let buffer = zig_error_buffer_copy() else { return ["no reason given"] }
        defer { zig_free(buffer) }
        let lines = String(cString: buffer).split(whereSeparator: \.isNewline).map(String.init)
        return lines.isEmpty ? ["no reason given"] : lines
    }

    /// Gives back what libvips keeps for the calling thread; the last thing that a worker does.
    static func leaveThread() {
        if hasStarted.load(ordering: .acquiring) { zig_thread_shutdown() }
    }
}
