import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

@Suite("Damaged containers")
struct ContainerDamageTests {
    @Test(
        "Damage to a ZIP archive is reported",
        arguments: [
            (
                "a bit of a tile", Verification.Finding.Kind.damagedTile,
                ArchiveError?(.checksumMismatch)
            ),
            ("half", .container, .missingEnd),
            ("a local header", .damagedTile, .missingLocalHeader),
            ("the directory", .container, .damaged(.directory)),
            ("an entry less", .missingTile, nil),
        ])
    func zip(what: String, kind: Verification.Finding.Kind, fault: ArchiveError?) async throws {
        try await Workshop.with { shop in
            _ = try shop.exporter([.dzi]).export(try await shop.picture())
            let bundle = URL(filePath: "\(shop.output)/photo/dzi")
            let file = shop.folder["photo.zip"]
            if what == "an entry less" {
                try await PackedTiles.zip(bundle, to: file)
                #expect(try Verdict(file.path).findings == [])
                try FileManager.default.removeItem(
                    at: bundle.appending(path: "photo_files/10/0_0.jpg"))
            }
            try await PackedTiles.zip(bundle, to: file)
            var bytes = [UInt8](try Data(contentsOf: file))
            let name = Array("photo_files/10/1_0.jpg".utf8)
            if what != "an entry less" {
                #expect(try Verdict(file.path).findings == [])
                let header = try #require(bytes.firstRange(of: name)).lowerBound - 30
                switch what {
                case "a bit of a tile": bytes[header + 30 + name.count + 700] ^= 1
                case "half": bytes.removeLast(bytes.count / 2)
                case "a local header": bytes[header] = 0
                default:
                    let end = try #require(bytes.firstRange(of: [0x50, 0x4B, 5, 6])).lowerBound
                    bytes[end + 16] ^= 0xFF
                }
                try Data(bytes).write(to: file)
            }
            let found = try #require(try Verdict(file.path).findings.first)
            #expect(found.kind == kind && found.reason as? ArchiveError == fault, "\(found)")
        }
    }

    @Test(
        "Damage to a PMTiles archive is reported",
        arguments: [
            (
                "a directory", Verification.Finding.Kind.container,
                ArchiveError?(.damaged(.directory)), false
            ),
            ("a leaf directory", .container, .damagedCompression(.directory), true),
            ("half", .container, .truncated, false),
            (
                "a count", .container, .countMismatch(.addressedTiles, stated: 8, actual: 9), false
            ),
            ("a tile", .damagedTile, nil, false),
            ("a tile less", .missingTile, nil, true),
            ("version 2", .container, .unsupportedVersion(2, supported: 3), false),
        ])
    func pmtiles(what: String, kind: Verification.Finding.Kind, fault: ArchiveError?, leaves: Bool)
        async throws
    {
        try await Workshop.with { shop in
            _ = try shop.exporter([.xyz]).export(try await shop.picture())
            let folder = URL(filePath: "\(shop.output)/photo/xyz")
            let file = shop.folder["photo.pmtiles"]
            let compression = what == "a directory" ? "none" : "gzip"
            let pack = {
                try await PackedTiles.pmtiles(
                    folder, to: file, leaves: leaves, compression: compression)
            }
            try await pack()
            #expect(try Verdict(file.path).findings == [])
            if what == "a tile less" {
                try FileManager.default.removeItem(at: folder.appending(path: "2/1/0.jpg"))
                try await pack()
            }
            var bytes = [UInt8](try Data(contentsOf: file))
            let place = { (offset: Int) in
                (0..<8).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
            }
            switch what {
            case "a directory": bytes[place(8)] = 0xFF
            case "a leaf directory": bytes[place(40) + 20] ^= 0xFF
            case "half": bytes.removeLast(bytes.count / 2)
            case "a count": bytes[72] ^= 1
            case "a tile": bytes[place(56)] = 0
            case "version 2": bytes[7] = 2
            default: break
            }
            try Data(bytes).write(to: file)
            let findings = try Verdict(file.path).findings
            #expect(
                findings.contains { $0.kind == kind && $0.reason as? ArchiveError == fault },
                "\(findings)"
            )
        }
    }

    /// Changed bytes in the header of a PMTiles archive, and the fault.
    @Test(
        "The header of PMTiles is compared with the tiles",
        arguments: [
            ([99: 2], ArchiveError.wrongTileFormat(stated: "png", actual: "jpg")),
            ([100: 1, 118: 1], .wrongZoom(.lowest, stated: 1, actual: 0)),
            ([101: 1], .wrongZoom(.highest, stated: 1, actual: 2)),
            ([101: 7], .wrongZoom(.highest, stated: 7, actual: 2)),
            (Dictionary(uniqueKeysWithValues: (102..<118).map { ($0, 0) }), .emptyBounds),
            ([113: 0x20], .wrongBounds), ([118: 3], .centreOutsideZooms(3)),
            ([122: 0x40], .centreOutsideBounds),
        ])
    func header(bytes: [Int: UInt8], fault: ArchiveError) async throws {
        try await Workshop.with { shop in
            let exporter = shop.exporter([.xyz]) { $0.container = .pmtiles }
            _ = try exporter.export(try await shop.picture(width: 600, height: 400))
            let spoiler = Spoiler(export: URL(filePath: "\(shop.output)/photo"))
            let moved = shop.folder["moved.pmtiles"].path
            try spoiler.copy("photo.pmtiles", to: "../../moved.pmtiles")
            #expect(try Verdict(moved).findings == [])
            try spoiler.change("photo.pmtiles") { file in
                for (place, byte) in bytes { file[place] = byte }
            }
            try spoiler.copy("photo.pmtiles", to: "../../moved.pmtiles")
            for path in [shop.output, moved] {
                let verdict = try Verdict(path)
                #expect(verdict.findings.map { $0.reason as? ArchiveError } == [fault])
                #expect(verdict.summaries.map(\.faults) == [1])
            }
        }
    }

    @Test(
        "Omitted levels do not count as zooms of an archive",
        arguments: ["pmtiles", "mbtiles"], [(1, 2), (0, 1), (2, 2)])
    func someLevels(container: String, levels: (Int, Int)) async throws {
        try await Workshop.with { shop in
            let format = try #require(Formats.standard.container(named: container))
            let exporter = shop.exporter([.xyz]) {
                $0.container = format
                $0.settings.levels = Pyramid.LevelRequest(
                    minimumLevel: levels.0, maximumLevel: levels.1)
            }
            _ = try exporter.export(try await shop.picture(width: 600, height: 400))
            #expect(try Verdict(shop.output).findings == [])
            let facts = try await MapFacts("\(shop.output)/photo/photo.\(container)")
            #expect(facts.zooms == [levels.0, levels.1])
        }
    }

    @Test(
        "Damage to an MBTiles file is reported",
        arguments: [
            (
                "delete from tiles where zoom_level = 2 and tile_column = 1 and tile_row = 3",
                Verification.Finding.Kind.missingTile, ArchiveError?.none
            ),
            ("update tiles set tile_data = x'00' where zoom_level = 0", .damagedTile, nil),
            (
                "insert into tiles select 2, 3, 0, tile_data from tiles where zoom_level = 0",
                .missingTile, nil
            ),
            (
                "insert into tiles select 1, 0, 0, tile_data from tiles where zoom_level = 0",
                .container, .tilesOutsideImage(1)
            ),
            ("delete from metadata where name = 'format'", .container, .missingMetadata("format")),
            ("drop table metadata", .container, .unreadableDatabase),
            (
                "update metadata set value = 'png' where name = 'format'", .container,
                .wrongTileFormat(stated: "png", actual: "jpg")
            ),
            ("drop table tiles", .container, .unreadableDatabase),
            ("delete from tiles", .container, .noTiles),
        ])
    func mbtiles(statement: String, kind: Verification.Finding.Kind, fault: ArchiveError?)
        async throws
    {
        try await Workshop.with { shop in
            _ = try shop.exporter([.xyz]).export(try await shop.picture())
            let file = shop.folder["photo.mbtiles"]
            try await PackedTiles.mbtiles(URL(filePath: "\(shop.output)/photo/xyz"), to: file)
            #expect(try Verdict(file.path).findings == [])
            let script = """
                import sqlite3, sys
                base = sqlite3.connect(sys.argv[1])
                base.execute(sys.argv[2])
                base.commit()
                """
            try await Shell.run("python3", ["-I", "-S", "-c", script, file.path, statement])
                .orThrow()
            let verdict = try Verdict(file.path)
            let findings = verdict.findings
            if !verdict.summaries.isEmpty {
                #expect(verdict.summaries.map(\.faults) == [findings.count])
            }
            #expect(
                findings.contains { $0.kind == kind && $0.reason as? ArchiveError == fault },
                "\(findings)"
            )
        }
    }

    @Test(
        "A file that is not a pyramid is refused",
        arguments: [
            ("a.txt", Array("hello".utf8)),
            ("a.zip", [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)),
            ("empty", []), ("a.dzi/readme", [1]),
        ])
    func nothing(path: String, bytes: [UInt8]) async throws {
        try await TemporaryFolder.with { folder in
            let file = try folder.write(Data(bytes), to: path)
            for path in [file.path, file.deletingLastPathComponent().path, folder["no"].path] {
                let error = #expect(throws: ZigguratError.self) { try Verdict(path) }
                #expect(error?.subject == path)
            }
        }
    }
}
