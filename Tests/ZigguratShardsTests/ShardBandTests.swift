import Foundation
import TestSupport
import Testing
import ZigguratFormats
import ZigguratKit
import ZigguratSystem

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratStore

/// Large images that several shards share. The tests use small images, and lower the number of
/// pixels from which an image is divided.
@Suite("Shards of one image") struct ShardBandTests {
    @Test(
        "The export has the bytes of a single export",
        arguments: DividedSample.all.enumerated().map { ($1, $0 % 2 == 0 ? 2 : 5) })
    func sameBytes(_ kind: DividedSample, count: Int) async throws {
        try await Workshop.with { shop in
            let job = try await DividedExport(shop, kind)
            let outcome = try job.plan(count)
            #expect(outcome.images == 1 && outcome.notes.isEmpty)
            let plan = outcome.plan
            #expect(plan.summary.shards.map(\.images) == Array(repeating: 0, count: count))
            #expect(plan.summary.shards.map(\.bands) == Array(repeating: 1, count: count))
            for number in (1...count).reversed() {
                #expect(try job.run(number, of: plan)?.outcome == .done)
                #expect(shop.outputNames() == [])
            }
            #expect(try job.finish(plan) == [])
            try job.expectSameBytes()
            // Finishing removes the bands, and finishing again changes nothing.
            #expect(try job.bandFolders == [])
            #expect(try job.finish(plan) == [])
            #expect(try job.run(1, of: plan)?.outcome == .done)
        }
    }

    @Test("Finishing a plan twice simultaneously has one result")
    func finishesTogether() async throws {
        try await Workshop.with { shop in
            let job = try await DividedExport(shop)
            let plan = try job.plan(3).plan
            for number in 1...3 { try job.run(number, of: plan) }
            let errors = ConcurrentWork.map(below: 2, threads: 2) { _ in try? job.finish(plan) }
            #expect(errors == [[], []])
            try job.expectSameBytes()
            #expect(try job.bandFolders == [])
        }
    }

    @Test(
        "An archive has the bytes of a single export",
        arguments: [
            ("pmtiles", "xyz"), ("mbtiles", "xyz"), ("tiff", "xyz"), ("zip", "iiif3"),
            ("szi", "dzi"),
        ])
    func archive(container: String, layout: String) async throws {
        try await Workshop.with { shop in
            var job = try await DividedExport(shop)
            job.exporter.options.container = try #require(
                Formats.standard.container(named: container))
            job.exporter.options.layouts = [
                try #require(Formats.standard.layout(named: layout))
            ]
            let plan = try job.plan(3).plan
            for number in 1...3 { try job.run(number, of: plan) }
            let band = try FolderFiles(shop.folder["plan/band-2-1/files"].path).listing().files
            let tile = shop.folder["plan/band-2-1/files/\(try #require(band.first))"]
            let bytes = try Data(contentsOf: tile)
            // A damaged tile is not published, and a lost tile is encoded again.
            try Data("damaged".utf8).write(to: tile)
            #expect(
                try job.finish(plan) == [ZigguratError(ShardError.tileChanged, tile.path)])
            #expect(shop.outputNames() == [])
            if container == "zip" {
                try FileManager.default.removeItem(at: tile)
            } else {
                try bytes.write(to: tile)
            }
            #expect(try job.finish(plan) == [])
            try job.expectSameBytes(files: 3)
            #expect(try job.bandFolders == [])
        }
    }

    @Test("A band without a result is encoded again, also after a killed run")
    func twice() async throws {
        try await Workshop.with { shop in
            let job = try await DividedExport(shop)
            let plan = try job.plan(3).plan
            for number in 1...3 { try job.run(number, of: plan) }
            // A killed run leaves a part of the tiles, no hashes and no result.
            let tiles = "plan/band-2-1/files/dzi/photo_files/12"
            let names = try FileManager.default.contentsOfDirectory(
                atPath: shop.folder[tiles].path)
            let name = try #require(names.first)
            try FileManager.default.removeItem(at: shop.folder["\(tiles)/\(name)"])
            try FileManager.default.removeItem(at: shop.folder["plan/band-2-1/ziggurat.hashes"])
            try FileManager.default.removeItem(at: shop.folder["plan/result-2.json"])
            #expect(try plan.statuses().map(\.state) == [.done, .missing, .done])
            #expect(try job.run(2, of: plan)?.exported == 1)
            // A band that is complete is kept.
            try FileManager.default.removeItem(at: shop.folder["plan/result-3.json"])
            #expect(try job.run(3, of: plan)?.upToDate == 1)
            #expect(try job.finish(plan) == [])
            try job.expectSameBytes()
        }
    }

    @Test("Missing bands are named, and nothing is published")
    func missing() async throws {
        try await Workshop.with { shop in
            let job = try await DividedExport(shop)
            let plan = try job.plan(3).plan
            for number in [1, 3] { try job.run(number, of: plan) }
            #expect(
                try job.finish(plan) == [ZigguratError(ShardError.missing, "shard 2")])
            try job.run(2, of: plan)
            // The tiles of a complete band are lost.
            try FileManager.default.removeItem(at: shop.folder["plan/band-3-1"])
            #expect(
                try job.finish(plan) == [ZigguratError(ShardError.missingBands(1), "shard 3")])
            #expect(shop.outputNames() == [])
            #expect(try plan.statuses().map(\.state) == [.done, .done, .missing])
            try job.run(3, of: plan)
            // A lost tile is encoded again.
            let lost = try #require(
                try shop.folder.files(under: "plan/band-1-1/files").first {
                    $0.hasSuffix(".jpg")
                })
            try FileManager.default.removeItem(
                at: shop.folder["plan/band-1-1/files/\(lost)"])
            #expect(try job.finish(plan) == [])
            try job.expectSameBytes()
        }
    }

    @Test("A changed source is refused by runs and by finish")
    func changedSource() async throws {
        try await Workshop.with { shop in
            let job = try await DividedExport(shop)
            let plan = try job.plan(2).plan
            try job.run(1, of: plan)
            let changed = [ShardError.sourceChanged.description]
            let file = shop.folder["photo.tif"].path
            let copy = shop.folder["copy.tif"].path
            try await Shell.run("cp", ["-p", file, copy]).orThrow()
            try await Shell.run("touch", [file]).orThrow()
            #expect(try job.run(2, of: plan)?.failures.map(\.problem) == changed)
            #expect(try job.finish(plan).map { $0.reason as? ShardError } == [.failed(images: 1)])
            // Without the failed image, nothing is left to publish.
            _ = try job.finish(plan, allowsFailures: true)
            #expect(!shop.outputNames().contains("photo"))
            try await Shell.run("touch", ["-r", copy, file]).orThrow()
            #expect(try job.run(2, of: plan)?.outcome == .done)
            try await Shell.run("touch", [file]).orThrow()
            #expect(try job.finish(plan).map { $0.reason as? ShardError } == [.sourceChanged])
            #expect(!shop.outputNames().contains("photo"))
        }
    }

    @Test("The checksum of the source is computed for one band, and again after a change")
    func checksum() async throws {
        try await Workshop.with { shop in
            let job = try await DividedExport(shop)
            let plan = try job.plan(3, withChecksums: true).plan
            let changed = [ShardError.sourceChanged.description]
            let (file, copy) = (shop.folder["photo.tif"].path, shop.folder["copy.tif"].path)
            try await Shell.run("cp", ["-p", file, copy]).orThrow()
            #expect(try job.run(1, of: plan)?.outcome == .done)
            let names = try FileManager.default.contentsOfDirectory(
                atPath: shop.folder["plan"].path)
            let name = try #require(names.first { $0.hasSuffix(".checked") })
            let record = shop.folder["plan/\(name)"].path
            let first = FileSystem.attributes(of: record)
            #expect(try job.run(2, of: plan)?.outcome == .done)
            #expect(FileSystem.attributes(of: record) == first)
            // One byte changes, but the size and the modification time stay.
            let handle = try FileHandle(forUpdating: shop.folder["photo.tif"])
            try handle.seek(toOffset: 5000)
            try handle.write(contentsOf: Data([77]))
            try handle.close()
            try await Shell.run("touch", ["-r", copy, file]).orThrow()
            #expect(try job.run(3, of: plan)?.failures.map(\.problem) == changed)
            try await Shell.run("cp", ["-p", copy, file]).orThrow()
            #expect(try job.run(3, of: plan)?.outcome == .done)
            #expect(FileSystem.attributes(of: record) != first)
            #expect(try job.finish(plan) == [])
            try job.expectSameBytes()
        }
    }

    @Test(
        "Images that cannot be divided are planned as one shard",
        arguments: [
            ("photo.jpg", ExportNote.UndividedReason.rowsFromTop),
            ("photo.png", .rowsFromTop), ("photo.tif", .options),
        ])
    func undivided(name: String, reason: ExportNote.UndividedReason) async throws {
        try await Workshop.with { shop in
            var kind = DividedSample.all[0]
            kind.name = name
            if !name.hasSuffix("tif") { kind.options = "" }
            var job = try await DividedExport(shop, kind)
            switch reason {
            case .rowsFromTop: break
            case .options: job.exporter.options.blankTolerance = 0
            }
            let outcome = try job.plan(2)
            #expect(
                outcome.notes == [
                    .undivided(reason, image: shop.folder[name].path, count: 1), .emptyShards(1),
                ])
            #expect(outcome.plan.summary.shards.map(\.images).sorted() == [0, 1])
        }
    }

    @Test("Only images that take longer than an equal share are divided")
    func mixed() async throws {
        try await Workshop.with { shop in
            let job = try await DividedExport(shop)
            for number in 1...2 { _ = try await shop.picture("small-\(number).png", width: 300) }
            let images = [job.image] + (1...2).map { shop.folder["small-\($0).png"].path }
            let outcome = try ExportBatch(images, exporter: job.exporter).planShards(
                3, to: shop.folder["plan"].path, options: [])
            let shards = outcome.plan.summary.shards
            #expect(outcome.images == 3)
            #expect(shards.reduce(0) { $0 + $1.images } == 2)
            #expect(shards.reduce(0) { $0 + ($1.bands ?? 0) } == 2)
            for number in 1...3 { try job.run(number, of: outcome.plan) }
            #expect(shop.outputNames() == (1...2).map { "small-\($0)" })
            #expect(try job.finish(outcome.plan) == [])
            var single = job.exporter
            single.destination = shop.folder["Single"].path
            #expect(ExportBatch(images, exporter: single).run { _ in })
            #expect(try shop.contents("Output") == shop.contents("Single"))
        }
    }

    @Test("The small image is not divided: the program divides from 100 megapixels")
    func small() async throws {
        try await Workshop.with { shop in
            var job = try await DividedExport(shop)
            job.exporter.options.journalPixels = Exporter.Options().journalPixels
            let outcome = try job.plan(2)
            #expect(outcome.notes == [.emptyShards(1)])
        }
    }
}
