import Foundation
import TestSupport
import Testing

/// Results that cannot be printed are a failure, not a silence.
@Suite struct LostOutputTests {
    @Test(
        "a full disk behind standard output",
        arguments: [
            ("/dev/full", 1, true), ("/dev/null", 0, false),
        ])
    func fullDisk(target: String, status: Int, complains: Bool) async throws {
        let program = try ZigguratBinary.url().path
        let result = try await Shell.run("sh", ["-c", "exec \"$0\" layouts > \(target)", program])
        #expect(result.status == status)
        #expect(result.errors.contains("the results could not be printed") == complains)
    }

    @Test("a reader that goes away early is no failure")
    func goneReader() async throws {
        let program = try ZigguratBinary.url().path
        let script = "{ \"$0\" layouts; echo \"status $?\" >&2; } | true"
        let result = try await Shell.run("sh", ["-c", script, program])
        #expect(result.errors == "status 0\n")
    }
}
