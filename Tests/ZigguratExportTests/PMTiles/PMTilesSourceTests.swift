import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// PMTiles archives as sources of exports.
@Suite struct PMTilesSourceTests {
    private static func tiles(in folder: URL) throws -> [String: Data] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return try Dictionary(
            uniqueKeysWithValues: names.filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".png") }
                .map { ($0, try Data(contentsOf: folder.appending(path: $0))) })
    }

    /// Lossless tiles have the pixels of the image, so exports of the archive and the image are
    /// equal.
    @Test func `Tiles of a lossless archive without blank tiles equal the image's tiles`()
        async throws
    {
        try await Workshop.with { shop in
            try await TestPicture(width: 500, height: 300, hasAlpha: true).write(
                to: shop.folder["a.png"])
            // White tiles are omitted, and transparent tiles are stored.
            try await Shell.run(
                "vips",
                ["embed", "a.png", "image.png", "300", "560", "1301", "900"], in: shop.folder.url
            ).orThrow()
            try await shop.run([
                "export", "image.png", "-l", "xyz", "-c", "pmtiles", "-f", "png", "-o", "packed",
                "--skip-blanks", "--alpha", "keep", "--background", "#ffffff",
            ]).orThrow()
            let packed = try FileManager.default.subpathsOfDirectory(
                atPath: shop.folder["packed"].path)
            let archive = try #require(packed.first { $0.hasSuffix(".pmtiles") })
            try FileManager.default.copyItem(
                at: shop.folder["packed/\(archive)"], to: shop.folder["image.pmtiles"])
            for source in ["image.png", "image.pmtiles"] {
                try await shop.run([
                    "export", source, "-l", "dzi", "--name", "a", "-o", "of-\(source)",
                ]).orThrow()
            }
            let tiles = try Self.tiles(in: shop.folder["of-image.png/a"])
            let isEqual = try Self.tiles(in: shop.folder["of-image.pmtiles/a"]) == tiles
            #expect(isEqual && tiles.count > 20)
            // Negative control: another background for missing tiles.
            try await shop.run([
                "export", "image.pmtiles", "-l", "dzi", "--name", "a", "-o", "other",
                "--background", "#000000",
            ]).orThrow()
            let isOther = try Self.tiles(in: shop.folder["other/a"]) == tiles
            #expect(!isOther)
        }
    }

    /// Changes to an archive with leaf directories and without compression, and the errors.
    private static let damages: [(what: String, reason: SourceError)] = [
        ("half", .archive(.truncated)),
        ("version 2", .archive(.unsupportedVersion(2, supported: 3))),
        ("vector tiles", .unsupported(.tiles("vector"))),
        ("AVIF tiles", .unsupported(.tiles("AVIF"))),
        ("unknown tiles", .archive(.unsupportedTileType(77))),
        ("a loop", .archive(.directoriesTooDeep(limit: 4))),
        ("a directory", .archive(.damaged(.directory))),
        ("an empty directory", .archive(.noTiles)),
        ("a place", .archive(.outOfBounds)),
        ("a tile", .invalidData(row: nil)),
    ]

    @Test(arguments: [false, true])
    func `Each kind of damage to an archive has its own error`(isIsolated: Bool) async throws {
        try await Workshop.with { shop in
            _ = try shop.exporter([.xyz]).export(try await shop.picture())
            let file = shop.folder["map.pmtiles"]
            try await PackedTiles.pmtiles(
                URL(filePath: "\(shop.output)/photo/xyz"), to: file, leaves: true,
                compression: "none")
            let whole = [UInt8](try Data(contentsOf: file))
            let place = { (offset: Int) in
                (0..<8).reversed().reduce(0) { $0 << 8 | Int(whole[offset + $1]) }
            }
            var exporter = Exporter(destination: shop.folder["out"].path)
            exporter.options.syncs = false
            if isIsolated {
                exporter.options.trust.isolation = SourceRequest.Isolation(
                    program: try ZigguratBinary.url().path)
            }
            // Without the size in the metadata, the archive and its list of pieces are equal
            // images.
            let list = try PMTilesPieces.list(of: file.path, file: "map.pmtiles")
            try shop.folder.write(list.text, to: "map.json")
            var tiles: [[String: Data]] = []
            for source in ["map.pmtiles", "map.json"] {
                let folder = shop.folder["of-\(source)"]
                var exporter = exporter
                exporter.destination = folder.path
                _ = try exporter.export(shop.folder[source].path)
                tiles.append(try Self.tiles(in: folder.appending(path: "map")))
            }
            let isEqual = tiles[0] == tiles[1]
            #expect(isEqual && tiles[0].count > 6)
            // A smaller image is made from a smaller zoom, in the process of a decoder if there is one.
            for (side, readsLevel) in [(150, true), (9999, false)] {
                let source = try SourceImage(
                    path: file.path, request: SourceRequest(fit: PixelSize(square: side)),
                    trust: exporter.options.trust)
                let image = try source.encoded(TileEncoding(.jpeg), background: nil) { true }
                #expect(source.readsLevel == readsLevel && image.count > 1000)
            }
            for (what, reason) in Self.damages {
                var bytes = whole
                switch what {
                case "half": bytes.removeLast(bytes.count / 2)
                case "version 2": bytes[7] = 2
                case "vector tiles": bytes[99] = 1
                case "AVIF tiles": bytes[99] = 5
                case "unknown tiles": bytes[99] = 77
                // A leaf directory with one entry that points to the leaf itself.
                case "a loop":
                    bytes.replaceSubrange(place(40)..<place(40) + 5, with: [1, 0, 0, 5, 1])
                case "a directory": bytes[place(8)] = 0xFF
                case "an empty directory": bytes[place(8)] = 0
                // The section of tiles ends before the last tile.
                case "a place":
                    bytes[64] &= 0
                    bytes[65] &= 0
                default:
                    let last = try #require(
                        Data(bytes).range(of: Data([0xFF, 0xD8, 0xFF]), options: .backwards))
                    bytes[last.lowerBound] = 0
                }
                let damaged = shop.folder["damaged.pmtiles"]
                try Data(bytes).write(to: damaged)
                let error = #expect(throws: ZigguratError.self, "\(what)") {
                    try exporter.export(damaged.path)
                }
                #expect(error?.reason as? SourceError == reason, "\(what): \(error as Any)")
                #expect(error?.subject.hasPrefix(damaged.path) == true)
            }
        }
    }
}
