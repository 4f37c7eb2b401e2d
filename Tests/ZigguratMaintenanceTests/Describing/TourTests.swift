import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratMaintenance
@testable import ZigguratStore

@Suite("Tours of exports")
struct TourTests {
    private static let image: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]
    private static let first = """
        # A tour
        ## All of it
        [view](#)

        ![An organ](organ.jpg)
        ## The door
        [view](#xywh=10,20,300,200)

        Of *wood*.
        """
    private static let second = """
        # Another tour
        ## The door
        [view](#xywh=1,2,30,40)

        ![A bell](bell.jpg)
        """

    private static func tour(_ text: String, _ shop: Workshop) throws -> TourFile {
        for name in ["organ.jpg", "bell.jpg"] {
            try shop.folder.write(Data(image + Array(name.utf8)), to: "tours/\(name)")
        }
        return try TourFile(try shop.folder.write(text, to: "tours/tour.md").path)
    }

    /// The names of the tour's files in a folder of the destination, without their checksums.
    private static func files(_ folder: String, _ shop: Workshop) -> [String] {
        let place = shop.folder["Output/\(folder)/viewer/tour"].path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        return names.map { $0.replacing(/-[0-9a-f]{8}\./, with: ".") }.sorted()
    }

    @Test(
        "An export keeps its tour in each bundle",
        arguments: [
            (ExportSettings.Fixity.none, PageTemplates.Assets.bundle), (.checksums, .page),
            (.bag, .destination),
        ])
    func keeps(fixity: ExportSettings.Fixity, assets: PageTemplates.Assets) async throws {
        try await Workshop.with { shop in
            let file = try Self.tour(Self.first, shop)
            let photo = try await shop.picture()
            var exporter = shop.exporter([.dzi]) {
                ($0.tour, $0.tourMedia) = (file.tour, file.media)
                ($0.fixity, $0.pageAssets, $0.syncs) = (fixity, assets, false)
            }
            let payload = "photo/\(fixity.payload)"
            try exporter.export(photo)
            #expect(Self.files("\(payload)dzi", shop) == ["organ.jpg"])
            #expect(try exporter.export(photo).outcome == .upToDate)

            // A later run does not name the tour.
            (exporter.options.tour, exporter.options.tourMedia) = (nil, [:])
            exporter.options.layouts = [.xyz]
            try exporter.export(photo)
            #expect(Self.files("\(payload)dzi", shop) == ["organ.jpg"])
            #expect(Self.files("\(payload)xyz", shop) == ["organ.jpg"])
            #expect(try Verdict(shop.output).findings == [])

            // Other texts keep the tour, another tour replaces its files, and an empty record
            // removes it.
            let hasScript = assets == .bundle
            for (table, expected) in [
                ("file,title\nphoto.jpg,The mill\n", ["organ.jpg"]),
                ("file,tour\nphoto.jpg,tours/tour.md\n", ["bell.jpg"]),
                ("file,tour\nphoto.jpg,\n", []),
            ] {
                _ = try Self.tour(Self.second, shop)
                var describer = Exporter(destination: shop.output)
                describer.options.syncs = false
                describer.records = try ImageRecords(
                    try shop.folder.write(table, to: "list.csv").path)
                var errors: [ZigguratError] = []
                describer.describe { if case .failed(let error) = $0 { errors.append(error) } }
                #expect(errors == [])
                for layout in ["dzi", "xyz"] {
                    let bundle = payload + layout
                    #expect(Self.files(bundle, shop) == expected, "\(table)")
                    let script = shop.folder["Output/\(bundle)/viewer/tour.js"].path
                    #expect(
                        FileManager.default.fileExists(atPath: script)
                            == (hasScript && !expected.isEmpty))
                }
                #expect(try Verdict(shop.output).findings == [], "\(table)")
                if fixity != .none { try await Checksums.check("\(shop.output)/photo", fixity) }
            }
            #expect(try exporter.exports().map(\.settings.tour) == [nil])
        }
    }

    @Test("A repack keeps the tour where the new export has a page")
    func repacks() async throws {
        try await Workshop.with { shop in
            let file = try Self.tour(Self.first, shop)
            let exporter = shop.exporter([.dzi, .xyz]) {
                ($0.tour, $0.tourMedia, $0.syncs) = (file.tour, file.media, false)
            }
            let export = try exporter.export(try await shop.picture()).folder
            for (container, keeps) in [
                (Formats.zip, true), (Formats.pmtiles, true), (Formats.mbtiles, false),
                (Formats.folder, true),
            ] as [(any ContainerFormat, Bool)] {
                let place = shop.folder["as-\(container.name)"].path
                let repacker = Repacker(
                    export, to: place, options: Repacker.Options(container: container))
                let plan = try repacker.plan()
                let result = try repacker.run(plan)
                #expect((result.manifest.settings.tour == file.tour) == keeps, "\(container.name)")
                #expect(
                    plan.notes.contains { note in
                        if case .notRepacked(let parts) = note { return parts.contains("tour") }
                        return false
                    } == !keeps, "\(container.name)")
                #expect(try Verdict(place).findings == [], "\(container.name)")
                // The files come from the page beside an archive.
                if container.name == "zip" {
                    let back = Repacker(
                        "\(place)/photo", to: shop.folder["back"].path)
                    let again = try back.run(try back.plan())
                    #expect(again.manifest.settings.tour == file.tour)
                }
            }
        }
    }

    @Test("A view outside the image, and an export without a page, are refused")
    func refuses() async throws {
        try await Workshop.with { shop in
            let file = try Self.tour(
                Self.first.replacing("10,20,300,200", with: "600,20,300,200"), shop)
            let photo = try await shop.picture()
            let exporter = shop.exporter { ($0.tour, $0.tourMedia) = (file.tour, file.media) }
            let error = #expect(throws: ZigguratError.self) { try exporter.export(photo) }
            #expect(
                error?.reason as? TourError
                    == .viewOutside(
                        step: 2, title: "The door", view: "xywh=600,20,300,200", width: 600,
                        height: 400))
            let other = shop.exporter {
                ($0.tour, $0.tourMedia, $0.viewer) = (file.tour, file.media, .none)
            }
            let second = #expect(throws: ZigguratError.self) { try other.export(photo) }
            #expect(second?.reason as? TourError == .noPage)
            #expect(shop.outputNames() == [])
        }
    }
}
