internal import CSystem
internal import Glibc
internal import ZigguratKit

/// Ctrl-C, and the signals that ask a process to end.
enum Interruption {
    private static let cancellation = Cancellation()

    /// Returns the process's cancellation, which the first of these signals cancels. The second
    /// signal ends the process at once.
    static func watched() -> Cancellation {
        // A closed pipe appears as the result of write().
        _ = signal(SIGPIPE, SIG_IGN)
        // So does a file that is larger than the limit of the process.
        _ = signal(SIGXFSZ, SIG_IGN)
        // A signal handler must not allocate, so the value is created before the first signal.
        let cancellation = cancellation
        zig_on_interruption { _ in
            if Interruption.cancellation.isCancelled { _exit(ExitStatus.interrupted.rawValue) }
            Interruption.cancellation.cancel()
        }
        return cancellation
    }
}
