import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Tiles that are not square: the arithmetic of each client finds the tiles, whose pixels equal the
/// pixels of libvips.
@Suite struct OblongTileTests {
    private static func export(
        _ layouts: [any Layout], _ tile: (Int, Int), _ format: TileFormat,
        size: (Int, Int) = (601, 403), in folder: TemporaryFolder
    ) async throws -> (bundles: URL, levels: ReducedLevels) {
        let file = try await TestPicture(width: size.0, height: size.1).write(
            to: folder["photo.png"])
        let exporter = Exporter(
            destination: folder["Output"].path,
            options: Exporter.Options(
                layouts: layouts,
                tiling: Tiling.Request(
                    tileSize: tile.0, tileHeight: tile.1,
                    encoding: TileEncoding(format, quality: 95, subsampling: .full)),
                viewer: .none))
        let export = try exporter.export(file.path)
        #expect(try Verification(of: export.folder).run { _ in })
        return (URL(filePath: export.folder), try await ReducedLevels(of: file, in: folder))
    }

    @Test(arguments: [(256, 128), (96, 160)])
    func `Oblong IIIF tiles have the pixels of libvips`(_ width: Int, _ height: Int) async throws {
        try await TemporaryFolder.with { folder in
            let (bundles, levels) = try await Self.export(
                [.iiif, .iiif3], (width, height), .jpeg, in: folder)
            for (name, isVersion3) in [("iiif", false), ("iiif3", true)] {
                let expected = ExpectedTiles.iiif(
                    levels, tileSize: width, tileHeight: height, isVersion3: isVersion3)
                let bundle = bundles.appending(path: name)
                #expect(expected.count > 10)
                #expect(try await expected.faults(in: bundle, mean: 3) == [], "\(name)")
                // The negative control: other pixels.
                let others = expected.mapValues { picture in
                    PixelPicture(
                        width: picture.width, height: picture.height, bands: picture.bands,
                        samples: picture.samples.map { 255 - $0 })
                }
                let faults = try await others.faults(in: bundle, mean: 3)
                #expect(faults.count > expected.count / 2, "\(name)")
            }
        }
    }

    /// The tiles have the addresses that OpenSeadragon computes from `info.json`. Together the
    /// tiles of a level show the whole level.
    @Test(arguments: [((601, 403), (256, 128)), ((1025, 130), (256, 128)), ((90, 300), (96, 160))])
    func `OpenSeadragon finds oblong IIIF tiles`(_ size: (Int, Int), _ tile: (Int, Int))
        async throws
    {
        try await TemporaryFolder.with { folder in
            let (bundles, levels) = try await Self.export(
                [.iiif, .iiif3], tile, .jpeg, size: size, in: folder)
            for (name, isVersion3) in [("iiif", false), ("iiif3", true)] {
                let bundle = bundles.appending(path: name)
                let info = try JSONDecoder().decode(
                    JSONValue.self, from: Data(contentsOf: bundle.appending(path: "info.json")))
                let grid = info["tiles"][0]
                #expect(grid["width"].integer == tile.0 && grid["height"].integer == tile.1)
                let factors = try #require(grid["scaleFactors"].array)
                // The negative control: the addresses of square tiles do not exist.
                for (height, isRight) in [(tile.1, true), (tile.0, false)] {
                    let expected = ExpectedTiles.openSeadragon(
                        levels, tileWidth: tile.0, tileHeight: height, levelCount: factors.count,
                        isVersion3: isVersion3)
                    let faults = try await expected.faults(in: bundle, mean: 3)
                    #expect(faults.isEmpty == isRight, "\(name), \(faults)")
                }
            }
        }
    }

    /// Returns the name of an app's tile at a scale of full resolution, by column and row.
    private static func name(
        _ layout: String, _ scale: Double, top: Int, _ column: Int, _ row: Int
    ) -> String {
        switch layout {
        case "jctiled": "photo_\(Int(scale * Double(top)))x_\(row)_\(column).png"
        case "ldo": "1x/\(Int(log2(scale * Double(top))) + 1)/\(column)_\(row).png"
        case "catiledlayer": "photo_\(column)_\(row).png"
        default: "photo_\(Int(scale * 1000))_\(column)_\(row).png"
        }
    }

    @Test(arguments: [(128, 64), (96, 200)])
    func `Apps find oblong tiles by name`(_ width: Int, _ height: Int) async throws {
        try await TemporaryFolder.with { folder in
            let layouts: [any Layout] = [
                .photoscroller, TileManagerLayout(screen: PixelSize(width: 320, height: 480)),
                .jctiled, LDOLayout(scales: [1]), .catiledlayer,
            ]
            let (bundles, levels) = try await Self.export(
                layouts, (width, height), .png, in: folder)
            var view = TiledLayerView(width: 601, height: 403, tileSize: Double(width))
            view.tileHeight = Double(height)
            for layout in layouts {
                let bundle = bundles.appending(path: layout.name)
                let count = try layout.pyramid(
                    name: "photo", imageSize: PixelSize(width: 601, height: 403),
                    tiling: Tiling.Request(tileSize: width, tileHeight: height)
                ).levels.count
                #expect(layout.name == "catiledlayer" ? count == 1 : count > 2)
                for reduction in 0..<count {
                    let scale = 1 / Double(1 << reduction)
                    let (across, down) = (view.tileSize / scale, Double(height) / scale)
                    let outcome = try await view.drawn(scale: scale, from: bundle) { rect in
                        let path = Self.name(
                            layout.name, scale, top: 1 << (count - 1),
                            Int((rect.x / across).rounded(.down)),
                            Int((rect.y / down).rounded(.down)))
                        return [TiledLayerView.Drawing(path: path, rect: rect)]
                    }
                    let place = "\(layout.name), \(scale)"
                    #expect(outcome.missing == [] && outcome.misplaced == [], "\(place)")
                    let picture = try #require(outcome.picture)
                    #expect(
                        try picture.difference(from: levels.pictures[reduction]).largest == 0,
                        "\(place)")
                }
            }
        }
    }
}
