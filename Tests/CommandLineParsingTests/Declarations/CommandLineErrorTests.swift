import Testing

@testable import CommandLineParsing

/// A wrong command line causes an error with a hint.
@Suite struct CommandLineErrorTests {
    @Test(arguments: [
        // Commands
        ("exprot a", "unknown command “exprot”", "did you mean export?"),
        ("lay", "unknown command “lay”", "did you mean layouts?"),
        ("frobnicate", "unknown command “frobnicate”", "“atelier help” lists the commands"),
        ("help exprot", "unknown command “exprot”", "did you mean export?"),
        ("help --exprot", "unknown option “--exprot”", "“atelier help” lists the options"),
        (
            "--force export a", "option --force stands before the command",
            "write it after the command: atelier COMMAND --force"
        ),
        ("--versoin", "unknown option “--versoin”", "did you mean --version?"),
        ("-x", "unknown option “-x”", "“atelier help” lists the options"),

        // Options
        ("export a --layuot dzi", "unknown option “--layuot”", "did you mean --layout?"),
        ("export a --lay dzi", "unknown option “--lay”", "did you mean --layout?"),
        ("export a -layout dzi", "unknown option “-layout”", "did you mean --layout?"),
        ("export a --xyzzy", "unknown option “--xyzzy”", "“atelier help export” lists the options"),
        ("export a --hlep", "unknown option “--hlep”", "did you mean --help?"),
        (
            "export a -fxv", "unknown option “-x” in “-fxv”",
            "“atelier help export” lists the options"
        ),
        (
            "export -dash.jpg", "unknown option “-d” in “-dash.jpg”",
            "if -dash.jpg is a file, write ./-dash.jpg"
        ),
        (
            "export a --skip-blanks 8", "unexpected word “8” after --skip-blanks",
            "write --skip-blanks=8, or ./8 for a file"
        ),
        ("export a -é", "unknown option “-é”", "“atelier help export” lists the options"),

        // Missing values
        ("export a --output", "missing value for --output", "write --output DIR"),
        ("export a --layout=", "missing value for --layout", "write --layout NAME[,NAME…]"),
        ("export a -o", "missing value for -o", "write -o DIR"),
        ("export a --output -- b", "missing value for --output", "write --output DIR"),
        (
            "export a --color --force",
            "missing value for --color: the next word is the option --force",
            "write --color COLOR, or --color=--force if that is the value"
        ),
        (
            "export a -o -f", "missing value for -o: the next word is the option -f",
            "write -o DIR, or -o-f if that is the value"
        ),
        ("export a --force=yes", "unexpected value “yes” for --force", "write --force alone"),
        ("export a -f=yes", "unexpected value “yes” for -f", "write -f alone"),

        // Values
        (
            "export a --quality abc", "invalid value “abc” for --quality",
            "expected a whole number from 1 to 100"
        ),
        ("export a -q 101", "invalid value “101” for -q", "expected a whole number from 1 to 100"),
        ("export a -q=", "invalid value “” for -q", "expected a whole number from 1 to 100"),
        (
            "export a -q 99999999999999999999", "invalid value “99999999999999999999” for -q",
            "expected a whole number from 1 to 100"
        ),
        (
            "export a --overlap -1", "invalid value “-1” for --overlap",
            "expected a whole number, at least 0"
        ),
        (
            "export a --tile-size 3", "invalid value “3” for --tile-size",
            "expected an even number above 0"
        ),
        (
            "export a --turn nan", "invalid value “nan” for --turn",
            "expected a number from -90 to 90"
        ),
        ("export a --edge corp", "invalid value “corp” for --edge", "did you mean crop?"),
        ("export a --edge DZI", "invalid value “DZI” for --edge", "expected crop or pad"),
        ("export a --layout dzi,xzy", "invalid value “xzy” for --layout", "did you mean xyz?"),
        (
            "export a -l a", "invalid value “a” for -l",
            "expected one of dzi, xyz, iiif3 or zoomify"
        ),
        (
            "export a --layout dzi,,xyz", "empty value in “dzi,,xyz” for --layout",
            "separate the values with one comma, without spaces"
        ),
        (
            "export a --fit 8", "invalid value “8” for --fit",
            "expected a width and a height such as 800x600"
        ),
        (
            "export a --skip-blanks=256", "invalid value “256” for --skip-blanks",
            "expected a whole number from 0 to 255"
        ),
        (
            "draw f 0x5 --seed 1", "invalid value “0x5” for SIZE",
            "expected a width and a height such as 800x600"
        ),

        // Number of words
        ("export a -o b --output c", "--output is given twice", "give it once"),
        ("export", "missing argument IMAGE", "write atelier export [OPTIONS] IMAGE…"),
        ("export --", "missing argument IMAGE", "write atelier export [OPTIONS] IMAGE…"),
        (
            "draw --seed 1", "missing argument FILE",
            "write atelier draw --seed N FILE [SIZE] [PLACE…]"
        ),
        ("draw f", "missing option --seed", "write --seed N"),
        ("layouts a", "unexpected argument “a”", "write atelier layouts"),

        // Combinations
        (
            "export a --quality 8 --lossless", "--lossless and --quality cannot be combined",
            "give only one of them"
        ),
        ("export a -nf", "--dry-run and --force cannot be combined", "give only one of them"),
        ("export a --overlap 254", "invalid overlap: 254", "give less than 254"),
    ])
    func errors(line: String, problem: String, hint: String) {
        let error = #expect(throws: CommandLineError.self) {
            try Sample.run(line.split(separator: " ").map(String.init))
        }
        #expect(error == CommandLineError(problem, hint: hint))
    }

    /// The negative control of exclusive options: each option alone is valid.
    @Test(arguments: ["--flat", "--fit 3x4", "-n", "-f", "--lossless"])
    func exclusiveOptionsAreValidAlone(options: String) throws {
        _ = try Sample.run(["export", "a"] + options.split(separator: " ").map(String.init))
    }

    @Test func controlCharactersAreEscaped() {
        let error = #expect(throws: CommandLineError.self) {
            try Sample.run(["export", "a", "--quality", "8\n\u{1B}[31m0\u{202E}"])
        }
        #expect(error?.problem == #"invalid value “8\n\u{1B}[31m0\u{202E}” for --quality"#)
    }

    /// Random words result in a command, a text or an error of one line.
    @Test func randomWordsGetAnAnswer() {
        let parts: [[UInt8]] =
            [
                "export", "draw", "list", "help", "-", "--", "=", ",", "-o", "-h", "-nf",
                "--layout", "--flat", "--skip-blanks", "dzi", "a", "é", "8", "-5", "",
            ].map { Array($0.utf8) } + [[0xE9], [0x0A], [0x2D, 0xFF]]
        var state: UInt64 = 2026
        func next(below limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(limit))
        }
        var answers = 0
        var errors = 0
        for _ in 0..<5_000 {
            let words = (0..<next(below: 7)).map { _ in
                ArgumentText(
                    bytes: (0..<(1 + next(below: 2))).flatMap { _ in
                        parts[next(below: parts.count)]
                    })
            }
            do throws(CommandLineError) {
                _ = try Sample.program.parse([["export"], []][next(below: 2)] + words)
                answers += 1
            } catch {
                errors += 1
                let isOneLine = !"\(error.problem)\(error.hint)".contains { $0.isNewline }
                #expect(isOneLine)
            }
        }
        // The control: many lines are valid, and many are wrong.
        #expect(answers > 500)
        #expect(errors > 500)
    }
}
