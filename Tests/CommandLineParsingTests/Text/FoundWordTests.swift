import Testing

@testable import CommandLineParsing

/// Completions can depend on the values of other options.
@Suite struct FoundWordTests {
    private struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration("remove", abstract: "Remove images")
        @Argument(completion: .found(names, besides: .nothing)) var names: [String]
        @Option(short: "o", completion: .folders) var output = "Output"

        static let names = WordFinder { option in
            option("--output").map { ["\($0)-a", "\($0)-b"] } ?? []
        }
    }

    private struct Check: ParsableCommand {
        static let configuration = CommandConfiguration("check", abstract: "Check images")
        @Argument(completion: .found(WordFinder { _ in ["Output/a"] }, besides: .files))
        var path: String
    }

    @Test(arguments: [
        (["remove", ""], ["word", "", "", "Output-a", "Output-b"]),
        (["remove", "Output-b"], ["word", "", "Output-b", "Output-b"]),
        (["remove", "-o", "x", ""], ["word", "", "", "x-a", "x-b"]),
        (["remove", "--output=x", "y", "x"], ["word", "", "x", "x-a", "x-b"]),
        (["remove", "-o", "x"], ["directory", "", "x"]),
        (["check", "O"], ["file", "", "O", "Output/a"]),
        (["check", "p"], ["file", "", "p"]),
    ])
    func words(words: [String], lines: [String]) throws {
        let program = Program(
            CommandConfiguration("p", abstract: ""), commands: [Remove.self, Check.self],
            version: "1")
        guard case .print(let text) = try program.parse(["__complete", "fish"] + words) else {
            return
        }
        let answer = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(answer.map(String.init) == lines)
    }
}
