internal import CSystem
internal import Glibc
internal import ZigguratKit

/// Ctrl-C, and the signals that ask a process to end.
enum Interruption {
    private static let cancellation = Cancellation()
    /// The seconds after which a cancelled run that has not ended says what it waits for.
    private static let patience: UInt32 = 1
    private static let note: [UInt8] = {
        // Erases a progress bar.
        let start = isatty(STDERR_FILENO) != 0 ? "\r\u{1B}[K" : ""
        return Array("\(start)ziggurat: note: \(Message.waiting.text(about: ""))\n".utf8)
    }()

    /// Returns the process's cancellation, which the first of these signals cancels. The second
    /// signal ends the process at once.
    static func watched() -> Cancellation {
        // A closed pipe appears as the result of write().
        _ = signal(SIGPIPE, SIG_IGN)
        // So does a file that is larger than the limit of the process.
        _ = signal(SIGXFSZ, SIG_IGN)
        // A signal handler must not allocate, so the values are created before the first signal.
        let (cancellation, _) = (cancellation, note)
        _ = signal(SIGALRM) { _ in
            let note = Interruption.note
            _ = unsafe write(STDERR_FILENO, note, note.count)
        }
        zig_on_interruption { _ in
            // Two threads may each handle one of two signals at the same time.
            let isFirst = Interruption.cancellation.cancel()
            if !isFirst { _exit(ExitStatus.interrupted.rawValue) }
            _ = alarm(Interruption.patience)
        }
        return cancellation
    }
}
