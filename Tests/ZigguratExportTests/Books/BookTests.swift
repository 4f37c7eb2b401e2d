import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ZigguratExport

/// Folders of images and files with several pages become books.
@Suite struct BookTests {
    private static let base = "https://example.org/m"

    private static let list = """
        file,title,label,section,creator,Technique
        album,The album,,,N. N.,Ink
        a,,i,Front,,
        b,A wheel,1,Part > One,,Oil
        c,,2,Part > Two,,

        """

    /// Three small images in a folder.
    private static func draw(_ shop: Workshop, _ names: [String] = ["a", "b", "c"]) async throws {
        for name in names {
            _ = try await shop.picture("album/\(name).png", width: 60, height: 40)
        }
    }

    private static func exporter(_ shop: Workshop, list: String? = nil) throws -> Exporter {
        var exporter = shop.exporter([.iiif3]) {
            $0.baseURL = base
            $0.syncs = false
        }
        if let list {
            exporter.records = try ImageRecords(
                try shop.folder.write(list, to: "list.csv").path)
        }
        return exporter
    }

    @discardableResult
    private static func export(
        _ images: [String] = ["album"], with exporter: Exporter, _ shop: Workshop,
        books: ExportBatch.Books = .all
    ) -> (isComplete: Bool, books: [Exporter.Book], failures: [ZigguratError], notes: [ExportNote])
    {
        var (made, failures, notes) = ([Exporter.Book](), [ZigguratError](), [ExportNote]())
        let paths = images.map { shop.folder[$0].path }
        let isComplete = ExportBatch(paths, exporter: exporter, books: books).run { event in
            switch event {
            case .bound(let book): made.append(book)
            case .failed(let error): failures.append(error)
            case .noted(let note): notes.append(note)
            default: break
            }
        }
        return (isComplete, made, failures, notes)
    }

    private static func document(_ shop: Workshop, _ path: String) throws -> JSONValue {
        try JSONDecoder().decode(
            JSONValue.self, from: Data(contentsOf: shop.folder["Output/\(path)"]))
    }

    private static func text(_ shop: Workshop, _ path: String) throws -> String {
        try String(contentsOf: shop.folder["Output/\(path)"], encoding: .utf8)
    }

    @Test func `A folder becomes one manifest, one page and one card`() async throws {
        try await Workshop.with { shop in
            try await Self.draw(shop)
            let exporter = try Self.exporter(shop, list: Self.list)
            let run = Self.export(with: exporter, shop)
            #expect(run.isComplete && run.notes.isEmpty)
            #expect(run.books.map(\.pages) == [3])
            #expect(try exporter.books() == run.books)
            #expect(try exporter.exports().isEmpty)

            let manifest = try Self.document(shop, "album/manifest.json")
            #expect(manifest["id"].string == "\(Self.base)/album/manifest.json")
            #expect(manifest["label"]["none"][0].string == "The album")
            let canvases = manifest["items"].array ?? []
            #expect(canvases.map { $0["label"]["none"][0].string } == ["i", "1", "2"])
            #expect(
                canvases.map { $0["id"].string }
                    == ["a", "b", "c"].map { "\(Self.base)/album/\($0)/iiif3/canvas/1" })
            #expect(canvases.allSatisfy { $0["thumbnail"][0]["id"].string != nil })
            // Only what differs from the book.
            #expect(
                canvases.map { $0["metadata"].array?.count } == [nil, 1, nil])
            let ranges = manifest["structures"].array ?? []
            #expect(ranges.map { $0["label"]["none"][0].string } == ["Front", "Part"])
            let inside = ranges.last?["items"].array ?? []
            #expect(inside.map { $0["label"]["none"][0].string } == ["One", "Two"])
            #expect(inside.map { $0["items"][0]["id"] } == canvases[1...].map { $0["id"] })

            // The addresses of the services are those of the pages.
            let info = try Self.document(shop, "album/b/iiif3/info.json")
            #expect(
                info["id"] == canvases[1]["items"][0]["items"][0]["body"]["service"][0]["id"])
            let collection = try Self.document(shop, "collection.json")
            #expect(collection["items"].array?.map { $0["id"] } == [manifest["id"]])
            let gallery = try Self.text(shop, "index.html")
            #expect(gallery.matches(of: #/<li /#).count == 1)
            #expect(gallery.contains("album/index.html") && gallery.contains("3 pages"))
            // The card has the shape and the colour of the first page.
            #expect(gallery.contains(#/<img data-colour="#[0-9a-f]{6}" width="\d+"/#))
            #expect(try Self.text(shop, "album/pictures.js").contains("zigguratBook"))
            #expect(try Verdict(shop.output).findings == [])
            #expect(try Verdict("\(shop.output)/album").findings == [])

            // What is not given again is kept.
            let before = try FileStamp.all(in: shop.output)
            var plain = exporter
            plain.records = nil
            plain.options.baseURL = nil
            #expect(Self.export(with: plain, shop).isComplete)
            #expect(try FileStamp.all(in: shop.output) == before)
        }
    }

    @Test func `The pages of a file become a book, with one copy of the file`() async throws {
        try await Workshop.with { shop in
            try shop.folder.write(PDFDocument.bytes(pages: 3), to: "report.pdf")
            _ = try await shop.picture("single.png", width: 60, height: 40)
            var exporter = try Self.exporter(
                shop, list: "file,page,title,label\nreport,,A report,\nreport,2,,ii\n")
            exporter.options.includesSource = true
            exporter.options.source.density = 20
            exporter.options.trust = SourceRequest.Trust(allowsUntrusted: true)
            let run = Self.export(
                ["report.pdf", "single.png"], with: exporter, shop, books: .ofPages)
            #expect(run.isComplete, "\(run.failures)")
            #expect(run.books.map(\.pages) == [3])
            #expect(try exporter.exports().map(\.name) == ["single"])
            let manifest = try Self.document(shop, "report/manifest.json")
            #expect(
                manifest["items"].array?.map { $0["label"]["none"][0].string } == ["1", "ii", "3"])
            #expect(
                manifest["rendering"][0]["id"].string
                    == "\(Self.base)/report/original/report.pdf")
            #expect(
                try FolderListing.files(in: shop.folder["Output"]).filter {
                    $0.hasSuffix(".pdf")
                } == ["report/original/report.pdf"])
            #expect(try Verdict(shop.output).findings == [])

            let copy = shop.folder["Output/report/original/report.pdf"]
            let whole = try Data(contentsOf: copy)
            try (whole.dropLast() + [0x21]).write(to: copy)
            #expect(try Verdict(shop.output).findings.count == 1)
            exporter.options.isForced = true
            #expect(Self.export(["report.pdf"], with: exporter, shop, books: .ofPages).isComplete)
            #expect(try Data(contentsOf: copy) == whole)
            #expect(try Verdict(shop.output).findings == [])
        }
    }

    @Test func `A PDF names its pages and sections`() async throws {
        try await Workshop.with { shop in
            let page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 60 40] >>"
            let file = PDFDocument.bytes(of: [
                "<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R "
                    + "/PageLabels << /Nums [0 << /S /r >> 1 << /S /D >>] >> >>",
                "<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 >>", page, page, page,
                "<< /Type /Outlines /First 7 0 R /Last 8 0 R /Count 2 >>",
                "<< /Title (Front) /Parent 6 0 R /Next 8 0 R /Dest [3 0 R /Fit] >>",
                "<< /Title (Harvest) /Parent 6 0 R /Prev 7 0 R /First 9 0 R /Last 9 0 R "
                    + "/Count 1 /Dest [4 0 R /Fit] >>",
                "<< /Title (Barrels) /Parent 8 0 R /Dest [5 0 R /Fit] >>",
            ])
            try shop.folder.write(file, to: "report.pdf")
            let path = shop.folder["report.pdf"].path
            var trust = SourceRequest.Trust(allowsUntrusted: true)
            let contents = try #require(DocumentContents(of: path, trust: trust))
            #expect(contents.labels == ["i", "1", "2"])
            #expect(contents.sections.map(\.title) == ["Front", "Harvest", "Barrels"])
            // A decoder's process answers the same.
            trust.isolation = SourceRequest.Isolation(
                program: try ZigguratBinary.url().path)
            #expect(DocumentContents(of: path, trust: trust) == contents)

            var exporter = try Self.exporter(shop)
            exporter.options.source.density = 20
            exporter.options.trust.allowsUntrusted = true
            #expect(
                Self.export(["report.pdf"], with: exporter, shop, books: .ofPages).isComplete)
            let manifest = try Self.document(shop, "report/manifest.json")
            #expect(
                manifest["items"].array?.map { $0["label"]["none"][0].string } == ["i", "1", "2"])
            let ranges = manifest["structures"].array ?? []
            #expect(ranges.map { $0["label"]["none"][0].string } == ["Front", "Harvest"])
            #expect(ranges.last?["items"][1]["label"]["none"][0].string == "Barrels")
        }
    }

    @Test func `A book follows its pages and its texts`() async throws {
        try await Workshop.with { shop in
            try await Self.draw(shop)
            let exporter = try Self.exporter(shop, list: Self.list)
            Self.export(with: exporter, shop)
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
            var manifest = try Self.document(shop, "album/manifest.json")
            #expect(manifest["label"]["none"][0].string == "Other")
            #expect(
                manifest["items"].array?.map { $0["label"]["none"][0].string }
                    == ["i", "1", "iii"])
            #expect(manifest["structures"].array?.count == 1)
            // The pages have the creator of the book.
            #expect(manifest["items"][0]["metadata"].array == nil)
            let collection = try Self.document(shop, "collection.json")
            #expect(collection["items"][0]["label"]["none"][0].string == "Other")
            #expect(
                try FileStamp.all(in: shop.output).filter { $0.key.hasSuffix(".jpg") } == tiles)
            #expect(try Verdict(shop.output).findings == [])

            // The manifest names a page that is missing, until the gallery is written again.
            try Exporter(destination: "\(shop.output)/album").remove("b")
            #expect(try Verdict(shop.output).kinds == [.missingFile])
            try exporter.updateBooks()
            try exporter.writeGallery()
            manifest = try Self.document(shop, "album/manifest.json")
            #expect(manifest["items"].array?.count == 2)
            #expect(try Verdict(shop.output).findings == [])
            try shop.folder.write("{}", to: "Output/album/manifest.json")
            try shop.folder.write("x", to: "Output/album/extra.txt")
            #expect(try Verdict(shop.output).findings.count == 2)
            try exporter.updateBooks()
            try FileManager.default.removeItem(at: shop.folder["Output/album/extra.txt"])
            let page = try Self.text(shop, "album/index.html")
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
            try await Self.draw(shop)
            func notes(_ label: String, x: Int) -> String {
                """
                {"type": "Feature", "properties": {"label": "\(label)"},
                 "geometry": {"type": "Point", "coordinates": [\(x), 5]}}
                """
            }
            try shop.folder.write(notes("wheel", x: 7), to: "notes/b.json")
            try shop.folder.write(notes("far", x: 61), to: "notes/far.json")
            let list = "file,annotations\na,\nb,notes/b.json\n"
            let exporter = try Self.exporter(shop, list: list)
            let run = Self.export(with: exporter, shop)
            #expect(run.isComplete, "\(run.failures)")
            func counts() throws -> [Int?] {
                let manifest = try Self.document(shop, "album/manifest.json")
                return manifest["items"].array?.map {
                    $0["annotations"][0]["items"].array?.count
                } ?? []
            }
            #expect(try counts() == [nil, 1, nil])
            #expect(try Self.text(shop, "album/b/iiif3/index.html").contains("wheel"))
            #expect(try Verdict(shop.output).findings == [])

            let moved = try Self.exporter(shop, list: "file,annotations\nc,notes/b.json\n")
            #expect(moved.describe { _ in })
            #expect(try counts() == [nil, 1, 1])
            #expect(try Verdict(shop.output).findings == [])

            let before = try FileStamp.all(in: shop.output)
            let far = try Self.exporter(shop, list: "file,annotations\nc,notes/far.json\n")
            #expect(!far.describe { _ in })
            #expect(try FileStamp.all(in: shop.output) == before)
            #expect(throws: ZigguratError.self) {
                try Self.exporter(shop, list: "file,annotations\nc,missing.json\n")
            }
        }
    }

    @Test func `A book and an export do not replace each other`() async throws {
        try await Workshop.with { shop in
            try await Self.draw(shop, ["a"])
            let file = try await shop.picture("album.png", width: 60, height: 40)
            let exporter = try Self.exporter(shop)
            Self.export(with: exporter, shop)
            #expect(throws: ZigguratError.self) { try exporter.export(file) }
            #expect(throws: ZigguratError.self) {
                try Repacker("\(shop.output)/album", to: shop.folder["new"].path).plan()
            }
            try exporter.remove("album")
            try exporter.export(file)
            let run = Self.export(with: exporter, shop)
            #expect(!run.isComplete && run.books.isEmpty && run.failures.count == 1)
            #expect(try exporter.exports().map(\.name) == ["album"])
        }
    }

    @Test func `A book without readable pages leaves nothing`() async throws {
        try await Workshop.with { shop in
            try shop.folder.write("not an image", to: "album/a.png")
            let run = Self.export(["album/a.png"], with: try Self.exporter(shop), shop)
            #expect(!run.isComplete && run.books.isEmpty && run.failures.count == 1)
            #expect(shop.outputNames() == [])
        }
    }

    @Test func `Pages that are not in the book any more are named, and removed on request`()
        async throws
    {
        try await Workshop.with { shop in
            try await Self.draw(shop)
            var exporter = try Self.exporter(shop)
            Self.export(with: exporter, shop)
            try FileManager.default.removeItem(at: shop.folder["album/c.png"])
            let run = Self.export(with: exporter, shop)
            #expect(run.books.map(\.pages) == [2])
            #expect(run.notes.count == 1)
            #expect(try Verdict(shop.output).findings == [])
            exporter.options.replaces = true
            #expect(Self.export(with: exporter, shop).notes.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: "\(shop.output)/album/c"))
        }
    }

    @Test(
        "Sections begin where the title changes",
        arguments: [
            ([], []), ([""], []), (["A", "A", "B"], ["0 A 1", "0 B 3"]),
            (["A > B", "A > C", "A"], ["0 A 1", "1 B 1", "1 C 2"]),
            (["", "A > B > C", "", "A > D"], ["0 A 2", "1 B 2", "2 C 2", "1 D 4"]),
        ] as [([String], [String])])
    func sections(pages: [String], expected: [String]) {
        let plans = pages.enumerated().map { index, section in
            BookPlan.Page(
                name: "\(index)", label: "",
                section: section.isEmpty ? [] : section.components(separatedBy: " > "))
        }
        let found = BookPlan.sections(of: plans).map { "\($0.depth) \($0.title) \($0.page)" }
        #expect(found == expected)
    }
}
