import TestSupport
import Testing

extension Browser {
    /// Fails the test for each complaint of the page since the last report.
    func expectNoComplaint(
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let complaints = try await report().complaints
        #expect(complaints == [], sourceLocation: sourceLocation)
    }
}
