import Testing

@testable import CommandLineParsing

/// The program computes the completions for the shell scripts.
@Suite struct CompletionTests {
    private static let commands = ["draw", "export", "help", "layouts", "list"]
    private static let exportOptions = [
        "--color", "--dry-run", "--edge", "--fit", "--flat", "--force", "--help", "--layout",
        "--lossless", "--output", "--overlap", "--quality", "--skip-blanks", "--tile-size",
        "--turn",
    ]

    private func answer(_ words: String, for shell: CompletionShell = .bash) throws -> [String] {
        let words = words.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        guard
            case .print(let text) = try Sample.program.parse(
                ["__complete", shell.rawValue] + words)
        else { return [] }
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map(String.init)
    }

    /// “|” separates the words as bash splits them. The cursor is at the last word.
    @Test(
        arguments: [
            // Commands
            ("", commands), ("e", ["export"]), ("x", []), ("help|l", ["layouts", "list"]),
            ("help|export|", []), ("exprot|", []),
            ("-", ["--help", "--version", "-h"]),

            // Options
            ("export|--", exportOptions), ("export|--ti", ["--tile-size"]),
            ("export|-", exportOptions + ["-f", "-h", "-l", "-n", "-o", "-q", "-t"]),
            ("export|a|--fl", ["--flat"]), ("layouts|-", ["--help", "-h"]),
            ("list|--", ["--help", "--json"]),

            // An option is offered once, but an option with a list is offered again.
            ("export|--edge|pad|--e", []), ("export|-q|8|--q", []),
            ("export|-l|dzi|--l", ["--layout", "--lossless"]),

            // Values
            ("export|--edge|", ["crop", "pad"]), ("export|--edge|p", ["pad"]),
            ("export|-l|", ["dzi", "iiif3", "xyz", "zoomify"]), ("export|--quality|", []),
            ("draw|f|3x4|", ["disk", "web"]), ("draw|f|3x4|web|d", ["disk"]),
        ])
    func offers(words: String, offers: [String]) throws {
        let answer = try answer(words)
        #expect(["word", "list"].contains(answer[0]) && answer[1] == "")
        #expect(answer.dropFirst(3).sorted() == offers.sorted())
    }

    /// All completions of a value begin with the part of the word before the value.
    @Test(
        arguments: [
            ("export|--edge|=", ["word", "--edge=", "", "crop", "pad"]),
            ("export|--edge|=|p", ["word", "--edge=", "p", "pad"]),
            ("export|-l|dzi,", ["list", "dzi,", "", "xyz", "iiif3", "zoomify"]),
            ("export|--layout|=|dzi,x", ["list", "--layout=dzi,", "x", "xyz"]),
            ("export|--layout=dzi,x", ["list", "--layout=dzi,", "x", "xyz"]),
            ("export|-lx", ["list", "-l", "x", "xyz"]),
            ("export|--output|=|pi", ["directory", "--output=", "pi"]),
        ])
    func joinedValues(words: String, lines: [String]) throws {
        #expect(try answer(words) == lines)
    }

    @Test(arguments: [
        "export|p", "export|a|--force|p", "export|--|p", "export|--|--", "export|--skip-blanks|p",
        "export|--skip-blanks=1|p", "export|--layout|--|p", "draw|p", "draw|--seed|1|p",
        "draw|--seed|=|1|p",
    ])
    func files(words: String) throws {
        let answer = try answer(words)
        #expect(answer[0] == "file" && answer.count == 3)
    }

    /// The negative control: these arguments are not files, so no files are offered.
    @Test(arguments: ["layouts|p", "draw|x|p"])
    func noFiles(words: String) throws {
        #expect(try answer(words)[0] == "word")
    }

    @Test func descriptions() throws {
        #expect(
            try answer("export|--til", for: .zsh).last
                == "--tile-size:Tile width and height in pixels")
        #expect(
            try answer("l", for: .fish).dropFirst(3) == [
                "layouts\tList the layouts", "list\tList the images",
            ])
    }
}
