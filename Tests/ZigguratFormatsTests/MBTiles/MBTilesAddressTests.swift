import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratKit
import ZigguratSystem

/// Databases with zooms, columns and rows that are impossible for an image.
@Suite struct MBTilesAddressTests {
    /// Opens a database with tiles at some zooms, columns and rows.
    private static func open(_ keys: [[Int]], metadata: [[String]] = []) async throws
        -> OpenedContainer
    {
        try await TemporaryFolder.with { folder in
            let path = folder["a.mbtiles"].path
            let image = try await TestPicture(width: 256, height: 256).write(to: folder["a.png"])
            let tile = [UInt8](try Data(contentsOf: image))
            let database = try SQLiteWriter(path)
            try database.run("CREATE TABLE metadata (name text, value text)")
            try database.run(
                "CREATE TABLE tiles "
                    + "(zoom_level integer, tile_column integer, tile_row integer, tile_data blob)")
            try database.prepare("INSERT INTO tiles VALUES (?, ?, ?, ?)")
            for key in keys { try database.insert(key, tile.span.bytes) }
            try database.prepare("INSERT INTO metadata VALUES (?, ?)")
            for row in metadata { try database.insert(row) }
            try database.close()
            let reader = try #require(try Formats.standard.reader(of: path))
            return try reader.read(path, known: nil)
        }
    }

    @Test(
        .startsPrograms,
        arguments: [
            ([70, 0, 0], ArchiveError.noTiles), ([-1, 0, 0], .noTiles),
            ([31, .max, 0], .noTiles), ([31, 0, .max], .noTiles), ([31, 0, .min], .noTiles),
            ([31, 1 << 32, 0], .outOfBounds), ([0, 0, -(1 << 32)], .outOfBounds),
        ])
    func `Impossible tile addresses are rejected`(key: [Int], fault: ArchiveError) async {
        let error = await #expect(throws: ZigguratError.self) { try await Self.open([key]) }
        #expect(error?.reason as? ArchiveError == fault, "\(String(describing: error))")
    }

    @Test(.startsPrograms, arguments: [([3, 2, 1], 2, 6), ([31, 0, 1 << 31], 0, -1)])
    func `Tiles outside the image are rejected`(
        key: [Int], column: Int, row: Int
    ) async {
        let error = await #expect(throws: ZigguratError.self) { try await Self.open([key]) }
        #expect(error?.reason as? DescriptorError == .partOfMap(column: column, row: row))
    }

    @Test func `Impossible metadata are ignored`() async throws {
        let metadata = [
            ["format", "png"], ["maxzoom", "9223372036854775807"], ["blank_tiles", "left out"],
            ["image_width", "9223372036854775807"], ["image_height", "-1"],
            ["tile_size", "9223372036854775807"], ["tile_edge", "pad"],
        ]
        let opened = try await Self.open([[0, 0, 0]], metadata: metadata)
        guard case .pyramid(let source, _) = opened else {
            Issue.record("not a tile database")
            return
        }
        #expect(source.pyramid.imageSize == PixelSize(square: 256))
    }
}
