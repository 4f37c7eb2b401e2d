import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ImagingTestSupport

/// The bundle as LDOTiledView reads it.
@Suite struct LDOTests {
    /// `LDOTiledView.drawRect:` and the example's data source, rewritten.
    private static func drawing(
        _ rect: TiledLayerView.Rect, transform: Double, screen: Int, tileSize: Double,
        ending: String
    ) -> TiledLayerView.Drawing {
        let scale = Double(Int(transform / Double(screen)))
        let column = Int((rect.x * scale / tileSize).rounded())
        let row = Int((rect.y * scale / tileSize).rounded())
        let level = Int(log2(scale)) + 1
        return TiledLayerView.Drawing(
            path: "\(screen)x/\(level)/\(column)_\(row).\(ending)", rect: rect)
    }

    /// Returns the levels that vips makes of the image for a screen: half the density is the next
    /// level.
    private static func levels(
        of file: URL, _ screen: Int, _ highest: Int, in folder: TemporaryFolder
    ) async throws -> [PixelPicture] {
        // Each image needs its own folder, because levels of other images would be counted as well.
        let pictures = try await TemporaryFolder.with {
            try await ReducedLevels(of: file, in: $0).pictures
        }
        if screen == highest { return pictures }
        if 2 * screen == highest { return Array(pictures.dropFirst()) }
        let whole = pictures[0]
        let side = { (side: Int) in
            (Double(side) * Double(screen) / Double(highest)).rounded() / Double(side)
        }
        try await Vips.run(
            "resize", file.path, "resized-\(screen).png", "\(side(whole.width))", "--vscale",
            "\(side(whole.height))", in: folder)
        return try await TemporaryFolder.with {
            try await ReducedLevels(of: folder["resized-\(screen).png"], in: $0).pictures
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var size = (1100, 902)
        var scales = [2, 3]
        var levels: Int?
        /// The file of the source: rows, or blocks that many threads read.
        var source = "photo.png"
        var options = ""
        var format = TileFormat.png

        var testDescription: String { "\(size.0) × \(size.1), \(scales), \(source)" }
    }

    static let cases = [
        Case(), Case(size: (790, 2000), scales: [1, 2, 3], levels: 3),
        Case(size: (768, 768), scales: [1, 2]), Case(size: (650, 333), scales: [3], levels: 5),
        Case(source: "photo.tif", options: "tile,compression=deflate"),
        Case(scales: [1, 3], levels: 2, format: .jpeg),
    ]

    @Test(arguments: cases)
    func `The app finds every tile and shows the image`(_ test: Case) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: test.size.0, height: test.size.1).write(
                to: folder[test.source], options: test.options)
            let exporter = Exporter(
                destination: folder["Output"].path,
                options: Exporter.Options(
                    layouts: [LDOLayout(scales: test.scales)],
                    tiling: Tiling.Request(
                        tileSize: 64, encoding: TileEncoding(test.format, quality: 95)),
                    levels: Pyramid.LevelRequest(depth: test.levels.map(Pyramid.Depth.levels)),
                    viewer: .none))
            let plan = try exporter.plan(file.path)
            let export = try exporter.export(plan)
            let bundle = URL(filePath: export.folder).appending(path: "ldo")
            #expect(try Verification(of: export.folder).run { _ in })
            let levels = plan.bundles[0].pyramid.levels.count
            if let count = test.levels { #expect(levels == count) }
            let size = try #require(
                try String(contentsOf: bundle.appending(path: "README.txt"), encoding: .utf8)
                    .firstMatch(of: /level 1 image size +(\d+) x (\d+)/))
            var view = TiledLayerView(
                width: Double(size.1) ?? 0, height: Double(size.2) ?? 0, tileSize: 0)
            view.lost = 1
            let highest = try #require(test.scales.max())
            for screen in test.scales {
                let expected = try await Self.levels(of: file, screen, highest, in: folder)
                view.tileSize = Double(64 * screen)
                for zoom in 1...levels {
                    let transform = Double(screen << (zoom - 1))
                    let outcome = try await view.drawn(scale: transform, from: bundle) {
                        [
                            Self.drawing(
                                $0, transform: transform, screen: screen, tileSize: 64,
                                ending: test.format.name)
                        ]
                    }
                    #expect(
                        outcome.missing == [] && outcome.misplaced == [], "\(screen)x/\(zoom)")
                    let picture = try #require(outcome.picture)
                    let level = expected[
                        min(levels - zoom, expected.count - 1)]
                    let difference = try picture.difference(from: level)
                    if test.format == .png {
                        #expect(difference.largest == 0, "\(screen)x/\(zoom)")
                    } else {
                        #expect(difference.mean < 3, "\(screen)x/\(zoom)")
                    }
                }
            }
        }
    }

    /// The text that `gen_tiles.rb` prints, computed with Ruby's arithmetic.
    @Test(arguments: [
        (10_800, 10_800, 4, 256, "450 x 450"), (4920, 10_680, 3, 256, "410 x 890"),
        (1100, 902, 3, 64, "91 x 75"), (5, 3, 3, 256, "1 x 1"),
    ])
    func `The README states the image size of level 1`(
        width: Int, height: Int, levels: Int, tileSize: Int, text: String
    ) throws {
        let layout = LDOLayout(scales: [2, 3])
        let pyramid = try layout.pyramid(
            name: "photo", imageSize: PixelSize(width: width, height: height),
            tiling: Tiling.Request(tileSize: tileSize),
            levels: Pyramid.LevelRequest(depth: .levels(levels)))
        let readme = try #require(
            try layout.descriptors(of: BundleDescription(layout: "ldo", pyramid: pyramid)).first)
        let lines = String(decoding: readme.bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.contains("    level 1 image size   \(text) points"))
    }

    /// All densities have equal numbers of levels, columns and rows, with any rounding.
    @Test(arguments: [(1, 1), (2, 5), (767, 769), (768, 768), (1537, 10), (1025, 2049), (4, 3000)])
    func `The densities have equal grids`(_ width: Int, _ height: Int) throws {
        for scales in [[2, 3], [1, 2, 3], [1, 3], [1, 2], [2], [3]] {
            let layout = LDOLayout(scales: scales)
            let pyramid = try layout.pyramid(
                name: "photo", imageSize: PixelSize(width: width, height: height))
            let companions = layout.companions(of: pyramid)
            #expect(
                ([pyramid] + companions).map(\.density) == scales.sorted(by: >), "\(scales)")
            for companion in companions {
                #expect(companion.levels.map(\.index) == pyramid.levels.map(\.index))
                for (level, own) in zip(pyramid.levels, companion.levels) {
                    // A last column of less than half a pixel may be missing.
                    #expect((level.columns - 1...level.columns).contains(own.columns))
                    #expect((level.rows - 1...level.rows).contains(own.rows))
                }
            }
            let paths = ([pyramid] + companions).flatMap { pyramid in
                pyramid.tiles.map { layout.naming.path(of: $0) }
            }
            #expect(Set(paths).count == paths.count)
        }
    }

    @Test(arguments: ["", "4", "0", "2,", "2;3", "x"])
    func `Invalid scales are rejected`(text: String) {
        #expect(throws: ZigguratError.self) { try LDOLayout().with(["scales": text]) }
    }
}
