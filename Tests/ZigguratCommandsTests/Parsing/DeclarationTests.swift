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
            (Forgotten.self, "p bad: Forgotten lists a and declares a b"),
            (Disordered.self, "p bad: Disordered lists b a and declares a b"),
            (Misnamed.self, "p bad: Misnamed lists a property under the name of another one"),
            (ForgottenInside.self, "p bad: Inside lists a and declares a b"),
            (BadImplied.self, "p bad: the default of --a breaks its own rule"),
            (Both.self, "p bad: it has subcommands and parameters; it may have one or the other"),
        ] as [(any BadCommand.Type, String)])
    func mistakes(type: any BadCommand.Type, problem: String) {
        let problems = DeclarationCheck.problems(
            below: CommandNode(
                program: CommandConfiguration("p", abstract: "", subcommands: [type])))
        #expect(problems == [problem])
    }

    @Test func theSampleProgramsExamplesAreRight() {
        #expect(Sample.program.exampleProblems == [])
    }

    /// What an example may hold, and the negative control: what it may not.
    @Test(arguments: [
        ("p all a 'b c' \"d\"'e'", nil),
        ("p all a | less", nil),
        ("p help all > all.txt && more", nil),
        ("p al", "“p al”: unknown command “al”; did you mean all?"),
        ("p all", "“p all”: WORDS is missing; write p all WORDS…"),
        ("q all", "“q all”: it does not begin with p"),
        ("p all a --x", "“p all a --x”: unknown option --x; p help all lists the options"),
    ])
    func examples(line: String, problem: String?) {
        let program = Program(
            CommandConfiguration(
                "p", abstract: "", examples: [.init(line)], subcommands: [All.self]),
            version: "1")
        #expect(program.exampleProblems == (problem.map { [$0] } ?? []))
    }

    struct All: BadCommand {
        static let configuration = CommandConfiguration("all", abstract: "")
        @Argument var words: [String]
    }

    @Test func commandsOfOneNameAreFound() {
        let root = CommandNode(
            program: CommandConfiguration(
                "p", abstract: "", subcommands: [Sample.Layouts.self, Fine.self, Fine.self]))
        #expect(DeclarationCheck.problems(below: root) == ["p: two commands are called bad"])
    }
}

extension DeclarationTests {
    protocol BadCommand: ToolCommand {}

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

    struct Forgotten: BadCommand {
        @Flag var a: Bool
        @Flag var b: Bool
        var declared: DeclaredProperties { ["a": $a] }
    }

    struct Disordered: BadCommand {
        @Flag var a: Bool
        @Flag var b: Bool
        var declared: DeclaredProperties { ["b": $b, "a": $a] }
    }

    struct Misnamed: BadCommand {
        @Flag(help: "One.") var a: Bool
        @OptionGroup var b: NoOptions
        @Flag(help: "Two.") var c: Bool
        var declared: DeclaredProperties { ["a": $a, "b": $b, "c": $a] }
    }

    struct NoOptions: ParameterSet {}

    struct Inside: ParameterSet {
        @Flag var a: Bool
        @Flag var b: Bool
        var declared: DeclaredProperties { ["a": $a] }
    }

    struct ForgottenInside: BadCommand {
        @OptionGroup var inside: Inside
        var declared: DeclaredProperties { ["inside": $inside] }
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
    func run(in context: CommandContext) -> ZigguratCommands.ExitStatus { .done }
}
