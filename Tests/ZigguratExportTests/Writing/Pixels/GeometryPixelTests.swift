import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ImagingTestSupport

/// XYZ and IIIF tiles, compared with crops of whole levels that vips made. The crops follow the
/// arithmetic of the formats' specifications.
@Suite struct GeometryPixelTests {
    /// Sizes with edge tiles of every kind, including edge tiles of one pixel.
    private static let sizes = [(775, 1024), (1025, 700), (256, 256), (90, 300)]

    @Test(arguments: sizes)
    func `Lossless XYZ tiles are crops of the levels, padded with white`(
        _ width: Int, _ height: Int
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.photograph(width, height, in: folder)
            let levels = try await ReducedLevels(of: file, in: folder)
            for (edge, isPadded) in [(Tiling.Edge.pad, true), (.crop, false)] {
                let tiles = try Self.export(
                    file, .xyz, to: folder[edge.rawValue],
                    Tiling.Request(tileSize: 256, edge: edge, encoding: TileEncoding(.png)))
                let expected = ExpectedTiles.xyz(levels, tileSize: 256, ending: "png")
                    .mapValues { isPadded ? $0.padded(to: 256) : $0 }
                let faults = try await expected.faults(in: tiles, largest: 0)
                #expect(faults == [], "\(edge)")
            }
        }
    }

    @Test(arguments: sizes)
    func `JPEG tiles are crops of the levels`(_ width: Int, _ height: Int) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.photograph(width, height, in: folder)
            let levels = try await ReducedLevels(of: file, in: folder)
            let request = Tiling.Request(
                tileSize: 256,
                encoding: TileEncoding(.jpeg, quality: 100, subsampling: .full))
            let expected: [(any Layout, ExpectedTiles)] = [
                (
                    XYZLayout(),
                    .xyz(levels, tileSize: 256, ending: "jpg").mapValues { $0.padded(to: 256) }
                ),
                (IIIFLayout(.two), .iiif(levels, tileSize: 256, isVersion3: false)),
                (IIIFLayout(.three), .iiif(levels, tileSize: 256, isVersion3: true)),
            ]
            for (layout, tiles) in expected {
                let folder = try Self.export(file, layout, to: folder[layout.name], request)
                #expect(try await tiles.faults(in: folder, mean: 1) == [], "\(layout.name)")
            }
        }
    }

    @Test(arguments: [("xyz", [:]), ("template", ["naming": "{z}/{x}/{y}.{ext}"])])
    func `Oblong tiles are crops of the levels`(
        name: String, settings: [String: String]
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.photograph(775, 1024, in: folder)
            let levels = try await ReducedLevels(of: file, in: folder).pictures
            let layout = try #require(Formats.standard.layout(named: name)).with(settings)
            let tiles = try Self.export(
                file, layout, to: folder["Output"],
                Tiling.Request(
                    tileSize: 256, tileHeight: 100, edge: .crop, encoding: TileEncoding(.png)))
            // Five levels, because 1024 rows must be halved four times for tiles of 100 rows.
            var count = 0
            for (reduction, level) in levels.prefix(5).enumerated() {
                for column in 0...(level.width - 1) / 256 {
                    for row in 0...(level.height - 1) / 100 {
                        let (x, y) = (256 * column, 100 * row)
                        let expected = level.cropped(
                            x: x, y: y, width: min(256, level.width - x),
                            height: min(100, level.height - y))
                        let tile = try await PixelPicture.read(
                            tiles.appending(path: "\(4 - reduction)/\(column)/\(row).png"))
                        #expect(try tile.difference(from: expected).largest == 0)
                        count += 1
                    }
                }
            }
            let files = try FolderListing.files(in: tiles).filter { $0.hasSuffix(".png") }
            #expect(files.count == count)
        }
    }

    @Test func `The comparison detects a missing tile and a tile moved by a pixel`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.photograph(775, 1024, in: folder)
            let levels = try await ReducedLevels(of: file, in: folder)
            let expected = ExpectedTiles.iiif(levels, tileSize: 256, isVersion3: true)
            let request = Tiling.Request(
                tileSize: 256,
                encoding: TileEncoding(.jpeg, quality: 100, subsampling: .full))
            let tiles = try Self.export(file, .iiif3, to: folder["Output"], request)
            let moved = "256,256,256,256/256,256/0/default.jpg"
            let gone = "0,512,512,512/256,256/0/default.jpg"
            let path = tiles.appending(path: moved).path
            try await Vips.run("wrap", path, "wrapped.v", "--x", "1", "--y", "0", in: folder)
            try await Vips.run("copy", "wrapped.v", "\(path)[Q=100]", in: folder)
            try FileManager.default.removeItem(at: tiles.appending(path: gone))
            #expect(try await expected.faults(in: tiles, mean: 1) == [gone, moved].sorted())
        }
    }

    private static func export(
        _ file: URL, _ layout: any Layout, to destination: URL, _ tiling: Tiling.Request
    ) throws -> URL {
        let exporter = Exporter(
            destination: destination.path,
            options: Exporter.Options(layouts: [layout], tiling: tiling, viewer: .none))
        _ = try exporter.export(file.path)
        return destination.appending(path: "photo/\(layout.name)")
    }

    /// Returns a part of a real photograph as a lossless file.
    private static func photograph(
        _ width: Int, _ height: Int, in folder: TemporaryFolder
    ) async throws -> URL {
        try await Vips.run(
            "extract_area", RealPhotographs.photograph("Wine").path, "photo.png[strip]", "400",
            "900",
            "\(width)", "\(height)", in: folder)
        return folder["photo.png"]
    }
}
