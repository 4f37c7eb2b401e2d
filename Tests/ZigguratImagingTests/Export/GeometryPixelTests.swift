import Foundation
import TestSupport
import Testing
import ZigguratKit

/// XYZ and IIIF tiles against crops of whole levels that vips made, cut by the fact sheet's
/// arithmetic.
@Suite struct GeometryPixelTests {
    /// Sizes with edge tiles of every kind, one of them a pixel wide.
    private static let sizes = [(775, 1024), (1025, 700), (256, 256), (90, 300)]

    @Test(arguments: sizes)
    func `XYZ tiles without loss are crops of the levels, padded with white`(
        _ width: Int, _ height: Int
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.photograph(width, height, in: folder)
            let levels = try await ReducedLevels(of: file, in: folder)
            for (edge, isPadded) in [(EdgeRule.pad, true), (.crop, false)] {
                let tiles = try Self.export(
                    file, .xyz, to: folder[edge.rawValue],
                    TilingRequest(tileSize: 256, edge: edge, encoding: TileEncoding(.png)))
                let expected = ExpectedTiles.xyz(levels, tileSize: 256, ending: "png")
                    .mapValues { isPadded ? $0.padded(to: 256) : $0 }
                let faults = try await expected.faults(in: tiles, largest: 0)
                #expect(faults == [], "\(edge)")
            }
        }
    }

    @Test(arguments: sizes)
    func `JPEG tiles are those crops too`(_ width: Int, _ height: Int) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.photograph(width, height, in: folder)
            let levels = try await ReducedLevels(of: file, in: folder)
            let request = TilingRequest(
                tileSize: 256,
                encoding: TileEncoding(.jpeg, quality: 100, subsampling: .full))
            let expected: [(any Layout, ExpectedTiles)] = [
                (
                    XYZLayout(),
                    .xyz(levels, tileSize: 256, ending: "jpg").mapValues { $0.padded(to: 256) }
                ),
                (IIIF2Layout(), .iiif(levels, tileSize: 256, isVersion3: false)),
                (IIIF3Layout(), .iiif(levels, tileSize: 256, isVersion3: true)),
            ]
            for (layout, tiles) in expected {
                let folder = try Self.export(file, layout, to: folder[layout.name], request)
                #expect(try await tiles.faults(in: folder, mean: 1) == [], "\(layout.name)")
            }
        }
    }

    @Test func `A tile that is missing or moved by a pixel is found out`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.photograph(775, 1024, in: folder)
            let levels = try await ReducedLevels(of: file, in: folder)
            let expected = ExpectedTiles.iiif(levels, tileSize: 256, isVersion3: true)
            let request = TilingRequest(
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
        _ file: URL, _ layout: any Layout, to destination: URL, _ tiling: TilingRequest
    ) throws -> URL {
        let exporter = Exporter(
            destination: destination.path,
            options: ExportOptions(layouts: [layout], tiling: tiling, viewer: .none))
        _ = try exporter.export(file.path)
        return destination.appending(path: "photo/\(layout.name)")
    }

    /// A part of a real photograph, without loss.
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
