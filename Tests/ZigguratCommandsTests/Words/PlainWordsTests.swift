import Foundation
import TestSupport
import Testing

/// Sources, documentation, scripts, templates and tests use plain words.
@Suite struct PlainWordsTests {
    private static let roots = [
        "README.md", "CONTRIBUTING.md", "Documentation", "Templates", "Benchmarks", "Scripts",
        "Makefile", "Sources", "Tests",
    ]

    /// The lines with forbidden words, as grep prints them.
    private static func findings(in paths: [String], of folder: URL) async throws -> [String] {
        let patterns = PlainWords.vague.flatMap { ["-e", $0] }
        // The folder Words contains the list of forbidden words and the negative control.
        let run = try await Shell.run(
            "grep",
            ["-rniIHE", "--exclude-dir=Words", "--exclude-dir=vendor", "--exclude-dir=.work"]
                + patterns + paths,
            in: folder)
        // grep ends with 1 if no line matches.
        #expect(run.status == 0 || run.status == 1, "\(run.errors)")
        return run.output.split(separator: "\n").map(String.init)
    }

    @Test func filesUsePlainWords() async throws {
        for finding in try await Self.findings(in: Self.roots, of: PlainWords.package) {
            Issue.record("\(finding)")
        }
    }

    /// The negative control: vague words in a file are found.
    @Test func vagueWordsAreFound() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("Fine.\nThere is none.\nSomebody waits.\n", to: "text.md")
            #expect(try await Self.findings(in: ["text.md"], of: folder.url).count == 2)
        }
    }
}
