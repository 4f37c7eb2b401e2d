import Testing

@testable import ZigguratCommands

/// What wrong command lines are told.
@Suite struct ComplaintTests {
    @Test(arguments: [
        // Commands
        ("exprot a", "unknown command “exprot”; did you mean export?"),
        ("lay", "unknown command “lay”; did you mean layouts?"),
        (
            "frobnicate",
            "unknown command “frobnicate”; the commands are export, layouts, draw and remote"
        ),
        ("help exprot", "unknown command “exprot”; did you mean export?"),
        ("help layouts a", "unexpected argument “a”; write atelier help layouts"),
        ("help --exprot", "unknown option --exprot; atelier help lists the options"),
        ("remote ad", "unknown command “ad”; did you mean add?"),
        (
            "--force export a",
            "the option --force comes before the command; "
                + "write it after the command: atelier COMMAND --force"
        ),
        ("--versoin", "unknown option --versoin; did you mean --version?"),
        ("--frob", "unknown option --frob; atelier help lists the options"),
        ("-x", "unknown option -x; atelier help lists the options"),

        // Options
        ("export a --layuot dzi", "unknown option --layuot; did you mean --layout?"),
        ("export a --lay dzi", "unknown option --lay; did you mean --layout?"),
        ("export a -layout dzi", "unknown option -layout; did you mean --layout?"),
        ("export a --no-force", "unknown option --no-force; atelier help export lists the options"),
        ("export a --no-alhpa", "unknown option --no-alhpa; did you mean --no-alpha?"),
        ("export a --xyzzy", "unknown option --xyzzy; atelier help export lists the options"),
        ("export a --hlep", "unknown option --hlep; did you mean --help?"),
        ("export a -x", "unknown option -x; atelier help export lists the options"),
        ("export a -fxv", "unknown option -x in -fxv; atelier help export lists the options"),
        ("export a -é", "unknown option -é; atelier help export lists the options"),
        ("remote list --x", "unknown option --x; atelier help remote list lists the options"),

        // Missing values
        ("export a --output", "--output wants a value; write --output DIR"),
        ("export a --layout=", "--layout wants a value; write --layout NAME[,NAME…]"),
        ("export a -o", "-o wants a value; write -o DIR"),
        ("export a --layout", "--layout wants a value; write --layout NAME[,NAME…]"),
        ("export a --output -- b", "--output wants a value; write --output DIR"),
        (
            "export a --color --force",
            "--color wants a value but is followed by the option --force; "
                + "write --color COLOR, or --color=--force if that is the value"
        ),
        (
            "export a -o -f",
            "-o wants a value but is followed by the option -f; "
                + "write -o DIR, or -o-f if that is the value"
        ),
        ("export a --force=yes", "--force takes no value, so not “yes”; write --force alone"),
        ("export a -f=yes", "-f takes no value, so not “yes”; write -f alone"),

        // Values
        ("export a --quality abc", "--quality is a whole number from 1 to 100, not “abc”"),
        ("export a -q 101", "-q is a whole number from 1 to 100, not “101”"),
        ("export a -q 0", "-q is a whole number from 1 to 100, not “0”"),
        ("export a -q=", "-q is a whole number from 1 to 100, not “”"),
        (
            "export a -q 99999999999999999999",
            "-q is a whole number from 1 to 100, not “99999999999999999999”"
        ),
        ("export a --overlap -1", "--overlap is a whole number, at least 0, not “-1”"),
        ("export a --tile-size 3", "--tile-size is an even number above 0, not “3”"),
        ("export a --turn nan", "--turn is a number from -90 to 90, not “nan”"),
        ("export a --edge corp", "--edge is crop or pad, not “corp”; did you mean crop?"),
        ("export a --edge DZI", "--edge is crop or pad, not “DZI”"),
        (
            "export a --layout dzi,xzy",
            "--layout is one of dzi, xyz, iiif3 or zoomify, not “xzy”; did you mean xyz?"
        ),
        (
            "export a -l DZI",
            "-l is one of dzi, xyz, iiif3 or zoomify, not “DZI”; did you mean dzi?"
        ),
        (
            "export a --layout dzi,,xyz",
            "--layout has an empty value in “dzi,,xyz”; "
                + "write the values with one comma between them and no spaces"
        ),
        (
            "export a --layout dzi,",
            "--layout has an empty value in “dzi,”; "
                + "write the values with one comma between them and no spaces"
        ),
        ("export a --fit 8", "--fit is a width and a height such as 800x600, not “8”"),
        (
            "export a --skip-blanks=256",
            "--skip-blanks is a whole number from 0 to 255, not “256”"
        ),
        ("remote add wbe", "KIND is web or disk, not “wbe”; did you mean web?"),
        ("draw f --seed 1 --smooth maybe", "--smooth is yes or no, not “maybe”"),
        ("draw f 0x5 --seed 1", "SIZE is a width and a height such as 800x600, not “0x5”"),

        // How often
        ("export a -o b --output c", "--output is given twice; give it once"),
        ("export a -o b -o b", "--output is given twice; give it once"),

        // What is missing
        ("export", "IMAGE is missing; write atelier export [OPTIONS] IMAGE…"),
        ("export --", "IMAGE is missing; write atelier export [OPTIONS] IMAGE…"),
        ("draw --seed 1", "FILE is missing; write atelier draw [OPTIONS] --seed N FILE [SIZE]"),
        ("draw f", "--seed is missing; write --seed N"),
        ("remote add", "KIND is missing; write atelier remote add KIND [PLACES…]"),

        // What is too much
        ("layouts a", "unexpected argument “a”; write atelier layouts"),
        (
            "draw f 3x4 b --seed 1",
            "unexpected argument “b”; write atelier draw [OPTIONS] --seed N FILE [SIZE]"
        ),

        // What does not go together
        (
            "export a --quality 8 --lossless",
            "--lossless and --quality exclude each other; leave one of them out"
        ),
        (
            "export a -nf",
            "--dry-run and --force exclude each other; leave one of them out"
        ),
        (
            "export a --no-alpha --fit 3x4",
            "--no-alpha and --fit exclude each other; leave one of them out"
        ),
        (
            "export a --alpha --no-alpha",
            "--alpha and --no-alpha exclude each other; leave one of them out"
        ),
        ("export a --overlap 254", "--overlap 254 is as wide as a tile; give less than 254"),
    ])
    func complaint(line: String, message: String) {
        let error = #expect(throws: CommandLineError.self) {
            try Sample.run(line.split(separator: " ").map(String.init))
        }
        #expect(error?.description == message)
        #expect(error?.description.contains("\n") == false)
    }

    @Test func theStatusOfEveryComplaintIsTwo() {
        #expect(CommandLineError.exitStatus == 2)
    }

    /// The negative control of the exclusions: each alone is right.
    @Test(arguments: ["--alpha --fit 3x4", "--no-alpha", "--fit 3x4", "-n", "-f", "--lossless"])
    func oneOfThoseThatExcludeEachOtherIsRight(options: String) throws {
        _ = try Sample.run(["export", "a"] + options.split(separator: " ").map(String.init))
    }

    @Test func aValueOfSeveralLinesIsToldOnOne() {
        let error = #expect(throws: CommandLineError.self) {
            try Sample.run(["export", "a", "--quality", "8\n\u{1B}[31m0\u{202E}"])
        }
        #expect(
            error?.description
                == #"--quality is a whole number from 1 to 100, not “8\n\u{1B}[31m0\u{202E}”"#)
    }
}
