import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

@Suite("Changes of a destination")
struct DestinationChangeTests {
    /// A change, and the end of the path that the finding must name.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let place: String
        let kind: Verification.Finding.Kind
        let make: @Sendable (Spoiler) throws -> Void

        init(
            _ name: String, _ kind: Verification.Finding.Kind, at place: String,
            _ make: @escaping @Sendable (Spoiler) throws -> Void
        ) {
            (testDescription, self.place, self.kind, self.make) = (name, place, kind, make)
        }
    }

    private static let changes: [Change] = [
        Change("a changed gallery", .checksum, at: "index.html") {
            try $0.replace(">Images</h1>", with: ">Pictures</h1>", in: "index.html")
        },
        Change("a gallery without its mark", .checksum, at: "index.html") {
            try $0.replace("content=\"Ziggurat\"", with: "content=\"Siggurat\"", in: "index.html")
        },
        Change("a deleted gallery", .missingFile, at: "index.html") { try $0.remove("index.html") },
        Change("a deleted list", .missingFile, at: "pictures.js") { try $0.remove("pictures.js") },
        Change("a changed entry of the list", .checksum, at: "pictures.js") {
            try $0.replace("thumbnail.jpg", with: "thumbnail.png", in: "pictures.js")
        },
        Change("a changed name in the list", .checksum, at: "pictures.js") {
            try $0.replace("\"name\":\"a\"", with: "\"name\":\"q\"", in: "pictures.js")
        },
        Change("a changed record in the list", .checksum, at: "pictures.js") {
            try $0.change("pictures.js") { $0[8] ^= 1 }
        },
        Change("a list that ends early", .checksum, at: "pictures.js") {
            try $0.change("pictures.js") { $0.removeLast(20) }
        },
        Change("an empty list", .checksum, at: "pictures.js") {
            try $0.write([], to: "pictures.js")
        },
        Change("an added text for the gallery", .descriptor, at: "gallery.json") {
            try $0.write(Array(#"{"title": "x"}"#.utf8), to: "gallery.json")
        },
        Change("a changed IIIF collection", .descriptor, at: "collection.json") {
            try $0.replace("Generator", with: "Other", in: "collection.json")
        },
        Change("a deleted IIIF collection", .missingFile, at: "collection.json") {
            try $0.remove("collection.json")
        },
        Change("a changed record of the mosaic", .descriptor, at: "dzc/items.json") {
            try $0.replace("generator", with: "other", in: "dzc/items.json")
        },
        Change("a deleted record of the mosaic", .descriptor, at: "dzc/items.json") {
            try $0.remove("dzc/items.json")
        },
        Change("another tile of the mosaic", .checksum, at: "dzc/collection_files/7/0_0.jpg") {
            try $0.copy("dzc/collection_files/6/0_0.jpg", to: "dzc/collection_files/7/0_0.jpg")
        },
        Change("an empty folder in the mosaic", .extraFile, at: "dzc/collection_files/9") {
            try $0.makeFolder("dzc/collection_files/9")
        },
        Change("a deleted mosaic", .missingFile, at: "dzc/collection.dzc") { try $0.remove("dzc") },
        Change("a deleted export", .missingFile, at: "Output/a") { try $0.remove("a") },
        Change("a renamed export", .missingFile, at: "Output/a") { try $0.move("a", to: "z") },
        Change("a deleted archive", .missingFile, at: "Output/packed") { try $0.remove("packed") },
        Change("a deleted manifest", .missingFile, at: "a/ziggurat.json") {
            try $0.remove("a/ziggurat.json")
        },
        Change("a renamed manifest", .missingFile, at: "a/ziggurat.json") {
            try $0.move("a/ziggurat.json", to: "a/ziggurat.json.old")
        },
        Change("an empty folder among tiles", .extraFile, at: "dzi/a_files/11") {
            try $0.makeFolder("a/dzi/a_files/11")
        },
        Change("a changed shared script", .checksum, at: ".js") { spoiler in
            let names = try FileManager.default.contentsOfDirectory(
                atPath: spoiler.export.appending(path: "viewer").path)
            let name = try #require(names.first { $0.hasPrefix("ziggurat-") })
            try spoiler.change("viewer/\(name)") { $0[100] ^= 1 }
        },
    ]

    /// A destination with a gallery, two collections, shared scripts, a folder and an archive.
    private static func fill(_ shop: Workshop) async throws {
        let picture = try await shop.picture("a.jpg", width: 700, height: 500)
        let folders = shop.exporter([.dzi, .iiif3]) {
            $0.collections = ["dzc"]
            $0.pageAssets = .destination
        }
        try folders.export(picture)
        let archive = shop.exporter([.dzi]) {
            $0.container = .zip
            $0.viewer = .none
        }
        try archive.export(try await shop.picture("packed.jpg"))
        try folders.writeCollections()
        try folders.writeGallery()
    }

    @Test("Each change is found, and the file is named", arguments: changes)
    func isFound(change: Change) async throws {
        try await Workshop.with { shop in
            try await Self.fill(shop)
            #expect(try Verdict(shop.output).findings == [])
            try change.make(Spoiler(export: URL(filePath: shop.output)))
            let findings = try Verdict(shop.output).findings
            #expect(
                findings.contains { $0.place.hasSuffix(change.place) && $0.kind == change.kind },
                "\(findings.map(\.place)) \(findings.map(\.kind))")
        }
    }

    @Test("A changed list names no exports, and an older gallery has no hash of its list")
    func changedList() async throws {
        try await Workshop.with { shop in
            try await Self.fill(shop)
            let spoiler = Spoiler(export: URL(filePath: shop.output))
            let list = String(decoding: try spoiler.read("pictures.js"), as: UTF8.self)
            try spoiler.replace("\"name\":\"a\"", with: "\"name\":\"q\"", in: "pictures.js")
            let findings = try Verdict(shop.output).findings
            #expect(findings.map(\.place) == ["\(shop.output)/pictures.js"])
            #expect(findings.map { $0.reason as? VerificationError } == [.changed])

            let end = try #require(list.firstIndex(of: "\n"))
            let record = try #require(list[..<end].firstMatch(of: /"list":"[0-9a-f]{16}",?/))
            let text = list[list.index(list.startIndex, offsetBy: 20)..<end]
                .replacing(record.output, with: "")
            let hash = String(XXH3.hash(Array(text.utf8)), radix: 16)
            let digits = String(repeating: "0", count: 16 - hash.count) + hash
            try spoiler.write("// \(digits) \(text)\(list[end...])", to: "pictures.js")
            #expect(try Verdict(shop.output).findings == [])
            try spoiler.remove("a")
            #expect(try Verdict(shop.output).kinds.contains(.missingFile))
        }
    }

    @Test("A missing only export is found")
    func onlyExport() async throws {
        for mark in ["", "/ziggurat.json"] {
            try await Workshop.with { shop in
                let exporter = shop.exporter()
                try exporter.export(try await shop.picture())
                try exporter.writeGallery()
                try FileManager.default.removeItem(atPath: "\(shop.output)/photo\(mark)")
                #expect(try Verdict(shop.output).kinds == [.missingFile])
                // A gallery without exports is intact.
                _ = try? shop.exporter().remove("photo")
                try exporter.writeGallery()
                #expect(try Verdict(shop.output).findings == [])
            }
        }
    }

    @Test("Files of other programs, and files that a user publishes, are not faults")
    func foreignFiles() async throws {
        try await Workshop.with { shop in
            try await Self.fill(shop)
            let folder = shop.folder
            try folder.write("User-agent: *", to: "Output/robots.txt")
            try folder.write("", to: "Output/.nojekyll")
            try folder.write("notes", to: "Output/texts/about.html")
            try folder.write("mine", to: "Output/viewer/mine-01234567.js")
            try FileManager.default.createDirectory(
                atPath: folder["Output/empty"].path, withIntermediateDirectories: false)
            #expect(try Verdict(shop.output).findings == [])
            // A copied destination has no findings.
            try FileManager.default.copyItem(atPath: shop.output, toPath: folder["copy"].path)
            #expect(try Verdict(folder["copy"].path).findings == [])
        }
        // The user's own page and list, and exports without a gallery.
        try await Workshop.with { shop in
            try shop.folder.write("<html>mine</html>", to: "Output/index.html")
            try shop.folder.write("mine()", to: "Output/pictures.js")
            let exporter = shop.exporter([.dzi, .iiif3])
            try exporter.export(try await shop.picture())
            #expect(try exporter.writeGallery() == nil)
            #expect(try Verdict(shop.output).findings == [])
        }
        // Another template, and titles that are hostile in scripts.
        try await Workshop.with { shop in
            try PageTemplates.write(to: shop.folder["look"].path)
            try shop.folder.write(
                try String(contentsOf: shop.folder["look/gallery.html"], encoding: .utf8)
                    .replacingOccurrences(of: "<main>", with: "<main><p>Our museum</p>"),
                to: "look/gallery.html")
            var exporter = shop.exporter { $0.container = .zip }
            exporter.templates = try PageTemplates(folder: shop.folder["look"].path)
            exporter.options.caption.title = "\u{2028}</script>\u{2029}"
            try exporter.export(try await shop.picture("a\u{2028}b.jpg"))
            try exporter.writeGallery()
            #expect(try Verdict(shop.output).findings == [])
            let list = try String(contentsOf: shop.folder["Output/pictures.js"], encoding: .utf8)
            #expect(!list.contains("\u{2028}"))
        }
    }

    @Test("While another process writes to the destination, no fault is reported")
    func inUse() async throws {
        try await Workshop.with { shop in
            try await Self.fill(shop)
            let draft = shop.folder["Output/.ziggurat-1234"].path
            try FileManager.default.createDirectory(
                atPath: draft, withIntermediateDirectories: false)
            try await HeldLock.with(draft) {
                try shop.exporter().export(try await shop.picture("b.jpg"))
                let verdict = try Verdict(shop.output)
                #expect(verdict.findings == [] && verdict.notes.count == 1)
            }
            // The negative control: now the gallery is out of date, and the folder a leftover.
            #expect(try Verdict(shop.output).kinds == [.descriptor, .extraFile])
            try FileManager.default.removeItem(atPath: draft)
            try await HeldLock.with(shop.output) {
                let verdict = try Verdict(shop.output)
                #expect(verdict.findings == [] && verdict.notes.count == 1)
            }
        }
    }
}

extension Spoiler {
    fileprivate func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(
            at: export.appending(path: path), withIntermediateDirectories: false)
    }

    fileprivate func move(_ path: String, to other: String) throws {
        try FileManager.default.moveItem(
            at: export.appending(path: path), to: export.appending(path: other))
    }
}

/// A folder that this process locks like another Ziggurat process.
private enum HeldLock {
    static func with(
        isolation: isolated (any Actor)? = #isolation, _ folder: String,
        _ body: () async throws -> Void
    ) async throws {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY)
        try #require(descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        defer { close(descriptor) }
        try await body()
    }
}
