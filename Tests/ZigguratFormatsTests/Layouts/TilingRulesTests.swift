import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite("The tilings that layouts support")
struct TilingRulesTests {
    @Test("Each layout has a default tiling")
    func defaults() throws {
        let tiling = { (layout: any Layout) in
            try layout.rules.tiling(for: Tiling.Request(), layout: layout.name)
        }
        #expect(try tiling(.dzi) == Tiling(tileSize: PixelSize(square: 254), overlap: 1))
        #expect(try tiling(.xyz) == Tiling(tileSize: PixelSize(square: 256), edge: .pad))
        #expect(try tiling(.iiif) == Tiling(tileSize: PixelSize(square: 512)))
        #expect(try tiling(.iiif3) == tiling(.iiif))
    }

    @Test("A supported request is used")
    func request() throws {
        let encoding = TileEncoding(.webp, quality: 70, lossless: true)
        let request = Tiling.Request(tileSize: 1024, overlap: 2, edge: .crop, encoding: encoding)
        #expect(
            try DeepZoomLayout().rules.tiling(for: request, layout: "dzi")
                == Tiling(tileSize: PixelSize(square: 1024), overlap: 2, encoding: encoding))
    }

    /// A request and why it is rejected.
    struct Refusal: Sendable {
        let layout: String
        let request: Tiling.Request
        let reason: LayoutError
    }

    private static func encoding(_ format: TileFormat, quality: Int = 85) -> Tiling.Request {
        Tiling.Request(encoding: TileEncoding(format, quality: quality))
    }

    static let refusals: [Refusal] = [
        Refusal(
            layout: "iiif", request: encoding(.webp),
            reason: .unsupportedFormat(.webp, supported: [.jpeg])),
        Refusal(
            layout: "iiif3", request: Tiling.Request(overlap: 1),
            reason: .unsupportedOverlap),
        Refusal(
            layout: "xyz", request: Tiling.Request(overlap: -1),
            reason: .unsupportedOverlap),
        Refusal(
            layout: "dzi", request: Tiling.Request(edge: .pad),
            reason: .unsupportedEdge(.pad, supported: [.crop])),
        Refusal(
            layout: "dzi", request: Tiling.Request(tileSize: 0),
            reason: .tileSizeOutOfRange(0)),
        Refusal(
            layout: "xyz", request: Tiling.Request(tileSize: 8193),
            reason: .tileSizeOutOfRange(8193)),
        Refusal(
            layout: "dzi", request: Tiling.Request(overlap: -1),
            reason: .overlapOutOfRange(-1, limit: 254)),
        Refusal(
            layout: "dzi", request: Tiling.Request(tileSize: 10, overlap: 11),
            reason: .overlapOutOfRange(11, limit: 10)),
        Refusal(
            layout: "dzi",
            request: Tiling.Request(
                tileSize: 8192, overlap: 4096, encoding: TileEncoding(.webp)),
            reason: .tileTooLarge(16_384, .webp)),
    ]

    @Test("A tiling that a layout does not allow is rejected", arguments: refusals)
    func refusal(_ refusal: Refusal) throws {
        let layout = try #require(Formats.standard.layout(named: refusal.layout))
        let error = #expect(throws: ZigguratError.self) {
            try layout.rules.tiling(for: refusal.request, layout: layout.name)
        }
        #expect(error?.reason as? LayoutError == refusal.reason)
        #expect(error?.subject == "layout \(refusal.layout)")
        #expect(error?.code == .invalidOptions)
    }

    @Test("A layout cannot pad and overlap at once")
    func padAndOverlap() {
        let error = #expect(throws: ZigguratError.self) {
            try TilingRules().tiling(
                for: Tiling.Request(overlap: 1, edge: .pad), layout: "shelf")
        }
        #expect(
            error?.reason as? LayoutError == .overlapOfPaddedTiles)
    }

    @Test(
        "A tiling at the limits of a layout is allowed",
        arguments: [
            Tiling.Request(tileSize: 1), Tiling.Request(tileSize: 8192),
            Tiling.Request(tileSize: 10, overlap: 10), Tiling.Request(overlap: 0),
            Tiling.Request(tileSize: 8191, overlap: 4096, encoding: TileEncoding(.webp)),
            Tiling.Request(encoding: TileEncoding(.png, quality: 1)),
            Tiling.Request(encoding: TileEncoding(.avif, quality: 100)),
        ])
    func limits(request: Tiling.Request) {
        #expect(throws: Never.self) {
            try DeepZoomLayout().rules.tiling(for: request, layout: "dzi")
        }
    }
}
