import Foundation
import TestSupport
import Testing
import ZigguratKit
import ZigguratSystem

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratMaintenance
@testable import ZigguratStore

/// An export keeps the parts that a later run does not request.
@Suite("Adding to an export") struct AddingTests {
    private func picture(_ shop: Workshop) async throws -> String {
        try await SpottedPicture.write(
            to: shop.folder["photo.png"], background: [255, 255, 255], dirt: 0)
    }

    @Test("A run keeps the bundles that it does not request", arguments: AddingCase.all)
    func adds(_ entry: AddingCase) async throws {
        try await Workshop.with { shop in
            let image = try await picture(shop)
            let (first, second) = (
                shop.exporter { entry.first(&$0) }, shop.exporter { entry.second(&$0) }
            )
            let before = try first.export(image)
            #expect(before.bundles == nil)
            let old = try tiles(of: before)
            let after = try second.export(image)
            #expect(after.outcome == .exported)
            let changes = try #require(after.bundles)
            #expect(changes.added == entry.added && changes.replaced == entry.replaced)
            #expect(changes.kept == entry.kept && changes.removed == [])
            #expect(try Verdict(after.folder).findings == [])
            // Kept tiles have unchanged file stamps.
            let new = try tiles(of: after)
            for (bundle, tiles) in old where entry.kept.contains(bundle) {
                #expect(new[bundle] == tiles, "\(bundle)")
            }
            // Every page links to the pages of the other layouts.
            let paged = after.manifest.bundles.filter { $0.page != nil }
            for bundle in paged {
                let page = try String(
                    contentsOfFile: "\(after.folder)/\(bundle.page ?? "")", encoding: .utf8)
                for other in paged where other.isFolder && other != bundle {
                    #expect(page.contains("../\(other.layout)/index.html"), "\(bundle.path)")
                }
            }
            // Both runs are now up to date, in either order, and a forced run changes no files.
            #expect(try second.export(image).outcome == .upToDate)
            if entry.replaced.isEmpty {
                #expect(try first.export(image).outcome == .upToDate)
            }
            let bytes = try InterruptedRun.contents(after.folder)
            let forced = try shop.exporter {
                entry.second(&$0)
                $0.isForced = true
            }.export(image)
            #expect(forced.manifest == after.manifest && forced.changes?.changed == 0)
            #expect(try InterruptedRun.contents(after.folder) == bytes)
            #expect(shop.outputNames() == ["photo"])
        }
    }

    /// The stamps of the tiles, without the number of links, by the name of the bundle.
    private func tiles(of result: ExportResult) throws -> [String: [String: [Int]]] {
        var tiles: [String: [String: [Int]]] = [:]
        let isTile = /(jpg|png|webp|zip|pmtiles)$/
        for bundle in result.manifest.bundles {
            let place = "\(result.folder)/\(bundle.path)"
            var stamps =
                bundle.isFolder ? try FileStamp.all(in: place) : ["zip": try FileStamp(place)]
            stamps = stamps.filter { $0.key.contains(isTile) && !$0.key.contains("viewer/") }
            tiles[result.manifest.title(of: bundle)] = stamps.mapValues(\.file)
        }
        return tiles
    }

    @Test("A mixed export can be described, repacked and listed")
    func otherCommands() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            try shop.exporter([.dzi]) {
                ($0.levels, $0.tiling.tileSize) = (Pyramid.LevelRequest(minimumLevel: 2), 128)
            }.export(image)
            try shop.exporter([.xyz]) { $0.container = Formats.pmtiles }.export(image)
            let mixed = try shop.exporter([.iiif3]).export(image)
            var exporter = shop.exporter()
            exporter.options.caption.title = "Tower & sky"
            let isDescribed = exporter.describe { event in
                if case .failed(let error) = event { Issue.record("\(error)") }
            }
            #expect(isDescribed)
            #expect(try Verdict(shop.output).findings == [])
            for layout in ["dzi", "iiif3"] {
                let page = try String(
                    contentsOfFile: "\(mixed.folder)/\(layout)/index.html", encoding: .utf8)
                #expect(page.contains("Tower &amp; sky"))
            }
            // Texts that a run does not name stay.
            #expect(try shop.exporter([.iiif3]).export(image).outcome == .upToDate)
            let added = try shop.exporter([.tms]).export(image)
            #expect(added.manifest.settings.caption.title == "Tower & sky")
            try shop.exporter().writeGallery()
            let gallery = try String(contentsOf: shop.folder["Output/index.html"], encoding: .utf8)
            for link in ["dzi/index.html", "photo.pmtiles", "iiif3/index.html", "tms/index.html"] {
                #expect(gallery.contains("photo/\(link)"), "\(link)")
            }
            let targets: [(any ContainerFormat, [String])] = [
                (Formats.zip, ["dzi", "iiif3"]), (Formats.mbtiles, ["xyz"]),
            ]
            for (container, layouts) in targets {
                let repacker = Repacker(
                    added.folder, to: shop.folder["repacked"].path,
                    options: .init(
                        layouts: layouts.compactMap(Formats.standard.layout(named:)),
                        container: container))
                let result = try repacker.run(try repacker.plan())
                #expect(try Verdict(result.folder).findings == [])
            }
            // The two repacks form one export.
            let repacked = try Exporter(destination: shop.folder["repacked"].path).exports()
            #expect(
                repacked.map { $0.bundles.map($0.title) } == [
                    ["dzi (zip)", "iiif3 (zip)", "xyz (mbtiles)"]
                ])
        }
    }

    @Test("Sizes, source, texts and notes of an export stay when a layout is added")
    func parts() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            let first = try shop.exporter {
                ($0.sizes, $0.includesSource, $0.fixity) = ([100], true, .checksums)
                ($0.caption.title, $0.baseURL) = ("Tower", "https://example.org")
                $0.annotations = [Annotation(label: "Here", point: .init(x: 3, y: 4))]
            }.export(image)
            #expect(try shop.exporter().export(image).outcome == .upToDate)
            let second = try shop.exporter([.xyz]) {
                ($0.sizes, $0.caption.creator) = ([200], "Ada")
            }.export(image)
            let (old, new) = (first.manifest.settings, second.manifest.settings)
            #expect(new.sizes == [100, 200] && new.includesSource && new.fixity == .checksums)
            #expect(new.caption.title == "Tower" && new.caption.creator == "Ada")
            #expect(new.baseURL == old.baseURL && new.annotations == old.annotations)
            #expect(try Verdict(second.folder).findings == [])
            // If the export is replaced, it loses these parts.
            let third = try shop.exporter([.xyz]) { $0.replaces = true }.export(image)
            #expect(third.bundles?.removed == ["dzi"] && third.bundles?.replaced == ["xyz"])
            let folder = third.folder
            try FileManager.default.removeItem(atPath: folder)
            let fresh = try shop.exporter([.xyz]).export(image)
            #expect(fresh.manifest == third.manifest)
        }
    }

    enum Change: String, CaseIterable, CustomTestStringConvertible {
        case source, crop, page, colours
        var testDescription: String { rawValue }
    }

    @Test("Layouts of another image are not removed unasked", arguments: Change.allCases)
    func wouldRemove(_ change: Change) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            let first = try shop.exporter([.dzi, .iiif3]) { $0.sizes = [100] }.export(image)
            let stamps = try FileStamp.all(in: first.folder)
            if change == .source {
                try shop.folder.write(Data(contentsOf: URL(filePath: image)), to: "photo.jpg")
            }
            func exporter(_ layouts: [any Layout], replaces: Bool = false) -> Exporter {
                shop.exporter(layouts) {
                    $0.replaces = replaces
                    switch change {
                    case .source: break
                    case .crop:
                        $0.source.crop = PixelRegion(x: 0, y: 0, width: 50, height: 50)
                    case .page: $0.source.page = 1
                    case .colours: $0.source.colour = .keep
                    }
                }
            }
            let error = try #require(throws: ZigguratError.self) {
                try exporter([.iiif3, .xyz]).export(image)
            }
            guard case .wouldRemove(["dzi"], let reason) = error.reason as? DestinationError
            else {
                Issue.record("\(error)")
                return
            }
            #expect(reason == (change == .source ? .changedSource : .otherImage))
            #expect(error.subject == first.folder && error.code == .unwritable)
            #expect(try FileStamp.all(in: first.folder) == stamps)
            // A run may name all layouts, or replace the export.
            let all = try exporter([.dzi, .iiif3, .xyz]).export(image)
            #expect(all.bundles?.kept == [] && all.bundles?.replaced == ["dzi", "iiif3"])
            let replaced = try exporter([.xyz], replaces: true).export(image)
            #expect(replaced.bundles?.removed == ["dzi", "iiif3"])
            #expect(try exporter([.xyz], replaces: true).export(image).outcome == .upToDate)
        }
    }

    @Test("A repack does not remove bundles that it cannot write")
    func repackKeeps() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            let first = try shop.exporter { $0.sizes = [100] }.export(image)
            let copy = shop.folder["copy"].path
            var target = shop.exporter { $0.sizes = [100] }
            target.destination = copy
            try target.export(image)
            func repack(replaces: Bool) throws -> ExportResult {
                var options = Repacker.Options(container: Formats.zip)
                options.replaces = replaces
                let repacker = Repacker(first.folder, to: copy, options: options)
                return try repacker.run(try repacker.plan())
            }
            let error = try #require(throws: ZigguratError.self) { try repack(replaces: false) }
            guard
                case .wouldRemove(["photo-width100.jpg"], because: .notRepacked) = error.reason
                    as? DestinationError
            else {
                Issue.record("\(error)")
                return
            }
            #expect(try repack(replaces: true).bundles?.removed == ["dzi"])
        }
    }

    @Test("An interrupted run that adds a layout is continued")
    func interrupted() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 1408, height: 1104)
            try shop.exporter([.dzi]) { $0.tiling.tileSize = 128 }.export(image)
            let run = InterruptedRun(shop.exporter([.iiif3, .xyz]), image)
            #expect(run.error != nil && run.drafts.count == 1)
            #expect(try Verdict("\(shop.output)/photo").findings == [])
            let (result, kept) = try run.repeated()
            #expect(kept > 0 && result.bundles?.kept == ["dzi"])
            #expect(try Verdict(result.folder).findings == [])
            #expect(run.drafts.isEmpty)
        }
    }

    @Test("A damaged tile stays damaged, and a missing tile is an error")
    func damage() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            let first = try shop.exporter().export(image)
            let tile = URL(filePath: "\(first.folder)/dzi/photo_files/9/0_0.jpg")
            var bytes = try Data(contentsOf: tile)
            bytes[bytes.count - 9] ^= 1
            try bytes.write(to: tile)
            let second = try shop.exporter([.xyz]).export(image)
            #expect(try Verdict(second.folder).findings.map(\.error.subject) == [tile.path])
            try FileManager.default.removeItem(at: tile)
            let stamps = try FileStamp.all(in: first.folder)
            let error = try #require(throws: ZigguratError.self) {
                try shop.exporter([.iiif3]).export(image)
            }
            #expect(error.subject == tile.path && error.code == .unreadableSource)
            #expect(try FileStamp.all(in: first.folder) == stamps)
            #expect(try shop.exporter { $0.isForced = true }.export(image).bundles?.kept == ["xyz"])
            #expect(try Verdict(second.folder).findings == [])
        }
    }
}
