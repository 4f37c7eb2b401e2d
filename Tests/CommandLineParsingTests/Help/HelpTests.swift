import Testing

@testable import CommandLineParsing

/// Help pages match their snapshots, and any request for help is recognised.
@Suite struct HelpTests {
    @Test(arguments: [
        ("program", "--help", 80),
        ("program-brief", "", 80),
        ("export", "export --help", 80),
        ("export-narrow", "export --help", 50),
        ("export-wide", "export --help", 120),
        ("layouts", "help layouts", 80),
        ("draw", "draw -h", 80),
        ("list", "help list", 80),
    ])
    func page(name: String, line: String, width: Int) throws {
        let words = line.split(separator: " ").map(String.init)
        guard case .print(let text) = try Sample.program.parse(words, width: width) else {
            Issue.record("no help")
            return
        }
        try Snapshot.check(text, against: "\(name).txt")
        for row in text.split(separator: "\n") {
            #expect(row.count <= width)
            #expect(row.last?.isWhitespace == false)
        }
    }

    /// A request for help is recognised in any place, even if other words are wrong.
    @Test(arguments: [
        "export --help", "export -h", "help export", "--help export", "-h export",
        "help export a", "export a --quality abc -h", "export --unknown --help", "export -fh",
        "export a -fnh",
    ])
    func helpOnExport(line: String) throws {
        let text = try Sample.run(line.split(separator: " ").map(String.init))
        #expect(text.hasPrefix("Cut images into tiles\n\nUsage: atelier export"))
    }

    @Test(arguments: ["--help", "-h", "help", "--version --help"])
    func helpOnTheProgram(line: String) throws {
        let text = try Sample.run(line.split(separator: " ").map(String.init))
        #expect(text.contains("Usage: atelier COMMAND"))
        #expect(text.contains("A second paragraph"))
    }

    /// The negative control: after “--”, the words are arguments.
    @Test func wordsAfterTheTerminatorDoNotAskForHelp() throws {
        #expect(try Sample.run(["export", "--", "--help", "-h"]) == "export --help+-h")
        #expect(try Sample.run(["export", "help"]) == "export help")
        #expect(try Sample.run(["export", "a", "--color=-h"]) == "export a color=-h")
    }
}
