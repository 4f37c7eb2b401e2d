import Testing

@testable import ZigguratCommands

/// What the program says of itself.
@Suite struct ProgramTests {
    @Test func declarationsFitTogether() {
        #expect(ZigguratTool.program.declarationProblems == [])
    }

    @Test func examplesAreRight() {
        #expect(ZigguratTool.program.exampleProblems == [])
    }

    @Test(arguments: [
        "", "export", "plan", "verify", "repack", "layouts", "sample", "gallery", "list", "remove",
        "templates", "serve",
        "publish",
        "completions",
    ])
    func help(command: String) throws {
        let words = command.isEmpty ? ["--help"] : [command, "--help"]
        let run = Tool.run(words: words.map { ArgumentText($0) })
        #expect(run.status == 0 && run.errors == "")
        #expect(run == Tool.run(words: (["help"] + words.dropLast()).map { ArgumentText($0) }))
        try Snapshot.check(
            run.output, against: "ziggurat/\(command.isEmpty ? "program" : command).txt")
    }

    /// The negative control of the pages above: no command was forgotten.
    @Test func everyCommandHasAPage() {
        #expect(
            ZigguratTool.program.root.children.map(\.name) == [
                "export", "plan", "verify", "repack", "layouts", "sample", "gallery", "list",
                "remove", "templates",
                "serve", "publish",
                "completions",
            ])
    }

    /// Without a word it says what there is, and that is no mistake.
    @Test func noWords() {
        let run = Tool.run(words: [])
        #expect(run.status == 0 && run.errors == "")
        #expect(run.output.contains("Usage: ziggurat COMMAND …"))
    }

    @Test(arguments: [
        ("exprot", "unknown command “exprot”; did you mean export?"),
        ("help exprot", "unknown command “exprot”; did you mean export?"),
        (
            "draw",
            "unknown command “draw”; the commands are export, plan, verify, repack, layouts, sample, gallery, list, "
                + "remove, templates, serve, publish and completions"
        ),
        (
            "--layout dzi export",
            "the option --layout comes before the command; "
                + "write it after the command: ziggurat COMMAND --layout"
        ),
        ("export", "IMAGE is missing; write ziggurat export [OPTIONS] IMAGE…"),
        ("export a.jpg --frmat png", "unknown option --frmat; did you mean --format?"),
        ("export a.jpg --zzz", "unknown option --zzz; ziggurat help export lists the options"),
        (
            "export a.jpg -l dzii",
            "-l is one of dzi, xyz, tms, google, zoomify, iiif, iiif3, legacy, single, photoscroller, "
                + "tilemanager, jctiled, ldo, catiledlayer, template or dzc, not “dzii”; did you mean dzi?"
        ),
        (
            "export a.jpg --layout dzi,ifif3",
            "--layout is one of dzi, xyz, tms, google, zoomify, iiif, iiif3, legacy, single, "
                + "photoscroller, tilemanager, jctiled, ldo, catiledlayer, template or dzc, not “ifif3”; did you mean iiif3?"
        ),
        ("export a.jpg --background blue", "--background is a colour such as #ffffff, not “blue”"),
        ("export a.jpg -q 0", "-q is a whole number from 1 to 100, not “0”"),
        (
            "export a.jpg --base-url example.org",
            "--base-url is an address that begins with https:// or http://, not “example.org”"
        ),
        (
            "export a.jpg --name {steam}",
            "“{steam}” has a placeholder that is none; there are {stem}, {ext}, {parent}, {number}, {page}"
        ),
        ("export a.jpg -l iiif3 -f png", "the layout iiif3 cannot have png tiles; it takes jpeg"),
        ("plan a.jpg -l dzi,iiif -f webp", "the layout iiif cannot have webp tiles; it takes jpeg"),
        (
            "export a.jpg -l xyz --overlap 1",
            "the layout xyz has no overlap; leave --overlap out or set it to 0"
        ),
        (
            "export a.jpg --edge pad",
            "the layout dzi cannot pad its edge tiles; it can crop"
        ),
        (
            "export a.jpg -t 64 --overlap 65",
            "the layout dzi cannot overlap its tiles by 65 pixels; "
                + "an overlap is not negative and not above the tile size, 64"
        ),
        (
            "export a.jpg -c rar",
            "-c is one of folder, zip, szi, pmtiles or mbtiles, not “rar”"
        ),
        (
            "export a.jpg -c szi -l dzi,xyz",
            "the container szi cannot hold the layout xyz; it holds dzi"
        ),
        (
            "plan a.jpg -c mbtiles -f avif",
            "the layout xyz in mbtiles cannot have avif tiles; it takes jpeg, png, webp"
        ),
        (
            "export a.jpg --alpha drop", "--alpha is keep or flatten, not “drop”"
        ),
        ("sample a.jpg --size 800", "--size is a width and a height such as 800x600, not “800”"),
        ("serve --port 65536", "--port is a whole number from 0 to 65535, not “65536”"),
        (
            "publish Output",
            "REMOTE is missing; write ziggurat publish [OPTIONS] DIR REMOTE [OPTION…]"
        ),
        ("publish Output a: --jobs 0", "--jobs is a whole number from 1 to 256, not “0”"),
        (
            "publish Output a: b",
            "unexpected argument “b”; options for rclone begin with a dash and stand behind “--”"
        ),
        ("completions tcsh", "SHELL is one of bash, zsh or fish, not “tcsh”"),
    ])
    func wrongCommandLines(line: String, complaint: String) {
        let words = line.split(separator: " ").map { ArgumentText(String($0)) }
        #expect(Tool.run(words: words) == .init(2, errors: "ziggurat: \(complaint)\n"))
    }
}
