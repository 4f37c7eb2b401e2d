import Foundation

/// Waits for conditions.
enum Waiting {
    struct Failed: Error {}

    /// Asks again until the answer is `true`; throws after so many questions that a busy machine is not
    /// the cause.
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
