import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratPyramid
@testable import ZigguratSources

/// The image data of lossless WebP tiles equal the data of libvips byte for byte. Lossy tiles use
/// one quantiser each, and are neither larger nor further from the image than tiles of libvips.
@Suite struct WebPTileEncoderTests {
    /// libvips adds empty metadata, which tiles do not need.
    @Test(arguments: [3, 4])
    func `Lossless tiles equal the tiles of vips byte for byte`(_ bands: Int) async throws {
        try await TemporaryFolder.with { folder in
            let picture = TestPicture(width: 333, height: 207, hasAlpha: bands == 4)
            let file = try await picture.write(to: folder["colour.png"])
            // A single level, because the means of transparent pixels differ between libvips and
            // Ziggurat.
            try await Shell.run(
                "vips",
                [
                    "dzsave", file.path, folder["theirs"].path, "--suffix",
                    ".webp[Q=85,lossless]",
                    "--tile-size", "126", "--overlap", "1", "--depth", "one",
                ]
            ).orThrow()
            let store = TileStore()
            let cut = TilingPass(
                tileSize: PixelSize(square: 126), overlap: 1,
                encoding: TileEncoding(.webp, lossless: true),
                edges: [.crop], reductions: [0])
            try PyramidBuilder(passes: [cut], threadCount: 2)
                .build(SourceImage(path: file.path), into: store)
            let theirs = try folder.files(under: "theirs_files").filter { $0.hasSuffix(".webp") }
            #expect(theirs.count == store.tiles.count)
            for (tile, bytes) in store.tiles {
                let path = "theirs_files/0/\(tile.column)_\(tile.row).webp"
                let ours = Self.pictureData(bytes)
                #expect(!ours.isEmpty)
                let isSame = try Self.pictureData([UInt8](Data(contentsOf: folder[path]))) == ours
                #expect(isSame, "\(path)")
                // The negative control: the neighbouring tile has other bytes.
                let other = "theirs_files/0/\((tile.column + 1) % 3)_\(tile.row).webp"
                let isOther =
                    try Self.pictureData([UInt8](Data(contentsOf: folder[other]))) != ours
                #expect(isOther, "\(other)")
            }
        }
    }

    @Test(arguments: [(85, 85, true), (40, 40, true), (60, 85, false)])
    func `Lossy tiles are no larger than tiles of vips, and as close to the image`(
        _ quality: Int, _ theirQuality: Int, _ isAsNear: Bool
    ) async throws {
        try await TemporaryFolder.with { folder in
            let photograph = try RealPhotographs.photograph("picosdeeuropa")
            let part = folder["part.png"]
            try await Vips.run(
                "crop", photograph.path, part.path, "700", "500", "1000", "750", in: folder)
            try await Vips.run(
                "dzsave", part.path, "theirs", "--suffix", ".webp[Q=\(theirQuality)]",
                "--tile-size", "250", "--overlap", "0", "--depth", "one", in: folder)
            let store = TileStore()
            let cut = TilingPass(
                tileSize: PixelSize(square: 250), overlap: 0,
                encoding: TileEncoding(.webp, quality: quality), edges: [.crop], reductions: [0])
            try PyramidBuilder(passes: [cut], threadCount: 2)
                .build(SourceImage(path: part.path), into: store)
            let picture = try await PixelPicture.read(part)
            var (ours, theirs): ([URL], [URL]) = ([], [])
            for (tile, bytes) in store.tiles {
                let name = "\(tile.column)_\(tile.row).webp"
                ours.append(try folder.write(Data(bytes), to: name))
                theirs.append(folder["theirs_files/0/\(name)"])
            }
            let places = store.tiles.keys.map { (x: $0.column * 250, y: $0.row * 250) }
            func cost(of files: [URL]) async throws -> (bytes: Int, difference: Double) {
                let tiles = try await PixelPicture.read(files)
                let differences = try zip(tiles, places).map { tile, place in
                    try picture.cropped(x: place.x, y: place.y, width: 250, height: 250)
                        .difference(from: tile).mean
                }
                let bytes = try files.reduce(0) { try $0 + Data(contentsOf: $1).count }
                return (bytes, differences.reduce(0, +) / Double(differences.count))
            }
            #expect(ours.count == 12)
            let (mine, vips) = try await (cost(of: ours), cost(of: theirs))
            #expect(mine.bytes <= vips.bytes * 102 / 100, "\(mine), \(vips)")
            #expect((mine.difference <= vips.difference * 1.02) == isAsNear, "\(mine), \(vips)")
        }
    }

    /// Returns the chunks that contain pixels. A RIFF chunk has a name, a little-endian length of
    /// four bytes, and an even number of bytes.
    private static func pictureData(_ file: [UInt8]) -> [UInt8] {
        var data: [UInt8] = []
        var place = 12
        while place + 8 <= file.count {
            let name = String(decoding: file[place..<place + 4], as: UTF8.self)
            let length = file[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            let end = min(file.count, place + 8 + length)
            if ["VP8 ", "VP8L", "ALPH"].contains(name) { data += file[place..<end] }
            place = end + length % 2
        }
        return data
    }
}
