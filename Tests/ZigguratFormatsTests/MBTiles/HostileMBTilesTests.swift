import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ZigguratFormats

@Suite("Hostile MBTiles files")
struct HostileMBTilesTests {
    private static let metadata = [
        "CREATE TABLE metadata (name text, value text)",
        "INSERT INTO metadata VALUES ('name', 'map'), ('format', 'jpg')",
    ]
    private static let endless = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n)"
    private static let columns = "AS zoom_level, 0 AS tile_column, 0 AS tile_row"

    struct Hostile: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let statements: [String]
        let fault: ArchiveError?
    }

    static let table = [
        Hostile(
            testDescription: "a view with endless rows",
            statements: metadata + [
                "CREATE VIEW tiles AS \(endless) SELECT 20 \(columns), x'00' AS tile_data FROM n"
            ], fault: nil),
        Hostile(
            testDescription: "a view that computes without end",
            statements: metadata + [
                "CREATE VIEW tiles AS \(endless) SELECT 20 \(columns), x'00' AS tile_data FROM n "
                    + "WHERE i < 0"
            ], fault: .unreadableDatabase),
        Hostile(
            testDescription: "a view with a blob of a gigabyte",
            statements: metadata + [
                "CREATE VIEW tiles AS SELECT 0 \(columns), zeroblob(1000000000) AS tile_data"
            ], fault: .unreadableDatabase),
        Hostile(
            testDescription: "a virtual table",
            statements: metadata + ["CREATE VIRTUAL TABLE tiles USING fts5(tile_data)"],
            fault: .unreadableDatabase),
        Hostile(testDescription: "no tables", statements: [], fault: .unreadableDatabase),
        Hostile(
            testDescription: "addresses outside every map",
            statements: metadata + [
                "CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data)",
                "INSERT INTO tiles VALUES (99, 0, 0, x'00'), (-1, 0, 0, x'00'), ('a', 'b', 'c', 1), "
                    + "(3, 9223372036854775807, -9223372036854775808, x'00')",
            ], fault: .noTiles),
        Hostile(
            testDescription: "endless metadata",
            statements: [
                "CREATE VIEW metadata AS \(endless) SELECT 'k' || i AS name, i AS value FROM n",
                "CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data)",
            ], fault: .noTiles),
    ]

    @Test("A hostile database causes one error", arguments: table)
    func databases(hostile: Hostile) async throws {
        try await TemporaryFolder.with { folder in
            let file = folder["a.mbtiles"].path
            let writer = try SQLiteWriter(file)
            for statement in hostile.statements { try writer.run(statement) }
            try writer.close()
            let error = #expect(throws: ZigguratError.self) {
                try MBTilesSource(file, known: nil)
            }
            let fault = error?.reason as? ArchiveError
            if let expected = hostile.fault {
                #expect(fault == expected)
            } else {
                #expect(fault == .tooManyEntries(limit: FileSystem.size(of: file)))
            }
            #expect(error?.subject == file)
        }
    }

    @Test("After a query exceeds the time limit, no further query runs")
    func time() async throws {
        try await TemporaryFolder.with { folder in
            let file = folder["a.mbtiles"].path
            let writer = try SQLiteWriter(file)
            try writer.run("CREATE VIEW slow AS \(Self.endless) SELECT i FROM n WHERE i < 0")
            try writer.close()
            let database = try SQLiteDatabase(reading: file, seconds: 1)
            try database.forEachRow("SELECT 1") { $0.integer(0) == 1 }
            for query in ["SELECT * FROM slow", "SELECT 1"] {
                var rows = 0
                let error = #expect(throws: SQLiteError.self) {
                    try database.forEachRow(query) { _ in
                        rows += 1
                        return true
                    }
                }
                #expect(error?.cause == .tooSlow)
                #expect(rows == 0)
            }
        }
    }

    @Test("A database with a view of tiles is read")
    func view() async throws {
        try await TemporaryFolder.with { folder in
            let file = folder["a.mbtiles"].path
            let writer = try SQLiteWriter(file)
            let statements =
                Self.metadata + [
                    "CREATE TABLE map (zoom_level, tile_column, tile_row, tile_id)",
                    "CREATE TABLE images (tile_id, tile_data)",
                    "INSERT INTO map VALUES (0, 0, 0, 'a')",
                    "INSERT INTO images VALUES ('a', x'010203')",
                    "CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data "
                        + "FROM map JOIN images ON images.tile_id = map.tile_id",
                ]
            for statement in statements { try writer.run(statement) }
            try writer.close()
            let database = try SQLiteDatabase(reading: file)
            var tiles: [[UInt8]?] = []
            try database.forEachRow(MBTilesSchema.tileQuery, [0, 0, 0]) {
                tiles.append($0.bytes(0))
                return true
            }
            #expect(tiles == [[1, 2, 3]])
        }
    }
}
