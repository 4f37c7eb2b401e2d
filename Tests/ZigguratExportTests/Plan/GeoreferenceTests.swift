import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratImaging
import ZigguratKit
import ZigguratSystem

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratStore

/// The location of GeoTIFF images, compared with GDAL and gdal2tiles.
@Suite("Georeferenced images")
struct GeoreferenceTests {
    private static let place = [
        "-a_srs", "EPSG:32633", "-a_ullr", "500000", "5300000", "500300", "5299800",
    ]

    /// Writes a GeoTIFF of 600 × 400 pixels.
    private static func image(_ words: [String] = place, in shop: Workshop) async throws -> String {
        let picture = try await shop.picture("photo.png")
        let file = shop.folder["place.tif"].path
        try await Shell.run("gdal_translate", ["-q"] + words + [picture, file]).orThrow()
        return file
    }

    /// Returns the transform and the EPSG code that GDAL reads.
    private static func judged(_ file: String) async throws -> Georeference? {
        let run = try await Shell.run("gdalinfo", ["-json", file]).orThrow()
        let info = try #require(JSONValue(parsing: Array(run.output.utf8)))
        let code = info["stac"]["proj:epsg"].integer.map { "EPSG:\($0)" }
        return Georeference(
            system: code, transform: (info["geoTransform"].array ?? []).compactMap(\.number))
    }

    private static func isClose(_ one: Georeference?, _ other: Georeference?) -> Bool {
        guard let one, let other else { return false }
        return one.system == other.system
            && zip(one.transform, other.transform).allSatisfy {
                abs($0 - $1) <= 1e-9 * max(1, abs($1))
            }
    }

    @Test(
        "The location equals the location that GDAL reads",
        arguments: [
            place, place + ["-co", "BIGTIFF=YES"], place + ["-co", "ENDIANNESS=BIG"],
            place + ["-mo", "AREA_OR_POINT=Point"],
            ["-a_srs", "EPSG:4326", "-a_ullr", "10", "51", "10.6", "50.6"],
            ["-a_srs", "EPSG:3857", "-a_ullr", "-100", "100", "200", "-50"],
            ["-a_srs", "+proj=laea +lat_0=1 +lon_0=2", "-a_ullr", "0", "1", "2", "0"],
        ])
    func read(words: [String]) async throws {
        try await Workshop.with { shop in
            let file = try await Self.image(words, in: shop)
            let found = try shop.exporter().plan(file).header.georeference
            let expected = try #require(try await Self.judged(file))
            #expect(Self.isClose(found, expected), "\(String(describing: found)), \(expected)")
        }
    }

    @Test("A rotated image has a matrix")
    func rotated() async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture("photo.png")
            let file = shop.folder["rotated.vrt"].path
            try """
            <VRTDataset rasterXSize="600" rasterYSize="400"><SRS>EPSG:32633</SRS>
            <GeoTransform>1000, 0.5, 0.1, 2000, 0.2, -0.5</GeoTransform>
            <VRTRasterBand dataType="Byte" band="1"><SimpleSource>
            <SourceFilename>\(picture)</SourceFilename><SourceBand>1</SourceBand>
            </SimpleSource></VRTRasterBand></VRTDataset>
            """.write(toFile: file, atomically: false, encoding: .utf8)
            let image = shop.folder["rotated.tif"].path
            try await Shell.run("gdal_translate", ["-q", file, image]).orThrow()
            let found = try shop.exporter().plan(image).header.georeference
            #expect(found?.transform == [1000, 0.5, 0.1, 2000, 0.2, -0.5])
            #expect(Self.isClose(found, try await Self.judged(image)))
        }
    }

    @Test("A resized region has the location that GDAL computes")
    func part() async throws {
        try await Workshop.with { shop in
            let file = try await Self.image(in: shop)
            let plan = try shop.exporter { options in
                options.source.crop = PixelRegion(x: 100, y: 50, width: 400, height: 300)
                options.source.fit = PixelSize(width: 200, height: 150)
            }.plan(file)
            let part = shop.folder["part.tif"].path
            try await Shell.run(
                "gdal_translate",
                ["-q", "-srcwin", "100", "50", "400", "300", "-outsize", "200", "150", file, part]
            ).orThrow()
            #expect(Self.isClose(plan.header.georeference, try await Self.judged(part)))
        }
    }

    @Test("A rotated image and --no-metadata keep no location")
    func notKept() async throws {
        try await Workshop.with { shop in
            let file = try await Self.image(in: shop)
            for change: (inout Exporter.Options) -> Void in [
                { $0.source.rotation = .quarter }, { $0.source.showsMetadata = false },
            ] {
                let plan = try shop.exporter(change: change).plan(file)
                #expect(plan.header.georeference == nil)
                #expect(plan.notes == [.georeferenced(isKept: false)])
            }
        }
    }

    @Test("Metadata of PMTiles and MBTiles have the location, also after a repack")
    func metadata() async throws {
        try await Workshop.with { shop in
            let file = try await Self.image(in: shop)
            let exported = try shop.exporter([.xyz]) { $0.container = .mbtiles }.export(file)
            let expected = JSONValue(
                parsing: Array(
                    """
                    {"bounds": [500000, 5299800, 500300, 5300000], "crs": "EPSG:32633",
                    "transform": [500000, 0.5, 0, 5300000, 0, -0.5]}
                    """.utf8))
            let query = "select value from metadata where name = 'georeference'"
            let text = try await Shell.run(
                "sqlite3", ["\(exported.folder)/place.mbtiles", query]
            ).orThrow().output
            #expect(JSONValue(parsing: Array(text.utf8)) == expected)

            try await shop.run(
                [
                    "repack", "Output/place", "--container", "pmtiles", "--output", "repacked",
                ]
            ).orThrow()
            let judge = try await OtherReaders.python(
                """
                import json, sys
                from pmtiles.reader import MmapSource, Reader
                with open(sys.argv[1], "rb") as file:
                    print(json.dumps(Reader(MmapSource(file)).metadata()["georeference"]))
                """, [shop.folder["repacked/place/place.pmtiles"].path]
            ).orThrow()
            #expect(JSONValue(parsing: Array(judge.output.utf8)) == expected)
        }
    }

    /// gdal2tiles writes a `.kml` for each tile of an image in degrees.
    @Test(
        "tilemapresource.xml has the numbers of gdal2tiles, whose tiles are verified and repacked",
        arguments: [
            place, ["-a_srs", "EPSG:4326", "-a_ullr", "10", "51", "10.6", "50.6"],
        ])
    func tileMap(words: [String]) async throws {
        try await Workshop.with { shop in
            let file = try await Self.image(words, in: shop)
            let exported = try shop.exporter([.tms]).export(file)
            let other = shop.folder["other"].path
            try await Shell.run(
                "gdal2tiles.py", ["-q", "-p", "raster", "-w", "none", file, other]
            ).orThrow()
            let numbers = try Self.numbers("\(exported.folder)/tms")
            #expect(numbers.count == 10)
            for (ours, expected) in zip(numbers, try Self.numbers(other)) {
                #expect(abs(ours - expected) < 1e-9)
            }
            try await shop.run(["verify", "other", "Output"]).orThrow()
            try await shop.run(["repack", "other", "--output", "repacked"]).orThrow()
            let manifest = try #require(
                try Manifest.read(fromExport: shop.folder["repacked/other"].path))
            #expect(manifest.image.size == PixelSize(width: 600, height: 400))

            // The negative control.
            try shop.folder.write("0", to: "other/1/0/0.kmz")
            #expect(try await shop.run(["verify", "other"]).status == 1)
        }
    }

    /// Returns the bounding box, the origin, and the units per pixel of all levels.
    private static func numbers(_ folder: String) throws -> [Double] {
        let document = try XMLDocument(
            Array(Data(contentsOf: URL(filePath: "\(folder)/tilemapresource.xml"))))
        let paths =
            ["minx", "miny", "maxx", "maxy"].map { "/TileMap/BoundingBox/@\($0)" } + [
                "/TileMap/Origin/@x", "/TileMap/Origin/@y", "/TileMap/TileFormat/@width",
                "//TileSet/@units-per-pixel",
            ]
        return try paths.flatMap { path in
            try document.strings(at: path).compactMap { Double($0) }
        }
    }
}
