import Foundation
import TestSupport
import Testing

@testable import CommandLineParsing
@testable import ZigguratCommands

/// The generated reference: the page in Documentation, and the manual page.
@Suite struct ReferencePageTests {
    /// `RECORD_SNAPSHOTS=1 swift test --filter ReferencePageTests` writes the page.
    @Test func pageIsCurrent() throws {
        let text = Tool.run("help", "--format", "markdown").output
        let file = Repository.root.appending(path: "Documentation/reference.md")
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            try Data(text.utf8).write(to: file)
        }
        let page = try String(contentsOf: file, encoding: .utf8)
        #expect(page == text, "“make reference” writes Documentation/reference.md")
    }

    /// groff reports unknown requests and invalid escapes. The rendered page contains all options.
    @Test func manualPage() async throws {
        let text = Tool.run("help", "--format=man").output
        try await TemporaryFolder.with { folder in
            try folder.write(text, to: "ziggurat.1")
            let result = try await Self.rendered("ziggurat.1", in: folder)
            #expect(result.errors == "")
            let page = result.output.replacing("\u{2010}", with: "-")
            for (_, parameter, _) in Program.ziggurat.parameterHelp {
                #expect(page.contains(parameter), "\(parameter)")
            }
            // The negative control: groff reports an unknown request.
            try folder.write(text + ".XYZ unknown request\n", to: "wrong.1")
            let wrong = try await Self.rendered("wrong.1", in: folder)
            #expect(wrong.errors != "")
        }
    }

    private static func rendered(
        _ page: String, in folder: TemporaryFolder
    ) async throws -> CommandResult {
        try await Shell.run(
            "groff", ["-Kutf8", "-man", "-Tutf8", "-ww", "-rLL=200n", "-P-cbou", page],
            in: folder.url)
    }
}
