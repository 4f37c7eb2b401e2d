import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratFormats
@testable import ZigguratStore
@testable import ZigguratSystem

/// PMTiles archives, as the format's own reader for Python reads them.
@Suite struct PMTilesFormatTests {
    /// Exports an image as a folder and as an archive.
    private func both(
        _ image: String, in shop: Workshop, change: (inout Exporter.Options) -> Void = { _ in }
    ) throws -> (folder: String, result: ExportResult) {
        let folder = try shop.exporter([.xyz]) {
            change(&$0)
            $0.viewer = .none
        }.export(image).folder
        let kept = shop.folder["folder"].path
        try FileManager.default.moveItem(atPath: folder, toPath: kept)
        let result = try shop.exporter([.xyz]) {
            change(&$0)
            $0.container = .pmtiles
        }.export(image)
        return ("\(kept)/xyz", result)
    }

    @Test(arguments: [(TileFormat.jpeg, "JPEG"), (.png, "PNG"), (.webp, "WEBP"), (.avif, "AVIF")])
    func everyTileIsThatOfTheFolder(format: TileFormat, type: String) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture("a & b.png", width: 700, height: 300)
            let (folder, result) = try both(image, in: shop) {
                $0.tiling.encoding = TileEncoding(format, quality: 60)
                $0.caption = Caption(title: "Ä “title”", attribution: "A. Person")
            }
            let judge = try await OtherReaders.pmtiles(
                "\(result.folder)/a & b.pmtiles", against: folder)
            #expect(judge.status == 0, "\(judge.errors)")
            let found = try JSONDecoder().decode(JSONValue.self, from: judge.standardOutput)
            #expect(found["header"]["tile_type"].string == type)
            #expect(found["header"]["tile_compression"] == "NONE")
            // The image covers 700 × 300 of the 1024 × 1024 pixels of the world.
            #expect(found["header"]["min_lon_e7"] == -1_800_000_000)
            #expect(found["header"]["max_lon_e7"] == 660_937_500)
            #expect(found["header"]["max_lat_e7"] == 850_511_288)
            #expect(found["metadata"]["name"] == "Ä “title”")
            #expect(found["metadata"]["attribution"] == "A. Person")
            #expect(
                found["metadata"]["description"].string?.contains("no place on earth") == true
                    || found["metadata"]["description"].string?.contains("without a place") == true)
            #expect(found["metadata"]["image_width"] == 700)
            #expect(found["metadata"]["tile_size"] == 256)
            #expect(try BundleAudit.complaints(of: result.folder, result.manifest) == [])
            #expect(result.manifest.bundles.map(\.path) == ["a & b.pmtiles"])
            #expect(result.manifest.bundles.map(\.files) == result.manifest.bundles.map(\.tiles))
        }
    }

    @Test(arguments: [(1, 1), (1, 700), (700, 1), (256, 256), (257, 255), (1025, 513)])
    func oddSizes(width: Int, height: Int) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: width, height: height)
            let (folder, result) = try both(image, in: shop) { $0.tiling.tileSize = 64 }
            let judge = try await OtherReaders.pmtiles(
                "\(result.folder)/photo.pmtiles", against: folder)
            #expect(judge.status == 0, "\(judge.errors)")
        }
    }

    /// In an image of one colour, equal tiles are stored once, and neighbours form a run.
    @Test func equalTilesAreOne() async throws {
        try await Workshop.with { shop in
            let image = shop.folder["photo.png"]
            try await Shell.run(
                "vips", ["black", image.path, "1024", "1024", "--bands", "3"]
            ).orThrow()
            let (folder, result) = try both(image.path, in: shop)
            let judge = try await OtherReaders.pmtiles(
                "\(result.folder)/photo.pmtiles", against: folder)
            #expect(judge.status == 0, "\(judge.errors)")
            let header = try JSONDecoder().decode(JSONValue.self, from: judge.standardOutput)[
                "header"]
            #expect(header["addressed_tiles_count"] == 21)
            #expect(header["tile_contents_count"] == 1)
            #expect(header["tile_entries_count"] == 1)
        }
    }

    @Test func theJudgeCatchesWhatIsWrong() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 700, height: 300)
            let (folder, result) = try both(image, in: shop)
            let archive = "\(result.folder)/photo.pmtiles"
            let judge = { try await OtherReaders.pmtiles(archive, against: folder).status }
            #expect(try await judge() == 0)
            // The bytes belong to the tiles' offset, the count of contents, the root directory and
            // a tile.
            for offset in [56, 88, 140, try FileStamp(archive).bytes - 300] {
                try OtherReaders.flip(archive, at: offset)
                #expect(try await judge() != 0, "\(offset)")
                try OtherReaders.flip(archive, at: offset)
            }
            #expect(try await judge() == 0)
        }
    }

    /// Several threads write more tiles than a root directory holds, in any order.
    @Test func leafDirectories() async throws {
        try await TemporaryFolder.with { folder in
            let pyramid = Pyramid(
                name: "big", imageSize: PixelSize(width: 256 * 256, height: 100 * 256),
                tiling: Tiling(tileSize: PixelSize(square: 256), edge: .pad), depth: .oneTile)
            let archive = folder["big.pmtiles"].path
            let bundle = BundleDescription(layout: "xyz", pyramid: pyramid)
            let container = try PMTilesContainer(PMTilesContents(of: bundle), at: archive)
            let tiles = Array(pyramid.tiles)
            await withTaskGroup(of: Void.self) { group in
                for part in 0..<8 {
                    group.addTask {
                        for (index, tile) in tiles.enumerated().reversed()
                        where index * 7 % 8 == part {
                            let text =
                                "\(tile.address)"
                                + String(repeating: "x", count: index &* 7919 % 9973 % 997)
                            _ = try? container.write(
                                "", tile: tile.address, Array(text.utf8).span.bytes, twin: nil)
                        }
                    }
                }
            }
            let totals = try container.finish()
            #expect(totals.files == tiles.count && tiles.count > 30_000)
            #expect(totals.bytes == (try FileStamp(archive).bytes))
            let judge = try await OtherReaders.python(
                """
                import sys
                from pmtiles.reader import MmapSource, Reader, all_tiles
                source = MmapSource(open(sys.argv[1], "rb"))
                reader = Reader(source)
                header = reader.header()
                assert header["leaf_directory_length"] > 0
                assert 127 + header["root_length"] <= 16384
                count = 0
                for (z, x, y), data in all_tiles(source):
                    text = data.decode().rstrip("x")
                    assert text == f"level {z}, column {x}, row {y}", text
                    count += 1
                    if count % 1000 == 0: assert reader.get(z, x, y) == data
                print(count)
                """, [archive])
            #expect(judge.output == "\(tiles.count)\n", "\(judge.errors)")
            // The spool file is removed.
            #expect(try folder.files() == ["big.pmtiles"])
        }
    }

    @Test(arguments: [
        (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5),
        (12, 3423, 1763, 19_078_479),
    ])
    func numbersAlongTheCurve(zoom: Int, x: Int, y: Int, id: Int) {
        #expect(HilbertCurve.number(of: Tile.Address(level: zoom, column: x, row: y)) == id)
    }

    /// The curve visits each tile of a zoom once, and consecutive tiles are neighbours.
    @Test func theCurveVisitsEveryTile() {
        for zoom in 0...6 {
            let side = 1 << zoom
            var places: [Int: (x: Int, y: Int)] = [:]
            for x in 0..<side {
                for y in 0..<side {
                    let tile = Tile.Address(level: zoom, column: x, row: y)
                    if let number = HilbertCurve.number(of: tile) { places[number] = (x, y) }
                }
            }
            let first = (side * side - 1) / 3
            let path = (0..<side * side).compactMap { places[first + $0] }
            #expect(path.count == side * side)
            #expect(
                zip(path, path.dropFirst()).allSatisfy {
                    abs($0.x - $1.x) + abs($0.y - $1.y) == 1
                })
        }
    }

    @Test func onlyTilesFitIn() async throws {
        try await TemporaryFolder.with { folder in
            let pyramid = Pyramid(
                name: "a", imageSize: PixelSize(square: 10),
                tiling: Tiling(tileSize: PixelSize(square: 256)), depth: .oneTile)
            let bundle = BundleDescription(layout: "xyz", pyramid: pyramid)
            for format in [.pmtiles, .mbtiles] as [any ContainerFormat] {
                let container = try format.open(bundle, at: folder["a.\(format.name)"].path)
                let error = #expect(throws: ZigguratError.self) {
                    try container.write(BundleFile(path: "readme.txt", bytes: [1]))
                }
                #expect(error?.subject == "\(folder.path)/a.\(format.name), readme.txt")
                // Writing a tile twice is an error.
                let tile = Tile.Address(level: 0, column: 0, row: 0)
                let clash = #expect(throws: ZigguratError.self) {
                    for byte in [1, 2] as [UInt8] {
                        _ = try container.write("", tile: tile, [byte].span.bytes, twin: nil)
                    }
                    _ = try container.finish()
                }
                #expect(clash?.code == .nameClash)
            }
        }
    }
}
