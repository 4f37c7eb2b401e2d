import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratMaintenance
@testable import ZigguratStore

/// Books that are exported again.
@Suite struct BookUpdateTests {
    @Test func `A book follows its pages and its texts`() async throws {
        try await Workshop.with { shop in
            try await BookSample.draw(shop)
            let exporter = try BookSample.exporter(shop, list: BookSample.list)
            BookSample.export(with: exporter, shop)
            let tiles = try FileStamp.all(in: shop.output).filter { $0.key.hasSuffix(".jpg") }

            var describer = Exporter(destination: shop.output)
            describer.records = try ImageRecords(
                try shop.folder.write(
                    "file,title,label,section,creator\nalbum,Other,,,M. M.\nc.png,,iii,End,\n",
                    to: "other.csv"
                ).path)
            var failures: [ZigguratError] = []
            describer.describe { if case .failed(let error) = $0 { failures.append(error) } }
            #expect(failures.isEmpty)
            var manifest = try BookSample.document(shop, "album/manifest.json")
            #expect(manifest["label"]["none"][0].string == "Other")
            #expect(
                manifest["items"].array?.map { $0["label"]["none"][0].string }
                    == ["i", "1", "iii"])
            #expect(manifest["structures"].array?.count == 1)
            // The pages have the creator of the book.
            #expect(manifest["items"][0]["metadata"].array == nil)
            let collection = try BookSample.document(shop, "collection.json")
            #expect(collection["items"][0]["label"]["none"][0].string == "Other")
            #expect(
                try FileStamp.all(in: shop.output).filter { $0.key.hasSuffix(".jpg") } == tiles)
            #expect(try Verdict(shop.output).findings == [])

            // The manifest names a page that is missing, until the gallery is written again.
            try Exporter(destination: "\(shop.output)/album").remove("b")
            #expect(try Verdict(shop.output).kinds == [.missingFile])
            try exporter.updateBooks()
            try exporter.writeGallery()
            manifest = try BookSample.document(shop, "album/manifest.json")
            #expect(manifest["items"].array?.count == 2)
            #expect(try Verdict(shop.output).findings == [])
            try shop.folder.write("{}", to: "Output/album/manifest.json")
            try shop.folder.write("x", to: "Output/album/extra.txt")
            #expect(try Verdict(shop.output).findings.count == 2)
            try exporter.updateBooks()
            try FileManager.default.removeItem(at: shop.folder["Output/album/extra.txt"])
            let page = try BookSample.text(shop, "album/index.html")
            try shop.folder.write("\(page) ", to: "Output/album/index.html")
            #expect(try Verdict(shop.output).findings.count == 1)
            try exporter.updateBooks()
            #expect(try Verdict(shop.output).findings == [])

            try exporter.remove("album")
            try exporter.writeCollections()
            try exporter.writeGallery()
            #expect(shop.outputNames() == ["index.html", "pictures.js"])
        }
    }

    @Test func `Each page has the annotations of its record`() async throws {
        try await Workshop.with { shop in
            try await BookSample.draw(shop)
            func notes(_ label: String, x: Int) -> String {
                """
                {"type": "Feature", "properties": {"label": "\(label)"},
                 "geometry": {"type": "Point", "coordinates": [\(x), 5]}}
                """
            }
            try shop.folder.write(notes("wheel", x: 7), to: "notes/b.json")
            try shop.folder.write(notes("far", x: 61), to: "notes/far.json")
            let list = "file,annotations\na,\nb,notes/b.json\n"
            let exporter = try BookSample.exporter(shop, list: list)
            let run = BookSample.export(with: exporter, shop)
            #expect(run.isComplete, "\(run.failures)")
            func counts() throws -> [Int?] {
                let manifest = try BookSample.document(shop, "album/manifest.json")
                return manifest["items"].array?.map {
                    $0["annotations"][0]["items"].array?.count
                } ?? []
            }
            #expect(try counts() == [nil, 1, nil])
            #expect(try BookSample.text(shop, "album/b/iiif3/index.html").contains("wheel"))
            #expect(try Verdict(shop.output).findings == [])

            let moved = try BookSample.exporter(shop, list: "file,annotations\nc,notes/b.json\n")
            #expect(moved.describe { _ in })
            #expect(try counts() == [nil, 1, 1])
            #expect(try Verdict(shop.output).findings == [])

            let before = try FileStamp.all(in: shop.output)
            let far = try BookSample.exporter(shop, list: "file,annotations\nc,notes/far.json\n")
            #expect(!far.describe { _ in })
            #expect(try FileStamp.all(in: shop.output) == before)
            #expect(throws: ZigguratError.self) {
                try BookSample.exporter(shop, list: "file,annotations\nc,missing.json\n")
            }
        }
    }

    @Test func `A book and an export do not replace each other`() async throws {
        try await Workshop.with { shop in
            try await BookSample.draw(shop, ["a"])
            let file = try await shop.picture("album.png", width: 60, height: 40)
            let exporter = try BookSample.exporter(shop)
            BookSample.export(with: exporter, shop)
            #expect(throws: ZigguratError.self) { try exporter.export(file) }
            #expect(throws: ZigguratError.self) {
                try Repacker("\(shop.output)/album", to: shop.folder["new"].path).plan()
            }
            try exporter.remove("album")
            try exporter.export(file)
            let run = BookSample.export(with: exporter, shop)
            #expect(!run.isComplete && run.books.isEmpty && run.failures.count == 1)
            #expect(try exporter.exports().map(\.name) == ["album"])
        }
    }

    /// Another version of the program writes scripts with other names.
    @Test func `Updating a book restores the missing scripts of its page`() async throws {
        try await Workshop.with { shop in
            try await BookSample.draw(shop)
            let exporter = try BookSample.exporter(shop)
            BookSample.export(with: exporter, shop)
            let scripts = "\(shop.output)/album/viewer"
            try FileManager.default.removeItem(atPath: scripts)
            #expect(try !Verdict(shop.output).findings.isEmpty)
            try exporter.updateBooks()
            #expect(try Verdict(shop.output).findings == [])
            #expect(FileSystem.isFolder(scripts))
        }
    }

    @Test func `A book without readable pages leaves no files`() async throws {
        try await Workshop.with { shop in
            try shop.folder.write("not an image", to: "album/a.png")
            let run = BookSample.export(["album/a.png"], with: try BookSample.exporter(shop), shop)
            #expect(!run.isComplete && run.books.isEmpty && run.failures.count == 1)
            #expect(shop.outputNames() == [])
        }
    }

    @Test func `Pages that are not in the book any more are named, and removed on request`()
        async throws
    {
        try await Workshop.with { shop in
            try await BookSample.draw(shop)
            var exporter = try BookSample.exporter(shop)
            BookSample.export(with: exporter, shop)
            try FileManager.default.removeItem(at: shop.folder["album/c.png"])
            let run = BookSample.export(with: exporter, shop)
            #expect(run.books.map(\.pages) == [2])
            #expect(run.notes.count == 1)
            #expect(try Verdict(shop.output).findings == [])
            exporter.options.replaces = true
            #expect(BookSample.export(with: exporter, shop).notes.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: "\(shop.output)/album/c"))
        }
    }
}
