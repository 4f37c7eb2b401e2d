import Foundation
import TestSupport
import Testing
import ZigguratKit
import ZigguratSystem

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratMaintenance
@testable import ZigguratStore

/// An export that replaces another export writes only the files that differ.
@Suite("Updating an export") struct UpdateTests {
    /// The bytes of all files in a folder by their relative paths.
    private func contents(_ folder: String) throws -> [String: Data] {
        let files = try FolderListing.files(in: URL(filePath: folder))
        return try Dictionary(
            uniqueKeysWithValues: files.map {
                ($0, try Data(contentsOf: URL(filePath: "\(folder)/\($0)")))
            })
    }

    @Test(
        "A forced export of an unchanged source keeps every file", arguments: FileHashesTests.table)
    func unchanged(_ written: FileHashesTests.Written) async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture()
            var exporter = written.exporter(shop)
            let first = try exporter.export(picture)
            #expect(first.changes == nil)
            let stamps = try FileStamp.all(in: first.folder)
            exporter.options.isForced = true
            let second = try exporter.export(picture)
            #expect(second.outcome == .exported && second.manifest == first.manifest)
            #expect(second.changes == .init(files: stamps.count, changed: 0))
            #expect(try FileStamp.all(in: first.folder) == stamps)
            #expect(try Verdict(first.folder).findings == [])
        }
    }

    @Test("A changed source changes only the files that differ", arguments: FileHashesTests.table)
    func changedSource(_ written: FileHashesTests.Written) async throws {
        try await Workshop.with { shop in
            let size = (width: 1400, height: 1100)
            var samples = (0..<size.width * size.height * 3).map { UInt8(truncatingIfNeeded: $0) }
            func source() async throws -> String {
                try await PixelPicture(
                    width: size.width, height: size.height, bands: 3, samples: samples
                ).write(to: shop.folder["photo.ppm"]).path
            }
            var exporter = written.exporter(shop)
            exporter.options.trust.allowsUntrusted = true
            let first = try exporter.export(try await source())
            let (before, stamps) = (try contents(first.folder), try FileStamp.all(in: first.folder))
            // A square in the corner at the bottom right.
            for y in 1040..<1100 {
                for x in 1330 * 3..<1400 * 3 { samples[y * size.width * 3 + x] = 255 }
            }
            let second = try exporter.export(try await source())
            #expect(second.outcome == .exported)
            let (after, newStamps) = (
                try contents(first.folder), try FileStamp.all(in: first.folder)
            )
            let changed = after.filter { before[$0.key] != $0.value }.keys
            #expect(changed.contains("ziggurat.json") || changed.contains("bag-info.txt"))
            for (path, stamp) in newStamps {
                #expect((stamp == stamps[path]) == !changed.contains(path), "\(path)")
            }
            #expect(second.changes == .init(files: after.count, changed: changed.count))
            if written.container == "folder" { #expect(changed.count * 2 < after.count) }
            #expect(try Verdict(first.folder).findings == [])

            // An export without an older export has equal files.
            try FileManager.default.removeItem(atPath: first.folder)
            _ = try exporter.export(shop.folder["photo.ppm"].path)
            #expect(try contents(first.folder) == after)
        }
    }

    @Test("Other settings keep the tiles that they do not affect")
    func changedSettings() async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture()
            let first = try shop.exporter([.dzi]).export(picture)
            let stamps = try FileStamp.all(in: "\(first.folder)/dzi/photo_files")
            let second = try shop.exporter([.dzi, .xyz]) { $0.caption.title = "Another" }
                .export(picture)
            #expect(try FileStamp.all(in: "\(first.folder)/dzi/photo_files") == stamps)
            let count = try FileStamp.all(in: first.folder).count
            #expect(second.changes?.files == count)
            #expect(try #require(second.changes).changed < count - stamps.count)
            #expect(try Verdict(first.folder).findings == [])
        }
    }

    /// Ways in which a file of an export can differ from its hash.
    enum Damage: String, CaseIterable, CustomTestStringConvertible {
        case flippedBit, truncated, longer, missing, link, folder
        var testDescription: String { rawValue }

        func apply(to file: URL) throws {
            var bytes = try Data(contentsOf: file)
            let date = try FileManager.default.attributesOfItem(atPath: file.path)[
                .modificationDate]
            switch self {
            case .flippedBit: bytes[bytes.count / 2] ^= 1
            case .truncated: bytes.removeLast()
            case .longer: bytes.append(0)
            case .missing: return try FileManager.default.removeItem(at: file)
            case .link:
                let target = file.deletingLastPathComponent().appending(path: "target")
                try FileManager.default.moveItem(at: file, to: target)
                return try FileManager.default.createSymbolicLink(
                    at: file, withDestinationURL: target)
            case .folder:
                try FileManager.default.removeItem(at: file)
                return try FileManager.default.createDirectory(
                    at: file, withIntermediateDirectories: false)
            }
            let handle = try Foundation.FileHandle(forWritingTo: file)
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: bytes)
            try handle.close()
            // A bad disk changes bytes, but not the modification time.
            if let date {
                try FileManager.default.setAttributes(
                    [.modificationDate: date], ofItemAtPath: file.path)
            }
        }
    }

    @Test("A damaged file is not reused", arguments: Damage.allCases)
    func damage(_ damage: Damage) async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture()
            let first = try shop.exporter().export(picture)
            let before = try contents(first.folder)
            let tile = "dzi/photo_files/9/0_0.jpg"
            try damage.apply(to: URL(filePath: "\(first.folder)/\(tile)"))
            #expect(try Verdict(first.folder).findings != [])
            // The damage “link” adds a file that does not belong to the export, so --replace is
            // needed.
            let second = try shop.exporter {
                ($0.isForced, $0.replaces) = (true, damage == .link)
            }.export(picture)
            #expect(second.changes == .init(files: before.count, changed: 1))
            #expect(try contents(first.folder) == before)
            #expect(try FileStamp("\(first.folder)/\(tile)").links == 1)
            #expect(try Verdict(first.folder).findings == [])
        }
    }

    @Test("An archive whose bytes were changed is written again")
    func damagedArchive() async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture()
            let exporter = shop.exporter([.xyz]) {
                ($0.container, $0.isForced) = (Formats.pmtiles, true)
            }
            let first = try exporter.export(picture)
            let before = try contents(first.folder)
            try Damage.flippedBit.apply(to: URL(filePath: "\(first.folder)/photo.pmtiles"))
            #expect(try contents(first.folder) != before)
            let second = try exporter.export(picture)
            #expect(second.changes == .init(files: before.count, changed: 1))
            #expect(try contents(first.folder) == before)
        }
    }

    @Test("Without valid hashes every file is written", arguments: [Damage.flippedBit, .missing])
    func noHashes(_ damage: Damage) async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture()
            let first = try shop.exporter().export(picture)
            let stamps = try FileStamp.all(in: first.folder)
            try damage.apply(to: URL(filePath: "\(first.folder)/ziggurat.hashes"))
            let second = try shop.exporter { $0.isForced = true }.export(picture)
            #expect(second.changes == nil)
            let newStamps = try FileStamp.all(in: first.folder)
            #expect(Set(newStamps.values).isDisjoint(with: stamps.values))
            #expect(try Verdict(first.folder).findings == [])
        }
    }

    @Test("A repack keeps equal files, too")
    func repack() async throws {
        try await Workshop.with { shop in
            _ = try shop.exporter().export(try await shop.picture())
            let copy = shop.folder["copy"].path
            func repack() throws -> ExportResult {
                let repacker = Repacker(
                    "\(shop.output)/photo", to: copy, options: .init(isForced: true))
                return try repacker.run(try repacker.plan())
            }
            let first = try repack()
            let stamps = try FileStamp.all(in: first.folder)
            #expect(try repack().changes == .init(files: stamps.count, changed: 0))
            #expect(try FileStamp.all(in: first.folder) == stamps)
        }
    }

    @Test("A cancelled update does not change the older export")
    func cancelled() async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture()
            let first = try shop.exporter().export(picture)
            let stamps = try FileStamp.all(in: first.folder)
            let cancellation = Cancellation()
            var steps = 0
            #expect(throws: ZigguratError.self) {
                try shop.exporter { $0.isForced = true }.export(
                    picture, cancellation: cancellation
                ) { _ in
                    steps += 1
                    if steps == 10 { cancellation.cancel() }
                }
            }
            #expect(try FileStamp.all(in: first.folder) == stamps)
            #expect(shop.outputNames() == ["photo"])
        }
    }
}
