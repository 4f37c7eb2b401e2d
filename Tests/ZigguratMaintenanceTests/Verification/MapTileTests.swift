import Foundation
import TestSupport
import Testing
import ZigguratFormats
import ZigguratKit

@testable import ExportTestSupport

/// Maps of a part of the world that GDAL and libvips write.
@Suite("Tiles of a part of a map")
struct MapTileTests {
    /// A map that a program writes from a GeoTIFF, and a tile inside its bounds.
    struct Map: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The folder or file.
        let place: String
        var isBounded = true
        /// The end of the path of the tile, which is not in the first row or column.
        let tile: String
        let write: @Sendable (TemporaryFolder) async throws -> Void

        init(
            _ name: String, at place: String, isBounded: Bool = true, tile: String,
            _ write: @escaping @Sendable (TemporaryFolder) async throws -> Void
        ) {
            (testDescription, self.place, self.isBounded) = (name, place, isBounded)
            (self.tile, self.write) = (tile, write)
        }
    }

    private static func run(_ folder: TemporaryFolder, _ words: String) async throws {
        let words: [String] = words.split(separator: " ").map {
            $0.hasPrefix("@") ? folder[String($0.dropFirst())].path : String($0)
        }
        try await Shell.run(words[0], Array(words.dropFirst())).orThrow()
    }

    /// Makes `margin.tif`, the photograph with a transparent margin of several tiles.
    private static func addMargin(_ folder: TemporaryFolder) async throws {
        try await run(
            folder,
            "gdalwarp -q -dstalpha -te 900000 6250000 1290000 6650000 @photo.tif @margin.tif")
    }

    private static let maps = [
        Map("gdal2tiles, TMS", at: "map", tile: "10/539/676.png") { folder in
            try await run(folder, "gdal2tiles.py -q -p mercator -z 8-10 @photo.tif @map")
        },
        Map("gdal2tiles, z/x/y", at: "map", isBounded: false, tile: "10/539/346.png") { folder in
            try await run(folder, "gdal2tiles.py -q --xyz -z 8-10 @photo.tif @map")
        },
        Map("gdal2tiles, geodetic", at: "map", isBounded: false, tile: "9/269/199.png") { folder in
            try await run(folder, "gdal2tiles.py -q -p geodetic -z 8-10 @photo.tif @map")
        },
        Map("gdal2tiles without transparent tiles", at: "map", tile: "10/539/676.png") { folder in
            try await addMargin(folder)
            try await run(folder, "gdal2tiles.py -q -x -z 8-10 @margin.tif @map")
        },
        Map("GDAL, MBTiles", at: "map.mbtiles", tile: "10/539/346") { folder in
            try await run(folder, "gdal_translate -q -of MBTILES @photo.tif @map.mbtiles")
            try await run(folder, "gdaladdo -q -r cubic @map.mbtiles 2 4")
        },
        Map("GDAL, MBTiles without transparent tiles", at: "map.mbtiles", tile: "10/539/346") {
            folder in
            try await addMargin(folder)
            try await run(folder, "gdal_translate -q -of MBTILES @margin.tif @map.mbtiles")
            try await run(folder, "gdaladdo -q -r cubic @map.mbtiles 2 4")
        },
        Map("GDAL, JPEG without transparent tiles", at: "map.mbtiles", tile: "10/539/346") {
            folder in
            try await addMargin(folder)
            try await run(
                folder,
                "gdal_translate -q -of MBTILES -co TILE_FORMAT=JPEG @margin.tif @map.mbtiles")
            try await run(folder, "gdaladdo -q -r cubic @map.mbtiles 2 4")
        },
        Map("GDAL, the world without transparent tiles", at: "map.mbtiles", tile: "3/6/6") {
            folder in
            // One image in the north-west, one in the south-east.
            let world = "20037508.34"
            for (name, corners) in [
                ("west", "-\(world) \(world) -8000000 12000000"),
                ("east", "5000000 -9000000 \(world) -\(world)"),
            ] {
                try await run(
                    folder, "gdal_translate -q -a_ullr \(corners) @photo.tif @\(name).tif")
            }
            try await run(
                folder,
                "gdalwarp -q -dstalpha -te -\(world) -\(world) \(world) \(world) -ts 2048 2048 "
                    + "@west.tif @east.tif @world.tif")
            try await run(folder, "gdal_translate -q -of MBTILES @world.tif @map.mbtiles")
            try await run(folder, "gdaladdo -q -r cubic @map.mbtiles 2 4")
        },
        Map("PMTiles", at: "map.pmtiles", tile: "10/539/346") { folder in
            try await run(folder, "gdal2tiles.py -q --xyz -z 8-10 @photo.tif @map")
            try await PackedTiles.pmtiles(
                folder["map"], to: folder["map.pmtiles"],
                bounds: [8.983153, 49.732048, 10.240794, 50.309217])
        },
        Map("libvips, centred", at: "map", isBounded: false, tile: "2/1/1.jpg") { folder in
            try await run(folder, "vips dzsave @photo.tif @map --layout google --centre")
        },
    ]

    /// Writes a map for a test.
    private static func with(
        _ map: Map, _ body: (String) async throws -> Void
    ) async throws {
        try await Workshop.with { shop in
            let photo = try await shop.picture("photo.png", width: 700, height: 500)
            let folder = shop.folder
            try await run(
                folder,
                "gdal_translate -q -a_srs EPSG:3857 -a_ullr 1000000 6500000 1140000 6400000 "
                    + "\(photo) @photo.tif")
            try await map.write(folder)
            try await body(folder[map.place].path)
        }
    }

    /// New contents of a tile, or no bytes to remove the tile, and the finding.
    private static let changes: [([UInt8], Verification.Finding.Kind)] = [
        ([], .missingTile), (Array("no image".utf8), .damagedTile), (small, .wrongSize),
    ]
    /// A PNG of one pixel.
    private static let small = Array(
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
        ) ?? Data())

    @Test("Intact maps have no findings, and changed tiles are found", arguments: maps)
    func verified(_ map: Map) async throws {
        try await Self.with(map) { place in
            for quick in [false, true] {
                let verdict = try Verdict(place, quick: quick)
                #expect(verdict.findings == [])
                #expect(verdict.notes.isEmpty == map.isBounded, "\(verdict.notes)")
                #expect(verdict.summaries.count == 1)
                #expect(try #require(verdict.summaries.first).tiles > 8)
            }
            // Python cannot change tiles of PMTiles.
            if place.hasSuffix(".pmtiles") { return }
            for (bytes, kind) in Self.changes where map.isBounded || !bytes.isEmpty {
                try await Self.replace(map.tile, of: place, with: bytes)
                let findings = try Verdict(place).findings
                #expect(findings.map(\.kind) == [kind])
                #expect(findings.allSatisfy { $0.place.hasSuffix(map.tile) }, "\(findings)")
            }
        }
    }

    /// Replaces a tile, or removes it if there are no bytes.
    private static func replace(
        _ tile: String, of place: String, with bytes: [UInt8]
    ) async throws {
        guard place.hasSuffix(".mbtiles") else {
            let file = URL(filePath: "\(place)/\(tile)")
            try? FileManager.default.removeItem(at: file)
            return bytes.isEmpty ? () : try Data(bytes).write(to: file)
        }
        let script = """
            import sqlite3, sys
            base = sqlite3.connect(sys.argv[1])
            z, x, y = map(int, sys.argv[2].split("/"))
            data, row = bytes.fromhex(sys.argv[3]), (z, x, 2 ** z - 1 - y)
            base.execute(
                "delete from tiles where (zoom_level, tile_column, tile_row) = (?, ?, ?)", row)
            if data:
                base.execute(
                    "insert into tiles (zoom_level, tile_column, tile_row, tile_data)"
                    " values (?, ?, ?, ?)", (*row, data))
            base.commit()
            """
        let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        try await Shell.run("python3", ["-I", "-S", "-c", script, place, tile, hex]).orThrow()
    }

    @Test("A PMTiles directory of a few bytes cannot claim a million tiles of a map")
    func manyTiles() async throws {
        try await TemporaryFolder.with { folder in
            let varint = { (number: Int) in
                var (bytes, rest) = ([UInt8](), number)
                while rest > 127 {
                    bytes.append(UInt8(rest & 127 | 128))
                    rest >>= 7
                }
                return bytes + [UInt8(rest)]
            }
            // A part of zoom 13: one entry with a run of equal tiles, one more than are allowed.
            let first = 22_369_621 + (1 << 25)
            let directory = [1, first, 1 << 20 + 1, Self.small.count, 1].flatMap(varint)
            var file = Array("PMTiles\u{3}".utf8)
            var start = 127
            for count in [directory.count, 2, 0, Self.small.count] {
                for number in [start, count] {
                    file += (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
                }
                start += count
            }
            file += [UInt8](repeating: 0, count: 24) + [1, 1, 1, 2, 13, 13]
            file += [UInt8](repeating: 0, count: 127 - file.count)
            file += directory + Array("{}".utf8) + Self.small
            let place = try folder.write(Data(file), to: "a.pmtiles").path
            let error = #expect(throws: ZigguratError.self) { try Verdict(place) }
            guard case .tooManyEntries = error?.reason as? ArchiveError else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }
}
