import Foundation
import TestSupport
import Testing
import ZigguratKit
import ZigguratSystem

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratMaintenance
@testable import ZigguratStore

/// Commands whose input another process changes during the run.
@Suite("Changes by another process")
struct ChangedMeanwhileTests {
    private static func isChange(_ error: (any Error)?) -> Bool {
        (error as? ZigguratError)?.reason as? DestinationError == .changedMeanwhile
    }

    // MARK: States

    /// Changes of an entry, each by its own command.
    enum Change: String, CaseIterable {
        case replaced, sameFilesAgain, described, removed, mapFile
    }

    @Test("Every change of an entry changes its state", arguments: Change.allCases)
    func states(change: Change) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            let folder = try shop.exporter().export(image).folder
            let file = try shop.folder.write("map", to: "map.pmtiles").path
            var states = try EntryStates(of: change == .mapFile ? file : folder)
            try states.add("\(shop.output)/missing")
            try states.check()
            switch change {
            case .replaced:
                try shop.exporter { $0.tiling.encoding = TileEncoding(.png) }.export(image)
            case .sameFilesAgain: try shop.exporter { $0.isForced = true }.export(image)
            case .described:
                var describer = Exporter(destination: shop.output)
                describer.options.caption.title = "A"
                var isDescribed = false
                describer.describe { event in
                    if case .finished(let result, _) = event {
                        isDescribed = result.outcome == .described
                    }
                }
                #expect(isDescribed)
            case .removed: try shop.exporter().remove("photo")
            case .mapFile: try shop.folder.write("other", to: "map.pmtiles")
            }
            let error = #expect(throws: ZigguratError.self) { try states.check() }
            #expect(Self.isChange(error))
            #expect(error?.subject == (change == .mapFile ? file : folder))
            // The change replaces another error, but not a cancellation.
            #expect(Self.isChange(states.blaming(ZigguratError(RepackError.missingTile, "a"))))
            #expect(!Self.isChange(states.blaming(ZigguratError(Cancelled(), "a"))))
        }
    }

    @Test("A name that stays free and an entry without changes have equal states")
    func noChange() async throws {
        try await Workshop.with { shop in
            let folder = try shop.exporter().export(try await shop.picture()).folder
            var states = try EntryStates(of: folder)
            try states.add("\(shop.output)/missing")
            #expect(try states.areCurrent)
            let error = ZigguratError(RepackError.missingTile, "a")
            #expect(states.blaming(error) == error)
        }
    }

    // MARK: Repack

    private static func png(_ shop: Workshop, _ image: String, quality: Int = 75) throws {
        _ = try shop.exporter {
            $0.tiling.encoding = TileEncoding(quality == 75 ? .png : .jpeg, quality: quality)
        }.export(image)
    }

    @Test("A repack starts over if its source is replaced meanwhile")
    func repack() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            let source = try shop.exporter().export(image).folder
            let copy = shop.folder["copy"].path
            let repacker = Repacker(source, to: copy, options: .init(container: Formats.zip))
            var changes = 0
            let result = try repacker.run(try repacker.plan()) { _, _ in
                guard changes == 0 else { return }
                changes += 1
                try? Self.png(shop, image)
            }
            #expect(changes == 1)
            #expect(result.manifest.bundles.map(\.tiling.encoding.format) == [.png])
            #expect(try Verdict(result.folder).findings == [])
        }
    }

    @Test("A repack fails if its source is replaced twice, and writes nothing")
    func repackTwice() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            let source = try shop.exporter().export(image).folder
            let copy = shop.folder["copy"].path
            let repacker = Repacker(source, to: copy, options: .init(container: Formats.zip))
            let plan = try repacker.plan()
            var changes = 0
            let error = #expect(throws: ZigguratError.self) {
                try repacker.run(plan) { done, count in
                    guard done == count else { return }
                    changes += 1
                    try? Self.png(shop, image, quality: 40 + changes)
                }
            }
            #expect(Self.isChange(error) && error?.subject == source)
            #expect(!FileSystem.exists(copy))
        }
    }

    @Test("A repack reports a source that is removed meanwhile as missing")
    func repackRemoved() async throws {
        try await Workshop.with { shop in
            let source = try shop.exporter().export(try await shop.picture()).folder
            let repacker = Repacker(source, to: shop.folder["copy"].path)
            let plan = try repacker.plan()
            try shop.exporter().remove("photo")
            let error = #expect(throws: ZigguratError.self) { try repacker.run(plan) }
            #expect(error?.reason as? PyramidError == .notFound && error?.subject == source)
        }
    }

    @Test("A repack of a map starts over if its source is replaced meanwhile")
    func repackMap() async throws {
        try await DrawnMap.with { shop in
            var maps: [String] = []
            for (zooms, name) in [("7-8", "map"), ("6-7", "other")] {
                try await DrawnMap.run(
                    shop, "gdal2tiles.py -q -w none -z \(zooms) @photo.tif @\(name)")
                maps.append(shop.folder[name].path)
            }
            func convert(_ place: String) throws -> RepackedMap {
                try MapRepackTests.repack(place, to: shop.output, name: "land", "mbtiles") {
                    $0.replaces = true
                }
            }
            let source = try convert(maps[0]).path
            let options = Repacker.Options(container: Formats.pmtiles, name: "new")
            let repacker = try #require(
                try MapRepacker(source, to: shop.output, options: options))
            var changes = 0
            let result = try repacker.run(try repacker.plan()) { _, _ in
                guard changes == 0 else { return }
                changes += 1
                _ = try? convert(maps[1])
            }
            #expect(changes == 1)
            #expect(try await MapFacts(result.path).zooms == [6, 7])
            #expect(shop.outputNames() == ["land.mbtiles", "new.pmtiles"])
        }
    }

    // MARK: Compare

    @Test("A comparison detects that one of its exports is replaced")
    func compare() async throws {
        try await Workshop.with { shop in
            var folders: [String] = []
            for name in ["before", "after"] {
                folders.append(
                    try shop.exporter().export(try await shop.picture("\(name).jpg")).folder)
            }
            for folder in folders {
                var states = EntryStates()
                _ = try ComparisonRequest(of: folders).resolved(
                    in: Destination(shop.output), .standard, &states)
                #expect(try states.areCurrent)
                let file = shop.folder["\(Path.name(of: folder)).jpg"].path
                try shop.exporter { $0.isForced = true }.export(file)
                let error = #expect(throws: ZigguratError.self) { try states.check() }
                #expect(Self.isChange(error) && error?.subject == folder)
            }
        }
    }

    // MARK: Describe

    @Test("A text of a book that another run sets meanwhile is not lost")
    func describeBook() async throws {
        try await Workshop.with { shop in
            try await BookSample.draw(shop)
            BookSample.export(with: try BookSample.exporter(shop), shop)
            var changes = 0
            let isComplete = shop.exporter { $0.caption.title = "Another title" }.describe {
                guard case .finished = $0, changes == 0 else { return }
                changes += 1
                _ = shop.exporter { $0.caption.attribution = "Ada" }.describe { _ in }
            }
            #expect(isComplete && changes == 1)
            let book = try #require(try StoredBook.read(from: "\(shop.output)/album"))
            #expect(book.caption.title == "Another title" && book.caption.attribution == "Ada")
            #expect(try Verdict(shop.output).findings == [])
        }
    }

    // MARK: Batches with metadata

    @Test("An image of a list starts over after a change, and keeps the list's texts")
    func metadata() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            try shop.exporter().export(image)
            var exporter = shop.exporter([.xyz])
            exporter.records = try ImageRecords(
                try shop.folder.write("file,title\nphoto.jpg,From the list\n", to: "list.csv").path)
            var changes = 0
            let isComplete = ExportBatch([image], exporter: exporter).run {
                guard case .progressed = $0, changes == 0 else { return }
                changes += 1
                _ = shop.exporter { $0.caption.attribution = "Ada" }.describe { _ in }
                _ = try? shop.exporter([.iiif3]).export(image)
            }
            #expect(isComplete && changes == 1)
            let manifest = try #require(try exporter.exports().first)
            #expect(manifest.settings.caption.title == "From the list")
            #expect(manifest.settings.caption.attribution == "Ada")
            #expect(Set(manifest.bundles.map(\.layout)) == ["dzi", "iiif3", "xyz"])
            #expect(try Verdict(shop.output).findings == [])
        }
    }

    // MARK: Verify

    @Test("An export that is replaced during its check is checked again", arguments: [1, 2])
    func verify(changes: Int) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            let folder = try shop.exporter().export(image).folder
            var (done, subjects) = (0, Set<String>())
            var findings: [Verification.Finding] = []
            let isClean = try Verification(of: shop.output).run { event in
                switch event {
                case .found(let finding): findings.append(finding)
                case .progressed(let step) where step.noun == "tile" && done < changes:
                    guard subjects.insert("\(done)").inserted else { return }
                    done += 1
                    try? Self.png(shop, image, quality: changes == 1 ? 75 : 40 + done)
                default: break
                }
            }
            #expect(done == changes)
            #expect(isClean == findings.isEmpty && isClean == (changes == 1))
            #expect(findings.allSatisfy { Self.isChange($0.error) && $0.place == folder })
        }
    }

    @Test("A fault of an unchanged export is reported once")
    func fault() async throws {
        try await Workshop.with { shop in
            let folder = try shop.exporter().export(try await shop.picture()).folder
            let tile = "\(folder)/dzi/photo_files/9/0_0.jpg"
            try FileSystem.remove(tile)
            for path in [shop.output, folder, "\(folder)/dzi"] {
                let places = try Verdict(path).findings.map(\.place)
                #expect(places.filter { $0 == tile }.count == 1, "\(path)")
            }
        }
    }
}
