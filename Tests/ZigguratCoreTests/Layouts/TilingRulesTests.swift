import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite("The tilings that layouts support")
struct TilingRulesTests {
    @Test("Default tilings")
    func defaults() throws {
        let tiling = { (layout: any Layout) in
            try layout.rules.tiling(for: TilingRequest(), layout: layout.name)
        }
        #expect(try tiling(.dzi) == Tiling(tileSize: PixelSize(square: 254), overlap: 1))
        #expect(try tiling(.xyz) == Tiling(tileSize: PixelSize(square: 256), edge: .pad))
        #expect(try tiling(.iiif) == Tiling(tileSize: PixelSize(square: 512)))
        #expect(try tiling(.iiif3) == tiling(.iiif))
    }

    @Test("A supported request is used")
    func request() throws {
        let encoding = TileEncoding(.webp, quality: 70, lossless: true)
        let request = TilingRequest(tileSize: 1024, overlap: 2, edge: .crop, encoding: encoding)
        #expect(
            try DeepZoomLayout().rules.tiling(for: request, layout: "dzi")
                == Tiling(tileSize: PixelSize(square: 1024), overlap: 2, encoding: encoding))
    }

    /// A request and why it is rejected.
    struct Refusal: Sendable {
        let layout: String
        let request: TilingRequest
        let reason: LayoutFailure
    }

    private static func encoding(_ format: TileFormat, quality: Int = 85) -> TilingRequest {
        TilingRequest(encoding: TileEncoding(format, quality: quality))
    }

    static let refusals: [Refusal] = [
        Refusal(
            layout: "iiif", request: encoding(.webp),
            reason: .unsupportedFormat(.webp, supported: [.jpeg])),
        Refusal(
            layout: "iiif3", request: TilingRequest(overlap: 1),
            reason: .unsupportedOverlap),
        Refusal(
            layout: "xyz", request: TilingRequest(overlap: -1),
            reason: .unsupportedOverlap),
        Refusal(
            layout: "dzi", request: TilingRequest(edge: .pad),
            reason: .unsupportedEdge(.pad, supported: [.crop])),
        Refusal(
            layout: "dzi", request: TilingRequest(tileSize: 0),
            reason: .tileSizeOutOfRange(0)),
        Refusal(
            layout: "xyz", request: TilingRequest(tileSize: 8193),
            reason: .tileSizeOutOfRange(8193)),
        Refusal(
            layout: "dzi", request: TilingRequest(overlap: -1),
            reason: .overlapOutOfRange(-1, limit: 254)),
        Refusal(
            layout: "dzi", request: TilingRequest(tileSize: 10, overlap: 11),
            reason: .overlapOutOfRange(11, limit: 10)),
        Refusal(
            layout: "dzi",
            request: TilingRequest(
                tileSize: 8192, overlap: 4096, encoding: TileEncoding(.webp)),
            reason: .tileTooLarge(16_384, .webp)),
    ]

    @Test("A tiling that a layout does not allow is rejected", arguments: refusals)
    func refusal(_ refusal: Refusal) throws {
        let layout = try #require(Formats.standard.layout(named: refusal.layout))
        let error = #expect(throws: ZigguratError.self) {
            try layout.rules.tiling(for: refusal.request, layout: layout.name)
        }
        #expect(error?.reason as? LayoutFailure == refusal.reason)
        #expect(error?.subject == "layout \(refusal.layout)")
        #expect(error?.code == .invalidOptions)
    }

    @Test("A layout cannot pad and overlap at once")
    func padAndOverlap() {
        let error = #expect(throws: ZigguratError.self) {
            try TilingRules().tiling(
                for: TilingRequest(overlap: 1, edge: .pad), layout: "shelf")
        }
        #expect(
            error?.reason as? LayoutFailure == .overlapOfPaddedTiles)
    }

    @Test(
        "the limits themselves are allowed",
        arguments: [
            TilingRequest(tileSize: 1), TilingRequest(tileSize: 8192),
            TilingRequest(tileSize: 10, overlap: 10), TilingRequest(overlap: 0),
            TilingRequest(tileSize: 8191, overlap: 4096, encoding: TileEncoding(.webp)),
            TilingRequest(encoding: TileEncoding(.png, quality: 1)),
            TilingRequest(encoding: TileEncoding(.avif, quality: 100)),
        ])
    func limits(request: TilingRequest) {
        #expect(throws: Never.self) {
            try DeepZoomLayout().rules.tiling(for: request, layout: "dzi")
        }
    }
}
