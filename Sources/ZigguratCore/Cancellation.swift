internal import Glibc
internal import Synchronization

/// A flag by which one thread asks others to stop.
public final class Cancellation: Sendable {
    private let flag = Atomic(false)

    public init() {}

    public func cancel() { flag.store(true, ordering: .relaxed) }

    public var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Returns within 20 ms after ``cancel()`` is called.
    public func wait() {
        while !isCancelled { usleep(20_000) }
    }
}
