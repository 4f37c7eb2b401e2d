import Testing
import ZigguratCore
import ZigguratSystem

@testable import ZigguratFormats

@Suite("Deep Zoom collections")
struct DeepZoomCollectionTests {
    private static let document = DeepZoomCollectionDocument(items: [
        .init(source: "../a/dzi/a.dzi", size: PixelSize(width: 290, height: 442)),
        .init(source: "../b%20%26/dzi/b%20%26.dzi", size: PixelSize(width: 1, height: 9)),
    ])

    @Test("The document has the expected bytes")
    func bytes() throws {
        let file = try Self.document.file("collection.dzc")
        #expect(
            String(decoding: file.bytes, as: UTF8.self) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <Collection xmlns="http://schemas.microsoft.com/deepzoom/2008" MaxLevel="8" \
                TileSize="256" Format="jpg" NextItemId="2">
                  <Items>
                    <I N="0" Id="0" Source="../a/dzi/a.dzi" IsPath="1">
                      <Size Width="290" Height="442"/>
                    </I>
                    <I N="1" Id="1" Source="../b%20%26/dzi/b%20%26.dzi" IsPath="1">
                      <Size Width="1" Height="9"/>
                    </I>
                  </Items>
                </Collection>

                """)
        try Schemas.deepZoomCollection().validate(try XMLDocument(file.bytes))
        let empty = try DeepZoomCollectionDocument(items: []).file("collection.dzc")
        try Schemas.deepZoomCollection().validate(try XMLDocument(empty.bytes))
    }

    @Test(
        "The schema rejects a broken document",
        arguments: [
            ("deepzoom/2008", "deepzoom/2007"), ("MaxLevel=\"8\"", "MaxLevel=\"9\""),
            ("TileSize=\"256\"", "TileSize=\"254\""), ("Format=\"jpg\" ", ""),
            (" NextItemId=\"2\"", ""), ("N=\"1\"", "N=\"0\""), ("Id=\"1\"", "Id=\"0\""),
            ("Source=\"../a/dzi/a.dzi\"", "Source=\"\""), ("Width=\"290\" ", ""),
            ("Height=\"9\"", "Height=\"0\""), ("<Size Width=\"1\" Height=\"9\"/>", ""),
            ("IsPath=\"1\"", "IsPath=\"yes\""),
        ])
    func broken(part: String, instead: String) throws {
        let good = String(decoding: try Self.document.file("").bytes, as: UTF8.self)
        let text = good.replacing(part, with: instead)
        #expect(text != good)
        let document = try XMLDocument(Array(text.utf8))
        #expect(throws: XMLError.self) {
            try Schemas.deepZoomCollection().validate(document)
        }
    }

    @Test(
        "Thumbnails follow the Morton curve",
        arguments: [
            // The item number and level, then the tile's column and row, and the position in the
            // tile.
            (0, 8, 0, 0, 0, 0), (1, 8, 1, 0, 0, 0), (2, 8, 0, 1, 0, 0), (3, 8, 1, 1, 0, 0),
            (4, 8, 2, 0, 0, 0), (9, 8, 1, 2, 0, 0), (1, 7, 0, 0, 128, 0), (2, 7, 0, 0, 0, 128),
            (4, 7, 1, 0, 0, 0), (9, 7, 0, 1, 128, 0), (9, 6, 0, 0, 64, 128),
            (16, 6, 1, 0, 0, 0), (63, 5, 0, 0, 224, 224), (64, 5, 1, 0, 0, 0),
            (65_535, 0, 0, 0, 255, 255), (65_536, 0, 1, 0, 0, 0),
        ])
    func morton(number: Int, level: Int, column: Int, row: Int, x: Int, y: Int) {
        let place = MosaicPlace(of: number, level: level)
        #expect((place.column, place.row) == (column, row))
        #expect((place.x, place.y) == (x, y))
    }

    @Test("The images of a tile have consecutive numbers", arguments: 0...8)
    func order(level: Int) {
        let inTile = MosaicPlace.imagesInTile(ofLevel: level)
        #expect(inTile == [65_536, 16_384, 4096, 1024, 256, 64, 16, 4, 1][level])
        var seen: Set<MosaicPlace> = []
        for number in 0..<1500 {
            let place = MosaicPlace(of: number, level: level)
            #expect(seen.insert(place).inserted)
            let first = MosaicPlace(of: number / inTile * inTile, level: level)
            #expect((place.column, place.row) == (first.column, first.row))
        }
    }
}
