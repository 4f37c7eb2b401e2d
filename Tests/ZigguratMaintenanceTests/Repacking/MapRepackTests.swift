import Foundation
import TestSupport
import Testing
import ZigguratFormats
import ZigguratKit

@testable import ExportTestSupport

@Suite("Repacking maps of a part of the world")
struct MapRepackTests {
    /// A map that another program writes, with zooms that do not begin at 0.
    struct Source: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let place: String
        var scheme = "xyz"
        let zooms: [Int]
        /// The stated bounds; `nil` if the map states no bounds.
        var bounds: [Double]?
        let write: @Sendable (Workshop) async throws -> Void

        init(
            _ name: String, at place: String, scheme: String = "xyz", zooms: [Int],
            bounds: [Double]? = nil, _ write: @escaping @Sendable (Workshop) async throws -> Void
        ) {
            (testDescription, self.place, self.scheme) = (name, place, scheme)
            (self.zooms, self.bounds, self.write) = (zooms, bounds, write)
        }
    }

    /// gdal2tiles rounds to whole pixels of the highest zoom.
    private static let gdalBounds = [10.0, 49.99921722711486, 12.00030245523708, 51.0]
    private static let exact = [10.0, 50.0, 12.0, 51.0]

    private static let sources = [
        Source("gdal2tiles, TMS", at: "map", scheme: "tms", zooms: [5, 9], bounds: gdalBounds) {
            try await DrawnMap.run(
                $0, "gdal2tiles.py -q -p mercator -w none -z 5-9 @photo.tif @map")
        },
        Source("gdal2tiles, z/x/y", at: "map", zooms: [5, 9]) {
            try await DrawnMap.run($0, "gdal2tiles.py -q --xyz -w none -z 5-9 @photo.tif @map")
        },
        Source(
            "GDAL, MBTiles", at: "map.mbtiles", zooms: [7, 9],
            bounds: [10, 49.9989849489, 11.99951171875, 51]
        ) {
            try await DrawnMap.run(
                $0, "gdal_translate -q -of MBTILES -co TILE_FORMAT=JPEG @photo.tif @map.mbtiles")
            try await DrawnMap.run($0, "gdaladdo -q -r cubic @map.mbtiles 2 4")
        },
        Source("PMTiles", at: "map.pmtiles", zooms: [5, 9], bounds: exact) { shop in
            try await DrawnMap.run(
                shop, "gdal2tiles.py -q --xyz -w none -z 5-9 @photo.tif @map")
            try await PackedTiles.pmtiles(
                shop.folder["map"], to: shop.folder["map.pmtiles"], bounds: exact)
        },
    ]

    /// The steps, which each repack the result of the previous step: container, layout and path.
    private static let steps: [(container: String, layout: String, place: String)] = [
        ("mbtiles", "xyz", "1.mbtiles"), ("pmtiles", "xyz", "2.pmtiles"),
        ("folder", "tms", "3"), ("folder", "xyz", "4"), ("folder", "google", "5"),
        ("pmtiles", "xyz", "6.pmtiles"), ("mbtiles", "xyz", "7.mbtiles"),
    ]

    @Test("Every step keeps tiles, bounds and zooms, and is verified", arguments: sources)
    func chain(source: Source) async throws {
        try await DrawnMap.with { shop in
            try await source.write(shop)
            var place = shop.folder[source.place].path
            let old = try await MapFacts(place, scheme: source.scheme)
            #expect(old.tiles.count > 8 && !old.isRepacked)
            var bounds = source.bounds
            for step in Self.steps {
                let repack = { (place: String) throws in
                    try Self.repack(
                        place, to: shop.output, name: String(step.place.prefix(1)),
                        step.container, step.layout)
                }
                let map = try repack(place)
                #expect(try repack(place).outcome == .upToDate)
                #expect(map.outcome == .exported && map.tileCount == old.tiles.count)
                place = map.path
                #expect(place == "\(shop.output)/\(step.place)")
                let new = try await MapFacts(place, scheme: step.layout)
                #expect(new.tiles == old.tiles && new.isRepacked)
                #expect(new.zooms == source.zooms && new.format == old.format)
                // Without stated bounds, the results of all steps have the bounds of the tiles.
                bounds = bounds ?? new.bounds
                #expect(new.distance(to: try #require(bounds)) < 1e-6, "\(new.bounds ?? [])")
                #expect(["none", nil].contains(new.compression))
                let verdict = try Verdict(place)
                #expect(verdict.findings == [] && verdict.notes == [])
                #expect(verdict.summaries.map(\.tiles) == [old.tiles.count])
            }
        }
    }

    /// The negative control of the chain.
    @Test(
        "A result without one of its tiles has a finding",
        arguments: [("mbtiles", "xyz"), ("folder", "tms"), ("folder", "xyz"), ("folder", "google")])
    func removedTiles(container: String, layout: String) async throws {
        try await DrawnMap.with { shop in
            let source = Self.sources[0]
            try await source.write(shop)
            let place = try Self.repack(
                shop.folder[source.place].path, to: shop.output, name: "new", container, layout
            ).path
            let paths = ["tms": "8/136/169", "xyz": "8/136/86", "google": "8/86/136"]
            if container == "mbtiles" {
                try await DrawnMap.sql(
                    shop, place,
                    "delete from tiles where zoom_level = 8 and tile_column = 136 "
                        + "and tile_row = 169")
            } else {
                let path = try #require(paths[layout])
                try FileManager.default.removeItem(atPath: "\(place)/\(path).png")
            }
            let findings = try Verdict(place).findings
            #expect(findings.map(\.kind) == [.missingTile])
            #expect(
                findings.map(\.tile) == [Tile.Address(level: 8, column: 136, row: 86)],
                "\(findings)")
            // The result of a map with a missing tile also has a finding.
            let again = try Self.repack(
                place, to: shop.output, name: "again", "pmtiles"
            ).path
            #expect(try Verdict(again).findings.map(\.tile) == findings.map(\.tile))
        }
    }

    @Test(
        "GDAL reads an equal location and equal pixels from a repacked MBTiles file",
        arguments: ["folder", "pmtiles"])
    func gdal(container: String) async throws {
        try await DrawnMap.with { shop in
            try await Self.sources[2].write(shop)
            let old = shop.folder["map.mbtiles"].path
            let between = try Self.repack(old, to: shop.output, name: "a", container)
            let new = try Self.repack(
                between.path, to: shop.output, name: "map", "mbtiles")
            var infos = [try await Self.gdalInfo(old), try await Self.gdalInfo(new.path)]
            // PMTiles rounds bounds to 1e-7 degrees, a centimetre. GDAL derives the place from the
            // tiles, and the size of overviews from bounds.
            if container == "pmtiles" {
                for index in infos.indices { infos[index]["overviews"] = .null }
            }
            #expect(infos[0] == infos[1])
        }
    }

    @Test("GDAL reads the tiles of gdal2tiles at the location of the GeoTIFF")
    func gdalPlace() async throws {
        try await DrawnMap.with { shop in
            try await Self.sources[0].write(shop)
            let map = try Self.repack(
                shop.folder["map"].path, to: shop.output, name: "map", "mbtiles")
            let info = try await Shell.run("gdalinfo", ["-json", map.path]).orThrow()
            let json = try JSONDecoder().decode(JSONValue.self, from: Data(info.output.utf8))
            // The corners of 10° E, 51° N and 12° E, 50° N in metres; a pixel has 306.
            for (corner, place) in [
                ("upperLeft", [1_113_194.908, 6_621_293.723]),
                ("lowerRight", [1_335_833.890, 6_446_275.841]),
            ] {
                let found = json["cornerCoordinates"][corner].array?.compactMap { $0.number } ?? []
                #expect(found.count == 2, "\(json)")
                #expect(zip(found, place).allSatisfy { abs($0 - $1) < 306 }, "\(found)")
            }
        }
    }

    /// The size, the place and the checksums of the bands.
    private static func gdalInfo(_ place: String) async throws -> JSONValue {
        let info = try await Shell.run("gdalinfo", ["-json", "-checksum", place]).orThrow()
        let json = try JSONDecoder().decode(JSONValue.self, from: Data(info.output.utf8))
        let corners = json["geoTransform"].array?.compactMap(\.number).map { ($0 * 1e3).rounded() }
        let checksums = json["bands"].array?.map { $0["checksum"] } ?? []
        #expect(corners?.count == 6 && checksums.count > 2)
        return [
            "size": json["size"], "checksums": .array(checksums),
            "corners": .array((corners ?? []).map(JSONValue.number)),
            "overviews": json["bands"][0]["overviews"],
        ]
    }

    @Test("Ziggurat and the PMTiles package convert MBTiles to equal tiles")
    func otherConverter() async throws {
        try await DrawnMap.with { shop in
            try await DrawnMap.run(shop, "gdal_translate -q -of MBTILES @photo.tif @map.mbtiles")
            let source = shop.folder["map.mbtiles"].path
            let script = """
                import sys
                from pmtiles.convert import mbtiles_to_pmtiles
                mbtiles_to_pmtiles(sys.argv[1], sys.argv[2], None)
                """
            let other = shop.folder["other.pmtiles"].path
            try await Judge.run(script: script, [source, other]).orThrow()
            let own = try Self.repack(source, to: shop.output, name: "map", "pmtiles")
            let (theirs, ours) = (try await MapFacts(other), try await MapFacts(own.path))
            #expect(ours.tiles == theirs.tiles && ours.zooms == theirs.zooms)
            #expect(ours.format == theirs.format && ours.compression == theirs.compression)
            #expect(ours.distance(to: theirs.bounds ?? []) < 1e-6)
            // The package's metadata repeats the fields of the header.
            for (name, value) in try #require(ours.fields.object) {
                #expect(theirs.fields[name] == value)
            }
            let back = try Self.repack(other, to: shop.output, name: "map", "mbtiles")
            #expect(try await MapFacts(back.path).fields == ours.fields)
        }
    }

    static func repack(
        _ place: String, to destination: String, name: String, _ container: String,
        _ layout: String? = nil, change: (inout Repacker.Options) -> Void = { _ in }
    ) throws -> RepackedMap {
        let format = try #require(Formats.standard.container(named: container))
        var options = Repacker.Options(container: format, name: name)
        options.layouts = layout.flatMap { Formats.standard.layout(named: $0) }.map { [$0] }
        change(&options)
        let repacker = try #require(try MapRepacker(place, to: destination, options: options))
        return try repacker.run(try repacker.plan())
    }
}
