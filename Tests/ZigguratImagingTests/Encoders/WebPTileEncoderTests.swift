import Foundation
import TestSupport
import Testing
import ZigguratCore

@testable import ZigguratImaging

/// The picture data of WebP tiles are libvips' own, byte for byte, at the same settings. It adds
/// empty metadata, which tiles have no use for.
@Suite struct WebPTileEncoderTests {
    private static let suffixes: [(String, TileEncoding)] = [
        (".webp[Q=85]", TileEncoding(.webp)), (".webp[Q=40]", TileEncoding(.webp, quality: 40)),
        (".webp[Q=85,lossless]", TileEncoding(.webp, lossless: true)),
    ]

    @Test(arguments: suffixes, [3, 4])
    func `Tiles are byte for byte those of vips`(
        _ example: (suffix: String, encoding: TileEncoding), _ bands: Int
    ) async throws {
        try await TemporaryFolder.with { folder in
            let picture = TestPicture(width: 333, height: 207, hasAlpha: bands == 4)
            let file = try await picture.write(to: folder["colour.png"])
            // One level: libvips' means of transparent pixels are none of ours.
            try await Shell.run(
                "vips",
                [
                    "dzsave", file.path, folder["theirs"].path, "--suffix", example.suffix,
                    "--tile-size", "126", "--overlap", "1", "--depth", "one",
                ]
            ).orThrow()
            let store = TileStore()
            let cut = Cut(
                tileSize: PixelSize(square: 126), overlap: 1, encoding: example.encoding,
                edges: [.crop], reductions: [0])
            try PyramidBuilder(cuts: [cut], threadCount: 2)
                .build(SourceImage(path: file.path), into: store)
            let theirs = try folder.files(under: "theirs_files").filter { $0.hasSuffix(".webp") }
            #expect(theirs.count == store.tiles.count)
            for (tile, bytes) in store.tiles {
                let path = "theirs_files/0/\(tile.column)_\(tile.row).webp"
                let ours = Self.pictureData(bytes)
                #expect(!ours.isEmpty)
                let isSame = try Self.pictureData([UInt8](Data(contentsOf: folder[path]))) == ours
                #expect(isSame, "\(path)")
                // A tile of the neighbour is not the same bytes.
                let other = "theirs_files/0/\((tile.column + 1) % 3)_\(tile.row).webp"
                let isOther =
                    try Self.pictureData([UInt8](Data(contentsOf: folder[other]))) != ours
                #expect(isOther, "\(other)")
            }
        }
    }

    /// The chunks that hold pixels: RIFF, a chunk's name, its length in four bytes, lowest first,
    /// and its bytes, of even number.
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
