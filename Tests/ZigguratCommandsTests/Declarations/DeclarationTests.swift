import Testing

@testable import CommandLineParsing
@testable import ZigguratCommands

/// The commands declare their parameters without mistakes.
@Suite struct DeclarationTests {
    @Test func declarationsAreCorrect() {
        #expect(Program.ziggurat.declarationProblems == [])
    }

    /// The negative control: each declaration contains one mistake.
    @Test(
        arguments: [
            (TwoShort.self, "p bad: -a is declared twice"),
            (OwnHelp.self, "p bad: -h is declared twice"),
            (AfterAll.self, "p bad: LAST follows ALL, which takes all words"),
            (AfterOptional.self, "p bad: LAST is required but follows the optional FIRST"),
            (BadLetter.self, "p bad: -1 is not a letter from a to z"),
            (CommaChoice.self, "p bad: --a has a choice that contains a comma"),
            (UnknownExclusion.self, "p bad: an exclusion names --b, which is not declared"),
        ] as [(any BadCommand.Type, String)])
    func mistakes(type: any BadCommand.Type, problem: String) {
        #expect(problems(of: [type]) == [problem])
    }

    @Test func twoCommandsWithOneNameAreFound() {
        #expect(
            problems(of: [ListCommand.self, Fine.self, Fine.self])
                == ["p: two commands are called bad"])
    }

    private func problems(of commands: [any ParsableCommand.Type]) -> [String] {
        Program(CommandConfiguration("p", abstract: ""), commands: commands, version: "1")
            .declarationProblems
    }
}

extension DeclarationTests {
    protocol BadCommand: ParsableCommand {}

    struct Fine: BadCommand {}

    struct TwoShort: BadCommand {
        @Flag(short: "a") var one: Bool
        @Flag(short: "a") var two: Bool
    }

    struct OwnHelp: BadCommand {
        @Option(short: "h") var height: Int?
    }

    struct AfterAll: BadCommand {
        @Argument var all: [String]
        @Argument var last: String
    }

    struct AfterOptional: BadCommand {
        @Argument var first: String?
        @Argument var last: String
    }

    struct BadLetter: BadCommand {
        @Flag(short: "1") var one: Bool
    }

    struct CommaChoice: BadCommand {
        @Option(.choices(["x,y"])) var a: [String] = []
    }

    struct UnknownExclusion: BadCommand {
        static let exclusions = [["--a", "--b"]]
        @Flag var a: Bool
    }
}

extension DeclarationTests.BadCommand {
    static var configuration: CommandConfiguration { CommandConfiguration("bad", abstract: "") }
}
