import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// Three validators check documents of the Presentation API: the classes of PyPI's `iiif-prezi3`,
/// the JSON schema of these classes with PyPI's `jsonschema`, and our own schema. Our schema
/// follows the specification and rejects unknown fields.
@Suite("Manifests and collections of IIIF Presentation 3")
struct PresentationTests {
    private static let judges: Set = ["classes", "their schema", "our schema"]

    /// Returns the validators that reject each document, by its path.
    private static func refusals(_ files: [URL]) async throws -> [String: Set<String>] {
        let schema = Repository.root.appending(
            path: "Tests/ZigguratExportTests/Schemas/presentation-3.json")
        let lines = try await Judge.run(
            script: """
                import json, sys
                from iiif_prezi3 import AnnotationPage, Collection, Manifest
                from jsonschema import Draft202012Validator as Validator
                kinds = {
                    "Manifest": Manifest, "Collection": Collection,
                    "AnnotationPage": AnnotationPage}
                schemas = {name: kind.model_json_schema() for name, kind in kinds.items()}
                own = json.load(open(sys.argv[1]))
                for schema in [*schemas.values(), own]: Validator.check_schema(schema)
                def judge(name, path, look):
                    try:
                        problem = look()
                    except ValueError as error:
                        problem = str(error).splitlines()[1:3]
                    if problem: print(path, name, problem, sep="\\t")
                def first(schema, document):
                    for error in Validator(schema).iter_errors(document):
                        return error.json_path + ": " + error.message[:200]
                for path in sys.argv[2:]:
                    document = json.load(open(path))
                    kind = document.get("type")
                    if kind not in kinds: kind = "Manifest"
                    judge("classes", path, lambda: kinds[kind](**document) and None)
                    judge("their schema", path, lambda: first(schemas[kind], document))
                    judge("our schema", path, lambda: first(own, document))
                """, [schema.path] + files.map(\.path)
        ).orThrow().output.split(separator: "\n")
        var refusals: [String: Set<String>] = [:]
        for line in lines {
            let parts = line.split(separator: "\t").map(String.init)
            refusals[parts[0], default: []].insert(parts[1])
        }
        return refusals
    }

    private static let captions = [
        Caption(),
        Caption(
            title: "<b>\"Ä\" & 'B'</b>", description: "Two\nlines", attribution: "City archive",
            rights: "http://creativecommons.org/licenses/by/4.0/", creator: "N. N.",
            date: "2026-11-21"),
        // An address as a browser shows it, and an address that `rights` must not have.
        Caption(rights: "https://creativecommons.org/publicdomain/zero/1.0/deed.de"),
        Caption(title: "", rights: "https://example.org/our terms"),
        rich, withoutAddress,
    ]

    /// A caption whose home page is not an address.
    private static var withoutAddress: Caption {
        var caption = Caption(title: "The mill")
        caption.homepage = "javascript:alert(1)"
        return caption
    }

    private static var rich: Caption {
        var caption = Caption(title: "The mill", rights: "© City archive")
        caption.language = "en"
        caption.translations["de"] = Caption(title: "Die Mühle", description: "Am Fluss")
        caption.licence = "https://creativecommons.org/licenses/by/4.0/"
        caption.homepage = "https://example.org/mill"
        caption.partOf = "https://example.org/collection.json"
        caption.fields = [
            Caption.Field("Technique", "Oil", translations: ["de": .init("Technik", "Öl")])
        ]
        return caption
    }

    private static let notes = [
        Annotation(label: "Wheel", text: "Of wood", path: "M1 2h3v4h-3Z"),
        Annotation(label: "Door", point: .init(x: 0, y: 1)), Annotation(label: "All of it"),
        Annotation(label: "A corner", path: "M0 0L9 0L9 9Z", link: "p 4 600#xywh=1,2,3,4"),
        Annotation(label: "More", text: "Two\nlines", link: "https://example.org/?a=b#c"),
        Annotation(label: String(repeating: "A long label ", count: 12) + "end."),
    ]

    /// Faults in manifests: a part, its replacement, and the validators that reject it.
    private static let faults: [(part: String, instead: String, seen: Set<String>)] = [
        (#""label" : {"#, #""lable" : {"#, judges),
        (#""id" : "https://example.org/a/"#, #""id" : "a/"#, ["classes", "our schema"]),
        (#""motivation" : "painting""#, #""motivation" : 3"#, judges),
        (#""type" : "ImageService3""#, #""kind" : "ImageService3""#, judges),
        (#""type" : "Canvas""#, #""type" : "Canvass""#, judges),
        (#""width" : 600"#, #""width" : 0"#, ["our schema"]),
        (#""target" : "https"#, #""aim" : "https"#, judges),
        (#""none" : ["#, #""none of them" : ["#, ["classes", "our schema"]),
        (#"http://creativecommons"#, #"creativecommons"#, ["classes", "our schema"]),
        // Only the specification forbids these values, not the schema.
        (#"http://creativecommons"#, #"https://creativecommons"#, ["our schema"]),
        (#"canvas/1""#, ##"canvas#1""##, ["our schema"]),
        (#""motivation" : "painting""#, #""motivation" : "linking""#, ["our schema"]),
        (#""summary" : {"#, #""sumary" : {"#, ["our schema"]),
        (#""profile" : "level0""#, #""profile" : "level9""#, ["our schema"]),
    ]

    @Test("Manifests follow the schemas, and broken manifests are rejected")
    func schema() async throws {
        try await Workshop.with { shop in
            for (number, caption) in Self.captions.enumerated() {
                let exporter = shop.exporter([.iiif, .iiif3]) {
                    $0.caption = caption
                    $0.baseURL = number == 0 ? nil : "https://example.org/a"
                    $0.viewer = .none
                    $0.annotations = caption.fields.isEmpty ? [] : Self.notes
                    $0.includesSource = !caption.fields.isEmpty
                }
                for (width, height) in [(1, 1), (600, 400), (1300, 20)] {
                    try exporter.export(
                        try await shop.picture(
                            "p \(number) \(width).png", width: width, height: height))
                }
                try exporter.writeCollections()
            }
            let documents = try shop.folder.files(under: "Output").filter {
                $0.hasSuffix("manifest.json") || $0.hasSuffix("annotations.json")
                    || $0 == "collection.json"
            }.map { shop.folder["Output/\($0)"] }
            // The last captions have notes, in each layout and size.
            #expect(documents.count == 2 * 3 * (Self.captions.count + 1) + 1)
            let books = try await Self.books(in: shop)

            let good = try #require(documents.first { $0.path.contains("1 600/iiif3") })
            let text = try String(contentsOf: good, encoding: .utf8)
            var broken: [(file: URL, fault: String, seen: Set<String>)] = []
            for (number, fault) in Self.faults.enumerated() {
                let changed = text.replacing(fault.part, with: fault.instead)
                #expect(changed != text, "\(fault.part)")
                broken.append(
                    (
                        try shop.folder.write(changed, to: "broken \(number).json"),
                        "\(fault.part) → \(fault.instead)", fault.seen
                    ))
            }
            // A collection without the labels of its images is rejected.
            let collection = try #require(documents.first { $0.path.hasSuffix("collection.json") })
            let nameless = try String(contentsOf: collection, encoding: .utf8)
                .replacing("\"label\"", with: "\"name\"")
            broken.append(
                (
                    try shop.folder.write(nameless, to: "nameless.json"), "a collection's labels",
                    Self.judges
                ))

            // Notes with another selector are rejected.
            let page = try #require(
                documents.first { $0.path.hasSuffix("600/iiif3/annotations.json") })
            let notes = try String(contentsOf: page, encoding: .utf8)
            #expect(
                try AnnotationFile.annotations(in: Array(notes.utf8)) == Self.notes,
                "notes come back as they were")
            for (part, instead, seen) in [
                ("FragmentSelector", "PartSelector", ["our schema"]),
                ("\"commenting\"", "7", Self.judges), ("xywh=1,2,3,4\"", "x\"", ["our schema"]),
            ] as [(String, String, Set<String>)] {
                let changed = notes.replacing(part, with: instead)
                #expect(changed != notes, "\(part)")
                broken.append(
                    (
                        try shop.folder.write(changed, to: "notes \(broken.count).json"), part, seen
                    ))
            }
            // The canvas refers to the page of notes, and contains the notes for simple viewers.
            let manifest = try String(
                contentsOf: page.deletingLastPathComponent().appending(path: "manifest.json"),
                encoding: .utf8)
            #expect(
                manifest.contains(
                    #""id" : "https://example.org/a/p%204%20600/iiif3/annotations.json""#))
            #expect(manifest.contains("FragmentSelector"))

            // A section without pages is rejected.
            let section = try String(contentsOf: books[0], encoding: .utf8)
            let empty = section.replacing(/"type" : "Range"/, with: #""type" : "Rnge""#)
            #expect(empty != section)
            broken.append(
                (try shop.folder.write(empty, to: "range.json"), "a range's type", Self.judges))

            let behaviour = section.replacing("\"paged\"", with: "\"turned\"")
            #expect(behaviour != section)
            broken.append(
                (
                    try shop.folder.write(behaviour, to: "behaviour.json"), "a behaviour",
                    ["our schema"]
                ))

            let refusals = try await Self.refusals(documents + books + broken.map(\.file))
            for file in documents + books { #expect(refusals[file.path] == nil, "\(file.path)") }
            for (file, fault, seen) in broken {
                #expect(refusals[file.path, default: []].isSuperset(of: seen), "\(fault)")
            }
        }
    }

    /// A book with notes, sections and copies of its sources, in both layouts, and its collection.
    private static func books(in shop: Workshop) async throws -> [URL] {
        let records = try shop.folder.write(
            "file,title,label,section,Technique,part of\nalbum,The \"album\",,,Ink,A shelf\n"
                .replacing("The \"album\"", with: "\"The \"\"album\"\"\"")
                + "a,,i,A > B,,\nb,,ii,A > C,Oil,\n", to: "books.csv")
        for name in ["a", "b"] { _ = try await shop.picture("album/\(name).png") }
        var files: [URL] = []
        for layout in [Formats.iiif, Formats.iiif3] {
            var exporter = shop.exporter([layout]) {
                $0.annotations = notes
                $0.includesSource = true
                $0.baseURL = "https://example.org/a"
                $0.caption.homepage = "https://example.org/album"
            }
            exporter.destination = shop.folder["Books \(layout.name)"].path
            exporter.records = try ImageRecords(records.path)
            let batch = ExportBatch([shop.folder["album"].path], exporter: exporter, books: .all)
            #expect(batch.run { _ in })
            let folder = shop.folder["Books \(layout.name)"]
            files += [
                folder.appending(path: "album/manifest.json"),
                folder.appending(path: "collection.json"),
            ]
        }
        return files
    }
}
