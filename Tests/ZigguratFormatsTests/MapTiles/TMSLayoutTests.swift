import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ZigguratFormats

@Suite("Tile Map Service folders")
struct TMSLayoutTests {
    @Test("The layout has the expected paths for 300 × 600 pixels")
    func paths() throws {
        let paths = BundlePaths(.tms, try TMSLayout().pyramid(PixelSize(width: 300, height: 600)))
        #expect(
            paths.all == [
                "0/0/0.jpg", "1/0/1.jpg", "1/0/0.jpg", "2/0/2.jpg", "2/1/2.jpg", "2/0/1.jpg",
                "2/1/1.jpg", "2/0/0.jpg", "2/1/0.jpg",
            ])
    }

    /// The grid begins at the bottom, so the top row of tiles is partial.
    @Test(
        "Padded tiles are partial at the top",
        arguments: [
            // Level, row of the file, then the part of the level.
            (2, 0, 344, 256), (2, 1, 88, 256), (2, 2, 0, 88), (1, 0, 44, 256), (1, 1, 0, 44),
            (0, 0, 0, 150),
        ])
    func rows(level: Int, fileRow: Int, top: Int, height: Int) throws {
        let pyramid = try TMSLayout().pyramid(PixelSize(width: 300, height: 600))
        let rows = try #require(pyramid.level(level)).rows
        let tile = try #require(
            pyramid.tile(at: Tile.Address(level: level, column: 0, row: rows - 1 - fileRow)))
        #expect(TMSLayout().naming.path(of: tile) == "\(level)/0/\(fileRow).jpg")
        #expect(tile.levelRegion.y == top && tile.levelRegion.height == height)
        #expect(tile.levelCell == tile.levelRegion)
        #expect(tile.encodedSize == PixelSize(square: 256))
    }

    /// For web viewers, the grid begins at the top, so the bottom row of tiles is partial.
    @Test(
        "Cropped tiles are partial at the bottom",
        arguments: [
            // Level, row of the file, then the part of the level.
            (2, 2, 0, 256), (2, 1, 256, 256), (2, 0, 512, 88), (1, 1, 0, 256), (1, 0, 256, 44),
            (0, 0, 0, 150),
        ])
    func croppedRows(level: Int, fileRow: Int, top: Int, height: Int) throws {
        let pyramid = try Self.cropped(PixelSize(width: 300, height: 600))
        let rows = try #require(pyramid.level(level)).rows
        let tile = try #require(
            pyramid.tile(at: Tile.Address(level: level, column: 0, row: rows - 1 - fileRow)))
        #expect(TMSLayout().naming.path(of: tile) == "\(level)/0/\(fileRow).jpg")
        #expect(tile.levelRegion.y == top && tile.levelRegion.height == height)
        #expect(tile.encodedSize == tile.levelRegion.size)
    }

    private static func cropped(_ size: PixelSize) throws -> Pyramid {
        try TMSLayout().pyramid(
            name: "photo", imageSize: size, tiling: Tiling.Request(tileSize: 256, edge: .crop))
    }

    @Test(
        "Cropped tiles equal tiles of z/x/y folders with reversed rows", arguments: testSizes
    )
    func sameTiles(size: PixelSize) throws {
        let pyramid = try Self.cropped(size)
        let xyz = try XYZLayout().pyramid(
            name: "photo", imageSize: size, tiling: Tiling.Request(tileSize: 256, edge: .crop))
        #expect(pyramid == xyz)
        for tile in pyramid.tiles {
            let row = tile.level.rows - 1 - tile.row
            #expect(
                TMSLayout().naming.path(of: tile)
                    == "\(tile.level.index)/\(tile.column)/\(row).jpg")
        }
    }

    @Test("The tiles of a level cover it without gaps", arguments: testSizes, Tiling.Edge.allCases)
    func coverage(size: PixelSize, edge: Tiling.Edge) throws {
        let pyramid = try edge == .pad ? TMSLayout().pyramid(size) : Self.cropped(size)
        for level in pyramid.levels {
            let tiles = pyramid.tiles(of: level).map {
                CoveredTile(cell: $0.levelCell, region: $0.levelRegion)
            }
            #expect(coverageProblems(tiles, of: level.size, overlap: 0) == [])
            let image = pyramid.tiles(of: level).map {
                CoveredTile(cell: $0.imageCell, region: $0.imageCell)
            }
            #expect(coverageProblems(image, of: size, overlap: 0) == [])
        }
    }

    @Test("The set of paths equals the paths of z/x/y folders", arguments: testSizes)
    func files(size: PixelSize) throws {
        let asked = ClientAddresses.xyz(image: size, tileSize: 256, format: "jpg")
        #expect(Set(BundlePaths(.tms, try TMSLayout().pyramid(size)).all) == asked)
    }

    @Test("The descriptor has the expected bytes")
    func document() throws {
        let pyramid = try TMSLayout().pyramid(PixelSize(width: 290, height: 442), name: "a & b")
        let files = try TMSLayout().descriptors(
            of: BundleDescription(
                layout: "tms", pyramid: pyramid, caption: Caption(description: "<old>")))
        #expect(files.map(\.path) == ["tilemapresource.xml"])
        #expect(
            files.first.map { String(decoding: $0.bytes, as: UTF8.self) } == """
                <?xml version="1.0" encoding="UTF-8"?>
                <TileMap version="1.0.0" tilemapservice="http://tms.osgeo.org/1.0.0">
                  <Title>a &amp; b</Title>
                  <Abstract>&lt;old&gt;</Abstract>
                  <SRS/>
                  <BoundingBox minx="0" miny="-442" maxx="290" maxy="0"/>
                  <Origin x="0" y="-442"/>
                  <TileFormat width="256" height="256" mime-type="image/jpeg" extension="jpg"/>
                  <TileSets profile="raster">
                    <TileSet href="0" units-per-pixel="2" order="0"/>
                    <TileSet href="1" units-per-pixel="1" order="1"/>
                  </TileSets>
                </TileMap>

                """)
    }

    @Test(
        "Map coordinates need a code, square pixels and north at the top",
        arguments: [
            ("EPSG:3006", [500, 0.5, 0, 900, 0, -0.5], ["500.0", "679.0", "645.0", "900.0"]),
            (nil, [500, 0.5, 0, 900, 0, -0.5], ["0", "-442", "290", "0"]),
            ("EPSG:3006", [500, 0.5, 0, 900, 0, -0.6], ["0", "-442", "290", "0"]),
            ("EPSG:3006", [500, 0.5, 0.1, 900, 0.1, -0.5], ["0", "-442", "290", "0"]),
            ("EPSG:3006", [500, 0.5, 0, 900, 0, 0.5], ["0", "-442", "290", "0"]),
        ])
    func georeference(system: String?, transform: [Double], box: [String]) throws {
        let pyramid = try TMSLayout().pyramid(PixelSize(width: 290, height: 442))
        let bundle = BundleDescription(
            layout: "tms", pyramid: pyramid,
            georeference: Georeference(system: system, transform: transform))
        let file = try #require(try TMSLayout().descriptors(of: bundle).first)
        let text = String(decoding: file.bytes, as: UTF8.self)
        let words = zip(["minx", "miny", "maxx", "maxy"], box).map { "\($0)=\"\($1)\"" }
        #expect(text.contains("<BoundingBox \(words.joined(separator: " "))/>"))
        #expect(text.contains("<Origin x=\"\(box[0])\" y=\"\(box[1])\"/>"))
        #expect(text.contains("<SRS>EPSG:3006</SRS>") == (box[0] == "500.0"))
        try Schemas.tileMap().validate(try XMLDocument(file.bytes))
    }

    /// The origin is the lower edge of the last row of tiles if this row had full height.
    @Test(
        "The bounding box is the image, and the origin is the corner of the grid",
        arguments: [
            (442, Tiling.Edge.pad, -442), (442, .crop, -512), (512, .pad, -512), (512, .crop, -512),
            (513, .crop, -768), (1, .pad, -1), (1, .crop, -256),
        ])
    func origin(height: Int, edge: Tiling.Edge, y: Int) throws {
        let size = PixelSize(width: 290, height: height)
        for levels in [Pyramid.LevelRequest(), Pyramid.LevelRequest(maximumLevel: 0)] {
            let pyramid = try TMSLayout().pyramid(
                name: "photo", imageSize: size, tiling: Tiling.Request(tileSize: 256, edge: edge),
                levels: levels)
            let bundle = BundleDescription(layout: "tms", pyramid: pyramid)
            let document = try XMLDocument(try TMSLayout().descriptors(of: bundle)[0].bytes)
            #expect(try document.strings(at: "//BoundingBox/@miny") == ["-\(height)"])
            #expect(try document.strings(at: "//BoundingBox/@maxy") == ["0"])
            #expect(try document.strings(at: "//Origin/@y") == ["\(y)"])
            try Schemas.tileMap().validate(document)
        }
    }

    @Test(
        "A note recommends padding if cropped tiles are not filled",
        arguments: [
            (300, 600, Tiling.Edge.crop, true), (300, 600, .pad, false), (512, 512, .crop, false),
            // The tiles of the smaller level are not filled.
            (768, 768, .crop, true),
        ])
    func notes(width: Int, height: Int, edge: Tiling.Edge, isNoted: Bool) throws {
        let pyramid = try TMSLayout().pyramid(
            name: "photo", imageSize: PixelSize(width: width, height: height),
            tiling: Tiling.Request(edge: edge))
        let notes = TMSLayout().notes(on: BundleDescription(layout: "tms", pyramid: pyramid))
        #expect(notes == (isNoted ? [.croppedForWebViewers] : []))
    }

    /// Folders of other programs can have a cropped grid that begins at the bottom.
    @Test(
        "The edges and the origin of the grid are found from the tile sizes",
        arguments: [
            (300, 600), (600, 300), (768, 768), (1024, 768), (300, 1280), (1, 1), (256, 300),
            (90, 1027), (1027, 90), (513, 513),
        ])
    func readAgain(width: Int, height: Int) throws {
        let size = PixelSize(width: width, height: height)
        let ways: [(Tiling.Edge, GridOrigin)] = [
            (.pad, .bottomLeft), (.crop, .topLeft), (.crop, .bottomLeft),
        ]
        for (edge, origin) in ways {
            let pyramid = Pyramid(
                name: "", imageSize: size,
                tiling: Tiling(
                    tileSize: PixelSize(square: 256), edge: edge, encoding: TileEncoding(.png)),
                shape: PyramidShape(origin: origin))
            let files = try SizedFiles(TMSLayout(), pyramid)
            let found = try #require(try TMSLayout().pyramids(in: files).first).get().pyramid
            #expect(
                Self.sizes(found) == Self.sizes(pyramid), "\(width) × \(height) \(edge) \(origin)")
        }
    }

    /// The position and size of each tile on its level, and its encoded size, by its path.
    private static func sizes(_ pyramid: Pyramid) -> [String: [PixelSize]] {
        Dictionary(
            uniqueKeysWithValues: pyramid.tiles.map { tile in
                let region = tile.levelRegion
                return (
                    TMSLayout().naming.path(of: tile),
                    [PixelSize(width: region.x, height: region.y), region.size, tile.encodedSize]
                )
            })
    }

    @Test("If a corner tile is missing, a smaller level shows the origin")
    func readWithoutCorners() throws {
        let pyramid = try Self.cropped(PixelSize(width: 600, height: 1100))
        for missing in [["3/2/0.jpg"], ["3/2/4.jpg"], ["3/2/0.jpg", "2/1/0.jpg"]] {
            let files = try SizedFiles(TMSLayout(), pyramid, without: Set(missing))
            let found = try #require(try TMSLayout().pyramids(in: files).first).get().pyramid
            #expect(Self.sizes(found) == Self.sizes(pyramid))
        }
    }

    @Test("The document follows the schema", arguments: testSizes)
    func schema(size: PixelSize) throws {
        let schema = try Schemas.tileMap()
        for format in TileFormat.all {
            let pyramid = try TMSLayout().pyramid(
                name: "photo", imageSize: size,
                tiling: Tiling.Request(
                    tileSize: 256, tileHeight: 128, encoding: TileEncoding(format)),
                levels: Pyramid.LevelRequest(depth: .onePixel))
            let bundle = BundleDescription(layout: "tms", pyramid: pyramid)
            let document = try XMLDocument(try TMSLayout().descriptors(of: bundle)[0].bytes)
            try schema.validate(document)
            #expect(
                try document.strings(at: "//TileSet/@href") == pyramid.levels.map { "\($0.index)" })
            #expect(try document.strings(at: "//TileFormat/@height") == ["128"])
        }
    }

    @Test(
        "The schema rejects a broken descriptor",
        arguments: [
            ("TileMap ", "Map "), ("version=\"1.0.0\"", "version=\"2\""), ("minx=\"0\" ", ""),
            ("<SRS/>", ""), ("image/jpeg", "jpeg"), ("units-per-pixel=\"1\" ", ""),
            ("profile=\"raster\"", "profile=\"flat\""), ("\"256\"", "\"0\""),
            ("order=\"0\"", "order=\"-1\""),
        ])
    func broken(part: String, instead: String) throws {
        let pyramid = try TMSLayout().pyramid(PixelSize(width: 290, height: 442))
        let bundle = BundleDescription(layout: "tms", pyramid: pyramid)
        let good = String(
            decoding: try TMSLayout().descriptors(of: bundle)[0].bytes, as: UTF8.self)
        var text = good.replacing(part, with: instead)
        if part == "TileMap " { text = text.replacing("</TileMap>", with: "</Map>") }
        #expect(text != good)
        let document = try XMLDocument(Array(text.utf8))
        #expect(throws: XMLError.self) { try Schemas.tileMap().validate(document) }
    }
}
