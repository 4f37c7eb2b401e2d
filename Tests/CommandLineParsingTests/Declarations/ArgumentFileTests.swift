import Testing

@testable import CommandLineParsing

/// Words come from files with `@FILE`, and options from an environment variable.
@Suite struct ArgumentFileTests {
    /// The files that the program can read.
    private static let files = [
        "images": "a.tif\n\n# a comment\n  b c.tif \r\n\"# d\"\n\"\\\"e\\\\\"\n",
        "options": "--edge\npad\n-q80\n",
        "command": "export\na\n--flat\n",
        "nested": "@images\n",
        "dashes": "--\n--force\n",
        "help": "--help\n",
        "empty": "\n# nothing\n",
        "quotes": "\"\"\n",
        "open": "a\n\"b\n",
        "inner": "\"a\" b\n",
    ]

    private static let program = Program(
        Sample.program.configuration, commands: Sample.program.commands.map(\.type),
        version: "1",
        files: ArgumentFile { path in
            files[path.written].map { .success(Array($0.utf8)) }
                ?? .failure(ArgumentFile.ReadingError("not found"))
        }, variable: "ATELIER_OPTIONS")

    private func run(_ line: String, defaults: String? = nil) throws(CommandLineError) -> String {
        let words = line.split(separator: " ").map { ArgumentText(String($0)) }
        let defaults = defaults.map { ArgumentText($0) }
        switch try Self.program.parse(words, defaults: defaults) {
        case .run(let command, _): return Sample.summary(of: command)
        case .print(let text): return text.split(separator: "\n").first.map(String.init) ?? ""
        }
    }

    @Test(arguments: [
        ("export @images", "export a.tif+b c.tif+# d+\"e\\"),
        ("export x @options y", "export x+y edge=pad quality=80"),
        ("export @options a --flat", "export a edge=pad quality=80 flat=true"),
        ("@command --force", "export a flat=true force=true"),
        ("export a @empty", "export a"),
        ("export @options @dashes", "export --force edge=pad quality=80"),
        ("export a --color @empty", "export a color=@empty"),
        ("export a @help", "Cut images into tiles"),
        // `@FILE` is not expanded inside files, as a value, or after “--”.
        ("export @nested", "export @images"),
        ("export a --color @images", "export a color=@images"),
        ("export -- @images", "export @images"),
        ("export ./@images", "export ./@images"),
    ])
    func files(line: String, meaning: String) throws {
        #expect(try run(line) == meaning)
    }

    @Test(arguments: [
        ("export @missing", "cannot read the arguments in “@missing”: not found"),
        ("@missing", "cannot read the arguments in “@missing”: not found"),
        ("export @open", "invalid quotes in line 2 of “@open”"),
        ("export @inner", "invalid quotes in line 1 of “@inner”"),
    ])
    func wrongFiles(line: String, problem: String) {
        do {
            _ = try run(line)
            Issue.record("no error")
        } catch { #expect(error.problem == problem) }
    }

    @Test func quotesInFiles() throws {
        let words = try WordSplitting.lines(of: Array((Self.files["images"] ?? "").utf8)).get()
        #expect(words.map(\.text) == ["a.tif", "b c.tif", "# d", "\"e\\"])
    }

    /// File names that are not UTF-8 keep their bytes.
    @Test func bytesInFiles() throws {
        let words = try WordSplitting.lines(of: [0x61, 0xE9, 0x0A]).get()
        #expect(words == [ArgumentText(bytes: [0x61, 0xE9])])
    }

    @Test(arguments: [
        ("--flat --quality=80", "export a", "export a quality=80 flat=true"),
        ("--edge 'pad'", "export a", "export a edge=pad"),
        ("--color 'dark \"red\"'", "export a", "export a color=dark \"red\""),
        ("--color dark\\ red", "export a", "export a color=dark red"),
        // The command line takes precedence, also over options that exclude its own.
        ("--quality 80", "export a -q 70", "export a quality=70"),
        ("--quality 80", "export a --lossless", "export a lossless=true"),
        ("--layout dzi,xyz", "export a -l iiif3", "export a layout=iiif3"),
        // Options of other commands have no effect.
        ("--json --seed 4 --flat", "export a", "export a flat=true"),
        ("--seed 4", "list", "list"),
        ("", "export a", "export a"),
        ("--xyzzy", "--version", "atelier 1"),
    ])
    func variable(value: String, line: String, meaning: String) throws {
        #expect(try run(line, defaults: value) == meaning)
    }

    @Test(arguments: [
        ("--xyzzy", "unexpected word “--xyzzy” in ATELIER_OPTIONS"),
        ("b.tif", "unexpected word “b.tif” in ATELIER_OPTIONS"),
        ("-q 80", "unexpected word “-q” in ATELIER_OPTIONS"),
        ("--color 'red", "missing quote in ATELIER_OPTIONS"),
        ("--quality 101", "invalid value “101” for --quality in ATELIER_OPTIONS"),
        ("--quality", "missing value for --quality in ATELIER_OPTIONS"),
        ("--flat=yes", "unexpected value “yes” for --flat in ATELIER_OPTIONS"),
    ])
    func wrongVariables(value: String, problem: String) {
        do {
            _ = try run("export a", defaults: value)
            Issue.record("no error")
        } catch { #expect(error.problem == problem) }
    }
}
