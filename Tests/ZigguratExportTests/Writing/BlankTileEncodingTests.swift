import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

@Suite("Blank tiles in every encoding")
struct BlankTileEncodingTests {
    /// A background, the encoding of the tiles, and the number of stored tiles at full resolution.
    struct Encoded: Sendable, CustomTestStringConvertible {
        let background: [UInt8]
        let encoding: TileEncoding
        var dirt = 0
        var tolerance = 0
        let count: Int

        var testDescription: String {
            "\(encoding.format), \(encoding.bits) bits, \(background), \(dirt), \(tolerance)"
        }
    }

    static let encoded: [Encoded] = [
        // A transparent background of any colour is blank.
        Encoded(background: [10, 20, 30, 0], encoding: TileEncoding(.png), count: 2),
        Encoded(background: [10, 20, 30, 0], encoding: TileEncoding(.webp), count: 2),
        Encoded(
            background: [10, 20, 30, 0], encoding: TileEncoding(.webp, lossless: true), count: 2),
        Encoded(background: [10, 20, 30, 0], encoding: TileEncoding(.png, bits: 16), count: 2),
        Encoded(
            background: [10, 20, 30, 0], encoding: TileEncoding(.webp), dirt: 9, tolerance: 8,
            count: 3),
        // In an image with transparency, opaque white is visible.
        Encoded(background: [255, 255, 255, 255], encoding: TileEncoding(.png), count: 12),
        // The tolerance is in steps of 8 bits: in 16 bits, 255 is 65,535, and 1 is 257.
        Encoded(background: [255, 255, 255], encoding: TileEncoding(.png, bits: 16), count: 2),
        Encoded(
            background: [255, 255, 255], encoding: TileEncoding(.png, bits: 16), dirt: -20,
            tolerance: 19, count: 3),
        Encoded(
            background: [255, 255, 255], encoding: TileEncoding(.png, bits: 16), dirt: -20,
            tolerance: 20, count: 2),
        Encoded(
            background: [255, 255, 255], encoding: TileEncoding(.png, palette: true), count: 2),
        Encoded(
            background: [255, 255, 255], encoding: TileEncoding(.webp, lossless: true), count: 2),
    ]

    @Test("Blank tiles in every bit depth, with and without transparency", arguments: encoded)
    func encodings(_ test: Encoded) async throws {
        try await Workshop.with { shop in
            let result = try await BlankExport.export(
                [.dzi, .xyz], in: shop, tolerance: test.tolerance, background: test.background,
                dirt: test.dirt
            ) { $0.tiling.encoding = test.encoding }
            let level = "Output/photo/dzi/photo_files/10"
            let top = try shop.folder.files(under: level)
            #expect(top.count == test.count)
            #expect(try Verdict(result.folder).findings == [])
            let tiles = try top.map { try Data(contentsOf: shop.folder["\(level)/\($0)"]) }
            // Each stored tile has the pixels of an export that stores all tiles.
            _ = try await BlankExport.export(
                [.dzi], in: shop, tolerance: nil, background: test.background, dirt: test.dirt
            ) { $0.tiling.encoding = test.encoding }
            for (name, tile) in zip(top, tiles) {
                #expect(try Data(contentsOf: shop.folder["\(level)/\(name)"]) == tile, "\(name)")
            }
        }
    }

    @Test("IIIF clients find every tile; blank tiles share one file")
    func written() async throws {
        try await Workshop.with { shop in
            let result = try await BlankExport.export([.xyz, .iiif3], in: shop)
            #expect(
                result.notes.contains(.blankTilesWritten("iiif3")))
            let bundle = result.manifest.bundles[1]
            #expect(bundle.absent == nil && bundle.tiles == 12 + 4 + 1)
            let stamps = try FileStamp.all(in: "\(result.folder)/iiif3")
            let blanks = [
                "0,0,256,256/256,256/0/default.jpg", "512,512,256,256/256,256/0/default.jpg",
            ]
            let whole = try #require(stamps[blanks[0]])
            #expect(stamps[blanks[1]]?.inode == whole.inode)
            let picture = try await PixelPicture.read(
                URL(filePath: "\(result.folder)/iiif3/\(blanks[0])"))
            #expect(Set(picture.samples) == [255])
            #expect(try Verdict(shop.output).findings == [])
            // Of 17 tiles, 5 show a spot; the other tiles have two sizes.
            var encoded: [Int] = []
            for tolerance in [nil, 0] {
                let alone = try await BlankExport.export([.iiif3], in: shop, tolerance: tolerance)
                encoded.append(alone.manifest.encodedTiles)
            }
            #expect(encoded[0] - encoded[1] == 12 - 2)
        }
    }

    /// Clients of IIIF, and of plain grids without a page, request every tile. A blank tile shows
    /// the background, or is transparent if transparency is kept.
    @Test(
        "Written tiles show the image",
        arguments: [
            (TileEncoding(.png), [10, 20, 30, 0]), (TileEncoding(.webp), [10, 20, 30, 0]),
            (TileEncoding(.png, bits: 16), [255, 255, 255]),
            (TileEncoding(.png, bits: 16), [10, 20, 30, 0]),
        ] as [(TileEncoding, [UInt8])])
    func writtenEncodings(encoding: TileEncoding, background: [UInt8]) async throws {
        try await Workshop.with { shop in
            let result = try await BlankExport.export([.xyz], in: shop, background: background) {
                $0.tiling.encoding = encoding
                $0.viewer = .none
            }
            #expect(result.manifest.bundles[0].absent == nil)
            let ending = encoding.format.fileExtension
            let tile = URL(filePath: "\(result.folder)/xyz/2/0/0.\(ending)")
            let picture = try await PixelPicture.read(tile)
            #expect((picture.width, picture.bands) == (256, background.count))
            if background.count == 4 {
                let alpha = stride(from: 3, to: picture.samples.count, by: 4).map {
                    picture.samples[$0]
                }
                #expect(Set(alpha) == [0])
            } else {
                #expect(Set(picture.samples) == [255])
            }
            let bits = try await Shell.run("vipsheader", ["-f", "format", tile.path]).orThrow()
            #expect(bits.output.contains(encoding.bits == 16 ? "_USHORT" : "_UCHAR"))
            #expect(try Verdict(result.folder).findings == [])
        }
    }

    @Test("Lossless JPEG tiles stay; blank tiles of smaller levels are skipped")
    func lossless() async throws {
        try await Workshop.with { shop in
            try await SpottedPicture.write(to: shop.folder["photo.png"])
            try await Shell.run(
                "vips",
                [
                    "jpegsave", shop.folder["photo.png"].path, shop.folder["photo.jpg"].path, "--Q",
                    "90",
                ]
            ).orThrow()
            for (tolerance, tiles) in [(nil, 12 + 4), (0, 12 + 2)] as [(Int?, Int)] {
                let result = try shop.exporter([.dzi]) {
                    $0.tiling = BlankExport.plain
                    $0.tiling.encoding = TileEncoding(.jpeg, lossless: true)
                    $0.blankTolerance = tolerance
                    $0.isForced = true
                }.export(shop.folder["photo.jpg"].path)
                let files = try shop.folder.files(under: "Output/photo/dzi/photo_files")
                #expect(files.count { $0.hasPrefix("10/") || $0.hasPrefix("9/") } == tiles)
                #expect(try Verdict(result.folder).findings == [])
            }
        }
    }
}
