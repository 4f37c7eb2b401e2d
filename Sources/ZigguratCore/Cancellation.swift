internal import Glibc
internal import Synchronization

/// A flag by which one thread asks others to stop.
public final class Cancellation: Sendable {
    private let flag = Atomic(false)

    public init() {}

    /// Returns false if it was called before.
    @discardableResult public func cancel() -> Bool {
        !flag.exchange(true, ordering: .relaxed)
    }

    public var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Returns within 20 ms after ``cancel()`` is called.
    public func wait() {
        while !isCancelled { usleep(20_000) }
    }
}
