import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// MBTiles databases, as Python's `sqlite3` and GDAL read them.
@Suite struct MBTilesFormatTests {
    private func export(
        _ image: String, in shop: Workshop, change: (inout Exporter.Options) -> Void = { _ in }
    ) throws -> ExportResult {
        try shop.exporter([.xyz]) {
            change(&$0)
            $0.container = .mbtiles
        }.export(image)
    }

    @Test(arguments: [(TileFormat.jpeg, "jpg"), (.png, "png"), (.webp, "webp")])
    func everyTileIsThatOfTheFolder(format: TileFormat, word: String) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture("it's.png", width: 700, height: 300)
            let change = { (options: inout Exporter.Options) in
                options.tiling.encoding = TileEncoding(format, quality: 60)
                options.caption = Caption(title: "Ä's", description: "What it is", rights: "R")
            }
            let folder = try shop.exporter([.xyz], change: change).export(image).folder
            let kept = shop.folder["folder"].path
            try FileManager.default.moveItem(atPath: folder, toPath: kept)
            let result = try export(image, in: shop, change: change)
            let database = "\(result.folder)/it's.mbtiles"
            let judge = { try await OtherReaders.mbtiles(database, against: "\(kept)/xyz") }
            let found = try await judge()
            #expect(found.status == 0, "\(found.errors)")
            let metadata = try JSONDecoder().decode(JSONValue.self, from: found.standardOutput)
            #expect(metadata["format"].string == word)
            #expect(metadata["name"] == "Ä's" && metadata["attribution"] == "R")
            #expect(metadata["minzoom"] == "0" && metadata["maxzoom"] == "2")
            #expect(metadata["bounds"].string?.hasPrefix("-180.0,") == true)
            #expect(metadata["description"].string?.hasPrefix("What it is\nAn image of") == true)
            #expect(try BundleAudit.complaints(of: result.folder, result.manifest) == [])
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: result.folder).sorted()
                    == [
                        "it's.mbtiles", "thumbnail-large.jpg", "thumbnail.jpg", "ziggurat.hashes",
                        "ziggurat.json",
                    ])

            // Negative controls: a row that is counted from the top, and a missing tile.
            for statement in [
                "UPDATE tiles SET tile_row = 3 - tile_row WHERE zoom_level = 2",
                "DELETE FROM tiles WHERE zoom_level = 0",
            ] {
                try await Shell.run("sqlite3", [database, statement]).orThrow()
                #expect(try await judge().errors.hasPrefix("other tiles"))
            }
        }
    }

    /// GDAL assembles the image from tiles and bounds.
    @Test(arguments: [(700, 500), (1000, 37), (256, 256), (30, 513)])
    func gdalSeesThePicture(width: Int, height: Int) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture("photo.png", width: width, height: height)
            let result = try export(image, in: shop) {
                $0.tiling.encoding = TileEncoding(.png)
            }
            let database = "\(result.folder)/photo.mbtiles"
            let read = {
                let copy = shop.folder["copy.png"]
                try await Shell.run(
                    "gdal_translate", ["-q", "-of", "PNG", database, copy.path]
                ).orThrow()
                return try await PixelPicture.read(copy).withoutAlpha()
            }
            let picture = try await PixelPicture.read(URL(filePath: image))
            #expect(try await read().difference(from: picture).largest == 0)

            // Negative control.
            try await Shell.run(
                "sqlite3",
                [
                    database,
                    "UPDATE tiles SET tile_data = (SELECT tile_data FROM tiles WHERE zoom_level = 0)",
                ]
            ).orThrow()
            let wrong = try await read()
            if width != 256 { #expect(try wrong.difference(from: picture).largest > 50) }
        }
    }
}
