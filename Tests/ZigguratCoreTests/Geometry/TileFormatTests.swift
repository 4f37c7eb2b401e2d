import Foundation
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite("Tile formats")
struct TileFormatTests {
    @Test(
        "what is known of each",
        arguments: [
            ("jpeg", "jpg", "image/jpeg", false), ("png", "png", "image/png", true),
            ("webp", "webp", "image/webp", true), ("avif", "avif", "image/avif", true),
            ("jxl", "jxl", "image/jxl", true),
        ])
    func facts(name: String, fileExtension: String, mediaType: String, keepsAlpha: Bool) throws {
        let format = try #require(TileFormat(named: name))
        #expect(format.fileExtension == fileExtension)
        #expect(format.mediaType == mediaType)
        #expect(format.keepsAlpha == keepsAlpha)
        #expect(format.description == name)
    }

    @Test("the list is whole, without a name or an ending twice")
    func list() {
        #expect(TileFormat.all.map(\.name) == ["jpeg", "png", "webp", "avif", "jxl"])
        #expect(Set(TileFormat.all.map(\.fileExtension)).count == TileFormat.all.count)
        #expect(TileFormat(named: "jpg") == nil)
        #expect(TileFormat(named: "JPEG") == nil)
    }

    @Test("a tiling is the same after writing and reading it as JSON")
    func coding() throws {
        for format in TileFormat.all {
            let tiling = Tiling(
                tileSize: PixelSize(width: 300, height: 200), overlap: 2,
                encoding: TileEncoding(format, quality: 70, lossless: true, subsampling: .full))
            let data = try JSONEncoder().encode(tiling)
            #expect(try JSONDecoder().decode(Tiling.self, from: data) == tiling)
            let json = try JSON([UInt8](data))
            #expect(json["encoding"]?["format"] == .text(format.name))
            #expect(json["encoding"]?["subsampling"] == "444")
        }
    }

    @Test("an unknown format is refused by name")
    func unknown() {
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([TileFormat].self, from: Data(#"["tiff"]"#.utf8))
        }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(context.debugDescription == "there is no tile format named “tiff”")
    }
}
