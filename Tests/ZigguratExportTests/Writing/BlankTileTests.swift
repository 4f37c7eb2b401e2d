import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

@Suite("Blank tiles are omitted if a file lists them, and written otherwise")
struct BlankTileTests {
    static let there: [(layout: any Layout, paths: Set<String>)] = [
        (
            .dzi,
            Set((0...8).map { "photo_files/\($0)/0_0.jpg" })
                .union([
                    "photo_files/9/0_0.jpg", "photo_files/9/1_0.jpg", "photo_files/10/1_1.jpg",
                    "photo_files/10/3_0.jpg",
                ])
        ),
        (.xyz, ["0/0/0.jpg", "1/0/0.jpg", "1/1/0.jpg", "2/1/1.jpg", "2/3/0.jpg"]),
        (.google, ["0/0/0.jpg", "1/0/0.jpg", "1/0/1.jpg", "2/1/1.jpg", "2/0/3.jpg"]),
        // Half of the height is one and a half tiles, and the grid begins at the bottom.
        (.tms, ["0/0/0.jpg", "1/0/0.jpg", "1/1/1.jpg", "2/1/1.jpg", "2/3/2.jpg"]),
        (
            .zoomify,
            [
                "TileGroup0/0-0-0.jpg", "TileGroup0/1-0-0.jpg", "TileGroup0/1-1-0.jpg",
                "TileGroup0/2-1-1.jpg", "TileGroup0/2-3-0.jpg",
            ]
        ),
    ]

    @Test("Only tiles that are not blank are stored")
    func whatIsThere() async throws {
        try await Workshop.with { shop in
            let result = try await BlankExport.export(Self.there.map(\.layout), in: shop)
            for (layout, paths) in Self.there {
                #expect(try BlankExport.tiles(layout.name, in: shop) == paths, "\(layout.name)")
                let bundle = try #require(
                    result.manifest.bundles.first { $0.layout == layout.name })
                #expect(bundle.tiles == paths.count, "\(layout.name)")
            }
            #expect(result.manifest.settings.blankTolerance == 0)
            #expect(result.manifest.bundles[1].absent?.count == 12)
            #expect(try BundleAudit.complaints(of: result.folder, result.manifest) == [])
            let verdict = try Verdict(shop.output)
            #expect(verdict.findings == [])
            #expect(verdict.summaries.map(\.tiles) == Self.there.map(\.paths.count))
            // The manifest on disk equals the returned manifest.
            #expect(try shop.exporter().exports() == [result.manifest])
        }
    }

    @Test("A Deep Zoom descriptor lists the stored regions")
    func displayRects() async throws {
        try await Workshop.with { shop in
            _ = try await BlankExport.export([DeepZoomLayout(forms: [.xml, .json])], in: shop)
            let text = try String(
                contentsOf: shop.folder["Output/photo/dzi/photo.dzi"], encoding: .utf8)
            let rects =
                [(0, 8, 0, 0, 1024, 768), (9, 9, 0, 0, 1024, 512)]
                + [(10, 10, 768, 0, 256, 256), (10, 10, 256, 256, 256, 256)]
            let lines = rects.map { first, last, x, y, width, height in
                """
                    <DisplayRect MinLevel="\(first)" MaxLevel="\(last)">
                      <Rect X="\(x)" Y="\(y)" Width="\(width)" Height="\(height)"/>
                    </DisplayRect>

                """
            }
            #expect(text.contains("  <DisplayRects>\n\(lines.joined())  </DisplayRects>\n"))
            let json = try String(
                contentsOf: shop.folder["Output/photo/dzi/photo.json"], encoding: .utf8)
            #expect(json.components(separatedBy: "\"Rect\"").count == rects.count + 1)
            // A moved bundle is recognised by the rectangles in its descriptor.
            try FileManager.default.moveItem(
                at: shop.folder["Output/photo/dzi"], to: shop.folder["alone"])
            let alone = try Verdict(shop.folder["alone/photo.dzi"].path)
            #expect(alone.lines == ["Deep Zoom image, 1024×768, 11 levels, 13 tiles, 0 faults"])
            try FileManager.default.removeItem(
                at: shop.folder["alone/photo_files/10/1_1.jpg"])
            #expect(try Verdict(shop.folder["alone/photo.dzi"].path).kinds == [.missingTile])
        }
    }

    @Test("With an overlap, a tile that shows part of its neighbour is stored")
    func overlap() async throws {
        try await Workshop.with { shop in
            // The large spot begins 44 pixels inside its tile and ends 12 pixels before the tile's
            // end.
            for (overlap, count) in [(0, 2), (12, 2), (13, 5), (44, 5), (45, 10)] {
                let result = try await BlankExport.export([.dzi], in: shop) {
                    $0.tiling.overlap = overlap
                    $0.isForced = true
                    $0.viewer = .none
                }
                let top = try shop.folder.files(under: "Output/photo/dzi/photo_files/10")
                #expect(top.count == count, "\(overlap)")
                #expect(try Verdict(result.folder).findings == [])
            }
        }
    }

    @Test("Without a page, blank tiles are written")
    func withoutPage() async throws {
        try await Workshop.with { shop in
            let result = try await BlankExport.export([.xyz, .dzi], in: shop) { $0.viewer = .none }
            #expect(result.manifest.bundles.map { $0.absent?.count } == [nil, 12])
            #expect(try BlankExport.tiles("xyz", in: shop).count == 17)
            #expect(try Verdict(shop.output).findings == [])
        }
    }

    @Test(
        "The tolerance and the background decide which tiles are blank",
        arguments: [
            // The background, the dirt, the tolerance, and the number of stored tiles at full
            // resolution.
            ([255, 255, 255], 0, 0, 2), ([250, 250, 250], 0, 4, 12), ([250, 250, 250], 0, 5, 2),
            ([240, 240, 240], 10, 15, 2), ([240, 240, 240], 15, 14, 12),
            ([245, 245, 245], 10, 10, 2), ([255, 255, 255], -20, 19, 3),
            ([255, 255, 255], -20, 20, 2), ([0, 0, 0], 0, 254, 12), ([0, 0, 0], 0, 255, 0),
        ] as [([UInt8], Int, Int, Int)])
    func tolerance(background: [UInt8], dirt: Int, tolerance: Int, count: Int) async throws {
        try await Workshop.with { shop in
            _ = try await BlankExport.export(
                [.xyz], in: shop, tolerance: tolerance, background: background, dirt: dirt)
            #expect(try BlankExport.tiles("xyz", in: shop).count { $0.hasPrefix("2/") } == count)
            #expect(try Verdict(shop.output).findings == [])
        }
    }

    @Test("A transparent tile is blank in any colour")
    func transparent() async throws {
        for (dirt, tolerance, count) in [(0, 0, 2), (9, 8, 3), (9, 9, 2)] {
            try await Workshop.with { shop in
                let result = try await BlankExport.export(
                    [.dzi], in: shop, tolerance: tolerance, background: [10, 20, 30, 0], dirt: dirt
                ) { $0.tiling.encoding = TileEncoding(.png) }
                let top = try shop.folder.files(under: "Output/photo/dzi/photo_files/10")
                #expect(top.count == count)
                #expect(try Verdict(result.folder).findings == [])
            }
        }
    }

    @Test("An empty image keeps its levels of one tile")
    func empty() async throws {
        try await Workshop.with { shop in
            let image = try await PixelPicture(
                width: 700, height: 600, bands: 3,
                samples: [UInt8](repeating: 255, count: 700 * 600 * 3)
            ).write(to: shop.folder["photo.png"]).path
            let result = try shop.exporter([.dzi, .xyz]) {
                $0.tiling = BlankExport.plain
                $0.blankTolerance = 0
            }.export(image)
            #expect(result.manifest.bundles.map(\.tiles) == [9, 1])
            #expect(try Verdict(shop.output).findings == [])
        }
    }

    @Test("The page requests only tiles that are stored")
    func pageTable() async throws {
        try await Workshop.with { shop in
            _ = try await BlankExport.export([.xyz], in: shop)
            let page = try String(
                contentsOf: shop.folder["Output/photo/xyz/index.html"], encoding: .utf8)
            // Tiles are numbered row by row. Each pair is the first number and the length of a run of
            // omitted tiles.
            #expect(page.contains(#""absent":[0,3,4,1,6,6]"#))
            #expect(page.contains(#""absent":[2,2]"#))
            #expect(page.contains("\"background\":\"#ffffff\""))
        }
    }

    @Test("Without the option, all tiles are written")
    func off() async throws {
        try await Workshop.with { shop in
            let result = try await BlankExport.export([.dzi, .xyz], in: shop, tolerance: nil)
            #expect(result.manifest.bundles.map(\.absent) == [nil, nil])
            let text = try String(contentsOfFile: "\(result.folder)/ziggurat.json", encoding: .utf8)
            #expect(!text.contains("absent") && !text.contains("blankTolerance"))
            let descriptor = try String(
                contentsOfFile: "\(result.folder)/dzi/photo.dzi", encoding: .utf8)
            #expect(!descriptor.contains("DisplayRects"))
            // With the option, the image is exported again.
            let again = try await BlankExport.export([.dzi, .xyz], in: shop)
            #expect(again.outcome == .exported)
        }
    }
}
