import Foundation
import TestSupport
import Testing

/// Results that cannot be written to standard output.
@Suite struct LostOutputTests {
    @Test(
        "A full disk is an error",
        arguments: [
            ("/dev/full", 1, true), ("/dev/null", 0, false),
        ])
    func fullDisk(target: String, status: Int, hasError: Bool) async throws {
        let program = try ZigguratBinary.url().path
        let result = try await Shell.run("sh", ["-c", "exec \"$0\" layouts > \(target)", program])
        #expect(result.status == status)
        #expect(result.errors.contains("cannot write results") == hasError)
    }

    @Test("A closed pipe is not an error")
    func closedPipe() async throws {
        let program = try ZigguratBinary.url().path
        let script = "{ \"$0\" layouts; echo \"status $?\" >&2; } | true"
        let result = try await Shell.run("sh", ["-c", script, program])
        #expect(result.errors == "status 0\n")
    }
}
