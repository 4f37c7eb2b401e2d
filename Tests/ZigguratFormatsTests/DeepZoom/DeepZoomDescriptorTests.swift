import TestSupport
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite("The descriptor of a Deep Zoom image")
struct DeepZoomDescriptorTests {
    @Test("The descriptor has the expected bytes")
    func document() throws {
        let pyramid = try DeepZoomLayout().pyramid(PixelSize(width: 290, height: 442))
        let files = try DeepZoomLayout().descriptors(
            of: BundleDescription(layout: "dzi", pyramid: pyramid))
        #expect(files.map(\.path) == ["photo.dzi"])
        #expect(
            files.first.map { String(decoding: $0.bytes, as: UTF8.self) } == """
                <?xml version="1.0" encoding="UTF-8"?>
                <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" TileSize="254" Overlap="1" \
                Format="jpg">
                  <Size Width="290" Height="442"/>
                </Image>

                """)
    }

    @Test("The document follows the schema and matches the tiles", arguments: testSizes)
    func schema(size: PixelSize) throws {
        let schema = try Schemas.deepZoom()
        for format in TileFormat.all {
            let request = Tiling.Request(tileSize: 300, overlap: 2, encoding: TileEncoding(format))
            let layout = DeepZoomLayout()
            let pyramid = try layout.pyramid(name: "photo", imageSize: size, tiling: request)
            let bytes = try #require(
                try layout.descriptor(
                    "photo.dzi", of: BundleDescription(layout: "dzi", pyramid: pyramid)))
            let document = try XMLDocument(bytes)
            try schema.validate(document)
            let values = try document.strings(
                at:
                    "/d:Image/@TileSize | /d:Image/@Overlap | /d:Image/@Format | /d:Image/d:Size/@*",
                namespaces: ["d": "http://schemas.microsoft.com/deepzoom/2008"])
            #expect(
                values == ["300", "2", format.fileExtension, "\(size.width)", "\(size.height)"])
        }
    }

    @Test("The descriptor has the name of the image", arguments: oddNames)
    func names(name: String, encoded: String) throws {
        let pyramid = try DeepZoomLayout().pyramid(PixelSize(square: 9), name: name)
        let bundle = BundleDescription(layout: "dzi", pyramid: pyramid)
        let files = try DeepZoomLayout().descriptors(of: bundle)
        #expect(files.map(\.path) == ["\(name).dzi"])
        #expect(bundle.address == "http://localhost:8000/\(encoded)/dzi")
        #expect(throws: Never.self) {
            try Schemas.deepZoom().validate(try XMLDocument(files[0].bytes))
        }
    }

    private static let good = """
        <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" TileSize="254" Overlap="1" Format="jpg">
        <Size Width="290" Height="442"/>
        </Image>
        """

    @Test(
        "The schema rejects a broken descriptor",
        arguments: [
            ("deepzoom/2008", "deepzoom/2007"), ("<Image ", "<Picture "), ("TileSize=\"254\" ", ""),
            ("TileSize=\"254\"", "TileSize=\"0\""), ("Overlap=\"1\" ", ""), ("\"1\"", "\"-1\""),
            ("\"jpg\"", "\".jpg\""), (" Format=\"jpg\"", ""), ("Width=\"290\" ", ""),
            ("\"290\"", "\"0\""), ("\"442\"", "\"442.5\""),
            ("<Size Width=\"290\" Height=\"442\"/>", ""),
            ("<Size ", "<size "), ("Overlap", "overlap"),
            ("<Size ", "<Size Width=\"1\" Height=\"1\"/><Size "),
        ])
    func broken(part: String, instead: String) throws {
        let schema = try Schemas.deepZoom()
        #expect(throws: Never.self) { try schema.validate(try XMLDocument(Array(Self.good.utf8))) }
        var text = Self.good.replacing(part, with: instead)
        if part == "<Image " { text = text.replacing("</Image>", with: "</Picture>") }
        #expect(text != Self.good)
        let document = try XMLDocument(Array(text.utf8))
        #expect(throws: XMLError.self) { try schema.validate(document) }
    }
}
