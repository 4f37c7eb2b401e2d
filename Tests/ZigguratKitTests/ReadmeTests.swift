import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The statements of the README and the documents are true.
@Suite(.serialized) struct ReadmeTests {
    @Test func tableOfLayouts() throws {
        let rows = try Markdown("README.md").table(headed: "layout")
        let layouts = try Formats.standard.layouts.map { layout in
            [layout.name, Self.withoutCapital(layout.summary), try layout.examplePath()]
        }
        #expect(rows.map { [$0[0], Self.withoutCapital($0[1]), $0[2]] } == layouts)
        // The control: the table has one row for each layout.
        #expect(rows.count == Formats.standard.layouts.map(\.name).count && rows.count >= 4)
    }

    @Test func tablesOfContainers() throws {
        let rows = try Markdown("README.md").table(headed: "container")
        let containers = try Formats.standard.containers.map { format in
            [format.name, format.summary, try format.examplePath()]
        }
        #expect(rows == containers && rows.count == 6)
        let facts = try Markdown("Documentation/formats.md").table(headed: "container")
        #expect(facts.map { $0[0] } == Formats.standard.containers.map(\.name))
        for (row, format) in zip(facts, Formats.standard.containers) {
            #expect(row[1] == (format.layouts?.joined(separator: ", ") ?? "all"))
            let layout = try #require(format.defaultLayouts.first)
            let rules = format.rules(of: layout)
            let changes = rules.tileSize != layout.rules.tileSize
            #expect(row[2] == (changes ? "tiles of \(rules.tileSize), overlap none" : ""))
            let places =
                (format.holdsPages ? ["inside"] : [])
                + (format.abilities.ranges != nil ? ["beside"] : [])
            let place = places.isEmpty ? "no" : places.joined(separator: " and ")
            #expect(row[3] == (format.isFolder ? "yes" : place))
        }
    }

    @Test func tableOfFormats() throws {
        let rows = try Markdown("Documentation/formats.md").table(headed: "layout")
        #expect(rows.map { $0[0] } == Formats.standard.layouts.map(\.name))
        for (row, layout) in zip(rows, Formats.standard.layouts) {
            #expect(
                row[1] == (layout.rules.wholeLevels ? "whole levels" : "\(layout.rules.tileSize)"))
            #expect(row[2] == (layout.rules.overlap == 0 ? "none" : "\(layout.rules.overlap)"))
            #expect(row[3].hasPrefix(layout.rules.edge == .pad ? "padded" : "cropped"))
            #expect(
                row[4].lowercased()
                    == layout.rules.formats.map(\.name).joined(separator: ", "))
            let smallest =
                switch layout.rules.levels.shape.depth {
                case .onePixel: "1 × 1 pixel"
                case .oneTile: "one tile"
                case .levels(let count): count == 1 ? "full resolution" : "\(count) levels"
                case .longSide(let limit): "at most \(limit) pixels long"
                }
            #expect(row[5] == smallest)
        }
    }

    private static let testTargets = [
        "TestSupport", "ImagingTestSupport", "ExportTestSupport", "FuzzTargets", "fuzz",
        "guardian", "coefficients",
    ]

    /// The design lists exactly the modules of the package.
    @Test func tableOfModules() throws {
        let package = try String(
            contentsOf: Repository.root.appending(path: "Package.swift"), encoding: .utf8)
        let targets = package.matches(
            of: /\.(?:target|systemLibrary|executableTarget)\(\s*name: "(\w+)"/
        ).map { String($0.1) }
        let rows = try Markdown("Documentation/design.md").table(headed: "module")
        let listed = rows.flatMap { row in
            row[0].matches(of: /\w+/).map { String($0.0) }
        }
        #expect(
            listed.sorted()
                == targets.filter { !Self.testTargets.contains($0) }.sorted())
        #expect(listed.count > 10)
    }

    /// The make targets that the README names exist.
    @Test func shellCommands() async throws {
        let readme = try Markdown("README.md")
        #expect(readme.code(in: "sh").first == "make demo\nmake test\n")
        let help = try await Shell.run("make", ["help"], in: Repository.root).orThrow()
        for target in ["demo", "test", "install"] {
            #expect(help.output.contains("  make \(target) "))
            let dry = try await Shell.run("make", ["--dry-run", target], in: Repository.root)
            #expect(dry.status == 0)
        }
        // The negative control: an unknown target is an error.
        let unknown = try await Shell.run("make", ["--dry-run", "pizza"], in: Repository.root)
        #expect(unknown.status == 2)
    }

    /// Every file that a document links to exists.
    @Test(arguments: [
        "README.md", "Documentation/command-line.md", "Documentation/formats.md",
        "Documentation/library.md", "Documentation/design.md", "Documentation/pixels.md",
        "Documentation/decisions/README.md", "CONTRIBUTING.md",
    ])
    func links(document: String) throws {
        let file = Repository.root.appending(path: document)
        let text = try String(contentsOf: file, encoding: .utf8)
        for match in text.matches(of: /\]\(([^)]+)\)/) {
            let path = match.1.prefix { $0 != "#" }
            let target = file.deletingLastPathComponent().appending(path: String(path))
            #expect(FileManager.default.fileExists(atPath: target.path), "\(match.1)")
        }
    }

    @Test func `Source files that the documents for engineers name exist`() throws {
        let files = FileManager.default
        func paths(in folder: String) throws -> [String] {
            try files.subpathsOfDirectory(atPath: Repository.root.appending(path: folder).path)
                .map { "\(folder)/\($0)" }
        }
        let sources = try ["Package.swift"] + paths(in: "Sources") + paths(in: "Tests")
        // A path can begin at a folder of a module: `Pyramid/RowRing.swift`.
        func exists(_ path: Substring) -> Bool {
            sources.contains { $0 == path || $0.hasSuffix("/\(path)") }
        }
        let documents =
            try ["CONTRIBUTING.md", "Documentation/design.md"]
            + paths(in: "Documentation/decisions")
        var count = 0
        for document in documents {
            let file = Repository.root.appending(path: document)
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /`([\w+.\/-]+\.(?:swift|c))`/) {
                #expect(exists(match.1), "\(document): \(match.1)")
                count += 1
            }
        }
        #expect(count > 50)
        #expect(!exists("Pyramid/Missing.swift"))
    }

    private static func withoutCapital(_ text: String) -> String {
        text.prefix(1).lowercased() + text.dropFirst()
    }
}
