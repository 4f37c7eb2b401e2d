internal import ZigguratCore
internal import ZigguratSystem

/// The pyramid in an MBTiles file.
final class MBTilesSource: TileSource {
    let kind = "MBTiles"
    let place: String
    let found: FoundPyramid
    private let database: SQLiteDatabase

    /// - Parameter known: The pyramid, if a manifest describes it; otherwise it follows from the
    ///   metadata and the tiles.
    init(_ path: String, known: FoundPyramid?) throws(ZigguratError) {
        place = path
        database = try Self.reading(path) { () throws(SQLiteFailure) in
            try SQLiteDatabase(reading: path)
        }
        if let known {
            found = known
            return
        }
        let rows = (try? Self.metadata(of: database)) ?? [:]
        let metadata = TileSetMetadata(.object(rows.mapValues(JSONValue.string)))
        if let sparse = try Self.sparsePyramid(metadata, rows, of: database, path) {
            found = sparse
            return
        }
        var ranges = TileRanges()
        try Self.forEachTile(of: database, path) { ranges.add($0) }
        let database = database
        let grid = try ranges.grid(of: path) { tile throws(ZigguratError) in
            try Self.bytes(of: tile, in: database, path)
        }
        found = try grid.reading(
            naming: .template("{z}/{x}/{y}"), imageSize: metadata.imageSize
        ).get()
    }

    func bytes(of tile: Tile) throws(ZigguratError) -> [UInt8]? {
        try Self.bytes(of: tile.address, in: database, place)
    }

    func place(of tile: Tile) -> String {
        "\(place), tile \(tile.level.index)/\(tile.column)/\(tile.row)"
    }

    /// Inconsistencies outside the tiles' images.
    func faults() -> [ZigguratError] {
        var faults: [ZigguratError] = []
        var metadata: [String: String] = [:]
        do throws(SQLiteFailure) {
            try database.forEachRow("PRAGMA quick_check(1)") { row in
                if let text = row.text(0), text != "ok" {
                    faults.append(
                        ZigguratError(ArchiveFault.damagedDatabase, place, cause: .library(text)))
                }
                return true
            }
            metadata = try Self.metadata(of: database)
        } catch {
            faults.append(Self.failure(error, place))
        }
        for name in ["name", "format"] where metadata[name]?.isEmpty ?? true {
            faults.append(ZigguratError(ArchiveFault.missingMetadata(name), place))
        }
        var outside = 0
        do throws(SQLiteFailure) {
            try database.forEachRow(MBTilesSchema.addressQuery) { row in
                let tile = MBTilesSchema.address(in: row).flatMap { self.pyramid.tile(at: $0) }
                if tile == nil { outside += 1 }
                return true
            }
        } catch {
            faults.append(Self.failure(error, place))
        }
        if outside > 0 {
            faults.append(ZigguratError(ArchiveFault.tilesOutsideImage(outside), place))
        }
        return faults
    }

    /// The pyramid of a database in which blank tiles were skipped.
    private static func sparsePyramid(
        _ metadata: TileSetMetadata, _ rows: [String: String], of database: SQLiteDatabase,
        _ place: String
    ) throws(ZigguratError) -> FoundPyramid? {
        guard metadata.leavesOutBlanks,
            let format = rows["format"].flatMap(TileFormat.init(fileExtension:)),
            let top = rows["maxzoom"].flatMap({ Int($0) }), (0..<31).contains(top)
        else { return nil }
        var stored: Set<Tile.Address> = []
        try forEachTile(of: database, place) { stored.insert($0) }
        let bottom = stored.map(\.level).min() ?? 0
        guard bottom <= top else { return nil }
        return metadata.sparsePyramid(
            format: format, zooms: bottom...top, tileCount: stored.count, holds: stored.contains)
    }

    private static func metadata(
        of database: SQLiteDatabase
    ) throws(SQLiteFailure) -> [String: String] {
        var metadata: [String: String] = [:]
        try database.forEachRow(MBTilesSchema.metadataQuery) { row in
            if let name = row.text(0) { metadata[name] = row.text(1) ?? "" }
            return true
        }
        return metadata
    }

    private static func bytes(
        of tile: Tile.Address, in database: SQLiteDatabase, _ place: String
    ) throws(ZigguratError) -> [UInt8]? {
        var bytes: [UInt8]?
        try reading(place) { () throws(SQLiteFailure) in
            try database.forEachRow(MBTilesSchema.tileQuery, MBTilesSchema.key(of: tile)) {
                bytes = $0.bytes(0) ?? []
                return false
            }
        }
        return bytes
    }

    private static func forEachTile(
        of database: SQLiteDatabase, _ place: String, _ body: (Tile.Address) -> Void
    ) throws(ZigguratError) {
        try reading(place) { () throws(SQLiteFailure) in
            try database.forEachRow(MBTilesSchema.addressQuery) { row in
                if let tile = MBTilesSchema.address(in: row) { body(tile) }
                return true
            }
        }
    }

    private static func reading<Value>(
        _ place: String, _ body: () throws(SQLiteFailure) -> Value
    ) throws(ZigguratError) -> Value {
        do throws(SQLiteFailure) {
            return try body()
        } catch {
            throw failure(error, place)
        }
    }

    private static func failure(_ failure: SQLiteFailure, _ place: String) -> ZigguratError {
        ZigguratError(ArchiveFault.unreadableDatabase, place, cause: .library(failure.description))
    }
}
