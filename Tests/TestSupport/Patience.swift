/// Waits for other processes.
enum Patience {
    /// Repeats a question every few milliseconds until it has an answer; `nil` after the timeout.
    ///
    /// The question is asked at least 100 times, so a busy machine does not cause a timeout.
    static func answer<Answer: Sendable>(
        within timeout: Duration, isolation: isolated (any Actor)? = #isolation,
        _ question: () async throws -> Answer?
    ) async throws -> Answer? {
        let deadline = ContinuousClock.now + timeout
        var asked = 0
        repeat {
            asked += 1
            if let answer = try await question() { return answer }
            try await Task.sleep(for: .milliseconds(20))
        } while ContinuousClock.now < deadline || asked < 100
        return nil
    }
}
