import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// The export of a mosaic has the tiles of the whole image.
@Suite struct MosaicExportTests {
    /// Divides the image into a folder of pieces in two rows and three columns.
    private static func cut(_ picture: String, in shop: Workshop) async throws {
        try FileManager.default.createDirectory(
            at: shop.folder["scan"], withIntermediateDirectories: true)
        for (row, y) in [0, 250].enumerated() {
            for (column, x) in [0, 200, 400].enumerated() {
                let file = "scan/\(row)_\(column).tif"
                let size = row == 0 ? "250" : "150"
                try await Shell.run(
                    "vips", ["crop", picture, file, "\(x)", "\(y)", "200", size],
                    in: shop.folder.url
                ).orThrow()
            }
        }
    }

    private static func hashes(_ folder: URL) throws -> [String: Data] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return try Dictionary(
            uniqueKeysWithValues: names.filter { $0.hasSuffix(".jpg") }.map { name in
                (name, try Data(contentsOf: folder.appending(path: name)))
            })
    }

    @Test func `A mosaic has the tiles of the whole image, which change with a piece`() async throws
    {
        try await Workshop.with { shop in
            let picture = try await shop.picture("scan.png")
            try await Self.cut(picture, in: shop)
            try await shop.run(["mosaic", "scan"]).orThrow()
            let again = try await shop.run(["mosaic", "scan"])
            #expect(again.status == 1)
            try await shop.run(["export", "scan.json", "-l", "dzi,xyz", "-o", "a"]).orThrow()
            try await shop.run(["export", "scan.png", "-l", "dzi,xyz", "-o", "b"]).orThrow()
            let tiles = try Self.hashes(shop.folder["a/scan"])
            #expect(try Self.hashes(shop.folder["b/scan"]) == tiles && tiles.count > 6)
            try await shop.run(["verify", "a"]).orThrow()

            let source = Exporter(destination: shop.folder["a"].path, layouts: [.dzi, .xyz])
            let list = shop.folder["scan.json"].path
            #expect(try source.export(list).outcome == .upToDate)
            try await Shell.run(
                "vips", ["invert", "scan/0_1.tif", "scan/1_2.tif"], in: shop.folder.url
            ).orThrow()
            #expect(try source.export(list).outcome == .exported)
            #expect(try Self.hashes(shop.folder["a/scan"]) != tiles)
        }
    }

    @Test func `Tiles of a PMTiles archive are pieces like unpacked tiles`() async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture("scan.png")
            for (container, output) in [("pmtiles", "a"), ("folder", "b")] {
                try await shop.run([
                    "export", "scan.png", "-l", "xyz", "-c", container, "-o", output,
                ]).orThrow()
            }
            let files = try FileManager.default.subpathsOfDirectory(atPath: shop.folder["a"].path)
            let archive = try #require(files.first { $0.hasSuffix(".pmtiles") })
            try FileManager.default.copyItem(
                at: shop.folder["a/\(archive)"], to: shop.folder["map.pmtiles"])
            let levels = try FileManager.default.contentsOfDirectory(
                atPath: shop.folder["b/scan/xyz"].path)
            let level = try #require(levels.compactMap { Int($0) }.max())
            try FileManager.default.copyItem(
                at: shop.folder["b/scan/xyz/\(level)"], to: shop.folder["tiles"])
            try await shop.run(["mosaic", "map.pmtiles"]).orThrow()
            try await shop.run(["mosaic", "tiles", "--pieces", "{column}/{row}.jpg"]).orThrow()
            for list in ["map.json", "tiles.json"] {
                try await shop.run([
                    "export", list, "--name", "image", "-l", "dzi,xyz", "-o", "of-\(list)",
                ]).orThrow()
            }
            let tiles = try Self.hashes(shop.folder["of-map.json"])
            #expect(try Self.hashes(shop.folder["of-tiles.json"]) == tiles && tiles.count > 6)

            // The header states compressed tiles, vector tiles, and another version.
            for (place, value, isReason) in [
                (98, 2, { $0 as? SourceError == .mosaic(.pieceFormat) }),
                (99, 1, { $0 as? DescriptorError == .vectorTiles }),
                (7, 9, { $0 as? ArchiveError == .unsupportedVersion(9, supported: 3) }),
            ] as [(Int, UInt8, (any ErrorReason) -> Bool)] {
                var bytes = try Data(contentsOf: shop.folder["map.pmtiles"])
                bytes[place] = value
                try bytes.write(to: shop.folder["other.pmtiles"])
                let error = #expect(throws: ZigguratError.self) {
                    try PMTilesPieces.list(of: shop.folder["other.pmtiles"].path, file: "other")
                }
                #expect(error.map { isReason($0.reason) } == true)
            }
        }
    }
}
