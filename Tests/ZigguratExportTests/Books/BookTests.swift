import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratStore

/// Folders of images and files with several pages become books.
@Suite struct BookTests {
    @Test func `A folder becomes one manifest, one page and one card`() async throws {
        try await Workshop.with { shop in
            try await BookSample.draw(shop)
            let exporter = try BookSample.exporter(shop, list: BookSample.list)
            let run = BookSample.export(with: exporter, shop)
            #expect(run.isComplete && run.notes.isEmpty)
            #expect(run.books.map(\.pages) == [3])
            #expect(try exporter.books() == run.books)
            #expect(try exporter.exports().isEmpty)

            let manifest = try BookSample.document(shop, "album/manifest.json")
            #expect(manifest["id"].string == "\(BookSample.base)/album/manifest.json")
            #expect(manifest["label"]["none"][0].string == "The album")
            let canvases = manifest["items"].array ?? []
            #expect(canvases.map { $0["label"]["none"][0].string } == ["i", "1", "2"])
            #expect(
                canvases.map { $0["id"].string }
                    == ["a", "b", "c"].map { "\(BookSample.base)/album/\($0)/iiif3/canvas/1" })
            #expect(canvases.allSatisfy { $0["thumbnail"][0]["id"].string != nil })
            // A canvas has only the fields that differ from the book.
            #expect(
                canvases.map { $0["metadata"].array?.count } == [nil, 1, nil])
            let ranges = manifest["structures"].array ?? []
            #expect(ranges.map { $0["label"]["none"][0].string } == ["Front", "Part"])
            let inside = ranges.last?["items"].array ?? []
            #expect(inside.map { $0["label"]["none"][0].string } == ["One", "Two"])
            #expect(inside.map { $0["items"][0]["id"] } == canvases[1...].map { $0["id"] })

            // The addresses of the services are the addresses of the pages.
            let info = try BookSample.document(shop, "album/b/iiif3/info.json")
            #expect(
                info["id"] == canvases[1]["items"][0]["items"][0]["body"]["service"][0]["id"])
            let collection = try BookSample.document(shop, "collection.json")
            #expect(collection["items"].array?.map { $0["id"] } == [manifest["id"]])
            let gallery = try BookSample.text(shop, "index.html")
            #expect(gallery.matches(of: #/<li /#).count == 1)
            #expect(gallery.contains("album/index.html") && gallery.contains("3 pages"))
            // The card has the shape and the colour of the first page.
            #expect(gallery.contains(#/<img data-colour="#[0-9a-f]{6}" width="\d+"/#))
            #expect(try BookSample.text(shop, "album/pictures.js").contains("zigguratBook"))
            #expect(try Verdict(shop.output).findings == [])
            #expect(try Verdict("\(shop.output)/album").findings == [])

            // A later run keeps records and addresses that its options do not name.
            let before = try FileStamp.all(in: shop.output)
            var plain = exporter
            plain.records = nil
            plain.options.baseURL = nil
            #expect(BookSample.export(with: plain, shop).isComplete)
            #expect(try FileStamp.all(in: shop.output) == before)
        }
    }

    @Test func `Empty cells of a page are the texts of the book`() async throws {
        try await Workshop.with { shop in
            try await BookSample.draw(shop)
            let list = """
                file,title,description,label,creator,creator@de,date,rights,Technique,Technique@de
                album,The album,About it,,N. N.,Frau N.,1904,CC0,Ink,Tinte
                a,,,i,,,,,,
                b,A wheel,,1,O. O.,,,,Oil,
                c,,,2,,,,,,

                """
            let exporter = try BookSample.exporter(shop, list: list)
            #expect(BookSample.export(with: exporter, shop).isComplete)
            let captions = {
                try Exporter(destination: "\(shop.output)/album").exports().map(\.settings.caption)
            }
            func check(creator: String) throws {
                let pages = try captions()
                #expect(pages.map(\.creator) == [creator, "O. O.", creator])
                #expect(pages.map(\.date) == ["1904", "1904", "1904"])
                #expect(pages.map(\.rights) == ["CC0", "CC0", "CC0"])
                #expect(
                    pages.map { $0.translations["de"]?.creator } == ["Frau N.", nil, "Frau N."])
                #expect(pages.map { $0.fields.map(\.value) } == [["Ink"], ["Oil"], ["Ink"]])
                #expect(
                    pages.map { $0.fields.map { $0.translations["de"]?.value } }
                        == [["Tinte"], [nil], ["Tinte"]])
                #expect(pages.map(\.title) == ["i", "A wheel", "2"])
                #expect(pages.map(\.description) == [nil, nil, nil])
            }
            try check(creator: "N. N.")
            // A canvas has only the fields that differ from the book.
            let canvases = try BookSample.document(shop, "album/manifest.json")["items"].array ?? []
            #expect(canvases.map { $0["metadata"].array?.count } == [nil, 2, nil])
            // The HTML page of the book contains the book's texts.
            let page = try BookSample.text(shop, "album/index.html")
            #expect(page.contains("About it") && page.contains("Ink"))

            // `describe` also changes the texts that pages inherit from the book.
            var other = try BookSample.exporter(
                shop, list: list.replacingOccurrences(of: "N. N.", with: "P. P."))
            other.options.baseURL = nil
            #expect(other.describe { _ in })
            try check(creator: "P. P.")
            #expect(try Verdict(shop.output).findings == [])
        }
    }

    @Test func `The manifest of a book is paged and has its reading direction`() async throws {
        try await Workshop.with { shop in
            try await BookSample.draw(shop)
            var exporter = try BookSample.exporter(shop)
            let manifest = { try BookSample.document(shop, "album/manifest.json") }
            #expect(BookSample.export(with: exporter, shop).isComplete)
            #expect(try manifest()["behavior"] == ["paged"])
            #expect(try manifest()["viewingDirection"] == .null)
            exporter.options.readingDirection = .rtl
            #expect(BookSample.export(with: exporter, shop).isComplete)
            #expect(try manifest()["viewingDirection"] == "right-to-left")
            // The direction is kept.
            exporter.options.readingDirection = nil
            #expect(BookSample.export(with: exporter, shop).isComplete)
            #expect(try manifest()["viewingDirection"] == "right-to-left")
        }
    }

    @Test func `A gallery counts books, and the collection has its title`() async throws {
        try await Workshop.with { shop in
            try await BookSample.draw(shop)
            let exporter = try BookSample.exporter(shop)
            #expect(BookSample.export(with: exporter, shop).isComplete)
            let gallery = { try BookSample.text(shop, "index.html") }
            let label = { try BookSample.document(shop, "collection.json")["label"] }
            #expect(try gallery().contains(#/1 book<\/span> · <span[^>]*>3 pages<\/span></#))
            #expect(try gallery().contains("1 image<") == false)
            #expect(try label() == ["en": ["Images"]])
            _ = try await shop.picture("one.png", width: 60, height: 40)
            try shop.folder.write(
                #"{"title": {"en": "Shelf", "de": "Regal"}}"#, to: "Output/gallery.json")
            #expect(BookSample.export(["one.png"], with: exporter, shop, books: .none).isComplete)
            #expect(try gallery().contains(#/>1 image<\/span> · <span/#))
            #expect(try label() == ["en": ["Shelf"], "de": ["Regal"]])
            #expect(try Verdict(shop.output).findings == [])
        }
    }

    @Test func `A PDF of one page becomes a single image, with a note`() async throws {
        try await Workshop.with { shop in
            for name in ["a", "b"] {
                try shop.folder.write(PDFDocument.bytes(pages: 1), to: "\(name).pdf")
            }
            _ = try await shop.picture("c.png", width: 60, height: 40)
            var exporter = try BookSample.exporter(shop)
            exporter.options.source.density = 20
            exporter.options.trust = SourceRequest.Trust(allowsUntrusted: true)
            let images = ["a.pdf", "b.pdf", "c.png"]
            let run = BookSample.export(images, with: exporter, shop, books: .ofPages)
            #expect(run.isComplete && run.books.isEmpty)
            #expect(run.notes == [.notBooks(path: shop.folder["a.pdf"].path, count: 2)])
            exporter.destination = shop.folder["other"].path
            let other = BookSample.export(images, with: exporter, shop, books: .all)
            #expect(other.books.map(\.pages) == [1, 1, 1] && other.notes.isEmpty)
        }
    }

    @Test func `The pages of a file become a book, with one copy of the file`() async throws {
        try await Workshop.with { shop in
            try shop.folder.write(PDFDocument.bytes(pages: 3), to: "report.pdf")
            _ = try await shop.picture("single.png", width: 60, height: 40)
            var exporter = try BookSample.exporter(
                shop, list: "file,page,title,label\nreport,,A report,\nreport,2,,ii\n")
            exporter.options.includesSource = true
            exporter.options.source.density = 20
            exporter.options.trust = SourceRequest.Trust(allowsUntrusted: true)
            let run = BookSample.export(
                ["report.pdf", "single.png"], with: exporter, shop, books: .ofPages)
            #expect(run.isComplete, "\(run.failures)")
            #expect(run.books.map(\.pages) == [3])
            #expect(try exporter.exports().map(\.name) == ["single"])
            let manifest = try BookSample.document(shop, "report/manifest.json")
            #expect(
                manifest["items"].array?.map { $0["label"]["none"][0].string } == ["1", "ii", "3"])
            #expect(
                manifest["rendering"][0]["id"].string
                    == "\(BookSample.base)/report/original/report.pdf")
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
            #expect(
                BookSample.export(["report.pdf"], with: exporter, shop, books: .ofPages).isComplete)
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
            // A decoder process returns equal contents.
            trust.isolation = SourceRequest.Isolation(
                program: try ZigguratBinary.url().path)
            #expect(DocumentContents(of: path, trust: trust) == contents)

            var exporter = try BookSample.exporter(shop)
            exporter.options.source.density = 20
            exporter.options.trust.allowsUntrusted = true
            #expect(
                BookSample.export(["report.pdf"], with: exporter, shop, books: .ofPages).isComplete)
            let manifest = try BookSample.document(shop, "report/manifest.json")
            #expect(
                manifest["items"].array?.map { $0["label"]["none"][0].string } == ["i", "1", "2"])
            let ranges = manifest["structures"].array ?? []
            #expect(ranges.map { $0["label"]["none"][0].string } == ["Front", "Harvest"])
            #expect(ranges.last?["items"][1]["label"]["none"][0].string == "Barrels")
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
