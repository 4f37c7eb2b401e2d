import Testing

@testable import CommandLineParsing

/// A valid command line sets the values of a command.
@Suite struct ParsingTests {
    @Test(arguments: [
        // Arguments
        ("export a.tif", "export a.tif"),
        ("export a.tif b.tif c.tif", "export a.tif+b.tif+c.tif"),
        ("export -", "export -"),
        ("export -5", "export -5"),
        ("export -- --force -n --", "export --force+-n+--"),
        ("export a -- b", "export a+b"),
        ("draw f --seed 1", "draw f - seed=1 "),
        ("draw f 3x4 --seed 1", "draw f 3x4 seed=1 "),
        ("draw f 3x4 web disk --seed 1", "draw f 3x4 seed=1 web+disk"),
        ("list --json", "list json"),
        ("layouts", "layouts"),

        // Long options
        ("export a --output out", "export a output=out"),
        ("export a --output=out", "export a output=out"),
        ("export --output=a=b c", "export c output=a=b"),
        ("export a --output -", "export a output=-"),
        ("export a --color red", "export a color=red"),
        ("export a --color=", "export a color="),
        ("export a --color=--force", "export a color=--force"),
        ("export a --color -1", "export a color=-1"),
        ("export a --turn -4.5", "export a turn=-4.5"),
        ("export a --turn -.5", "export a turn=-0.5"),
        ("export a --turn=-90", "export a turn=-90.0"),
        ("export a --fit 800x600", "export a fit=800x600"),
        ("export a --edge pad", "export a edge=pad"),
        ("export --force a --edge pad b", "export a+b edge=pad force=true"),

        // Short options
        ("export a -o out", "export a output=out"),
        ("export a -oout", "export a output=out"),
        ("export a -o=out", "export a output=out"),
        ("export a -q80 -t 512", "export a tileSize=512 quality=80"),
        ("export -f a", "export a force=true"),
        ("export --again a", "export a force=true"),
        ("export -fq80 a", "export a quality=80 force=true"),
        ("export -fq 80 a", "export a quality=80 force=true"),

        // Lists
        ("export a --layout xyz", "export a layout=xyz"),
        ("export a --layout dzi,xyz", "export a layout=dzi+xyz"),
        ("export a -ldzi,xyz --layout=iiif3", "export a layout=dzi+xyz+iiif3"),

        // Optional values
        ("export --skip-blanks a", "export a skipBlanks=0"),
        ("export --skip-blanks=3 a", "export a skipBlanks=3"),
        ("export --skip-blanks ./3", "export ./3 skipBlanks=0"),
        ("export --skip-blanks 300", "export 300 skipBlanks=0"),

        // Flags
        ("export a --force --force", "export a force=true"),
        ("export a --flat", "export a flat=true"),

        // The version
        ("--version", "atelier 1.2.3\n"),
    ])
    func meaning(line: String, meaning: String) throws {
        #expect(try Sample.run(line.split(separator: " ").map(String.init)) == meaning)
    }

    @Test func anEmptyValueIsAValue() throws {
        #expect(try Sample.run(["export", "a", "--color", ""]) == "export a color=")
    }

    @Test func aCommandParsedTwiceHasSeparateValues() throws {
        guard case .run(let first, _) = try Sample.program.parse(["export", "a", "--edge", "pad"]),
            case .run(let second, _) = try Sample.program.parse(["export", "b"])
        else {
            Issue.record("not commands to run")
            return
        }
        #expect(Sample.summary(of: first) == "export a edge=pad")
        #expect(Sample.summary(of: second) == "export b")
    }
}
