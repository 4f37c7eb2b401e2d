import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport
@testable import ZigguratFormats

/// Images below the threshold are published as one image.
@Suite struct ThresholdTests {
    @Test(arguments: [(600, ["dzi", "xyz"]), (601, ["single"])])
    func theLongerSideDecides(threshold: Int, layouts: [String]) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 400, height: 600)
            let exporter = shop.exporter([.dzi, .xyz]) { $0.threshold = threshold }
            let plan = try exporter.plan(image)
            #expect(plan.bundles.map(\.layout.name) == layouts)
            let result = try exporter.export(plan)
            #expect(result.manifest.bundles.map(\.layout) == layouts)
            #expect(result.notes.isEmpty == (layouts.count == 2))
            let files = try shop.folder.files(under: "Output/photo")
            #expect(files.contains("\(layouts[0])/index.html"))
            if layouts == ["single"] {
                #expect(files.contains("single/photo.jpg"))
                let picture = try await PixelPicture.read(
                    shop.folder["Output/photo/single/photo.jpg"])
                #expect(picture.width == 400 && picture.height == 600)
            }
            #expect(try Verdict(shop.output).findings == [])
            #expect(try exporter.export(image).outcome == .upToDate)
        }
    }

    /// Tile options do not apply to a whole image, whose format the layout sets.
    @Test(arguments: [
        ([CATiledLayerLayout() as any Layout], Tiling.Request(), "photo.png"),
        ([.dzi], Tiling.Request(tileSize: 100, overlap: 3), "photo.jpg"),
        ([.xyz], Tiling.Request(edge: .pad, encoding: TileEncoding(.webp)), "photo.webp"),
        (
            [.photoscroller], Tiling.Request(encoding: TileEncoding(.jpeg), takesUsualFormat: true),
            "photo.png"
        ),
    ])
    func asItIs(layouts: [any Layout], tiling: Tiling.Request, file: String) async throws {
        try await Workshop.with { shop in
            let exporter = shop.exporter(layouts) {
                ($0.threshold, $0.tiling) = (1000, tiling)
                $0.levels = Pyramid.LevelRequest(depth: .levels(2))
            }
            _ = try exporter.export(try await shop.picture())
            #expect(try shop.folder.files(under: "Output/photo/single").contains(file))
            #expect(try Verdict(shop.output).findings == [])
        }
    }

    @Test func aContainerThatHoldsNoImage() throws {
        var exporter = Exporter(layouts: [.xyz], container: .pmtiles)
        try exporter.checkOptions()
        exporter.options.threshold = 100
        #expect(throws: ZigguratError.self) { try exporter.checkOptions() }
    }
}
