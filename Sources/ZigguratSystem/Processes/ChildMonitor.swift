internal import Glibc

/// Ends a child after a cancellation, and waits for it.
struct ChildMonitor {
    /// The time between SIGTERM and SIGKILL.
    private static let patience = Duration.seconds(5)

    let child: pid_t
    private var terminated: ContinuousClock.Instant?
    /// Whether the child got SIGKILL, so that its streams no longer matter.
    private(set) var isKilled = false

    init(child: pid_t) {
        self.child = child
    }

    /// Sends a signal if one is due. Call it several times a second.
    mutating func check(_ isCancelled: Bool) {
        guard isCancelled, !isKilled else { return }
        guard let start = terminated else {
            kill(child, SIGTERM)
            terminated = .now
            return
        }
        guard ContinuousClock.now - start > Self.patience else { return }
        kill(child, SIGKILL)
        isKilled = true
    }

    /// Waits for the child's end and returns its exit status, 128 plus the number of the signal.
    mutating func wait(_ isCancelled: () -> Bool) -> Int32 {
        var status: Int32 = 0
        while true {
            let ended = waitpid(child, &status, isKilled ? 0 : WNOHANG)
            if ended == child { break }
            if ended < 0 && errno != EINTR { return 127 }
            if ended == 0 {
                // The child has closed its streams but still runs, usually for a moment only.
                usleep(5_000)
                check(isCancelled())
            }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}
