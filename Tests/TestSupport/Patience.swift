/// Waits for something that another process does.
enum Patience {
    /// Asks again every few milliseconds until there is an answer; nil when the time is up.
    ///
    /// Time in which other tests keep the processors from this one does not count: there are always
    /// some questions more.
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
