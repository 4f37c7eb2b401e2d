import Foundation
import TestSupport
import Testing

/// The first runs of each series of `make endurance`.
@Suite("Series of random runs", .serialized)
struct EnduranceTests {
    private static func run(
        _ script: String, count: Int, program: URL
    ) async throws -> CommandResult {
        try await Shell.run(
            "python3",
            [
                Repository.root.appending(path: "Tests/Endurance/\(script)").path, "--count",
                "\(count)",
            ], environment: ["ZIGGURAT_BINARY": program.path, "PYTHONDONTWRITEBYTECODE": "1"])
    }

    @Test(
        "A short run has no failure",
        arguments: [("clean.py", 1), ("changes.py", 2), ("kills.py", 1)])
    func short(script: String, count: Int) async throws {
        let result = try await Self.run(script, count: count, program: try ZigguratBinary.url())
        #expect(result.status == 0, "\(result.output.suffix(2000)) \(result.errors.suffix(1000))")
    }

    @Test("A program that reports no results fails the series", arguments: ["changes.py"])
    func silent(script: String) async throws {
        try await TemporaryFolder.with { folder in
            let file = try folder.write(
                """
                #!/bin/sh
                [ "$1" = verify ] && { echo '{"faults": []}'; exit 0; }
                exec '\(try ZigguratBinary.url().path)' "$@"
                """, to: "ziggurat")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: file.path)
            #expect(try await Self.run(script, count: 2, program: file).status == 1)
        }
    }
}
