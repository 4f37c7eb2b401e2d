import Foundation
import Testing
import ZigguratCore
import ZigguratSystem

@Suite("Tile formats")
struct TileFormatTests {
    @Test(
        "Each format has a name, a file extension and a media type",
        arguments: [
            ("jpeg", "jpg", "image/jpeg", false), ("png", "png", "image/png", true),
            ("webp", "webp", "image/webp", true), ("avif", "avif", "image/avif", true),
            ("jxl", "jxl", "image/jxl", true), ("tiff", "tif", "image/tiff", true),
        ])
    func facts(name: String, fileExtension: String, mediaType: String, keepsAlpha: Bool) throws {
        let format = try #require(TileFormat(named: name))
        #expect(format.fileExtension == fileExtension)
        #expect(format.mediaType == mediaType)
        #expect(format.keepsAlpha == keepsAlpha)
        #expect(format.description == name)
    }

    @Test("Names, file extensions and PMTiles types are unique")
    func list() {
        #expect(TileFormat.all.map(\.name) == ["jpeg", "png", "webp", "avif", "jxl", "tiff"])
        let extensions = TileFormat.all.flatMap { $0.traits.fileExtensions }
        #expect(Set(extensions).count == extensions.count)
        let types = TileFormat.all.compactMap { $0.traits.pmtilesType }
        #expect(types == [3, 2, 4, 5])
        #expect(TileFormat(fileExtension: "JPEG") == .jpeg)
        #expect(TileFormat(named: "jpg") == nil)
        #expect(TileFormat(named: "JPEG") == nil)
    }

    @Test("A tiling survives encoding and decoding as JSON")
    func coding() throws {
        for format in TileFormat.all {
            let tiling = Tiling(
                tileSize: PixelSize(width: 300, height: 200), overlap: 2,
                encoding: TileEncoding(format, quality: 70, lossless: true, subsampling: .full))
            let data = try JSONEncoder().encode(tiling)
            #expect(try JSONDecoder().decode(Tiling.self, from: data) == tiling)
            let json = try #require(JSONValue(parsing: [UInt8](data)))
            #expect(json["encoding"]["format"] == .string(format.name))
            #expect(json["encoding"]["subsampling"] == "444")
        }
    }

    @Test("An unknown format name is rejected")
    func unknown() {
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([TileFormat].self, from: Data(#"["bmp"]"#.utf8))
        }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(context.debugDescription == "unknown tile format “bmp”")
    }
}
