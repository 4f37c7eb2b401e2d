internal import ZigguratCore
internal import ZigguratSystem

/// The pyramid in an MBTiles file.
final class MBTilesSource: TileSource {
    let kind = "MBTiles"
    let place: String
    let found: FoundPyramid
    private let database: SQLiteDatabase

    /// - Parameter known: The pyramid, if a manifest describes it; `nil` to derive the pyramid from
    ///   the metadata and the tiles.
    init(_ path: String, known: FoundPyramid?) throws(ZigguratError) {
        place = path
        database = try Self.reading(path) { () throws(SQLiteError) in
            try SQLiteDatabase(reading: path)
        }
        if let known {
            found = known
            return
        }
        let rows = (try? Self.metadata(of: database)) ?? [:]
        if rows["format"].map(MapTileFormat.isVector) == true {
            throw ZigguratError(DescriptorError.vectorTiles, path)
        }
        let metadata = TileSetMetadata(.object(rows.mapValues(JSONValue.string)))
        if let sparse = try Self.sparsePyramid(metadata, rows, of: database, path) {
            found = sparse
            return
        }
        var ranges = TileRanges()
        try Self.forEachTile(of: database, path) { tile in
            if let tile { ranges.add(tile) }
        }
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

    func place(of tile: Tile) -> String { tile.address.place(in: place) }

    /// Returns the tiles of a map's database.
    static func mapTiles(in path: String) throws(ZigguratError) -> MapTiles {
        let database = try reading(path) { () throws(SQLiteError) in
            try SQLiteDatabase(reading: path)
        }
        var tiles: [Tile.Address] = []
        var invalidEntries = 0
        try forEachTile(of: database, path) { tile in
            if let tile, tile.level < 31, tile.isOnMap {
                tiles.append(tile)
            } else {
                invalidEntries += 1
            }
        }
        let rows = (try? metadata(of: database)) ?? [:]
        let metadata = MapMetadata(rows.mapValues(JSONValue.string))
        let ranges = TileRanges(tiles)
        let isVector = rows["format"].map(MapTileFormat.isVector) == true
        let format =
            isVector
            ? nil
            : TileSetStatement.format(of: tiles) { tile throws(ZigguratError) in
                try bytes(of: tile, in: database, path)
            }
        return MapTiles(
            place: path, metadata: metadata, statedFormat: rows["format"] ?? "",
            addresses: tiles, invalidEntries: invalidEntries,
            faults: faults(of: rows, ranges, format, pyramid: nil).map { ZigguratError($0, path) },
            cells: MapArea.cells(of: metadata, ranges), placeOfTile: { $0.place(in: path) },
            read: { tile throws(ZigguratError) in try bytes(of: tile, in: database, path) })
    }

    static func mapMetadata(in path: String) throws(ZigguratError) -> MapMetadata {
        try reading(path) { () throws(SQLiteError) in
            MapMetadata(
                try metadata(of: SQLiteDatabase(reading: path)).mapValues(JSONValue.string))
        }
    }

    /// Returns the inconsistencies of the tables; the tiles' images are not checked.
    func faults() -> [ZigguratError] {
        var faults: [ZigguratError] = []
        var rows: [String: String]?
        do throws(SQLiteError) {
            try database.forEachRow("PRAGMA quick_check(1)") { row in
                if let text = row.text(0), text != "ok" {
                    faults.append(
                        ZigguratError(ArchiveError.damagedDatabase, place, cause: .library(text)))
                }
                return true
            }
            rows = try Self.metadata(of: database)
        } catch {
            faults.append(Self.failure(error, place))
        }
        var outside = 0
        var ranges = TileRanges()
        do throws(ZigguratError) {
            try Self.forEachTile(of: database, place) { tile in
                if let tile { ranges.add(tile) }
                if tile.flatMap({ self.pyramid.tile(at: $0) }) == nil { outside += 1 }
            }
        } catch {
            faults.append(error)
        }
        if outside > 0 {
            faults.append(ZigguratError(ArchiveError.tilesOutsideImage(outside), place))
            // The stated zooms and bounds belong to the image, not to these tiles.
            ranges = TileRanges()
        }
        let stated = rows.map {
            Self.faults(of: $0, ranges, .image(pyramid.tiling.encoding.format), pyramid: pyramid)
        }
        return faults + (stated ?? []).map { ZigguratError($0, place) }
    }

    /// Returns the faults of the metadata: missing required rows, and contradictions to the tiles.
    private static func faults(
        of rows: [String: String], _ tiles: TileRanges, _ format: MapTileFormat?,
        pyramid: Pyramid?
    ) -> [ArchiveError] {
        let missing = ["name", "format"].filter { rows[$0]?.isEmpty ?? true }
        return missing.map { .missingMetadata($0) }
            + TileSetStatement(rows.mapValues(JSONValue.string))
            .faults(of: tiles, format, pyramid: pyramid)
    }

    /// Returns the pyramid of a database without blank tiles.
    private static func sparsePyramid(
        _ metadata: TileSetMetadata, _ rows: [String: String], of database: SQLiteDatabase,
        _ place: String
    ) throws(ZigguratError) -> FoundPyramid? {
        guard metadata.leavesOutBlanks,
            let format = rows["format"].flatMap(TileFormat.init(fileExtension:)),
            let top = rows["maxzoom"].flatMap({ Int($0) }), (0..<31).contains(top)
        else { return nil }
        var stored: Set<Tile.Address> = []
        try forEachTile(of: database, place) { tile in
            if let tile { stored.insert(tile) }
        }
        let bottom = stored.map(\.level).min() ?? 0
        guard bottom <= top else { return nil }
        return metadata.sparsePyramid(
            format: format, zooms: bottom...top, tileCount: stored.count, holds: stored.contains)
    }

    /// The most bytes of metadata to read; a row counts as at least 64 bytes.
    private static let longestMetadata = 1 << 24

    private static func metadata(
        of database: SQLiteDatabase
    ) throws(SQLiteError) -> [String: String] {
        var metadata: [String: String] = [:]
        var room = longestMetadata
        try database.forEachRow(MBTilesSchema.metadataQuery) { row in
            let (name, value) = (row.text(0) ?? "", row.text(1) ?? "")
            room -= 64 + name.utf8.count + value.utf8.count
            guard room >= 0 else { return false }
            metadata[name] = value
            return true
        }
        return metadata
    }

    private static func bytes(
        of tile: Tile.Address, in database: SQLiteDatabase, _ place: String
    ) throws(ZigguratError) -> [UInt8]? {
        var bytes: [UInt8]?
        try reading(place) { () throws(SQLiteError) in
            try database.forEachRow(MBTilesSchema.tileQuery, MBTilesSchema.key(of: tile)) {
                bytes = $0.bytes(0) ?? []
                return false
            }
        }
        return bytes
    }

    /// Calls the body with the address of each row, or with `nil` for an invalid address.
    private static func forEachTile(
        of database: SQLiteDatabase, _ place: String, _ body: (Tile.Address?) -> Void
    ) throws(ZigguratError) {
        // A view can have any number of rows, but a row of a table takes some bytes of the file.
        let limit = FileSystem.size(of: place)
        var count = 0
        try reading(place) { () throws(SQLiteError) in
            try database.forEachRow(MBTilesSchema.addressQuery) { row in
                count += 1
                guard count <= limit else { return false }
                body(MBTilesSchema.address(in: row))
                return true
            }
        }
        guard count <= limit else {
            throw ZigguratError(ArchiveError.tooManyEntries(limit: limit), place)
        }
    }

    private static func reading<Value>(
        _ place: String, _ body: () throws(SQLiteError) -> Value
    ) throws(ZigguratError) -> Value {
        do throws(SQLiteError) {
            return try body()
        } catch {
            throw failure(error, place)
        }
    }

    private static func failure(_ failure: SQLiteError, _ place: String) -> ZigguratError {
        ZigguratError(ArchiveError.unreadableDatabase, place, cause: .library(failure.description))
    }
}
