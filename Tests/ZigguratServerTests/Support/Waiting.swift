import Foundation

/// Waits for conditions.
enum Waiting {
    struct Failed: Error {}

    /// Evaluates a condition until it is `true`. Throws after a number of attempts that is large
    /// enough for a busy machine.
    static func until(
        isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
    ) async throws {
        for _ in 0..<20_000 {
            if try await condition() { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw Failed()
    }
}
