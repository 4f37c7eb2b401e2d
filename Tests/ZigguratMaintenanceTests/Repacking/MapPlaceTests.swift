import Foundation
import TestSupport
import Testing
import ZigguratFormats
import ZigguratKit

@testable import ExportTestSupport

@Suite("The place of a repacked map")
struct MapPlaceTests {
    private static func with(
        _ body: (Workshop, _ map: String, _ other: String) async throws -> Void
    ) async throws {
        try await DrawnMap.with { shop in
            for (zooms, name) in [("7-8", "map"), ("6-7", "other")] {
                try await DrawnMap.run(
                    shop, "gdal2tiles.py -q -w none -z \(zooms) @photo.tif @\(name)")
            }
            try await body(shop, shop.folder["map"].path, shop.folder["other"].path)
        }
    }

    private static let containers = ["folder", "mbtiles", "pmtiles"]

    @Test("A repeated repack is up to date; another map needs --replace", arguments: containers)
    func replacing(container: String) async throws {
        try await Self.with { shop, map, other in
            let repack = {
                (place: String, change: (inout Repacker.Options) -> Void) throws in
                try MapRepackTests.repack(
                    place, to: shop.output, name: "a/new", container, change: change)
            }
            let first = try repack(map) { _ in }
            let stamp = try FileStamp(first.path)
            #expect(first.outcome == .exported)
            #expect(try repack(map) { _ in }.outcome == .upToDate)
            #expect(try FileStamp(first.path) == stamp)
            #expect(try repack(map) { $0.isForced = true }.outcome == .exported)
            #expect(try FileStamp(first.path) != stamp)
            let error = #expect(throws: ZigguratError.self) {
                try repack(other) { $0.isForced = true }
            }
            #expect(error?.reason as? DestinationError == .otherMap)
            #expect(error?.subject == first.path)
            #expect(try await MapFacts(first.path, scheme: "tms").zooms == [7, 8])
            #expect(try repack(other) { $0.replaces = true }.outcome == .exported)
            #expect(try await MapFacts(first.path, scheme: "tms").zooms == [6, 7])
            #expect(shop.outputNames() == ["a"])
            let names = try FileManager.default.contentsOfDirectory(atPath: "\(shop.output)/a")
            #expect(names == [container == "folder" ? "new" : "new.\(container)"])
        }
    }

    @Test(
        "A damaged result counts as another map, and --replace writes it again",
        arguments: containers)
    func damaged(container: String) async throws {
        try await Self.with { shop, map, _ in
            let place = try MapRepackTests.repack(
                map, to: shop.output, name: "new", container
            ).path
            if container == "mbtiles" {
                try await DrawnMap.sql(
                    shop, place, "update tiles set tile_data = x'01' where zoom_level = 7")
            } else {
                let file = container == "folder" ? "\(place)/8/135/169.png" : place
                let handle = try #require(FileHandle(forUpdatingAtPath: file))
                try handle.seek(toOffset: try handle.seekToEnd() - 9)
                try handle.write(contentsOf: Data("damage".utf8))
                try handle.close()
            }
            let error = #expect(throws: ZigguratError.self) {
                try MapRepackTests.repack(map, to: shop.output, name: "new", container)
            }
            #expect(error?.reason as? DestinationError == .otherMap)
            _ = try MapRepackTests.repack(map, to: shop.output, name: "new", container) {
                $0.replaces = true
            }
            #expect(try Verdict(place).findings == [])
        }
    }

    @Test(
        "Files of other programs are not replaced, not even with --replace", arguments: containers)
    func foreign(container: String) async throws {
        try await Self.with { shop, map, other in
            let name = container == "folder" ? "new" : "new.\(container)"
            let place = "\(shop.output)/\(name)"
            try FileManager.default.createDirectory(
                atPath: shop.output, withIntermediateDirectories: true)
            let photo = try await shop.picture()
            for content in ["file", "map", "export", "folder"] {
                switch content {
                case "file": try shop.folder.write("mine", to: "Output/\(name)")
                case "map": try FileManager.default.copyItem(atPath: other, toPath: place)
                case "folder": try shop.folder.write("mine", to: "Output/\(name)/file")
                default:
                    var exporter = shop.exporter()
                    exporter.naming = try ExportNaming(name)
                    _ = try exporter.export(photo)
                }
                let files = try shop.folder.files(under: "Output")
                let error = #expect(throws: ZigguratError.self) {
                    try MapRepackTests.repack(map, to: shop.output, name: "new", container) {
                        ($0.replaces, $0.isForced) = (true, true)
                    }
                }
                #expect(error?.reason as? DestinationError == .notAMap, "\(content)")
                #expect(error?.subject == place)
                #expect(try shop.folder.files(under: "Output") == files)
                try FileManager.default.removeItem(atPath: place)
            }
        }
    }

    @Test("A map does not replace its source or exports")
    func source() async throws {
        try await Self.with { shop, map, _ in
            let place = try MapRepackTests.repack(
                map, to: shop.output, name: "new", "mbtiles"
            ).path
            let same = #expect(throws: ZigguratError.self) {
                try MapRepackTests.repack(place, to: shop.output, name: "new", "mbtiles")
            }
            #expect(same?.reason as? DestinationError == .replacesSource)
            _ = try shop.exporter().export(try await shop.picture())
            let inside = #expect(throws: ZigguratError.self) {
                try MapRepackTests.repack(
                    map, to: shop.output, name: "photo/new", "mbtiles")
            }
            #expect(
                inside?.reason as? DestinationError
                    == .insideExport("\(shop.output)/photo"))
        }
    }

    @Test("A cancelled or failed repack leaves no files", arguments: containers)
    func failures(container: String) async throws {
        try await Self.with { shop, map, _ in
            let format = try #require(Formats.standard.container(named: container))
            let cancellation = Cancellation()
            cancellation.cancel()
            let repacker = try #require(
                try MapRepacker(map, to: shop.output, options: .init(container: format)))
            let plan = try repacker.plan()
            let stopped = #expect(throws: ZigguratError.self) {
                try repacker.run(plan, cancellation: cancellation)
            }
            #expect(stopped?.code == .cancelled)
            // A tile is removed after the plan.
            try FileManager.default.removeItem(atPath: "\(map)/8/135/169.png")
            let error = #expect(throws: ZigguratError.self) { try repacker.run(plan) }
            #expect(error?.reason as? RepackError == .missingTile)
            #expect(error?.subject == "\(map)/8/135/169.png")
            #expect(!FileManager.default.fileExists(atPath: shop.output))
        }
    }
}
