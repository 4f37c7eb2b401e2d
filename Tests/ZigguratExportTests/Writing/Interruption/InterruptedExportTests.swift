import Foundation
import TestSupport
import Testing
import ZigguratKit
import ZigguratSystem

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratStore

@Suite("Continuing an interrupted export") struct InterruptedExportTests {
    struct Options: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var source = "photo.jpg"
        let change: @Sendable (inout Exporter.Options) -> Void

        init(
            _ name: String, source: String = "photo.jpg",
            _ change: @escaping @Sendable (inout Exporter.Options) -> Void
        ) {
            (testDescription, self.source, self.change) = (name, source, change)
        }
    }

    static let table = [
        Options("dzi") { $0.layouts = [.dzi] },
        Options("three threads") { ($0.layouts, $0.threadCount) = ([.dzi, .xyz, .iiif3], 3) },
        Options("many layouts") { $0.layouts = [.dzi, .xyz, .iiif3, .iiif, .zoomify] },
        Options("cropped and padded tiles") {
            ($0.layouts, $0.tiling.overlap) = ([.dzi, .xyz, .tms, .google], 0)
            $0.tiling.tileSize = 256
        },
        Options("lossless") {
            ($0.layouts, $0.tiling.encoding) = ([.iiif3], TileEncoding(.jpeg, lossless: true))
        },
        Options("whole images") { ($0.layouts, $0.sizes) = ([.dzi, .legacy], [100, 700]) },
        Options("densities") {
            $0.layouts = ["tilemanager", "catiledlayer"].compactMap(Formats.standard.layout(named:))
            $0.tiling.encoding = TileEncoding(.png)
        },
        Options("blank tiles", source: "spots.png") {
            ($0.layouts, $0.tiling, $0.blankTolerance) = ([.dzi, .xyz, .tms], BlankExport.plain, 0)
        },
        Options("checksums") {
            ($0.layouts, $0.fixity, $0.includesSource) = ([.dzi], .checksums, true)
        },
        Options("bag") { ($0.layouts, $0.fixity, $0.includesSource) = ([.dzi], .bag, true) },
        Options("turned") { ($0.layouts, $0.source.rotation) = ([.dzi], .quarter) },
        Options("16 bits") {
            $0.layouts = [.dzi]
            var encoding = TileEncoding(.png)
            encoding.bits = 16
            $0.tiling.encoding = encoding
        },
    ]

    private func source(_ options: Options, in shop: Workshop) async throws -> String {
        options.source == "spots.png"
            ? try await SpottedPicture.write(
                to: shop.folder["photo.png"], background: [255, 255, 255], dirt: 0)
            : try await shop.picture(width: 1408, height: 1104)
    }

    @Test(
        "A continued export equals an uninterrupted export and keeps finished tiles",
        arguments: table, [0.2, 0.8])
    func identical(_ options: Options, at fraction: Double) async throws {
        try await Workshop.with { shop in
            let image = try await source(options, in: shop)
            // One thread does not finish the export between two reports of progress.
            let exporter = shop.exporter {
                $0.threadCount = 1
                options.change(&$0)
            }
            let run = InterruptedRun(exporter, image, at: fraction)
            let count = try #require((run.error?.reason as? InterruptedExport)?.files)
            #expect(run.error?.subject == image && run.error?.code == .cancelled)
            #expect(count > 0 && run.drafts.count == 1)
            let stamps = try FileStamp.all(in: run.files)
            let (result, kept) = try run.repeated()
            #expect(kept == count)
            #expect(try InterruptedRun.contents(result.folder) == run.reference())
            let newStamps = try FileStamp.all(in: result.folder)
            let same = stamps.filter { newStamps[$0.key]?.file == $0.value.file }
            #expect(same.count >= kept)
            #expect(try Verdict(result.folder).findings == [])
            #expect(run.drafts == [])
        }
    }

    @Test("An export can be interrupted several times")
    func severalTimes() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 1408, height: 1104)
            var counts: [Int] = []
            for fraction in [0.2, 0.5, 0.8] {
                let run = InterruptedRun(shop.exporter([.dzi, .xyz]), image, at: fraction)
                counts.append(try #require((run.error?.reason as? InterruptedExport)?.files))
                #expect(run.drafts.count == 1)
            }
            #expect(counts == counts.sorted() && Set(counts).count == 3)
            let run = InterruptedRun(shop.exporter([.dzi, .xyz]), image, at: 2)
            #expect(run.error == nil)
            #expect(try InterruptedRun.contents("\(shop.output)/photo") == run.reference())
        }
    }

    @Test("A continued update keeps equal files of the replaced export")
    func update() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 1408, height: 1104)
            let exporter = shop.exporter([.dzi]) { $0.isForced = true }
            let folder = try exporter.export(image).folder
            let stamps = try FileStamp.all(in: folder)
            let run = InterruptedRun(exporter, image)
            let (result, kept) = try run.repeated()
            #expect(kept > 0)
            #expect(result.changes == .init(files: stamps.count, changed: 0))
            #expect(try FileStamp.all(in: folder) == stamps)
        }
    }

    /// Changes that make the files of an interrupted export useless.
    enum Change: String, CaseIterable, CustomTestStringConvertible {
        case sourceTime, sourceBytes, quality, layout, noResume, journalMissing, journalEmpty
        case headerDamaged, anotherProgram
        var testDescription: String { rawValue }
    }

    @Test("A changed source and other options start over", arguments: Change.allCases)
    func startsOver(_ change: Change) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 1408, height: 1104)
            let run = InterruptedRun(shop.exporter([.dzi]), image)
            let stamps = try FileStamp.all(in: run.files)
            #expect(run.drafts.count == 1 && !stamps.isEmpty)
            var exporter = run.exporter
            let journal = URL(filePath: run.journal)
            switch change {
            case .sourceTime:
                // The content and the modification time are unchanged, but the change time is not.
                let date = try FileManager.default.attributesOfItem(atPath: image)[
                    .modificationDate]
                let bytes = try Data(contentsOf: URL(filePath: image))
                try bytes.write(to: URL(filePath: image), options: [])
                try FileManager.default.setAttributes(
                    [.modificationDate: try #require(date)], ofItemAtPath: image)
            case .sourceBytes:
                try FileManager.default.removeItem(atPath: image)
                _ = try await shop.picture(width: 1409, height: 1104)
            case .quality: exporter.options.tiling.encoding = TileEncoding(.jpeg, quality: 60)
            case .layout: exporter.options.layouts = [.dzi, .xyz]
            case .noResume: exporter.options.continuesInterrupted = false
            case .journalMissing: try FileManager.default.removeItem(at: journal)
            case .journalEmpty: try Data().write(to: journal)
            case .headerDamaged, .anotherProgram:
                var text = try Data(contentsOf: journal)
                let word = change == .headerDamaged ? "settings" : "Ziggurat "
                let place = try #require(text.firstRange(of: Data(word.utf8)))
                text[place.lowerBound] ^= 1
                try text.write(to: journal)
            }
            #expect(InterruptedRun(exporter, image, at: 2).error == nil)
            let newStamps = try FileStamp.all(in: "\(shop.output)/photo")
            #expect(Set(newStamps.values.map(\.file)).isDisjoint(with: stamps.values.map(\.file)))
            #expect(try Verdict("\(shop.output)/photo").findings == [])
            #expect(shop.outputNames() == ["photo"])
        }
    }

    @Test(
        "A kept tile that was damaged is encoded again", arguments: UpdateTests.Damage.allCases)
    func damagedTile(_ damage: UpdateTests.Damage) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 1408, height: 1104)
            let run = InterruptedRun(
                shop.exporter([.dzi, .xyz]) { $0.tiling = BlankExport.plain }, image)
            let stamps = try FileStamp.all(in: run.files)
            let tile = "dzi/photo_files/11/0_0.jpg"
            let stamp = try #require(stamps[tile])
            // The tile has a second hard link in the other layout.
            #expect(stamp.links == 2)
            try damage.apply(to: URL(filePath: "\(run.files)/\(tile)"))
            let (result, kept) = try run.repeated()
            #expect(kept > 0)
            #expect(try InterruptedRun.contents(result.folder) == run.reference())
            #expect(try FileStamp("\(result.folder)/\(tile)").file != stamp.file)
            #expect(try Verdict(result.folder).findings == [])
        }
    }

    @Test("A foreign file in the hidden folder does not become part of the export")
    func foreignFile() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 1408, height: 1104)
            let run = InterruptedRun(shop.exporter([.dzi]), image)
            try Data("x".utf8).write(to: URL(filePath: "\(run.files)/dzi/foreign.txt"))
            try FileManager.default.createSymbolicLink(
                atPath: "\(run.files)/dzi/elsewhere", withDestinationPath: shop.folder.path)
            let (result, kept) = try run.repeated()
            #expect(kept > 0)
            #expect(try InterruptedRun.contents(result.folder) == run.reference())
            #expect(FileManager.default.fileExists(atPath: image))
        }
    }

    @Test("Damaged records of the journal are ignored", arguments: [1, 13, 24, 36, 5000])
    func damagedRecords(cutOff: Int) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 1408, height: 1104)
            let run = InterruptedRun(shop.exporter([.dzi]), image)
            let count = try #require((run.error?.reason as? InterruptedExport)?.files)
            let journal = URL(filePath: run.journal)
            var bytes = try Data(contentsOf: journal)
            let records = 24 * count
            if cutOff < records {
                bytes.removeLast(cutOff)
                // A flipped bit in the first record.
                bytes[bytes.count - (records - cutOff) + 3] ^= 1
            } else {
                // Blocks that a power failure left empty.
                bytes.replaceSubrange(
                    (bytes.count - records)..., with: Data(repeating: 0, count: records))
            }
            try bytes.write(to: journal)
            let (result, kept) = try run.repeated()
            #expect(
                kept == (cutOff < records ? count - 1 - (cutOff + 23) / 24 : 0), "\(count) tiles")
            #expect(try InterruptedRun.contents(result.folder) == run.reference())
        }
    }

    @Test(
        "Archives, and images below the size limit, leave no hidden folder",
        arguments: [true, false])
    func withoutJournal(isArchive: Bool) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 1408, height: 1104)
            let exporter = shop.exporter([.dzi]) { if isArchive { $0.container = .zip } }
            if isArchive {
                let run = InterruptedRun(exporter, image)
                #expect(run.error?.reason as? InterruptedExport == nil)
                #expect(run.error?.code == .cancelled)
            } else {
                let cancellation = Cancellation()
                #expect(throws: ZigguratError.self) {
                    try exporter.export(image, cancellation: cancellation) {
                        if $0.fraction > 0.6 { cancellation.cancel() }
                    }
                }
            }
            #expect(shop.outputNames() == [])
        }
    }
}
