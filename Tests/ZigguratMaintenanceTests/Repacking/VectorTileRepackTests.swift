import Foundation
import TestSupport
import Testing
import ZigguratFormats
import ZigguratKit

@testable import ExportTestSupport

@Suite("Repacking vector tiles")
struct VectorTileRepackTests {
    private static let shapes = """
        {"type": "FeatureCollection", "features": [
            {"type": "Feature", "properties": {"name": "A"}, "geometry": {"type": "Polygon",
                "coordinates": [[[10, 50], [12, 50], [12, 51], [10, 51], [10, 50]]]}},
            {"type": "Feature", "properties": {"name": "B"}, "geometry": {"type": "Point",
                "coordinates": [11, 50.5]}}]}
        """

    /// Vector tiles that GDAL writes.
    private static func with(
        _ place: String, compressed: Bool = true, _ body: (Workshop, String) async throws -> Void
    ) async throws {
        try await Workshop.with { shop in
            try shop.folder.write(shapes, to: "shapes.geojson")
            let format = place.hasSuffix(".mbtiles") ? "MBTILES" : "MVT"
            try await DrawnMap.run(
                shop,
                "ogr2ogr -f \(format) @\(place) @shapes.geojson -dsco MINZOOM=4 "
                    + "-dsco MAXZOOM=8" + (compressed ? "" : " -dsco COMPRESS=NO"))
            try await body(shop, shop.folder[place].path)
        }
    }

    private static let steps = [
        ("pmtiles", "xyz"), ("mbtiles", "xyz"), ("folder", "tms"), ("folder", "google"),
        ("folder", "xyz"), ("mbtiles", "xyz"),
    ]

    @Test("Tiles, layers and compression are kept", arguments: ["map", "map.mbtiles"])
    func chain(source: String) async throws {
        try await Self.with(source) { shop, place in
            var place = place
            let old = try await MapFacts(place)
            #expect(old.tiles.count == 13 && old.format == "pbf")
            #expect(try Verdict(place).findings == [])
            for (number, step) in Self.steps.enumerated() {
                place = try MapRepackTests.repack(
                    place, to: shop.output, name: "\(number)",
                    step.0, step.1
                ).path
                let new = try await MapFacts(place, scheme: step.1)
                #expect(new.tiles == old.tiles && new.format == "pbf" && new.zooms == [4, 8])
                #expect(new.distance(to: [10, 50, 12, 51]) < 1e-6)
                #expect(new.compression == (step.0 == "pmtiles" ? "gzip" : nil))
                #expect(new.fields["vector_layers"][0]["id"] == "shapes")
                #expect(new.fields["tilestats"]["layerCount"] == 1)
                let verdict = try Verdict(place)
                #expect(verdict.findings == [] && verdict.notes.count == 1)
                #expect(
                    verdict.lines
                        == ["vector map tiles, 512×512, 5 levels, 13 tiles, 0 faults"])
            }
            let info = try await Shell.run("ogrinfo", ["-al", "-so", place]).orThrow().output
            #expect(info.contains("Layer name: shapes"))
        }
    }

    @Test("PMTiles accepts uncompressed vector tiles, and MBTiles refuses them")
    func uncompressed() async throws {
        try await Self.with("map", compressed: false) { shop, place in
            let map = try MapRepackTests.repack(
                place, to: shop.output, name: "map", "pmtiles")
            let facts = try await MapFacts(map.path)
            #expect(facts.compression == "none" && facts.tiles.count == 13)
            #expect(try Verdict(map.path).findings == [])
            let error = #expect(throws: ZigguratError.self) {
                try MapRepackTests.repack(
                    map.path, to: shop.output, name: "map", "mbtiles")
            }
            #expect(
                error?.reason as? ContainerError
                    == .uncompressedVectorTiles(container: "mbtiles"))
        }
    }

    @Test("A map with compressed and uncompressed tiles is refused")
    func mixed() async throws {
        try await Self.with("map") { shop, place in
            try await Shell.run(
                "sh", ["-c", "gunzip -c <8/135/85.pbf >a && mv a 8/135/85.pbf"],
                in: shop.folder["map"]
            ).orThrow()
            let error = #expect(throws: ZigguratError.self) {
                try MapRepackTests.repack(
                    place, to: shop.output, name: "map", "pmtiles")
            }
            #expect(error?.reason as? RepackError == .mixedCompression)
            #expect(error?.subject.hasSuffix("8/135/85.pbf") == true)
        }
    }

    @Test(
        "Damaged vector tiles are found",
        arguments: [
            "printf '' >8/135/85.pbf", "printf text >8/135/85.pbf", "truncate -s -3 8/135/85.pbf",
            "gunzip -c <8/135/85.pbf | head -c 20 >a; mv a 8/135/85.pbf",
        ])
    func damage(command: String) async throws {
        try await Self.with("map") { shop, place in
            try await Shell.run("sh", ["-c", command], in: shop.folder["map"]).orThrow()
            let findings = try Verdict(place).findings
            #expect(findings.map(\.kind) == [.damagedTile])
            #expect(findings.first?.place.hasSuffix("8/135/85.pbf") == true, "\(findings)")
        }
    }
}
