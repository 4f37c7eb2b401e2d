import Testing

@testable import CommandLineParsing
@testable import ZigguratCommands

/// The program: its commands, help pages and errors for wrong command lines.
@Suite struct ProgramTests {
    @Test func examplesAreValidCommandLines() {
        for example in Program.ziggurat.examples {
            #expect(Self.problem(with: example.line) == nil)
        }
    }

    /// The negative control: examples that do not parse.
    @Test(arguments: [
        ("ziggurat exprot a.tif", "unknown command “exprot”"),
        ("ziggurat export", "missing argument IMAGE"),
        ("zigurat export a.tif", "another program"),
    ])
    func wrongExamples(line: String, problem: String) {
        #expect(Self.problem(with: line) == problem)
    }

    /// Parses an example as a shell would, up to a pipe or a redirection.
    private static func problem(with line: String) -> String? {
        let words = line.split(separator: " ").map(String.init)
            .prefix { !["|", ">", "&&"].contains($0) }
        guard words.first == Program.ziggurat.name else { return "another program" }
        do throws(CommandLineError) {
            _ = try Program.ziggurat.parse(Array(words.dropFirst()))
            return nil
        } catch {
            return error.problem
        }
    }

    @Test func helpPages() {
        for command in Program.ziggurat.commandNames {
            let run = Tool.run(command, "--help")
            #expect(run.status == 0 && run.errors == "")
            #expect(run.output.contains("Usage: ziggurat \(command)"))
            #expect(run == Tool.run("help", command))
        }
    }

    /// Without arguments, the program lists its commands.
    @Test func noWords() {
        let run = Tool.run(words: [])
        #expect(run.status == 0 && run.errors == "")
        #expect(run.output.contains("Usage: ziggurat COMMAND …"))
    }

    /// Errors of the parser have a fixed text. Errors of the library contain these facts.
    @Test(arguments: [
        ("exprot", ["unknown command “exprot”\nhint: did you mean export?\n"]),
        ("draw", ["unknown command “draw”\nhint: “ziggurat help” lists the commands\n"]),
        (
            "--layout dzi export",
            [
                "option --layout stands before the command\n"
                    + "hint: write it after the command: ziggurat COMMAND --layout\n"
            ]
        ),
        (
            "export",
            ["missing argument IMAGE\nhint: write ziggurat export [OPTIONS] IMAGE…\n"]
        ),
        ("export a.jpg --frmat png", ["unknown option “--frmat”\nhint: did you mean --format?\n"]),
        ("export a.jpg -l dzii", ["invalid value “dzii” for -l\nhint: did you mean dzi?\n"]),
        (
            "export a.jpg --layout dzi,ifif3",
            ["invalid value “ifif3” for --layout\nhint: did you mean iiif3?\n"]
        ),
        (
            "export a.jpg --background blue",
            ["invalid value “blue” for --background\nhint: expected a colour such as #ffffff\n"]
        ),
        (
            "export a.jpg --base-url example.org",
            ["invalid value “example.org” for --base-url\n", "https://"]
        ),
        (
            "export a.jpg --homepage javascript:alert(1)",
            ["invalid value “javascript:alert(1)” for --homepage\n", "https://"]
        ),
        (
            "export a.jpg -c rar",
            [
                "invalid value “rar” for -c\n"
                    + "hint: expected one of folder, zip, szi, pmtiles, mbtiles or tiff\n"
            ]
        ),
        ("sample a.jpg --size 800", ["invalid value “800” for --size\n", "800x600"]),
        ("serve --port 65536", ["invalid value “65536” for --port\n", "0 to 65535"]),
        ("publish Output", ["missing argument REMOTE\n"]),
        ("publish Output a: b", ["unexpected argument “b”\n", "“--”"]),
        ("completions tcsh", ["invalid value “tcsh” for SHELL\n", "bash, zsh or fish"]),
        ("export a.jpg --name {steam}", ["{steam}", "{stem}", "{ext}", "{parent}"]),
        ("export a.jpg -l iiif3 -f png", ["iiif3", "png", "jpeg"]),
        ("plan a.jpg -l dzi,iiif -f webp", ["iiif", "webp", "jpeg"]),
        ("export a.jpg -l xyz --overlap 1", ["xyz", "overlap"]),
        ("export a.jpg --edge pad", ["dzi", "pad", "crop"]),
        ("export a.jpg -t 64 --overlap 65", ["dzi", "65", "64"]),
        ("export a.jpg -c szi -l dzi,xyz", ["szi", "xyz", "dzi"]),
        ("plan a.jpg -c mbtiles -f avif", ["mbtiles", "avif", "png"]),
    ])
    func wrongCommandLines(line: String, parts: [String]) {
        let words = line.split(separator: " ").map { ArgumentText(String($0)) }
        let run = Tool.run(words: words)
        #expect(run.status == 2 && run.output == "")
        for part in parts { #expect(run.errors.contains(part), "\(run.errors)") }
    }
}
