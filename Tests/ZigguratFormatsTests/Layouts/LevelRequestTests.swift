import TestSupport
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite("Level requests")
struct LevelRequestTests {
    private static func levels(
        _ layout: any Layout, _ request: Pyramid.LevelRequest, side: Int = 3000
    ) throws(ZigguratError) -> [[Int]] {
        try layout.pyramid(
            name: "photo", imageSize: PixelSize(square: side), levels: request
        ).levels.map { [$0.index, $0.scaleFactor] }
    }

    @Test("A layout supports depths, numbers and limits of levels")
    func supported() throws {
        let levels = Self.levels
        #expect(
            try levels(.xyz, Pyramid.LevelRequest(), 3000) == [
                [0, 16], [1, 8], [2, 4], [3, 2], [4, 1],
            ])
        #expect(
            try levels(.xyz, Pyramid.LevelRequest(depth: .levels(2)), 3000) == [[0, 2], [1, 1]])
        #expect(try levels(.tms, Pyramid.LevelRequest(depth: .onePixel), 3000).count == 13)
        #expect(
            try levels(.google, Pyramid.LevelRequest(depth: .longSide(1000)), 3000)
                == [[0, 4], [1, 2], [2, 1]])
        #expect(
            try levels(.xyz, Pyramid.LevelRequest(minimumLevel: 2, maximumLevel: 3), 3000)
                == [[2, 4], [3, 2]])
        #expect(try levels(.xyz, Pyramid.LevelRequest(minimumLevel: 4), 3000) == [[4, 1]])
        #expect(
            try levels(.dzi, Pyramid.LevelRequest(minimumLevel: 10, maximumLevel: 11), 3000)
                == [[10, 4], [11, 2]])
        #expect(try levels(.dzi, Pyramid.LevelRequest(depth: .onePixel), 3000).count == 13)
        // If a pyramid has more levels than the image can fill, its smallest levels have one pixel.
        #expect(
            try levels(.xyz, Pyramid.LevelRequest(depth: .levels(20)), 3000).first == [0, 524_288])
    }

    static let refusals: [(layout: String, request: Pyramid.LevelRequest, reason: LayoutError)] =
        [
            ("zoomify", Pyramid.LevelRequest(minimumLevel: 1), .fixedLevels),
            ("iiif3", Pyramid.LevelRequest(depth: .onePixel), .fixedDepth(.oneTile)),
            ("dzi", Pyramid.LevelRequest(depth: .oneTile), .fixedDepth(.onePixel)),
            (
                "xyz", Pyramid.LevelRequest(minimumLevel: 3, maximumLevel: 2),
                .invalidLevelRange(first: 3, last: 2)
            ),
            (
                "xyz", Pyramid.LevelRequest(minimumLevel: -1),
                .invalidLevelRange(first: -1, last: -1)
            ),
            ("xyz", Pyramid.LevelRequest(minimumLevel: 5), .noLevelLeft(of: 5)),
        ]

    @Test("Levels that a layout does not allow are rejected", arguments: refusals)
    func refusal(layout: String, request: Pyramid.LevelRequest, reason: LayoutError) throws {
        let layout = try #require(Formats.standard.layout(named: layout))
        let error = #expect(throws: ZigguratError.self) { try Self.levels(layout, request) }
        #expect(error?.reason as? LayoutError == reason)
    }

    @Test(
        "A depth is parsed and written",
        arguments: [
            ("pixel", Pyramid.Depth.onePixel), ("tile", .oneTile), ("1", .levels(1)),
            ("32", .levels(32)), ("256px", .longSide(256)),
        ])
    func words(text: String, depth: Pyramid.Depth) {
        #expect(Pyramid.Depth(text) == depth && depth.text == text)
    }

    @Test(
        "An invalid depth is rejected",
        arguments: ["", "0", "33", "-1", "px", "0px", "-5px", "Tile", "1.5"])
    func noDepth(text: String) {
        #expect(Pyramid.Depth(text) == nil)
    }

    @Test("A Deep Zoom descriptor lists its levels")
    func displayRects() throws {
        let pyramid = try DeepZoomLayout().pyramid(
            name: "photo", imageSize: PixelSize(width: 290, height: 442),
            levels: Pyramid.LevelRequest(minimumLevel: 7, maximumLevel: 8))
        let layout = try DeepZoomLayout().with(["dzi-forms": "json,xml"])
        let files = try layout.descriptors(of: BundleDescription(layout: "dzi", pyramid: pyramid))
        #expect(files.map(\.path) == ["photo.dzi", "photo.json"])
        #expect(
            String(decoding: files[0].bytes, as: UTF8.self) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" TileSize="254" Overlap="1" \
                Format="jpg">
                  <Size Width="290" Height="442"/>
                  <DisplayRects>
                    <DisplayRect MinLevel="7" MaxLevel="8">
                      <Rect X="0" Y="0" Width="290" Height="442"/>
                    </DisplayRect>
                    <DisplayRect MinLevel="0" MaxLevel="6">
                      <Rect X="0" Y="0" Width="0" Height="0"/>
                    </DisplayRect>
                    <DisplayRect MinLevel="9" MaxLevel="9">
                      <Rect X="0" Y="0" Width="0" Height="0"/>
                    </DisplayRect>
                  </DisplayRects>
                </Image>

                """)
    }

    @Test("A Deep Zoom descriptor can be JSONP")
    func forms() throws {
        let pyramid = try DeepZoomLayout().pyramid(PixelSize(square: 9), name: "a.js é")
        let layout = DeepZoomLayout(forms: [.jsonp])
        let files = try layout.descriptors(of: BundleDescription(layout: "dzi", pyramid: pyramid))
        #expect(files.map(\.path) == ["a.js é.js"])
        #expect(
            String(decoding: files[0].bytes, as: UTF8.self) == """
                (window["a é.js"] || window["a%20%C3%A9.js"])({"Image":{"Format":"jpg","Overlap":1,\
                "Size":{"Height":9,"Width":9},"TileSize":254,\
                "xmlns":"http://schemas.microsoft.com/deepzoom/2008"}});

                """)
        let error = #expect(throws: ZigguratError.self) {
            try DeepZoomLayout().with(["dzi-forms": "xml,yaml"])
        }
        #expect(
            error?.reason as? LayoutError
                == .invalidSetting("dzi-forms", value: "xml,yaml"))
    }
}
