import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// Names with special characters of shells, addresses or templates work from the command line to
/// the page.
@Suite struct OddNameTests {
    static let names = [
        "two words", " leading and trailing ", "it's", #"say "ah""#, "a#b", "what?", "50%", "%41",
        "a&b=c+d", "<b>", "-dash", "--help", "a;b|c", "$HOME", "`id`", "*", "back\\slash", "a:b",
        "{name}", "{z}{x}", "a[1]b", "Bäume", "e\u{301}", "\u{301}mark", "写真", "🏔️🎨", "a.b.c",
        String(repeating: "n", count: 200), String(repeating: "ü", count: 100),
    ]

    /// The names of one run of the program each.
    static let batches = stride(from: 0, to: names.count, by: 8).map {
        Array(names[$0..<min($0 + 8, names.count)])
    }

    @Test(arguments: batches) func namesComeThrough(names: [String]) async throws {
        try await Workshop.with { shop in
            let files = names.map { "in/\($0).jpg" }
            for file in files { _ = try await shop.picture(file, width: 300, height: 200) }
            let result = try await shop.run(
                ["export", "--layout", "dzi,xyz,iiif3", "--json", "--"] + files)
            #expect(result.status == 0, "\(result.errors)")
            let json = try JSONDecoder().decode(JSONValue.self, from: result.standardOutput)
            let folders = json["exports"].array?.map(\.["folder"].string) ?? []
            #expect(Set(folders) == Set(names.map { "Output/\($0)" }))
            #expect(
                Set(shop.outputNames())
                    == Set(["collection.json", "index.html", "pictures.js"] + names))
            let exporter = Exporter(destination: shop.output, layouts: [.dzi, .xyz, .iiif3])
            let manifests = try exporter.exports()
            for (name, file) in zip(names, files) {
                let plan = try exporter.plan(shop.folder[file].path)
                #expect(BundleAudit.missingTiles(of: plan, in: "\(shop.output)/\(name)") == [])
                let manifest = try #require(
                    manifests.first { $0.name.utf8.elementsEqual(name.utf8) })
                #expect(try BundleAudit.complaints(of: "\(shop.output)/\(name)", manifest) == [])
            }

            // The addresses in the gallery lead to the pages.
            let page = try String(contentsOf: shop.folder["Output/index.html"], encoding: .utf8)
            let links = page.matches(of: /href="([^"]*\/dzi\/index\.html)"/).map {
                String($0.output.1).replacing("&apos;", with: "'").replacing("&amp;", with: "&")
            }
            #expect(Set(links).count == names.count)
            for link in links {
                let url = try #require(
                    URL(string: link, relativeTo: URL(filePath: "\(shop.output)/")))
                #expect(FileManager.default.isReadableFile(atPath: url.path), "\(link)")
            }

            let again = try await shop.run(
                ["export", "--layout", "dzi,xyz,iiif3", "--json", "--"] + files
            ).orThrow()
            let repeated = try JSONDecoder().decode(JSONValue.self, from: again.standardOutput)
            #expect(
                repeated["exports"].array?.map(\.["outcome"].string)
                    == names.map { _ in "upToDate" })
            try await shop.run(["remove", "--"] + names).orThrow()
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
