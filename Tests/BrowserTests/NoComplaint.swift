import TestSupport
import Testing

extension Browser {
    /// Complains about each line that the page has complained about since the last report.
    func expectNoComplaint(
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let complaints = try await report().complaints
        #expect(complaints == [], sourceLocation: sourceLocation)
    }
}
