internal import CSystem
internal import Glibc
internal import ZigguratKit

/// Ctrl-C, and the signals by which a service manager asks a program to end.
enum Interruption {
    private static let wish = Cancellation()

    /// The process's wish to stop, which the first of these signals makes. The second one ends the
    /// process at once, for a person whose patience is over.
    static func watched() -> Cancellation {
        // A reader that went away shows in the result of write(), which is where it is dealt with.
        _ = signal(SIGPIPE, SIG_IGN)
        // It is there before the first signal: whoever is interrupted must not be in the middle of
        // making it, or of allocating memory for it.
        let wish = wish
        zig_on_interruption { _ in
            if Interruption.wish.isCancelled { _exit(ExitStatus.interrupted.rawValue) }
            Interruption.wish.cancel()
        }
        return wish
    }
}
