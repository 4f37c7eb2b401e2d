import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ZigguratFormats

@Suite("Descriptors of maps")
struct MapDescriptorTests {
    private static func map(
        _ format: MapTileFormat = .image(.png), tileSize: Int = 256,
        zooms: ClosedRange<Int> = 5...7, centre: MapCentre? = nil,
        fields: [String: JSONValue] = ["name": "a & b"]
    ) throws -> MapDescription {
        MapDescription(
            format: format, tileSize: PixelSize(square: tileSize), zooms: zooms,
            bounds: try #require(MapBounds([10, 50, 12, 51])), centre: centre,
            hasBoundsOfTiles: false, fields: fields, name: "map",
            address: "https://example.org/map")
    }

    @Test("tilemapresource.xml has the expected bytes")
    func resource() throws {
        let map = try Self.map(fields: ["name": "a & b", "attribution": "<me>"])
        let files = try MapScheme.tms.descriptors(of: map)
        #expect(files.map(\.path) == ["tilejson.json", "tilemapresource.xml"])
        #expect(
            files.last.map { String(decoding: $0.bytes, as: UTF8.self) } == """
                <?xml version="1.0" encoding="UTF-8"?>
                <TileMap version="1.0.0" tilemapservice="http://tms.osgeo.org/1.0.0">
                  <Title>a &amp; b</Title>
                  <Abstract/>
                  <Attribution>
                    <Title>&lt;me&gt;</Title>
                  </Attribution>
                  <SRS>EPSG:3857</SRS>
                  <BoundingBox minx="10.0" miny="50.0" maxx="12.0" maxy="51.0"/>
                  <Origin x="10.0" y="50.0"/>
                  <TileFormat width="256" height="256" mime-type="image/png" extension="png"/>
                  <TileSets profile="mercator">
                    <TileSet href="5" units-per-pixel="4891.96981025128" order="5"/>
                    <TileSet href="6" units-per-pixel="2445.98490512564" order="6"/>
                    <TileSet href="7" units-per-pixel="1222.99245256282" order="7"/>
                  </TileSets>
                </TileMap>

                """)
    }

    @Test(
        "tilemapresource.xml follows the schema",
        arguments: [MapTileFormat.image(.jpeg), .image(.webp), .vector(isCompressed: true)])
    func schema(format: MapTileFormat) throws {
        for (zooms, tileSize) in [(0...0, 256), (0...30, 512), (22...24, 1024)] {
            let map = try Self.map(
                format, tileSize: tileSize, zooms: zooms, fields: ["attribution": "me"])
            let files = try MapScheme.tms.descriptors(of: map)
            let file = try #require(files.last)
            try Schemas.tileMap().validate(try XMLDocument(file.bytes))
        }
    }

    /// Rules of TileJSON 3.0.0, sections 3.2, 3.5, 3.6, 3.12, 3.13 and 3.15.
    @Test(
        "tilejson.json follows the rules of TileJSON", arguments: MapScheme.allCases,
        [
            nil, MapCentre(longitude: 10.5, latitude: 50.5, zoom: 6),
            MapCentre(longitude: 10.5, latitude: 50.5, zoom: 9),
            MapCentre(longitude: 0, latitude: 0, zoom: 6),
        ])
    func tileJSON(scheme: MapScheme, centre: MapCentre?) throws {
        let files = try scheme.descriptors(of: Self.map(centre: centre))
        let file = try #require(files.first)
        let json = try #require(JSONValue(parsing: file.bytes))
        #expect(json["tilejson"] == "3.0.0")
        #expect(json["scheme"] == (scheme == .tms ? "tms" : "xyz"))
        let address = "https://example.org/map/\(scheme == .google ? "{z}/{y}/{x}" : "{z}/{x}/{y}")"
        #expect(json["tiles"] == [.string("\(address).png")])
        #expect(json["bounds"] == [10, 50, 12, 51])
        #expect(json["minzoom"] == 5 && json["maxzoom"] == 7 && json["name"] == "a & b")
        let numbers = try #require(json["center"].array?.compactMap { $0.number })
        #expect((10...12).contains(numbers[0]) && (50...51).contains(numbers[1]))
        #expect((5...7).contains(numbers[2]))
    }

    @Test("A scheme finds the tile of each path that it names", arguments: MapScheme.allCases)
    func schemes(scheme: MapScheme) {
        for tile in [
            Tile.Address(level: 0, column: 0, row: 0), .init(level: 5, column: 17, row: 10),
            .init(level: 30, column: 1, row: (1 << 30) - 1),
        ] {
            let numbers = scheme.path(of: tile).split(separator: "/").compactMap { Int($0) }
            #expect(
                scheme.tile(zoom: numbers[0], folder: numbers[1], file: numbers[2]) == tile)
        }
        let path = scheme.path(of: Tile.Address(level: 3, column: 1, row: 2))
        #expect(path == [.xyz: "3/1/2", .tms: "3/1/5", .google: "3/2/1"][scheme])
    }

    @Test(
        "Metadata of other programs are read",
        arguments: [
            // mb-util and tippecanoe write texts, TileJSON has lists, and GDAL writes both.
            (#"{"bounds": "10,50,12,51", "center": "11,50.5,4", "minzoom": "4"}"#, 4),
            (#"{"bounds": [10, 50, 12, 51], "center": [11, 50.5, 4], "maxzoom": 9}"#, 4),
            (#"{"bounds": " 10, 50, 12, 51", "json": "{\"center\": \"11,50.5,3\"}"}"#, 3),
        ])
    func metadata(text: String, zoom: Int) throws {
        let members = try #require(JSONValue(parsing: Array(text.utf8))?.object)
        let metadata = MapMetadata(members)
        #expect(metadata.bounds == MapBounds([10, 50, 12, 51]))
        #expect(metadata.centre == MapCentre(longitude: 11, latitude: 50.5, zoom: zoom))
        #expect(metadata.fields == [:] && !metadata.isRepacked && !metadata.isImage)
    }

    @Test("Numbers become texts, and lists and objects stay")
    func fields() {
        let metadata = MapMetadata([
            "version": 2, "scale": 0.5, "own": true, "name": "", "list": [1], "none": .null,
            "json": "no JSON", "repacked_by": "Ziggurat 1", "image_width": "1",
            "image_height": "1",
        ])
        #expect(
            metadata.fields == [
                "version": "2", "scale": "0.5", "own": "true", "list": [1], "json": "no JSON",
                "image_width": "1", "image_height": "1",
            ])
        #expect(metadata.isRepacked && metadata.isImage && metadata.bounds == nil)
    }

    @Test(
        "The structure of a vector tile is checked",
        arguments: [
            ("1a0578020a0161", true), ("", false), ("1a05780220a016", false), ("1a057802", false),
            // A layer without a name, unknown fields, a group, and a number of eleven bytes.
            ("1a027802", false), ("0801", true), ("0b", false), ("08ffffffffffffffffffff01", false),
            ("1aff", false), ("1affffffffffffffffff01", false), ("00", false), ("0d00000000", true),
            ("0d000000", false), ("090000000000000000", true),
        ])
    func vectorTiles(hex: String, isValid: Bool) {
        let digits = Array(hex)
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0..<$0 + 2]), radix: 16)
        }
        do {
            try VectorTile.check(bytes)
            #expect(isValid, "\(hex)")
        } catch {
            #expect(!isValid, "\(hex)")
        }
    }
}
