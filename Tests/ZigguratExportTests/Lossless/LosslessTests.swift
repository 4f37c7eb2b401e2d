import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Lossless tiles of full resolution, compared with jpegtran.
@Suite struct LosslessTests {
    @Test(arguments: JPEGKind.all + JPEGKind.turned)
    func `Tiles of full resolution equal the tiles of jpegtran`(_ kind: JPEGKind) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await kind.make(in: folder)
            let tiles = try Self.export(file, in: folder)
            let upright = try await Jpegtran.upright(
                file, orientation: kind.orientation, in: folder)
            #expect(tiles.count >= 1)
            for (place, tile) in tiles {
                let part = try await Jpegtran.part(
                    upright, x: place.x, y: place.y, width: place.width, height: place.height,
                    in: folder)
                let bytes = try Data(contentsOf: tile)
                #expect(bytes == part, "\(place)")
            }
            let source = try await PixelPicture.read(upright)
            let far = try await Self.differingPixels(tiles, source)
            // Decoders smooth colour across blocks, but not across
            // tiles.
            #expect(far.filter { kind.isFine || !$0.isAtBorder }.isEmpty)
        }
    }

    /// Rare samplings and scan orders.
    @Test(arguments: [
        "im_q85_asymmetric", "im_q85_luma_subsample", "im_q85_rgb_subsample_blue",
        "im_q85_444_1x2", "im_q85_420_R13B",
    ])
    func `Tiles of rare kinds of JPEG equal the tiles of jpegtran`(_ name: String) async throws {
        try await TemporaryFolder.with { folder in
            let file = folder["photo.jpg"]
            let source = try StandardImages.file("jxl/flower/flower.png.\(name).jpg")
            try FileManager.default.copyItem(at: source, to: file)
            var options = Self.options(lossless: true)
            options.tiling.tileSize = 768
            let tiles = try Self.export(file, options, in: folder)
            #expect(tiles.count == 6)
            for (place, tile) in tiles {
                let part = try await Jpegtran.part(
                    file, x: place.x, y: place.y, width: place.width, height: place.height,
                    in: folder)
                #expect(try Data(contentsOf: tile) == part, "\(place)")
            }
        }
    }

    @Test(arguments: ["picosdeeuropa", "Picture_1A", "Wine"])
    func `Tiles need at most a tenth more bytes than the file`(_ name: String) async throws {
        try await TemporaryFolder.with { folder in
            let file = folder["photo.jpg"]
            try FileManager.default.copyItem(at: RealPhotographs.photograph(name), to: file)
            let fields = try await Shell.run("vipsheader", ["-a", file.path]).orThrow().output
            try #require(!fields.contains("orientation: 6"))
            let tiles = try Self.export(file, in: folder)
            let bytes = try tiles.reduce(0) { try $0 + Data(contentsOf: $1.tile).count }
            #expect(Double(bytes) <= 1.1 * Double(try Data(contentsOf: file).count))
            let plan = try Self.exporter(in: folder).plan(file.path)
            let top = try #require(plan.bundles.first?.pyramid.levels.last)
            #expect(plan.memory.coefficients >= 2 * top.size.pixelCount * 3 / 2)
        }
    }

    @Test func `Smaller levels are encoded as usual, and layouts share tiles`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let file = try await #require(JPEGKind.all.first).make(in: folder)
            var options = Self.options(lossless: true)
            options.layouts = [.dzi, .zoomify, .xyz, .tms, .iiif3]
            options.tiling.tileSize = 256
            options.tiling.encoding?.quality = 60
            let cut = try Exporter(destination: folder["cut"].path, options: options)
                .export(file.path)
            options.tiling.encoding?.lossless = false
            options.tiling.overlap = 0
            options.layouts = [.dzi]
            try Exporter(destination: folder["encoded"].path, options: options).export(file.path)
            let names = try folder.files(under: "encoded/444/dzi")
                .filter { $0.hasSuffix(".jpg") }
            #expect(names.count > 10)
            for name in names {
                let isSame =
                    try Data(contentsOf: folder["cut/444/dzi/\(name)"])
                    == Data(contentsOf: folder["encoded/444/dzi/\(name)"])
                #expect(isSame != name.contains("_files/10/"), "\(name)")
            }
            let top = "cut/444/dzi/444_files/10/2_1.jpg"
            for path in [
                "zoomify/TileGroup0/2-2-1.jpg", "xyz/2/2/1.jpg", "tms/2/2/0.jpg",
                "iiif3/512,256,99,44/99,44/0/default.jpg",
            ] {
                #expect(
                    try Data(contentsOf: folder["cut/444/\(path)"])
                        == Data(contentsOf: folder[top]), "\(path)")
            }
            #expect(cut.manifest.encodedTiles < 30)
            #expect(cut.manifest.image.conversions.contains(.cutFromSource))
        }
    }

    @Test func `A region that begins at a block is cropped without loss`() async throws {
        try await TemporaryFolder.with { folder in
            let kind = try #require(JPEGKind.turned.last)
            let file = try await kind.make(in: folder)
            var options = Self.options(lossless: true)
            options.source.crop = PixelRegion(x: 32, y: 48, width: 201, height: 333)
            let tiles = try Self.export(file, options, in: folder)
            let upright = try await Jpegtran.upright(file, orientation: 8, in: folder)
            #expect(tiles.count == 2)
            for (place, tile) in tiles {
                let part = try await Jpegtran.part(
                    upright, x: place.x + 32, y: place.y + 48, width: place.width,
                    height: place.height, in: folder)
                #expect(try Data(contentsOf: tile) == part, "\(place)")
            }
        }
    }

    @Test func `Progressive tiles equal the tiles of jpegtran`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await JPEGKind.all[1].make(in: folder)
            var options = Self.options(lossless: true)
            options.tiling.encoding?.progressive = true
            for (place, tile) in try Self.export(file, options, in: folder) {
                let part = try await Jpegtran.part(
                    file, x: place.x, y: place.y, width: place.width, height: place.height,
                    options: ["-progressive"], in: folder)
                #expect(try Data(contentsOf: tile) == part, "\(place)")
            }
        }
    }

    @Test func `Encoded tiles fail the comparison`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await #require(JPEGKind.all.first).make(in: folder)
            var options = Self.options(lossless: false)
            options.tiling = Tiling.Request(
                tileSize: 256, overlap: 0,
                encoding: TileEncoding(.jpeg, quality: 90, subsampling: .full))
            let tiles = try Self.export(file, options, in: folder)
            let (place, tile) = try #require(tiles.first)
            let part = try await Jpegtran.part(
                file, x: place.x, y: place.y, width: place.width, height: place.height, in: folder)
            #expect(try Data(contentsOf: tile) != part)
            let source = try await PixelPicture.read(file)
            #expect(try await !Self.differingPixels(tiles, source).isEmpty)
        }
    }

    private typealias PlacedTile = (place: PixelRegion, tile: URL)

    static func options(lossless: Bool) -> Exporter.Options {
        Exporter.Options(
            layouts: [.dzi],
            tiling: Tiling.Request(encoding: TileEncoding(.jpeg, lossless: lossless)),
            viewer: .none)
    }

    private static func exporter(in folder: TemporaryFolder) -> Exporter {
        Exporter(destination: folder["Output"].path, options: options(lossless: true))
    }

    /// The tiles of full resolution of a Deep Zoom image, and their regions.
    private static func export(
        _ file: URL, _ options: Exporter.Options = options(lossless: true),
        in folder: TemporaryFolder
    ) throws -> [PlacedTile] {
        let exporter = Exporter(destination: folder["Output"].path, options: options)
        let plan = try exporter.plan(file.path)
        try exporter.export(file.path)
        let pyramid = try #require(plan.bundles.first?.pyramid)
        let top = try #require(pyramid.levels.last)
        #expect(pyramid.tiling.tileSize == PixelSize(square: options.tiling.tileSize ?? 256))
        #expect(pyramid.tiling.overlap == 0)
        let name = file.deletingPathExtension().lastPathComponent
        return pyramid.tiles(of: top).map { tile in
            let path = "\(top.index)/\(tile.column)_\(tile.row).jpg"
            return (tile.levelRegion, folder["Output/\(name)/dzi/\(name)_files/\(path)"])
        }
    }

    private struct Pixel {
        /// Whether the pixel is in the first or last row or column of its tile, beside another
        /// tile.
        let isAtBorder: Bool
    }

    private static func differingPixels(
        _ tiles: [PlacedTile], _ source: PixelPicture
    ) async throws -> [Pixel] {
        var pixels: [Pixel] = []
        let pictures = try await PixelPicture.read(tiles.map(\.tile))
        for (picture, place) in zip(pictures, tiles.map(\.place)) {
            let part = source.cropped(
                x: place.x, y: place.y, width: place.width, height: place.height)
            try #require(part.samples.count == picture.samples.count)
            guard part != picture else { continue }
            for y in 0..<place.height {
                for x in 0..<place.width {
                    let start = (y * place.width + x) * part.bands
                    let range = start..<start + part.bands
                    guard part.samples[range] != picture.samples[range] else { continue }
                    pixels.append(
                        Pixel(
                            isAtBorder: [0, place.width - 1].contains(x)
                                || [0, place.height - 1].contains(y)))
                }
            }
        }
        return pixels
    }
}
