internal import Glibc
internal import Synchronization

/// A flag by which one thread asks others to stop.
public final class Cancellation: Sendable {
    private let flag = Atomic(false)

    public init() {}

    /// Sets the flag. Returns `false` if the flag was set before.
    @discardableResult public func cancel() -> Bool {
        !flag.exchange(true, ordering: .relaxed)
    }

    public var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Waits until ``cancel()`` is called. Returns within 20 ms after the call.
    public func wait() {
        while !isCancelled { usleep(20_000) }
    }
}
