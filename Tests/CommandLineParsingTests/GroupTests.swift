import Testing

@testable import CommandLineParsing

/// Commands with two words.
@Suite struct GroupTests {
    struct Plan: ParsableCommand {
        static let configuration = CommandConfiguration("shard plan", abstract: "Plan shards")

        @Argument var images: [PathArgument] = []
        @Option(short: "o", valueName: "DIR", completion: .folders)
        var output: PathArgument = "Output"
        @Option(short: "n") var shards: Int?
        @Flag var lossless: Bool
        @Option(implied: 0) var skipBlanks: Int?
    }

    struct Run: ParsableCommand {
        static let configuration = CommandConfiguration("shard run", abstract: "Run a shard")
    }

    private static let program = Program(
        CommandConfiguration("atelier", abstract: "Cut images"),
        commands: [Plan.self, Run.self, Sample.Layouts.self],
        groups: [CommandConfiguration("shard", abstract: "Use many machines")], version: "1",
        variable: "ATELIER")

    private func text(_ words: String...) throws -> String? {
        guard case .print(let text) = try Self.program.parse(words) else { return nil }
        return text
    }

    @Test func commands() throws {
        guard case .run(let command) = try Self.program.parse(["shard", "plan", "a", "-o", "b"])
        else { throw CommandLineError("", hint: "") }
        #expect((command as? Plan)?.output == "b")
        guard case .run(let other) = try Self.program.parse(["layouts"]) else { return }
        #expect(other is Sample.Layouts)
    }

    @Test func help() throws {
        for words in [["shard"], ["shard", "--help"], ["help", "shard"]] {
            guard case .print(let page) = try Self.program.parse(words) else { continue }
            #expect(page.hasPrefix("Use many machines\n\nUsage: atelier shard COMMAND"))
            #expect(page.contains("shard plan  Plan shards") && !page.contains("layouts"))
        }
        for words in [["shard", "plan", "-h"], ["help", "shard", "plan"]] {
            guard case .print(let page) = try Self.program.parse(words) else { continue }
            #expect(page.contains("Usage: atelier shard plan [OPTIONS] [IMAGES…]"))
        }
        #expect(try text("help")?.contains("  shard run ") == true)
    }

    @Test(
        arguments: [
            (["shard", "paln"], "unknown command “paln”", "did you mean plan?"),
            (["shard", "x"], "unknown command “x”", "“atelier help shard” lists the commands"),
            (["plan"], "unknown command “plan”", "“atelier help” lists the commands"),
        ])
    func unknown(words: [String], problem: String, hint: String) {
        #expect(throws: CommandLineError(problem, hint: hint)) {
            try Self.program.parse(words)
        }
    }

    @Test(
        arguments: [
            ("", ["help", "layouts", "shard"]), ("shard|", ["plan", "run"]),
            ("shard|p", ["plan"]), ("help|shard|", ["plan", "run"]),
            ("help|", ["layouts", "shard"]), ("shard|plan|--sh", ["--shards"]),
        ])
    func completion(words: String, offers: [String]) throws {
        let words = words.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        guard case .print(let text) = try Self.program.parse(["__complete", "bash"] + words)
        else { return }
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.dropFirst(words.last == "" ? 1 : 2).sorted() == offers)
    }

    @Test(
        "Options in words for another folder and another environment",
        arguments: [
            ([], nil, []),
            (["a", "-o", "b", "-n3"], nil, ["--output=/data/b", "--shards=3"]),
            (["--output=/b", "a", "--lossless"], nil, ["--output=/b", "--lossless"]),
            (
                ["--skip-blanks"], "--shards=2 --output=c",
                [
                    "--skip-blanks", "--shards=2", "--output=/data/c",
                ]
            ),
            (["-n", "1"], "--shards=2", ["--shards=1"]),
        ] as [([String], String?, [String])])
    func optionWords(words: [String], variable: String?, result: [String]) throws {
        let found = try Self.program.optionWords(
            of: (["shard", "plan"] + words).map { ArgumentText($0) },
            defaults: variable.map { ArgumentText($0) }, in: "/data")
        #expect(found == result)
    }
}
