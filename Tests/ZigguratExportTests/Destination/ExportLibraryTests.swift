import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratStore

/// The gallery and the list of a destination's exports, and removing an export.
@Suite struct ExportLibraryTests {
    private func gallery(_ shop: Workshop) throws -> String {
        try String(contentsOf: shop.folder["Output/index.html"], encoding: .utf8)
    }

    @Test func theGalleryListsAllExports() async throws {
        try await Workshop.with { shop in
            var images: [String] = []
            for name in ["b & c.jpg", "ä #1.jpg", "photo.jpg"] {
                images.append(try await shop.picture(name, width: 300, height: 200))
            }
            let exporter = shop.exporter([.dzi, .xyz])
            for image in images { try exporter.export(image) }
            #expect(try exporter.writeGallery() == "\(shop.output)/index.html")
            let page = try gallery(shop)
            for address in [
                "b%20%26%20c/dzi/index.html", "b%20%26%20c/xyz/index.html",
                "%C3%A4%20%231/dzi/index.html", "photo/dzi/index.html", "photo/xyz/index.html",
            ] {
                #expect(page.contains(#"href="\#(address)""#), "\(address)")
            }
            #expect(try exporter.exports().map(\.name) == ["b & c", "photo", "ä #1"])

            try exporter.remove("b & c")
            try exporter.writeGallery()
            #expect(try !gallery(shop).contains("b%20%26%20c"))
            #expect(try exporter.exports().map(\.name) == ["photo", "ä #1"])
            #expect(shop.outputNames() == ["index.html", "photo", "pictures.js", "ä #1"])
        }
    }

    /// Manifests are remembered, and read again when they have changed.
    @Test func theGalleryKnowsWhatHasChanged() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 300, height: 200)
            let exporter = shop.exporter { $0.caption.title = "Title 0" }
            let export = try exporter.export(image)
            let manifest = URL(filePath: export.folder).appending(path: "ziggurat.json")
            for number in 1...3 {
                if number == 3 {
                    let known = try ManifestCache.shared.manifest(
                        ofExport: export.folder, now: .max)
                    #expect(known?.settings.caption.title == "Title 2")
                }
                try exporter.writeGallery()
                try exporter.writeGallery()
                #expect(try gallery(shop).contains("Title \(number - 1)"))
                let text = try String(contentsOf: manifest, encoding: .utf8)
                let file = try FileHandle(forUpdating: manifest)
                try file.write(
                    contentsOf: Data(
                        text.replacing("Title \(number - 1)", with: "Title \(number)").utf8))
                try file.close()
                try exporter.writeGallery()
                #expect(try gallery(shop).contains("Title \(number)"))
            }
        }
    }

    @Test func exportsWithoutPagesAreNotInTheGallery() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 300, height: 200)
            let exporter = shop.exporter { $0.viewer = .none }
            let manifest = try exporter.export(image).manifest
            #expect(manifest.bundles.map(\.page) == [nil])
            #expect(
                try shop.folder.files(under: "Output").allSatisfy { !$0.hasSuffix(".html") })
            try exporter.writeGallery()
            #expect(try !gallery(shop).contains("photo"))
        }
    }

    @Test(arguments: ["<h1>my page</h1>", ""]) func aForeignPageIsLeftAlone(page: String)
        async throws
    {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 300, height: 200)
            try shop.folder.write(page, to: "Output/index.html")
            var notes: [ExportNote] = []
            let isComplete = ExportBatch([image], exporter: shop.exporter()).run {
                if case .noted(let note) = $0 { notes.append(note) }
            }
            #expect(isComplete)
            #expect(try gallery(shop) == page)
            #expect(notes == [.foreignGallery(path: "\(shop.output)/index.html")])
            #expect(shop.outputNames() == ["index.html", "photo"])
        }
    }

    @Test func aFolderInThePlaceOfThePageIsLeftAlone() async throws {
        try await Workshop.with { shop in
            try shop.folder.write("mine", to: "Output/index.html/notes.txt")
            #expect(try shop.exporter().writeGallery() == nil)
            #expect(try shop.folder.files(under: "Output") == ["index.html/notes.txt"])
        }
    }

    @Test func aPageOfOursIsReplaced() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 300, height: 200)
            try FileManager.default.createDirectory(
                atPath: shop.output, withIntermediateDirectories: false)
            #expect(try shop.exporter().writeGallery() != nil)
            let empty = try gallery(shop)
            try shop.exporter().export(image)
            #expect(try shop.exporter().writeGallery() != nil)
            #expect(try gallery(shop) != empty)

            // An up-to-date page is not written again.
            let stamp = try FileStamp("\(shop.output)/index.html")
            #expect(try shop.exporter().writeGallery() != nil)
            #expect(try FileStamp("\(shop.output)/index.html") == stamp)
        }
    }

    @Test(arguments: ["photo", "", ".", "..", "../Output/real", "real/", "real/dzi", ".ziggurat-x"])
    func onlyExportsAreRemoved(name: String) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture("real.jpg", width: 300, height: 200)
            let folder = try shop.exporter().export(image).folder
            let manifest = try Data(contentsOf: URL(filePath: "\(folder)/ziggurat.json"))
            // The folder that “..” names also contains a manifest.
            try shop.folder.write(manifest, to: "ziggurat.json")
            try shop.folder.write(manifest, to: "Output/ziggurat.json")
            let before = try FileStamp.all(in: shop.folder.path)
            let error = #expect(throws: ZigguratError.self) { try shop.exporter().remove(name) }
            #expect(error?.reason as? DestinationError == .exportNotFound)
            #expect(try FileStamp.all(in: shop.folder.path) == before)
            #expect(try shop.exporter().remove("real") == [folder])
            #expect(shop.outputNames() == ["ziggurat.json"])
        }
    }

    @Test func aDestinationThatIsNotThereIsAnError() async throws {
        try await Workshop.with { shop in
            let errors = [
                #expect(throws: ZigguratError.self) { try shop.exporter().exports() },
                #expect(throws: ZigguratError.self) { try shop.exporter().writeGallery() },
                #expect(throws: ZigguratError.self) { try shop.exporter().remove("photo") },
            ]
            for error in errors {
                #expect(
                    error?.subject == shop.output
                        && error?.reason as? DestinationError == .folderNotFound)
            }
        }
    }
}
