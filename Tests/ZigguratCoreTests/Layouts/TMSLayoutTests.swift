import Testing
import ZigguratCore
import ZigguratXML

@Suite("Tile Map Service folders")
struct TMSLayoutTests {
    @Test("300 × 600 pixels, written out")
    func paths() throws {
        let paths = BundlePaths(.tms, try TMSLayout().pyramid(PixelSize(width: 300, height: 600)))
        #expect(
            paths.all == [
                "0/0/0.jpg", "1/0/1.jpg", "1/0/0.jpg", "2/0/2.jpg", "2/1/2.jpg", "2/0/1.jpg",
                "2/1/1.jpg", "2/0/0.jpg", "2/1/0.jpg",
            ])
    }

    /// The grid begins at the bottom: what is left over is at the top.
    @Test(
        "the partial tiles are at the top",
        arguments: [
            // Level, row of the file, then the part of the level.
            (2, 0, 344, 256), (2, 1, 88, 256), (2, 2, 0, 88), (1, 0, 44, 256), (1, 1, 0, 44),
            (0, 0, 0, 150),
        ])
    func rows(level: Int, fileRow: Int, top: Int, height: Int) throws {
        let pyramid = try TMSLayout().pyramid(PixelSize(width: 300, height: 600))
        let rows = try #require(pyramid.level(level)).rows
        let tile = try #require(
            pyramid.tile(at: TileAddress(level: level, column: 0, row: rows - 1 - fileRow)))
        #expect(TMSLayout().naming.path(of: tile) == "\(level)/0/\(fileRow).jpg")
        #expect(tile.levelRegion.y == top && tile.levelRegion.height == height)
        #expect(tile.levelCell == tile.levelRegion)
        #expect(tile.encodedSize == PixelSize(square: 256))
    }

    @Test("the rows of a level cover it", arguments: testSizes)
    func coverage(size: PixelSize) throws {
        let pyramid = try TMSLayout().pyramid(size)
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

    @Test("the same files as z/x/y folders, rows counted the other way", arguments: testSizes)
    func files(size: PixelSize) throws {
        let asked = ClientAddresses.xyz(image: size, tileSize: 256, format: "jpg")
        #expect(Set(BundlePaths(.tms, try TMSLayout().pyramid(size)).all) == asked)
    }

    @Test("the descriptor, byte for byte")
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

    @Test("it follows the schema", arguments: testSizes)
    func schema(size: PixelSize) throws {
        let schema = try Schemas.tileMap()
        for format in TileFormat.all {
            let pyramid = try TMSLayout().pyramid(
                name: "photo", imageSize: size,
                tiling: TilingRequest(
                    tileSize: 256, tileHeight: 128, encoding: TileEncoding(format)),
                levels: LevelRequest(depth: .onePixel))
            let bundle = BundleDescription(layout: "tms", pyramid: pyramid)
            let document = try XMLDocument(try TMSLayout().descriptors(of: bundle)[0].bytes)
            try schema.validate(document)
            #expect(
                try document.strings(at: "//TileSet/@href") == pyramid.levels.map { "\($0.index)" })
            #expect(try document.strings(at: "//TileFormat/@height") == ["128"])
        }
    }

    @Test(
        "the schema refuses a broken descriptor",
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
        #expect(throws: XMLFailure.self) { try Schemas.tileMap().validate(document) }
    }
}
