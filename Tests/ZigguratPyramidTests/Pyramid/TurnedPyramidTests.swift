import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratPyramid
@testable import ZigguratSources

/// Pyramids whose tiles are turned one by one, compared with pyramids of images that libvips
/// turned.
@Suite struct TurnedPyramidTests {
    private static let passes = [
        TilingPass(
            tileSize: PixelSize(square: 64), overlap: 1, encoding: TileEncoding(.jpeg),
            edges: [.crop], reductions: Set(0...9)),
        TilingPass(
            tileSize: PixelSize(width: 100, height: 60), overlap: 0, encoding: TileEncoding(.png),
            edges: [.crop, .pad], reductions: [0, 1, 4]),
        // Each level as one JPEG. If the image is tall and not turned, the JPEG is encoded in strips.
        TilingPass(
            tileSize: PixelSize(square: 2048), overlap: 0, encoding: TileEncoding(.jpeg),
            edges: [.crop], reductions: [0, 2]),
    ]

    /// Sizes that are odd on some levels, even on others, smaller than a tile, and tall when turned.
    static let sizes = [
        PixelSize(width: 611, height: 403), PixelSize(width: 512, height: 390),
        PixelSize(width: 30, height: 533), PixelSize(width: 1, height: 3),
        PixelSize(width: 1300, height: 40),
    ]

    @Test(arguments: sizes, 1...8)
    func `Turned tiles equal the tiles of the turned image`(
        _ size: PixelSize, _ orientation: Int
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: size.width, height: size.height)
                .write(to: folder["turned.jpg"], options: "strip")
            try ExifSegment.insert(orientation: orientation, into: file)
            let upright = try await Vips.prepare(file, [["autorot"]], in: folder)
            let expected = try Self.tiles(
                of: try await Self.prepared(upright, in: folder), threads: 1)
            let source = try SourceImage(path: file.path)
            for threads in [1, 3] {
                let isSame = try Self.tiles(of: source, threads: threads) == expected
                #expect(isSame, "\(threads) threads")
            }
        }
    }

    @Test func `Transparent images are turned`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 303, height: 211, hasAlpha: true)
                .write(to: folder["picture.png"])
            let upright = try await Vips.prepare(file, [["rot", "d90"]], in: folder)
            let source = try SourceImage(
                path: file.path, request: SourceRequest(rotation: .quarter))
            let isSame =
                try Self.tiles(of: source, threads: 2)
                == Self.tiles(of: try await Self.prepared(upright, in: folder), threads: 2)
            #expect(isSame)
        }
    }

    @Test func `Tiles turned the other way fail the comparison`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 303, height: 211)
                .write(to: folder["turned.jpg"], options: "strip")
            try ExifSegment.insert(orientation: 6, into: file)
            let wrong = try await Vips.prepare(file, [["autorot"], ["rot", "d180"]], in: folder)
            let isSame =
                try Self.tiles(of: SourceImage(path: file.path), threads: 2)
                == Self.tiles(of: try await Self.prepared(wrong, in: folder), threads: 2)
            #expect(!isSame)
        }
    }

    @Test(arguments: [
        (PixelSize(width: 1300, height: 40), true), (PixelSize(width: 2500, height: 4000), true),
        (PixelSize(width: 2501, height: 4000), false),
    ])
    func `Images with one JPEG of more than ten million pixels are turned before the pass`(
        _ size: PixelSize, _ turnsTiles: Bool
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = folder["turned.jpg"]
            try await Vips.run(
                "black", "turned.jpg", String(size.width), String(size.height), in: folder)
            try ExifSegment.insert(orientation: 6, into: file)
            let source = try SourceImage(path: file.path)
            func pass(_ tileSize: PixelSize) -> TilingPass {
                TilingPass(
                    tileSize: tileSize, overlap: 0, encoding: TileEncoding(.jpeg), edges: [.crop],
                    reductions: [0])
            }
            let (tiles, whole) = (pass(PixelSize(square: 256)), pass(source.header.size))
            #expect(PyramidBuilder(passes: [tiles]).turnsTiles(of: source))
            #expect(PyramidBuilder(passes: [tiles, whole]).turnsTiles(of: source) == turnsTiles)
        }
    }

    /// Opens a file in libvips' own format, converted to PNG.
    private static func prepared(
        _ file: URL, in folder: TemporaryFolder
    ) async throws -> SourceImage {
        try await Vips.run("copy", file.lastPathComponent, "upright.png[strip]", in: folder)
        return try SourceImage(path: folder["upright.png"].path)
    }

    private static func tiles(
        of source: SourceImage, threads: Int
    ) throws -> [EncodedTile: [UInt8]] {
        let store = TileStore()
        try PyramidBuilder(passes: passes, threadCount: threads).build(source, into: store)
        return store.tiles
    }
}
