import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Names with special characters of shells, addresses or templates work from the command line to
/// the page.
@Suite struct OddNameTests {
    static let names = [
        "two words", " leading and trailing ", "it's", #"say "ah""#, "a#b", "what?", "50%", "%41",
        "a&b=c+d", "<b>", "-dash", "--help", "a;b|c", "$HOME", "`id`", "*", "back\\slash", "a:b",
        "{name}", "{z}{x}", "a[1]b", "Bäume", "e\u{301}", "\u{301}mark", "写真", "🏔️🎨", "a.b.c",
        String(repeating: "n", count: 200), String(repeating: "ü", count: 100),
    ]

    @Test(arguments: names) func aNameComesThrough(name: String) async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture("in/\(name).jpg", width: 300, height: 200)
            let result = try await shop.run(
                ["export", "--layout", "dzi,xyz,iiif3", "--json", "--", "in/\(name).jpg"])
            #expect(result.status == 0, "\(result.errors)")
            let json = try JSONDecoder().decode(JSONValue.self, from: result.standardOutput)
            let folder = "Output/\(name)"
            #expect(json["exports"][0]["folder"].string == folder)
            #expect(
                Set(shop.outputNames()) == ["collection.json", "index.html", "pictures.js", name])
            let plan = try Exporter(
                destination: shop.output, layouts: [.dzi, .xyz, .iiif3]
            ).plan(shop.folder["in/\(name).jpg"].path)
            #expect(BundleAudit.missingTiles(of: plan, in: "\(shop.output)/\(name)") == [])
            let manifest = try #require(try Exporter(destination: shop.output).exports().first)
            #expect(manifest.name.utf8.elementsEqual(name.utf8))
            #expect(try BundleAudit.complaints(of: "\(shop.output)/\(name)", manifest) == [])

            // An address in the gallery leads to the page.
            let page = try String(contentsOf: shop.folder["Output/index.html"], encoding: .utf8)
            let links = page.matches(of: /href="([^"]*\/dzi\/index\.html)"/).map {
                String($0.output.1).replacing("&apos;", with: "'").replacing("&amp;", with: "&")
            }
            #expect(!links.isEmpty)
            for link in links {
                let url = try #require(
                    URL(string: link, relativeTo: URL(filePath: "\(shop.output)/")))
                #expect(FileManager.default.isReadableFile(atPath: url.path), "\(link)")
            }

            let again = try await shop.run(
                ["export", "--layout", "dzi,xyz,iiif3", "--", "in/\(name).jpg"])
            #expect(again.output.contains(": up to date\nopen Output/\(name)/dzi/index.html"))
            try await shop.run(["remove", "--", name]).orThrow()
            #expect(shop.outputNames() == ["index.html", "pictures.js"])
        }
    }

    @Test(arguments: ["a\nb", "tab\there", String(repeating: "n", count: 201), ".hidden"])
    func aNameThatCannotBeIsOneLine(name: String) async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture("in/\(name).jpg", width: 60, height: 40)
            let result = try await shop.run(["export", "in/\(name).jpg"])
            #expect(result.status == 1 && result.output == "")
            #expect(result.errors.filter(\.isNewline).count == 2)
            #expect(result.errors.hasSuffix("\nhint: choose another name with --name\n"))
            #expect(shop.outputNames() == [])
            try await shop.run(["export", "in/\(name).jpg", "--name", "fine"]).orThrow()
            #expect(shop.outputNames() == ["fine", "index.html", "pictures.js"])
        }
    }

    /// Brackets at the end of a path are part of the name, although libvips reads options there.
    @Test(arguments: ["scan[1]", "scan.jpg[1]", "scan.jpg[shrink=2]", "scan[][]", "]"])
    func bracketsAtTheEndArePartOfTheName(file: String) async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture("in/plain.jpg", width: 300, height: 200)
            try FileManager.default.moveItem(
                at: URL(filePath: picture), to: shop.folder["in/\(file)"])
            let named = try await shop.run(["export", "in/\(file)", "--name", "one", "--json"])
            #expect(named.status == 0, "\(named.errors)")
            let json = try JSONDecoder().decode(JSONValue.self, from: named.standardOutput)
            #expect(json["exports"][0]["manifest"]["image"]["size"]["width"].integer == 300)
            // The file is also found in a folder, with any extension.
            let found = try await shop.run(["export", "in", "--name", "two"])
            #expect(found.status == 0, "\(found.errors)")
        }
    }
}
