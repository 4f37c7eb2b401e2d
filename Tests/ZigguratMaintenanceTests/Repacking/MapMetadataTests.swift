import Foundation
import TestSupport
import Testing
import ZigguratFormats
import ZigguratKit

@testable import ExportTestSupport

@Suite("The metadata of a map is repacked")
struct MapMetadataTests {
    private static let fields: JSONValue = [
        "name": "Höhen & Täler", "description": "A <map>\nof two lines", "version": "1.2.0",
        "attribution": "© “Survey” 2024", "type": "overlay", "own_field": "7",
        "legend": "Low, high", "levels": [1, 2.5, ["a": true]],
    ]

    /// The containers and layouts of consecutive repacks.
    private static let steps = [
        ("mbtiles", "xyz"), ("pmtiles", "xyz"), ("folder", "google"), ("folder", "tms"),
        ("mbtiles", "xyz"),
    ]

    @Test("Fields, bounds and centre of an MBTiles file reach every container and layout")
    func fields() async throws {
        try await DrawnMap.with { shop in
            var place = shop.folder["map.mbtiles"].path
            try await DrawnMap.run(shop, "gdal_translate -q -of MBTILES @photo.tif @map.mbtiles")
            try await DrawnMap.sql(
                shop, place,
                """
                delete from metadata where name in ('name', 'description', 'version');
                insert into metadata values ('name', 'Höhen & Täler'), ('version', '1.2.0'),
                    ('description', 'A <map>' || char(10) || 'of two lines'), ('own_field', '7'),
                    ('attribution', '© “Survey” 2024'), ('center', '10.5,50.25,9'),
                    ('legend', 'Low, high'), ('scheme', 'tms'), ('empty', ''),
                    ('json', '{"levels": [1, 2.5, {"a": true}]}')
                """)
            for (number, step) in Self.steps.enumerated() {
                let map = try MapRepackTests.repack(
                    place, to: shop.output, name: "\(number)",
                    step.0, step.1
                ) { $0.baseURL = "https://example.org/maps/" }
                place = map.path
                let facts = try await MapFacts(place, scheme: step.1)
                #expect(facts.fields == Self.fields, "\(step)")
                #expect(facts.center == [10.5, 50.25, 9])
                let address = "https://example.org/maps/\(number)/{z}/"
                #expect(
                    facts.template
                        == (step.0 != "folder"
                            ? nil : address + (step.1 == "google" ? "{y}/{x}.png" : "{x}/{y}.png")))
                let xml = shop.folder["Output/\(number)/tilemapresource.xml"].path
                #expect(FileManager.default.fileExists(atPath: xml) == (step.1 == "tms"))
            }
        }
    }

    @Test("tilemapresource.xml keeps the values of gdal2tiles")
    func tileMapResource() async throws {
        try await DrawnMap.with { shop in
            try await DrawnMap.run(
                shop, "gdal2tiles.py -q -w none -z 5-9 --title=Title @photo.tif @map")
            let map = try MapRepackTests.repack(
                shop.folder["map"].path, to: shop.output, name: "new", "folder")
            let documents = try [shop.folder["map"].path, map.path].map {
                try XMLDocument(
                    [UInt8](Data(contentsOf: URL(filePath: "\($0)/tilemapresource.xml"))))
            }
            for path in [
                "/TileMap/Title", "/TileMap/SRS", "/TileMap/TileFormat/@*", "//TileSet/@href",
                "//TileSet/@order", "//TileSets/@profile", "/TileMap/@*",
            ] {
                let texts = try documents.map { try $0.strings(at: path) }
                #expect(texts[0] == texts[1] && !texts[0].isEmpty, "\(path)")
            }
            for path in ["//BoundingBox/@*", "//Origin/@*", "//TileSet/@units-per-pixel"] {
                let numbers = try documents.map { try $0.strings(at: path).compactMap(Double.init) }
                #expect(numbers[0].count == numbers[1].count && numbers[0].count > 1)
                for (one, other) in zip(numbers[0], numbers[1]) {
                    // gdal2tiles rounds the metres of a pixel.
                    #expect(abs(one - other) < 1e-8 * abs(one), "\(path)")
                }
            }
        }
    }

    @Test("A map of the whole world is a map if it states bounds")
    func world() async throws {
        try await Workshop.with { shop in
            let photo = try await shop.picture("photo.png", width: 700, height: 500)
            try await DrawnMap.run(
                shop,
                "gdal_translate -q -a_srs EPSG:3857 -a_ullr -20037508.342789 20037508.342789 "
                    + "20037508.342789 -20037508.342789 -outsize 1024 1024 \(photo) @world.tif")
            try await DrawnMap.run(shop, "gdal_translate -q -of MBTILES @world.tif @world.mbtiles")
            try await DrawnMap.run(shop, "gdaladdo -q @world.mbtiles 2 4")
            let place = try MapRepackTests.repack(
                shop.folder["world.mbtiles"].path, to: shop.output, name: "world", "folder",
                "xyz"
            ).path
            let facts = try await MapFacts(place)
            #expect(facts.zooms == [0, 2] && facts.tiles.count == 21)
            #expect(facts.distance(to: [-180, -85.0511288, 180, 85.0511288]) < 1e-6)
            let verdict = try Verdict(place)
            #expect(verdict.findings == [] && verdict.summaries.map(\.kind) == ["map tiles"])
            try FileManager.default.removeItem(atPath: "\(place)/2/1/2.png")
            #expect(try Verdict(place).kinds == [.missingTile])
            // Without bounds, the file is an image.
            try await DrawnMap.sql(
                shop, shop.folder["world.mbtiles"].path,
                "delete from metadata where name = 'bounds'")
            #expect(
                try MapRepacker(shop.folder["world.mbtiles"].path, to: shop.output) == nil)
        }
    }

    @Test("Images, exports and other files are not maps")
    func noMaps() async throws {
        try await Workshop.with { shop in
            let photo = try await shop.picture()
            try shop.folder.write("text", to: "other/file.txt")
            _ = try shop.exporter([.xyz, .tms, .google]).export(photo)
            var exporter = shop.exporter([.xyz]) { $0.container = Formats.mbtiles }
            exporter.naming = try ExportNaming("base")
            _ = try exporter.export(photo)
            try FileManager.default.moveItem(
                atPath: "\(shop.output)/base/base.mbtiles", toPath: shop.folder["a.mbtiles"].path)
            for place in [
                "photo.jpg", "other", "Output", "Output/photo", "Output/photo/tms",
                "Output/photo/google", "a.mbtiles",
            ] {
                #expect(
                    try MapRepacker(shop.folder[place].path, to: shop.output) == nil, "\(place)")
            }
        }
    }
}
