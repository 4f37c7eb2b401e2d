import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

@Suite("Pages beside files that contain all tiles")
struct ArchivePageFileTests {
    /// A container, its file and the folder of its page.
    static let containers = [
        ("pmtiles", "photo.pmtiles", "pmtiles"), ("szi", "photo.szi", "szi"),
        ("zip", "photo-dzi.zip", "dzi-zip"),
    ]

    private static func run(_ shop: Workshop, _ words: String) async throws -> CommandResult {
        try await shop.run(words.split(separator: " ").map(String.init))
    }

    private static func page(_ shop: Workshop, _ folder: String) throws -> String {
        try String(
            contentsOf: shop.folder["Output/photo/\(folder)/index.html"], encoding: .utf8)
    }

    @Test("The gallery, the manifest and verify know the page", arguments: containers)
    func written(container: String, file: String, folder: String) async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture()
            try await Self.run(shop, "export photo.jpg --title Mill -c \(container)").orThrow()
            let export = shop.folder["Output/photo"]
            let manifest = try #require(try Exporter(destination: shop.output).exports().first)
            #expect(manifest.bundles.map(\.page) == ["\(folder)/index.html"])
            let gallery = try String(
                contentsOf: shop.folder["Output/index.html"], encoding: .utf8)
            #expect(gallery.contains("href=\"photo/\(folder)/index.html\""))
            #expect(gallery.contains("href=\"photo/\(file)\""))
            #expect(try Self.page(shop, folder).contains(#""file":"../\#(file)""#))
            try await Self.run(shop, "verify Output").orThrow()
            // The second export is up to date.
            let again = try await Self.run(shop, "export photo.jpg --title Mill -c \(container)")
            #expect(again.output.contains("up to date"))

            // verify finds each damage; --force repairs it. An unexpected file is removed only
            // with --replace.
            let damages: [(String, (URL) throws -> Void)] = [
                ("index.html", { try FileManager.default.removeItem(at: $0) }),
                ("viewer/ziggurat-tiles.js", { try FileManager.default.removeItem(at: $0) }),
                ("viewer/ziggurat.js", { try Data("x".utf8).write(to: $0) }),
                ("more.txt", { try Data("x".utf8).write(to: $0) }),
            ]
            for (name, damage) in damages {
                try damage(export.appending(path: "\(folder)/\(name)"))
                let found = try await Self.run(shop, "verify Output")
                #expect(found.status == 1 && found.errors.contains("\(folder)/\(name)"), "\(name)")
                let option = name == "more.txt" ? "--replace" : ""
                try await Self.run(
                    shop, "export photo.jpg --title Mill -c \(container) --force \(option)"
                ).orThrow()
                try await Self.run(shop, "verify Output").orThrow()
            }
        }
    }

    @Test("The card of a page has the larger thumbnail of the export")
    func card() async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture()
            try await Self.run(
                shop, "export photo.jpg -c pmtiles --base-url https://maps.example.org/a"
            ).orThrow()
            let address = "https://maps.example.org/a/photo/thumbnail-large.jpg"
            #expect(try Self.page(shop, "pmtiles").contains("\"og:image\" content=\"\(address)\""))
        }
    }

    @Test("The file has equal bytes with and without a page", arguments: containers.prefix(2))
    func withoutPage(container: String, file: String, folder: String) async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture()
            try await Self.run(shop, "export photo.jpg -c \(container)").orThrow()
            try await Self.run(
                shop, "export photo.jpg -c \(container) -o bare --viewer none"
            ).orThrow()
            #expect(
                try Data(contentsOf: shop.folder["Output/photo/\(file)"])
                    == Data(contentsOf: shop.folder["bare/photo/\(file)"]))
            let path = { (output: String) in shop.folder["\(output)/photo/\(folder)"].path }
            #expect(FileManager.default.fileExists(atPath: path("Output")))
            #expect(!FileManager.default.fileExists(atPath: path("bare")))
            try await Self.run(shop, "verify bare").orThrow()
        }
    }

    @Test("New layouts, new texts and repack keep or write the page")
    func changes() async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture()
            try await Self.run(shop, "export photo.jpg --title Mill -c pmtiles").orThrow()
            let before = try Data(contentsOf: shop.folder["Output/photo/photo.pmtiles"])
            try await Self.run(shop, "export photo.jpg --title Mill -l dzi").orThrow()
            #expect(try Self.page(shop, "pmtiles").contains("../dzi/index.html"))
            try await Self.run(shop, "verify Output").orThrow()
            try await Self.run(shop, "describe Output --title Windmill").orThrow()
            for folder in ["pmtiles", "dzi"] {
                let page = try Self.page(shop, folder)
                #expect(page.contains("<title>Windmill</title>"), "\(folder)")
                #expect(page.contains("data:image/jpeg;base64,"), "\(folder)")
            }
            #expect(try Data(contentsOf: shop.folder["Output/photo/photo.pmtiles"]) == before)
            try await Self.run(shop, "verify Output").orThrow()
            try await Self.run(
                shop, "repack Output/photo/dzi -c zip -o packed"
            ).orThrow()
            #expect(
                FileManager.default.fileExists(
                    atPath: shop.folder["packed/photo/dzi-zip/index.html"].path))
            try await Self.run(shop, "verify packed").orThrow()
            try await Self.run(shop, "remove photo -o Output").orThrow()
            #expect(!FileManager.default.fileExists(atPath: shop.folder["Output/photo"].path))
        }
    }
}
