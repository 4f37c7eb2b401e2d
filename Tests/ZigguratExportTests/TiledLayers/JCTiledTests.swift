import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ZigguratFormats

/// The bundle as JCTiledScrollView reads it.
@Suite struct JCTiledTests {
    /// `JCTiledView.drawRect:` and the demo's data source, rewritten.
    private static func drawing(
        _ rect: TiledLayerView.Rect, transform: Double, contentsScale: Double
    ) -> TiledLayerView.Drawing {
        let scale = transform / contentsScale
        let column = Int(rect.x * scale / 256)
        let row = Int(rect.y * scale / 256)
        return TiledLayerView.Drawing(path: "photo_\(Int(scale))x_\(row)_\(column).png", rect: rect)
    }

    @Test(arguments: TiledLayerBundle.sizes, [nil, 4])
    func `The app finds every tile and shows the image`(
        size: (Int, Int), count: Int?
    ) async throws {
        let (width, height) = size
        try await TiledLayerBundle.with(
            .jctiled, width: width, height: height, levels: count.map(Pyramid.Depth.levels)
        ) { bundle in
            let zooms = Int(try #require(try bundle.number("levels of detail"))) ?? -1
            if let count { #expect(zooms == count - 1) }
            #expect(try bundle.number("levels of zoom") == "\(zooms)")
            let content = try #require(try bundle.number("content size")).split(separator: " ")
            let (contentWidth, contentHeight) = (Double(content[0]), Double(content[2]))
            #expect(contentWidth.map { $0 * Double(1 << zooms) } == Double(width))
            // A plain screen, and a dense screen, whose layer has tiles of twice the pixels.
            for contentsScale in [1.0, 2.0] {
                let view = TiledLayerView(
                    width: try #require(contentWidth), height: try #require(contentHeight),
                    tileSize: 256 * contentsScale)
                for zoom in 0...zooms {
                    let scale = Double(1 << zoom)
                    let rects = view.rects(scale: scale * contentsScale)
                    // A view in pixels of the files, which the dense screen draws twice as large.
                    let plain = TiledLayerView(
                        width: view.bounds.width, height: view.bounds.height, tileSize: 256)
                    #expect(rects.count == plain.rects(scale: scale).count)
                    let outcome = try await plain.drawn(scale: scale, from: bundle.folder) {
                        [
                            Self.drawing(
                                $0, transform: scale * contentsScale, contentsScale: contentsScale)
                        ]
                    }
                    #expect(outcome.missing == [] && outcome.misplaced == [], "\(zoom)")
                    let picture = try #require(outcome.picture)
                    let level = bundle.level(zooms - zoom)
                    #expect(try picture.difference(from: level).largest == 0)
                }
            }
        }
    }

    @Test func `The bundle has these file names and numbers`() async throws {
        try await TiledLayerBundle.with(.jctiled, width: 601, height: 300) { bundle in
            #expect(
                try FolderListing.files(in: bundle.folder).sorted() == [
                    "README.txt", "photo_1x_0_0.png", "photo_2x_0_0.png", "photo_2x_0_1.png",
                    "photo_4x_0_0.png", "photo_4x_0_1.png", "photo_4x_0_2.png", "photo_4x_1_0.png",
                    "photo_4x_1_1.png", "photo_4x_1_2.png", "ziggurat-bundle.json",
                ])
            #expect(try bundle.number("content size") == "150.25 × 75 points")
            #expect(try bundle.number("zoom scales") == "1, 2, 4")
            let readme = try bundle.readme
            #expect(readme.contains(#"let name = "photo_\(scale)x_\(row)_\(column)""#))
            #expect(!readme.contains("kDefaultTileSize"))
        }
    }

    @Test func `The README states the change for tiles of another size`() throws {
        let pyramid = try JCTiledLayout().pyramid(
            name: "photo", imageSize: PixelSize(square: 600), tiling: Tiling.Request(tileSize: 512))
        let files = try JCTiledLayout().descriptors(
            of: BundleDescription(layout: "jctiled", pyramid: pyramid))
        #expect(String(decoding: files[0].bytes, as: UTF8.self).contains("kDefaultTileSize"))
    }
}
