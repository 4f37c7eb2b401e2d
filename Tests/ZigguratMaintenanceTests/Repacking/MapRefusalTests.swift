import Foundation
import TestSupport
import Testing
import ZigguratFormats
import ZigguratKit

@testable import ExportTestSupport

@Suite("Refused repacks of maps, and maps with gaps")
struct MapRefusalTests {
    private static let mercator = "gdal2tiles.py -q -w none -z 7-9 @photo.tif @map"

    @Test(
        "Containers and layouts that cannot hold a map are refused",
        arguments: [
            ("zip", ["xyz"], RepackError.mapContainer("zip")),
            ("szi", ["dzi"], .mapContainer("szi")), ("folder", ["dzi"], .mapLayouts(["dzi"])),
            ("folder", ["xyz", "tms"], .mapLayouts(["xyz", "tms"])),
            ("folder", [], .mapLayouts([])),
        ])
    func targets(container: String, layouts: [String], failure: RepackError) async throws {
        try await DrawnMap.with { shop in
            try await DrawnMap.run(shop, Self.mercator)
            let error = #expect(throws: ZigguratError.self) {
                try MapRepackTests.repack(
                    shop.folder["map"].path, to: shop.output, name: "new",
                    container
                ) { $0.layouts = layouts.compactMap { Formats.standard.layout(named: $0) } }
            }
            #expect(error?.reason as? RepackError == failure)
            #expect(error?.code == .invalidOptions && shop.outputNames() == [])
        }
    }

    @Test("A database accepts only the layout xyz, and a map no layout settings")
    func settings() async throws {
        try await DrawnMap.with { shop in
            try await DrawnMap.run(shop, Self.mercator)
            let place = shop.folder["map"].path
            var options = Repacker.Options(layouts: [Formats.tms], container: Formats.pmtiles)
            var error = #expect(throws: ZigguratError.self) {
                try MapRepacker(place, to: shop.output, options: options)?.plan()
            }
            #expect(
                error?.reason as? ContainerError
                    == .unsupportedLayout("tms", container: "pmtiles", supported: ["xyz"]))
            options = Repacker.Options()
            options.layoutSettings = ["scales": "1,2"]
            error = #expect(throws: ZigguratError.self) {
                try MapRepacker(place, to: shop.output, options: options)?.plan()
            }
            #expect(error?.reason as? RepackError == .mapSettings(["scales"]))
        }
    }

    @Test("A map in another projection is refused")
    func geodetic() async throws {
        try await DrawnMap.with { shop in
            try await DrawnMap.run(
                shop, "gdal2tiles.py -q -p geodetic -w none -z 7-8 @photo.tif @map")
            let error = #expect(throws: ZigguratError.self) {
                try MapRepacker(shop.folder["map"].path, to: shop.output)
            }
            #expect(error?.reason as? RepackError == .notMercator("geodetic"))
            #expect(error?.subject.hasSuffix("map/tilemapresource.xml") == true)
        }
    }

    @Test("AVIF tiles of PMTiles cannot become MBTiles")
    func formats() async throws {
        try await DrawnMap.with { shop in
            let photo = try await shop.picture("photo.png", width: 256, height: 256)
            let tile = shop.folder["map/9/271"]
            try FileManager.default.createDirectory(at: tile, withIntermediateDirectories: true)
            try await Shell.run("vips", ["copy", photo, "\(tile.path)/171.avif"]).orThrow()
            let place = try MapRepackTests.repack(
                shop.folder["map"].path, to: shop.output, name: "new", "pmtiles"
            ).path
            let facts = try await MapFacts(place)
            #expect(facts.format == "avif" && facts.tiles.count == 1)
            let error = #expect(throws: ZigguratError.self) {
                try MapRepackTests.repack(
                    place, to: shop.output, name: "new", "mbtiles")
            }
            #expect(
                error?.reason as? ContainerError
                    == .unsupportedTileFormat(.avif, container: "mbtiles"))
        }
    }

    @Test(
        "Entries that are not tiles are refused, and verify finds them",
        arguments: [
            ("update tiles set tile_row = -1 where rowid = 1", true),
            ("update tiles set zoom_level = 40 where rowid = 1", true),
            ("update tiles set tile_column = 'x' where rowid = 1", true),
            ("update tiles set tile_data = x'' where rowid = 1", false),
        ])
    func invalidEntries(statement: String, isAddress: Bool) async throws {
        try await DrawnMap.with { shop in
            try await DrawnMap.run(shop, "gdal_translate -q -of MBTILES @photo.tif @map.mbtiles")
            let place = shop.folder["map.mbtiles"].path
            try await DrawnMap.sql(shop, place, "drop index if exists tile_index; \(statement)")
            let error = #expect(throws: ZigguratError.self) {
                try MapRepackTests.repack(
                    place, to: shop.output, name: "new", "pmtiles")
            }
            #expect(
                isAddress
                    ? error?.reason as? ArchiveError == .invalidTileAddresses(1)
                    : error?.reason as? RepackError == .emptyTile, "\(String(describing: error))")
            #expect(shop.outputNames() == [])
            #expect(try Verdict(place).findings.isEmpty == false)
        }
    }

    /// gdal2tiles skips transparent tiles with `-x`.
    @Test("A map without bounds, and its repacks, may have gaps")
    func gaps() async throws {
        try await DrawnMap.with { shop in
            try await DrawnMap.run(
                shop,
                "gdalwarp -q -dstalpha -t_srs EPSG:3857 -te 950000 6300000 1500000 6800000 "
                    + "@photo.tif @margin.tif")
            try await DrawnMap.run(
                shop, "gdal2tiles.py -q -x --xyz -w none -z 7-9 @margin.tif @map")
            // The removed tile shows a part of the image.
            try FileManager.default.removeItem(atPath: shop.folder["map/9/271/172.png"].path)
            var place = shop.folder["map"].path
            let old = try await MapFacts(place)
            #expect(try Verdict(place).findings == [])
            for container in [Formats.mbtiles, Formats.pmtiles, Formats.folder, Formats.mbtiles] {
                var options = Repacker.Options(container: container, name: "map")
                options.replaces = true
                let repacker = try #require(
                    try MapRepacker(place, to: shop.output, options: options))
                let plan = try repacker.plan()
                #expect(plan.notes.contains(.boundsOfTiles))
                let next = shop.folder["Output/\(plan.path)"].path
                if next != place { place = try repacker.run(plan).path }
                let new = try await MapFacts(place)
                #expect(new.tiles == old.tiles && new.fields["bounds_from"] == "tiles")
                let verdict = try Verdict(place)
                #expect(verdict.findings == [] && verdict.notes.count == 1)
            }
        }
    }
}
