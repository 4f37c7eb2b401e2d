import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratMaintenance
@testable import ZigguratStore

@Suite("Changing the texts of exports")
struct DescribeTests {
    /// The events of a run.
    private final class Events {
        var outcomes: [ExportResult.Outcome] = []
        var errors: [ZigguratError] = []
        var notes: [ExportNote] = []

        func take(_ event: ExportBatch.Event) {
            switch event {
            case .finished(let result, _): outcomes.append(result.outcome)
            case .failed(let error): errors.append(error)
            case .noted(let note): notes.append(note)
            default: break
            }
        }
    }

    @discardableResult
    private static func describe(
        _ shop: Workshop, _ table: String, change: (inout Exporter) -> Void = { _ in }
    ) throws -> Events {
        var exporter = Exporter(destination: shop.output)
        exporter.records = try ImageRecords(try shop.folder.write(table, to: "list.csv").path)
        change(&exporter)
        let events = Events()
        exporter.describe { events.take($0) }
        return events
    }

    private static func export(
        _ shop: Workshop, _ fixity: ExportSettings.Fixity = .none,
        assets: PageTemplates.Assets = .bundle
    ) async throws -> Exporter {
        let exporter = shop.exporter([.dzi, .iiif3, .xyz]) {
            $0.fixity = fixity
            $0.pageAssets = assets
            $0.includesSource = true
            $0.syncs = false
        }
        for name in ["a.jpg", "b.jpg"] { try exporter.export(try await shop.picture(name)) }
        try exporter.writeGallery()
        try exporter.writeCollections()
        return exporter
    }

    private static func text(_ shop: Workshop, _ path: String) throws -> String {
        try String(contentsOf: shop.folder["Output/\(path)"], encoding: .utf8)
    }

    @Test(
        "Describing changes pages, manifests and lists, but no tiles",
        arguments: [
            (ExportSettings.Fixity.none, PageTemplates.Assets.bundle), (.checksums, .page),
            (.bag, .destination),
        ])
    func describes(fixity: ExportSettings.Fixity, assets: PageTemplates.Assets) async throws {
        try await Workshop.with { shop in
            let exporter = try await Self.export(shop, fixity, assets: assets)
            let before = try FileStamp.all(in: shop.output)
            let placeholder = try Self.text(shop, "a/\(fixity.payload)dzi/index.html")
                .firstMatch(of: /data:image\/jpeg;base64,[^"]+/)?.output
            #expect(placeholder != nil)
            let events = try Self.describe(
                shop, "file,title,title@de,Technique\na.jpg,The mill,Die Mühle,Oil\n")
            #expect(events.errors.isEmpty && events.outcomes == [.described])
            #expect(events.notes.count == 1)
            let after = try FileStamp.all(in: shop.output)
            #expect(Set(before.keys) == Set(after.keys))
            let changed = Set(after.keys.filter { after[$0] != before[$0] })
            let payload = "a/\(fixity.payload)"
            #expect(changed.allSatisfy { !$0.hasSuffix(".jpg") && !$0.hasPrefix("b/") })
            #expect(
                changed.isSuperset(of: [
                    "a/ziggurat.json", "a/ziggurat.hashes", "\(payload)dzi/index.html",
                    "\(payload)iiif3/manifest.json", "index.html", "pictures.js",
                    "collection.json",
                ]), "\(changed)")
            let page = try Self.text(shop, "\(payload)dzi/index.html")
            #expect(page.contains("<h1 data-about=\"title\">The mill</h1>"))
            #expect(page.contains(try #require(placeholder)))
            #expect(page.contains("<dt>Technique</dt><dd>Oil</dd>"))
            #expect(
                try Self.text(shop, "\(payload)iiif3/manifest.json").contains("Die Mühle"))
            #expect(try Self.text(shop, "index.html").contains("The mill"))
            #expect(try Verdict(shop.output).findings == [])
            #expect(try Verdict(shop.output).notes == [])
            if fixity != .none { try await Checksums.check("\(shop.output)/a", fixity) }
            // A repeat changes nothing, and the export is still up to date without texts.
            #expect(
                try Self.describe(
                    shop, "file,title,title@de,Technique\na.jpg,The mill,Die Mühle,Oil\n"
                ).outcomes == [.upToDate])
            #expect(try FileStamp.all(in: shop.output) == after)
            let image = shop.folder["a.jpg"].path
            #expect(try exporter.export(image).outcome == .upToDate)
            #expect(try FileStamp.all(in: shop.output) == after)
            // Another title in the options replaces the title of the record.
            var other = exporter
            other.options.caption.title = "Other"
            #expect(try other.export(image).manifest.settings.caption.title == "Other")
        }
    }

    @Test("A record without an export changes nothing")
    func unknown() async throws {
        try await Workshop.with { shop in
            _ = try await Self.export(shop)
            let before = try FileStamp.all(in: shop.output)
            let events = try Self.describe(shop, "file,title\na,The mill\nc.jpg,None\n")
            #expect(
                events.errors.map { $0.reason as? RecordError } == [
                    .unknownFile("c.jpg", line: 3)
                ])
            #expect(try FileStamp.all(in: shop.output) == before)
        }
    }

    @Test("The gallery and the collection follow the order of the records")
    func order() async throws {
        try await Workshop.with { shop in
            _ = try await Self.export(shop)
            try Self.describe(shop, "file,order\nb,1\na,2\n")
            #expect(try Exporter(destination: shop.output).exports().map(\.name) == ["b", "a"])
            let list = try Self.text(shop, "pictures.js")
            #expect(
                try #require(list.firstRange(of: "\"b\"")).lowerBound
                    < #require(list.firstRange(of: "\"a\"")).lowerBound)
            #expect(try Verdict(shop.output).findings == [])
        }
    }

    @Test("A title from the options replaces placeholders")
    func options() async throws {
        try await Workshop.with { shop in
            _ = try await Self.export(shop)
            var exporter = Exporter(destination: shop.output)
            exporter.options.caption.title = "Sheet {stem}"
            let events = Events()
            #expect(exporter.describe { events.take($0) })
            #expect(events.outcomes == [.described, .described])
            #expect(
                try exporter.exports().map(\.settings.caption.title) == ["Sheet a", "Sheet b"])
        }
    }

    @Test("A killed process has changed all texts of an export or none, and the next run finishes")
    func interrupted() async throws {
        try await Workshop.with { shop in
            _ = try await Self.export(shop)
            let destination = Destination(shop.output, syncs: false)
            let manifest = try #require(try Exporter(destination: shop.output).exports().first)
            let folder = destination.folder(of: "a")
            let new = try DescribedExport(
                of: folder, manifest,
                Manifest.Texts(caption: Caption(title: "The mill"), annotations: []),
                pages: PageWriter(.builtIn), tour: TourContent(), templates: .builtIn, .standard)
            for isComplete in [false, true] {
                // The killed process leaves the files, with or without the mark.
                let draft = destination.folder(of: "\(Destination.draftPrefix)killed")
                try PendingTexts(destination: destination, draft: draft).add(new)
                if isComplete {
                    try shop.folder.write("", to: "Output/.ziggurat-killed/.described")
                    try FileManager.default.moveItem(
                        atPath: "\(draft)/a/dzi/index.html", toPath: "\(folder)/dzi/page.html")
                    try FileManager.default.removeItem(atPath: "\(folder)/dzi/index.html")
                    try FileManager.default.moveItem(
                        atPath: "\(folder)/dzi/page.html", toPath: "\(folder)/dzi/index.html")
                }
                try Exporter(destination: shop.output).writeCollections()
                #expect(!shop.outputNames().contains { $0.hasPrefix(".") })
                let title = try Exporter(destination: shop.output).exports().first?.settings
                    .caption.title
                #expect(title == (isComplete ? "The mill" : nil))
                #expect(try Verdict(folder).findings == [])
            }
        }
    }

    @Test("Pages of a user's own templates are written only with these templates")
    func templates() async throws {
        try await Workshop.with { shop in
            try PageTemplates.write(to: shop.folder["templates"].path)
            let page = shop.folder["templates/page.html"]
            let text = try String(contentsOf: page, encoding: .utf8)
            try Data(text.replacing("<body>", with: "<body><!-- mine -->").utf8).write(to: page)
            var exporter = shop.exporter()
            exporter.templates = try PageTemplates(folder: shop.folder["templates"].path)
            try exporter.export(try await shop.picture("a.jpg"))
            let refused = try Self.describe(shop, "file,title\na,The mill\n")
            #expect(refused.errors.map { $0.reason as? DescribeError } == [.otherTemplates])
            let templates = exporter.templates
            let done = try Self.describe(shop, "file,title\na,The mill\n") {
                $0.templates = templates
            }
            #expect(done.outcomes == [.described])
            #expect(try Self.text(shop, "a/dzi/index.html").contains("<!-- mine -->"))
        }
    }

    @Test("Describing changes the page beside an archive, but not the archive")
    func archives() async throws {
        try await Workshop.with { shop in
            let exporter = shop.exporter { $0.container = .zip }
            try exporter.export(try await shop.picture("a.jpg"))
            let before = try FileStamp.all(in: shop.output)
            #expect(try Self.describe(shop, "file,title\na,The mill\n").outcomes == [.described])
            let after = try FileStamp.all(in: shop.output)
            #expect(
                Set(after.keys.filter { after[$0] != before[$0] }) == [
                    "a/ziggurat.json", "a/ziggurat.hashes", "a/dzi-zip/index.html",
                    "a/dzi-zip/viewer/picture.js",
                ])
            #expect(try Verdict(shop.output).findings == [])
        }
    }
}
