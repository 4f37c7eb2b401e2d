import Foundation
import Testing
import ZigguratCore
import ZigguratSystem

@Suite("Tile encodings")
struct TileEncodingTests {
    @Test(
        "Settings that a format does not have are rejected",
        arguments: [
            (
                TileEncoding(.jpeg, quality: 0),
                TileEncodingError.outOfRange(field: "quality", value: 0, range: 1...100)
            ),
            (
                TileEncoding(.webp, quality: 101),
                .outOfRange(field: "quality", value: 101, range: 1...100)
            ),
            (
                TileEncoding(.png, compression: 13),
                .outOfRange(field: "compression", value: 13, range: 1...12)
            ),
            (TileEncoding(.png, bits: 12), .bitDepth(12)),
            (
                TileEncoding(.png, progressive: true),
                .unsupported(.progressive, .png, formats: [.jpeg])
            ),
            (
                TileEncoding(.webp, compression: 2),
                .unsupported(.compression, .webp, formats: [.png, .tiff])
            ),
            (
                TileEncoding(.avif, palette: true),
                .unsupported(.palette, .avif, formats: [.png])
            ),
            (
                TileEncoding(.jxl, bits: 16),
                .unsupported(.sixteenBits, .jxl, formats: [.png, .tiff])
            ),
            (TileEncoding(.png, palette: true, bits: 16), .paletteOfSixteenBits),
        ])
    func rejected(encoding: TileEncoding, failure: TileEncodingError) {
        let error = #expect(throws: ZigguratError.self) {
            try TilingRules().tiling(for: Tiling.Request(encoding: encoding), layout: "own")
        }
        #expect(error == ZigguratError(failure, "layout own"))
        #expect(error?.code == .invalidOptions)
    }

    @Test(
        "Decoding rejects values out of range",
        arguments: [
            #""quality":0"#, #""quality":101"#, #""quality":-9223372036854775808"#,
            #""quality":85,"compression":0"#, #""quality":85,"bits":0"#,
            #""quality":85,"progressive":true"#, #""quality":85,"palette":true,"bits":16"#,
        ])
    func decoding(fields: String) throws {
        let decode = { (fields: String) in
            let text = #"{"format":"png","lossless":false,"subsampling":"auto",\#(fields)}"#
            return try JSONDecoder().decode(TileEncoding.self, from: Data(text.utf8))
        }
        #expect(throws: DecodingError.self) { try decode(fields) }
        #expect(try decode(#""quality":85"#) == TileEncoding(.png))
    }
}
