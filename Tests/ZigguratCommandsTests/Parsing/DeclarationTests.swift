import Testing

@testable import ZigguratCommands

/// Mistakes in declarations are found.
@Suite struct DeclarationTests {
    @Test func theSampleProgramHasNone() {
        #expect(Sample.program.declarationProblems == [])
    }

    /// The negative control: each of these is wrong in one way.
    @Test(
        arguments: [
            (TwoShort.self, "p bad: -a is declared twice"),
            (OwnHelp.self, "p bad: -h is declared twice"),
            (AfterAll.self, "p bad: LAST comes after ALL, which takes all words"),
            (AfterOptional.self, "p bad: LAST must be given but FIRST before it need not"),
            (BadLetter.self, "p bad: -1 is no letter from a to z"),
            (BadName.self, "p bad: --a=b is no name for an option"),
            (OneList.self, "p bad: --a is a list but holds one value"),
            (CommaChoice.self, "p bad: --a has a choice with a comma in it"),
            (UnknownExclusion.self, "p bad: an exclusion names --b, which is not declared"),
            (BadDefault.self, "p bad: the default of --a breaks its own rule"),
            (BadImplied.self, "p bad: the default of --a breaks its own rule"),
            (Both.self, "p bad: it has subcommands and parameters; it may have one or the other"),
        ] as [(any BadCommand.Type, String)])
    func mistakes(type: any BadCommand.Type, problem: String) {
        let problems = DeclarationCheck<any ParsableCommand>.problems(
            below: CommandNode(
                program: CommandConfiguration("p", abstract: "", subcommands: [type])))
        #expect(problems == [problem])
    }

    @Test func commandsThatCannotBeRunAreFound() {
        let root = CommandNode(
            program: CommandConfiguration(
                "p", abstract: "", subcommands: [Sample.Layouts.self, Fine.self, Fine.self]))
        #expect(
            DeclarationCheck<any Sample.Command>.problems(below: root) == [
                "p: two commands are called bad", "p bad: it is no Command",
                "p bad: it is no Command",
            ])
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

    struct BadName: BadCommand {
        @Flag(long: "a=b") var one: Bool
    }

    struct OneList: BadCommand {
        @Option(list: .commaSeparated) var a: Int?
    }

    struct CommaChoice: BadCommand {
        @Option(.choices(["x,y"]), list: .commaSeparated) var a: [String] = []
    }

    struct UnknownExclusion: BadCommand {
        static let exclusions = [["--a", "--b"]]
        @Flag var a: Bool
    }

    struct Both: BadCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration("bad", abstract: "", subcommands: [Sample.Layouts.self])
        }
        @Flag var a: Bool
    }

    struct BadDefault: BadCommand {
        @Option(.range(1...9)) var a = 10
    }

    struct BadImplied: BadCommand {
        @Option(.range(1...9), implied: 0) var a: Int?
    }
}

extension DeclarationTests.BadCommand {
    static var configuration: CommandConfiguration { CommandConfiguration("bad", abstract: "") }
}
