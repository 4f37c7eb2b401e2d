import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The schema of the Presentation API, as the classes of PyPI's `iiif-prezi3`, which are made from
/// it.
@Suite("Manifests and collections of IIIF Presentation 3")
struct PresentationTests {
    /// What is wrong with each document, a line each.
    private static func problems(_ files: [URL]) async throws -> [String] {
        try await Judge.run(
            script: """
                import json, sys
                from iiif_prezi3 import Collection, Manifest
                for path in sys.argv[1:]:
                    document = json.load(open(path))
                    kind = {"Manifest": Manifest, "Collection": Collection}[document["type"]]
                    try:
                        kind(**document)
                        # What the classes would not take for a name of the API is no part of it.
                        extra = set(document) - set(kind.model_fields) - {"@context"}
                        if extra: print(path, "unknown:", *sorted(extra))
                    except ValueError as error:
                        print(path, str(error).splitlines()[1:3])
                """, files.map(\.path)
        ).orThrow().output.split(separator: "\n").map(String.init)
    }

    @Test("they follow the schema, and broken ones do not")
    func schema() async throws {
        try await Workshop.with { shop in
            let captions = [
                Caption(),
                Caption(
                    title: "<b>\"Ä\" & 'B'</b>", description: "Two\nlines",
                    attribution: "City archive",
                    rights: "http://creativecommons.org/licenses/by/4.0/", creator: "N. N.",
                    date: "2026-11-21"),
            ]
            for (number, caption) in captions.enumerated() {
                let exporter = shop.exporter([.iiif, .iiif3]) {
                    $0.caption = caption
                    $0.baseURL = number == 0 ? nil : "https://example.org/a"
                    $0.viewer = .none
                }
                for (width, height) in [(1, 1), (600, 400), (1300, 20)] {
                    try exporter.export(
                        try await shop.picture(
                            "p \(number) \(width).png", width: width, height: height))
                }
                try exporter.writeCollections()
            }
            let manifests = try shop.folder.files(under: "Output").filter {
                $0.hasSuffix("manifest.json") || $0 == "collection.json"
            }.map { shop.folder["Output/\($0)"] }
            #expect(manifests.count == 2 * 2 * 3 + 1)
            #expect(try await Self.problems(manifests) == [])

            let good = try #require(manifests.first { $0.path.contains("1 600/iiif3") })
            let text = try String(contentsOf: good, encoding: .utf8)
            let faults = [
                ("\"label\" : {", "\"lable\" : {"), ("http://creativecommons", "creativecommons"),
                ("\"id\" : \"https://example.org/a/", "\"id\" : \"a/"),
                ("\"motivation\" : \"painting\"", "\"motivation\" : 3"),
                ("\"type\" : \"ImageService3\"", "\"kind\" : \"ImageService3\""),
                ("\"type\" : \"Canvas\"", "\"type\" : \"Canvass\""),
            ]
            var broken: [URL] = []
            for (number, (part, instead)) in faults.enumerated() {
                let changed = text.replacing(part, with: instead)
                #expect(changed != text, "\(part)")
                broken.append(try shop.folder.write(changed, to: "broken \(number).json"))
            }
            let problems = try await Self.problems(broken)
            for file in broken {
                #expect(problems.contains { $0.hasPrefix(file.path) }, "\(file.path)")
            }
        }
    }
}
