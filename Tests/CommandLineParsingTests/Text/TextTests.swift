import Testing

@testable import CommandLineParsing

/// Names, lists, suggestions and tokens are formed from texts.
@Suite struct TextTests {
    @Test(arguments: [
        ("layout", "layout"), ("tileSize", "tile-size"), ("baseURL", "base-url"),
        ("maxLevel2D", "max-level2-d"), ("URLBase", "url-base"), ("x", "x"), ("", ""),
    ])
    func kebab(property: String, name: String) {
        #expect(Wording.kebab(property) == name)
    }

    @Test(arguments: [
        ([], "", ""), (["a"], "a", "a"), (["a", "b"], "a or b", "a and b"),
        (["a", "b", "c"], "a, b or c", "a, b and c"),
    ])
    func lists(words: [String], alternatives: String, all: String) {
        #expect(Wording.list(words, "or") == alternatives)
        #expect(Wording.list(words, "and") == all)
    }

    @Test(arguments: [
        ("", "", 0), ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "ab", 1),
        ("abc", "abxc", 1), ("abc", "axc", 2), ("ca", "abc", 3), ("kitten", "sitting", 5),
        ("layuot", "layout", 1), ("naïve", "naive", 2),
    ])
    func distance(first: String, second: String, distance: Int) {
        #expect(Suggestion.distance(first, second) == distance)
        #expect(Suggestion.distance(second, first) == distance)
    }

    @Test(arguments: [
        ("layuot", "layout"), ("LAYOUT", "layout"), ("lay", "layout"), ("dz", "dzi"),
        ("tilesize", "tile-size"), ("tile", "tile-size"), ("la", nil), ("x", nil), ("", nil),
        ("frobnicate", nil), ("zip", nil), ("dzzi", "dzi"), ("dzii", "dzi"),
    ])
    func nearest(word: String, name: String?) {
        let names = ["layout", "dzi", "tile-size"]
        #expect(Suggestion.nearest(to: word, among: names) == name)
    }

    @Test(
        arguments: [
            ("", [.value("")]), ("-", [.value("-")]), ("a", [.value("a")]),
            ("-a", [.short("a")]), ("-abc", [.short("abc")]), ("-a=b", [.short("a=b")]),
            ("-5", [.value("-5")]), ("-.5", [.value("-.5")]), ("-.", [.short(".")]),
            ("--a", [.long(name: "a", value: nil)]), ("--a=", [.long(name: "a", value: "")]),
            ("--a=b=c", [.long(name: "a", value: "b=c")]), ("---", [.long(name: "-", value: nil)]),
            ("--|-a|--", [.terminator, .value("-a"), .value("--")]),
        ] as [(String, [Token])])
    func tokens(line: String, tokens: [Token]) {
        let words = line.split(separator: "|", omittingEmptySubsequences: false)
            .map { ArgumentText(String($0)) }
        #expect(Token.lex(words) == tokens)
        #expect(tokens.map(\.word) == words)
    }
}
