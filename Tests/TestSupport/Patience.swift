/// Waits for something that another process does.
enum Patience {
    /// Asks again every few milliseconds until there is an answer; nil when the time is up.
    static func answer<Answer: Sendable>(
        within timeout: Duration, isolation: isolated (any Actor)? = #isolation,
        _ question: () async throws -> Answer?
    ) async throws -> Answer? {
        let deadline = ContinuousClock.now + timeout
        repeat {
            if let answer = try await question() { return answer }
            try await Task.sleep(for: .milliseconds(20))
        } while ContinuousClock.now < deadline
        return nil
    }
}
