import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ImagingTestSupport

/// Whole bundles, compared with `vips dzsave` of the image in an equal layout: names and pixels are
/// equal.
@Suite struct VipsLayoutTests {
    /// Sizes at which a column, a row or a level begins.
    private static let sizes = [
        (1, 1), (255, 256), (257, 257), (513, 513), (513, 770), (775, 259), (90, 700),
    ]

    /// A layout and its name in vips.
    struct Pair: Sendable, CustomTestStringConvertible {
        let layout: any Layout
        let vips: String
        var tileSize = 256
        var overlap: Int?
        /// Files of vips that are not tiles and that Ziggurat does not write.
        var extras: Set<String> = ["vips-properties.xml"]
        var isCentred = false

        var testDescription: String { layout.name }
    }

    static let pairs = [
        Pair(
            layout: .google, vips: "google",
            // No file refers to `blank.png`, which stands for omitted tiles.
            extras: ["vips-properties.xml", "blank.png"]),
        Pair(layout: .zoomify(rounding: .up), vips: "zoomify"),
        Pair(layout: .dzi, vips: "dz", tileSize: 254, overlap: 1),
    ]

    @Test(arguments: pairs)
    func `Names and pixels of a bundle equal the bundle of vips`(_ pair: Pair) async throws {
        for (width, height) in Self.sizes {
            try await TemporaryFolder.with { folder in
                let (ours, theirs) = try await Self.export(pair, width, height, in: folder)
                let own = try FolderListing.files(in: ours)
                // If the image fills the grid, vips writes no blank tiles either.
                let other = try FolderListing.files(in: theirs)
                    .filter { !pair.extras.contains($0) }
                #expect(own.sorted() == other.sorted(), "\(width) × \(height)")
                let tiles = own.filter { $0.hasSuffix(".png") }
                #expect(!tiles.isEmpty)
                let faults = try await Self.differing(tiles, ours, theirs)
                #expect(faults == [], "\(width) × \(height)")
            }
        }
    }

    private static let centred = Pair(
        layout: GoogleLayout(isCentred: true), vips: "google",
        extras: ["vips-properties.xml", "blank.png"], isCentred: true)

    /// The image is in the middle of zoom 0. On levels where its offset is a whole number of
    /// pixels, all pixels are equal. On other levels, vips mixes the background into the image's
    /// edges, and Ziggurat does not.
    @Test(arguments: [
        (512, 256, 0), (768, 512, 0), (200, 100, 0), (500, 504, 0), (512, 512, 0), (1, 1, 0),
        (600, 300, 1), (257, 513, 2), (601, 300, 2), (259, 100, 1), (90, 700, 2),
    ])
    func `Centred images have the tiles of vips`(_ width: Int, _ height: Int, firstEqual: Int)
        async throws
    {
        try await TemporaryFolder.with { folder in
            let (ours, theirs) = try await Self.export(Self.centred, width, height, in: folder)
            // `ziggurat-bundle.json` is not a tile: it states the position of the image.
            let own = try FolderListing.files(in: ours).filter { $0 != "ziggurat-bundle.json" }
            let other = try FolderListing.files(in: theirs)
                .filter { !Self.centred.extras.contains($0) }
            #expect(own.sorted() == other.sorted())
            let tiles = own.filter { (Int($0.prefix { $0 != "/" }) ?? -1) >= firstEqual }
            #expect(!tiles.isEmpty)
            #expect(try await Self.differing(tiles, ours, theirs) == [])
        }
    }

    @Test func `The comparison detects a wrong tile`() async throws {
        try await TemporaryFolder.with { folder in
            let (ours, theirs) = try await Self.export(Self.pairs[0], 775, 1027, in: folder)
            let (first, second) = ("2/1/0.png", "2/0/1.png")
            let files = FileManager.default
            #expect(try await Self.differing([first, second], ours, theirs) == [])
            try files.removeItem(at: ours.appending(path: first))
            try files.copyItem(
                at: ours.appending(path: second), to: ours.appending(path: first))
            #expect(try await Self.differing([first, second], ours, theirs) == [first])
        }
    }

    /// IIIF of vips has only JPEG tiles, whose bytes are equal at equal settings. Ziggurat has
    /// further addresses: whole images, and `full` if a tile is as wide as the image.
    @Test func `IIIF tiles equal the tiles of vips byte for byte`() async throws {
        for (width, height) in Self.sizes {
            try await TemporaryFolder.with { folder in
                let file = try await TestPicture(width: width, height: height).write(
                    to: folder["photo.png"])
                let exporter = Exporter(
                    destination: folder["Output"].path,
                    options: Exporter.Options(
                        layouts: [.iiif, .iiif3], tiling: Tiling.Request(tileSize: 256),
                        viewer: .none))
                let ours = URL(filePath: try exporter.export(file.path).folder)
                for layout in ["iiif", "iiif3"] {
                    try await Vips.run(
                        "dzsave", file.path, layout, "--layout", layout, "--tile-size", "256",
                        "--id", "http://x", "--suffix", ".jpg[Q=85]", in: folder)
                    let own = try Self.pictures(in: ours.appending(path: layout))
                    let other = try Self.pictures(in: folder[layout])
                    #expect(!other.isEmpty && other.allSatisfy { own[$0.key] == $0.value })
                    let more = own.keys.filter { path in
                        other[path] == nil && !path.hasPrefix("full/")
                            && !path.hasPrefix("0,0,\(width),\(height)/")
                            && !path.contains("/full/")
                    }
                    #expect(more == [], "\(layout), \(width) × \(height)")
                    // The negative control: all tiles differ from each other.
                    #expect(Set(other.values).count == other.count)
                }
            }
        }
    }

    /// Returns the images in a folder, by their paths.
    private static func pictures(in folder: URL) throws -> [String: Data] {
        let paths = try FolderListing.files(in: folder).filter { $0.hasSuffix(".jpg") }
        return Dictionary(
            uniqueKeysWithValues: try paths.map {
                ($0, try Data(contentsOf: folder.appending(path: $0)))
            })
    }

    /// A Zoomify level whose size is rounded down is the top left part of the level rounded up.
    @Test(arguments: [(513, 513), (1025, 130), (263, 515), (1027, 3), (255, 700), (2055, 40)])
    func `Zoomify levels that are rounded down have the expected tiles`(_ width: Int, _ height: Int)
        async throws
    {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: width, height: height).write(
                to: folder["photo.png"])
            let levels = try await ReducedLevels(of: file, in: folder)
            let expected = ExpectedTiles.zoomify(levels, tileSize: 256, ending: "png")
            let tiles = try Self.export(file, [.zoomify, .dzi], to: folder["Output"])
                .appending(path: "zoomify")
            #expect(try await expected.faults(in: tiles, largest: 0) == [])
            // Further files are the tiles of half a pixel that OpenSeadragon requests.
            let there = try FolderListing.files(in: tiles).filter { $0.hasSuffix(".png") }
            let others = try await Self.halfPixels(
                there.filter { !expected.contains($0) }, in: tiles)
            #expect(others == [])
            #expect(there.count >= expected.count)
        }
    }

    /// Returns the tiles that have more than one pixel in both directions.
    private static func halfPixels(_ tiles: [String], in folder: URL) async throws -> [String] {
        let pictures = try await PixelPicture.read(tiles.map { folder.appending(path: $0) })
        return zip(tiles, pictures).filter { $1.width > 1 && $1.height > 1 }.map(\.0)
    }

    /// TMS counts rows from the bottom. The grid begins at the bottom, unless tiles are cropped for
    /// web viewers.
    @Test(arguments: [(1, 1), (256, 256), (300, 600), (775, 1025), (513, 257), (90, 1027)])
    func `TMS tiles are padded at the top, or cropped`(_ width: Int, _ height: Int) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: width, height: height).write(
                to: folder["photo.png"])
            let levels = try await ReducedLevels(of: file, in: folder)
            for edge in Tiling.Edge.allCases {
                let expected = ExpectedTiles.tms(
                    levels, tileSize: 256, ending: "png", isPadded: edge == .pad)
                let tiles = try Self.export(
                    file, [.xyz, .tms], to: folder[edge.rawValue], edge: edge
                ).appending(path: "tms")
                #expect(try await expected.faults(in: tiles, largest: 0) == [], "\(edge)")
                let there = try FolderListing.files(in: tiles).filter { $0.hasSuffix(".png") }
                #expect(there.count == expected.count)
            }
        }
    }

    /// Whole levels, and tiles of half the density, equal the files of vips.
    @Test func `Whole images and tiles for dense screens equal the files of vips`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 1027, height: 700).write(
                to: folder["photo.png"])
            let levels = try await ReducedLevels(of: file, in: folder)
            let export = try Self.export(
                file, [.legacy, .single, XYZLayout(scales: [1, 2])], to: folder["Output"],
                edge: .crop)
            for (name, reduction) in [("1027x700", 0), ("514x350", 1), ("257x175", 2)] {
                let image = try await PixelPicture.read(
                    export.appending(path: "legacy/\(name).png"))
                #expect(try image.difference(from: levels.pictures[reduction]).largest == 0)
            }
            let single = try await PixelPicture.read(export.appending(path: "single/photo.png"))
            #expect(try single.difference(from: levels.pictures[0]).largest == 0)
            for (path, x, reduction, side) in [
                ("xyz/2/1/0@2x.png", 1, 0, 512), ("xyz/2/1/0.png", 1, 1, 256),
                ("xyz/1/0/0@2x.png", 0, 1, 512), ("xyz/1/0/0.png", 0, 2, 256),
            ] {
                let level = levels.pictures[reduction]
                let tile = try await PixelPicture.read(export.appending(path: path))
                let expected = level.cropped(
                    x: x * side, y: 0, width: min(side, level.width - x * side),
                    height: min(side, level.height))
                #expect(try tile.difference(from: expected).largest == 0, "\(path)")
            }
        }
    }

    private static func export(
        _ file: URL, _ layouts: [any Layout], to destination: URL, edge: Tiling.Edge? = nil
    ) throws -> URL {
        let exporter = Exporter(
            destination: destination.path,
            options: Exporter.Options(
                layouts: layouts,
                tiling: Tiling.Request(edge: edge, encoding: TileEncoding(.png)), viewer: .none))
        return URL(filePath: try exporter.export(file.path).folder)
    }

    /// Exports the bundle, and the bundle of vips.
    private static func export(
        _ pair: Pair, _ width: Int, _ height: Int, in folder: TemporaryFolder
    ) async throws -> (URL, URL) {
        let file = try await TestPicture(width: width, height: height).write(
            to: folder["photo.png"])
        let exporter = Exporter(
            destination: folder["Output"].path,
            options: Exporter.Options(
                layouts: [pair.layout],
                tiling: Tiling.Request(
                    tileSize: pair.tileSize, overlap: pair.overlap, encoding: TileEncoding(.png)),
                viewer: .none))
        let ours = URL(filePath: try exporter.export(file.path).folder)
            .appending(path: pair.layout.name)
        try FileManager.default.createDirectory(
            at: folder["vips"], withIntermediateDirectories: true)
        // A Deep Zoom descriptor lies beside its folder. In other layouts, the folder contains all
        // files.
        let target = pair.vips == "dz" ? "vips/photo" : "vips"
        if pair.vips != "dz" { try FileManager.default.removeItem(at: folder["vips"]) }
        try await Shell.run(
            "vips",
            [
                "dzsave", file.path, target, "--layout", pair.vips, "--tile-size",
                "\(pair.tileSize)", "--overlap", "\(pair.overlap ?? 0)", "--suffix", ".png",
                "--skip-blanks=-1",
            ] + (pair.isCentred ? ["--centre"] : []), in: folder.url
        ).orThrow()
        if pair.vips == "dz" {
            try? FileManager.default.removeItem(at: folder["vips/photo_files/vips-properties.xml"])
        }
        return (ours, folder["vips"])
    }

    private static func differing(
        _ tiles: [String], _ ours: URL, _ theirs: URL
    ) async throws -> [String] {
        let own = try await PixelPicture.read(tiles.map { ours.appending(path: $0) })
        let other = try await PixelPicture.read(tiles.map { theirs.appending(path: $0) })
        return zip(tiles, zip(own, other)).filter { _, pair in
            (try? pair.0.difference(from: pair.1))?.largest != 0
        }.map(\.0)
    }
}
