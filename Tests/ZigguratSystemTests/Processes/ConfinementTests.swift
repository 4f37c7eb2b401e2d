import Foundation
import TestSupport
import Testing

/// A confined process can only read files and calculate.
@Suite struct ConfinementTests {
    private static let harmless = ["open-to-read", "list", "memory", "thread", "sleep"]
    private static let denied = [
        "open-to-write", "open-to-change", "create", "create-unnamed", "folder", "rename", "link",
        "mode", "truncate", "socket", "local-socket", "limit", "signal-parent",
        "keep-after-parent", "remove", "fork", "execute",
    ]

    @Test func `A confined process only reads`() async throws {
        let lines = try await Self.lines([])
        #expect(
            lines == Self.harmless.map { "\($0) allowed" } + Self.denied.map { "\($0) denied" })
    }

    /// The negative control.
    @Test func `A process without the filter may make all calls`() async throws {
        let lines = try await Self.lines(["free"])
        #expect(lines == (Self.harmless + Self.denied).map { "\($0) allowed" })
    }

    private static func lines(_ options: [String]) async throws -> [String] {
        try await TemporaryFolder.with { folder in
            try folder.write(Data("text".utf8), to: "old")
            return try await Shell.run(
                BuiltProgram.url("confined-process").path, [folder.url.path] + options
            ).orThrow().output.split(separator: "\n").map(String.init)
        }
    }
}
