internal import Glibc
internal import Synchronization
internal import ZigguratSystem

/// A wish to stop, made by one thread and looked at by others.
public final class Cancellation: Sendable {
    private let wish = Atomic(false)

    public init() {}

    public func cancel() {
        wish.store(true, ordering: .relaxed)
    }

    public var isCancelled: Bool { wish.load(ordering: .relaxed) }

    /// Comes back when somebody has asked to stop, within a fiftieth of a second.
    public func wait() {
        while !isCancelled { usleep(20_000) }
    }
}
