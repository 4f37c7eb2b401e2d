import Testing

@testable import CommandLineParsing

/// Two-word commands, such as `shard plan`.
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

    /// Returns the printed text; `nil` if the words run a command.
    private func text(_ words: [String]) throws -> String? {
        guard case .print(let text) = try Self.program.parse(words) else { return nil }
        return text
    }

    private func run(
        _ words: [String], variable: String? = nil
    ) throws -> (command: any ParsableCommand, options: GivenOptions)? {
        let request = try Self.program.parse(
            words.map { ArgumentText($0) }, defaults: variable.map { ArgumentText($0) })
        guard case .run(let command, let options) = request else { return nil }
        return (command, options)
    }

    @Test func commands() throws {
        let plan = try #require(try run(["shard", "plan", "a", "-o", "b"]))
        #expect((plan.command as? Plan)?.output == "b")
        let other = try #require(try run(["layouts"]))
        #expect(other.command is Sample.Layouts)
    }

    @Test func help() throws {
        for words in [["shard"], ["shard", "--help"], ["help", "shard"], ["shard", "help"]] {
            let page = try #require(try text(words))
            #expect(page.hasPrefix("Use many machines\n\nUsage: atelier shard COMMAND"))
            #expect(page.contains("shard plan  Plan shards") && !page.contains("layouts"))
        }
        for words in [
            ["shard", "plan", "-h"], ["help", "shard", "plan"], ["shard", "help", "plan"],
        ] {
            let page = try #require(try text(words))
            #expect(page.contains("Usage: atelier shard plan [OPTIONS] [IMAGES…]"))
        }
        #expect(try text(["help"])?.contains("  shard run ") == true)
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
        let text = try #require(try text(["__complete", "bash"] + words))
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.dropFirst(words.last == "" ? 1 : 2).sorted() == offers)
    }

    @Test(
        "Options are written as words for another folder and environment",
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
        let found = try #require(try run(["shard", "plan"] + words, variable: variable))
        #expect(found.options.words(of: Plan(), in: "/data") == result)
        // The options of other commands are omitted.
        #expect(found.options.words(of: Run(), in: "/data") == [])
    }
}
