import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite("What a layout allows of a tiling")
struct TilingRulesTests {
    @Test("the tilings where nobody says")
    func defaults() throws {
        let tiling = { (layout: any Layout) in
            try layout.rules.tiling(for: TilingRequest(), layout: layout.name)
        }
        #expect(try tiling(.dzi) == Tiling(tileSize: PixelSize(square: 254), overlap: 1))
        #expect(try tiling(.xyz) == Tiling(tileSize: PixelSize(square: 256), edge: .pad))
        #expect(try tiling(.iiif) == Tiling(tileSize: PixelSize(square: 512)))
        #expect(try tiling(.iiif3) == tiling(.iiif))
    }

    @Test("a request is followed")
    func request() throws {
        let encoding = TileEncoding(.webp, quality: 70, lossless: true)
        let request = TilingRequest(tileSize: 1024, overlap: 2, edge: .crop, encoding: encoding)
        #expect(
            try DeepZoomLayout().rules.tiling(for: request, layout: "dzi")
                == Tiling(tileSize: PixelSize(square: 1024), overlap: 2, encoding: encoding))
    }

    /// A wish that is refused, and the whole message.
    struct Refusal: Sendable {
        let layout: String
        let request: TilingRequest
        let message: String
    }

    private static func encoding(_ format: TileFormat, quality: Int = 85) -> TilingRequest {
        TilingRequest(encoding: TileEncoding(format, quality: quality))
    }

    static let refusals: [Refusal] = [
        Refusal(
            layout: "iiif", request: encoding(.webp),
            message: "the layout iiif cannot have webp tiles; it takes jpeg"),
        Refusal(
            layout: "iiif3", request: TilingRequest(overlap: 1),
            message: "the layout iiif3 has no overlap; leave --overlap out or set it to 0"),
        Refusal(
            layout: "xyz", request: TilingRequest(overlap: -1),
            message: "the layout xyz has no overlap; leave --overlap out or set it to 0"),
        Refusal(
            layout: "dzi", request: TilingRequest(edge: .pad),
            message: "the layout dzi cannot pad its edge tiles; it can crop"),
        Refusal(
            layout: "dzi", request: TilingRequest(tileSize: 0),
            message: "the layout dzi cannot have tiles of 0 pixels; a tile has 1 to 8192 a side"),
        Refusal(
            layout: "xyz", request: TilingRequest(tileSize: 8193),
            message: "the layout xyz cannot have tiles of 8193 pixels; a tile has 1 to 8192 a side"),
        Refusal(
            layout: "dzi", request: TilingRequest(overlap: -1),
            message: "the layout dzi cannot overlap its tiles by -1 pixels; "
                + "an overlap is not negative and not above the tile size, 254"),
        Refusal(
            layout: "dzi", request: TilingRequest(tileSize: 10, overlap: 11),
            message: "the layout dzi cannot overlap its tiles by 11 pixels; "
                + "an overlap is not negative and not above the tile size, 10"),
        Refusal(
            layout: "dzi",
            request: TilingRequest(
                tileSize: 8192, overlap: 4096, encoding: TileEncoding(.webp)),
            message: "the layout dzi cannot have webp tiles of 16384 pixels; "
                + "webp holds 16383 a side: take smaller tiles or less overlap"),
    ]

    @Test("refusals say what is wrong and what to do", arguments: refusals)
    func refusal(_ refusal: Refusal) throws {
        let layout = try #require(Formats.standard.layout(named: refusal.layout))
        let error = #expect(throws: ZigguratError.self) {
            try layout.rules.tiling(for: refusal.request, layout: layout.name)
        }
        #expect(error?.description == refusal.message)
        #expect(error?.code == .invalidOptions)
    }

    @Test("a layout that can pad and overlap cannot do both at once")
    func padAndOverlap() {
        let error = #expect(throws: ZigguratError.self) {
            try TilingRules().tiling(
                for: TilingRequest(overlap: 1, edge: .pad), layout: "shelf")
        }
        #expect(
            error?.description
                == "the layout shelf cannot both pad and overlap its tiles; "
                + "leave out one of --edge pad and --overlap")
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
