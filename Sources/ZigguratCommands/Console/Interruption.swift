internal import CSystem
internal import Glibc
internal import ZigguratKit

/// The handling of Ctrl-C, and of other signals that ask a process to end.
enum Interruption {
    private static let cancellation = Cancellation()
    /// The time in seconds after which a cancelled run reports that it still waits.
    private static let patience: UInt32 = 1
    private static let note: [UInt8] = {
        // Erases a progress bar.
        let start = isatty(STDERR_FILENO) != 0 ? "\r\u{1B}[K" : ""
        return Array("\(start)ziggurat: note: \(Message.waiting.text(about: ""))\n".utf8)
    }()

    /// Returns the process's cancellation. The first of the handled signals cancels it; the second
    /// ends the process at once.
    static func watched() -> Cancellation {
        // A closed pipe is reported as an error of write() instead.
        _ = signal(SIGPIPE, SIG_IGN)
        // A file beyond the size limit of the process is reported as an error of write() instead.
        _ = signal(SIGXFSZ, SIG_IGN)
        // A signal handler must not allocate, so the values are created before the first signal.
        let (cancellation, _) = (cancellation, note)
        _ = signal(SIGALRM) { _ in
            let note = Interruption.note
            _ = unsafe write(STDERR_FILENO, note, note.count)
        }
        zig_on_interruption { _ in
            // Two threads may handle two signals at the same time.
            let isFirst = Interruption.cancellation.cancel()
            if !isFirst { _exit(ExitStatus.interrupted.rawValue) }
            _ = alarm(Interruption.patience)
        }
        return cancellation
    }
}
