internal import Glibc

/// Ctrl-C, and the signals by which a service manager asks a program to end.
enum Interruption {
    private final class Handler: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Calls the body on a thread of its own at the first signal. The second one ends the process
    /// at once, for a person whose patience is over.
    ///
    /// Call it before other threads are started: they inherit that these signals do not reach them.
    static func onSignal(_ body: @escaping @Sendable () -> Void) {
        // A reader that went away shows in the result of write(), which is where it is dealt with.
        _ = signal(SIGPIPE, SIG_IGN)
        let signals = watchedSignals()
        var mask = signals
        guard unsafe pthread_sigmask(SIG_BLOCK, &mask, nil) == 0 else { return }
        let handler = unsafe Unmanaged.passRetained(Handler(body))
        var thread = pthread_t()
        let status = unsafe pthread_create(
            &thread, nil,
            { argument in
                // The handler was retained for this thread, which runs until the process ends.
                guard let argument = unsafe argument else { return nil }
                let handler = unsafe Unmanaged<Handler>.fromOpaque(argument).takeRetainedValue()
                var signals = Interruption.watchedSignals()
                var received: Int32 = 0
                _ = unsafe sigwait(&signals, &received)
                handler.body()
                _ = unsafe sigwait(&signals, &received)
                _exit(ExitStatus.interrupted.rawValue)
            }, handler.toOpaque())
        guard status == 0 else {
            unsafe handler.release()
            _ = unsafe pthread_sigmask(SIG_UNBLOCK, &mask, nil)
            return
        }
        pthread_detach(thread)
    }

    private static func watchedSignals() -> sigset_t {
        var signals = sigset_t()
        _ = unsafe sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] { _ = unsafe sigaddset(&signals, number) }
        return signals
    }
}
