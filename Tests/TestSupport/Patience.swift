internal import Foundation
internal import Synchronization

/// Waits for conditions. A busy machine makes a wait longer, but does not change its result.
public enum Patience {
    private static let hasExpired = Mutex(false)

    /// The time limit of a wait, so that each wait ends. Results do not depend on the limit.
    ///
    /// After a first failed wait the limit is shorter: the run has failed, and further failures
    /// should cost less time.
    public static var limit: Duration {
        hasExpired.withLock { $0 } ? .seconds(30) : .seconds(900)
    }

    /// The time limit of a command, so that each command ends.
    public static let commandLimit = Duration.seconds(1800)

    /// Notes that a wait has failed.
    static func expire() { hasExpired.withLock { $0 = true } }

    /// Repeats a question every few milliseconds until it has an answer.
    ///
    /// - Parameter limit: the time limit; `nil` selects ``limit``.
    /// - Returns: the answer; `nil` after the limit.
    static func answer<Answer: Sendable>(
        within limit: Duration? = nil, isolation: isolated (any Actor)? = #isolation,
        _ question: () async throws -> Answer?
    ) async throws -> Answer? {
        let deadline = ContinuousClock.now + (limit ?? Self.limit)
        repeat {
            if let answer = try await question() { return answer }
            try await Task.sleep(for: .milliseconds(20))
        } while ContinuousClock.now < deadline
        if limit == nil { expire() }
        return nil
    }

    /// Waits until a condition is true. Throws after the limit.
    public static func wait(
        isolation: isolated (any Actor)? = #isolation, until condition: () async throws -> Bool
    ) async throws {
        let isTrue = try await answer { try await condition() ? true : nil }
        guard isTrue == true else { throw Exhausted() }
    }

    /// Blocks the calling thread until a condition is true, or until the limit.
    public static func block(until condition: () -> Bool) {
        let deadline = ContinuousClock.now + limit
        while !condition() {
            guard ContinuousClock.now < deadline else { return expire() }
            Thread.sleep(forTimeInterval: 0.005)
        }
    }

    struct Exhausted: Error, CustomStringConvertible {
        var description: String { "A condition did not become true." }
    }
}
