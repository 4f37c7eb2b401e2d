internal import ZigguratCore
internal import ZigguratSystem

/// The pyramid in an MBTiles file.
///
/// Source: MBTiles 1.3. Rows are counted from the bottom of the whole map: 2^z − 1 − y.
final class MBTilesSource: TileSource {
    let kind = "MBTiles"
    let pyramid: Pyramid
    let absent: AbsentTiles
    let assumptions: [String]
    let place: String
    private let database: SQLiteDatabase

    /// - Parameter known: the pyramid, where somebody knows it; the tiles tell otherwise.
    init(_ path: String, known: FoundPyramid?) throws(ZigguratError) {
        place = path
        database = try Self.database(path)
        if let known {
            pyramid = known.pyramid
            absent = known.absent
            assumptions = []
            return
        }
        let metadata = try? Self.metadata(of: database)
        if let metadata, let sparse = try Self.sparse(metadata, database, path) {
            pyramid = sparse.pyramid
            absent = sparse.absent
            assumptions = []
            return
        }
        absent = .none
        let found = try Self.grid(of: database, path).reading(
            naming: .template("{z}/{x}/{y}"),
            imageSize: PixelSize(
                words: metadata?["image_width"], metadata?["image_height"])
        ).get()
        pyramid = found.pyramid
        assumptions = found.assumptions
    }

    func bytes(of tile: Tile) throws(ZigguratError) -> [UInt8]? {
        try Self.bytes(of: tile.address, in: database, place)
    }

    func place(of tile: Tile) -> String {
        "\(place), tile \(tile.level.index)/\(tile.column)/\(tile.row)"
    }

    /// What does not fit together, apart from the tiles' pictures.
    func faults() -> [ZigguratError] {
        var problems: [String] = []
        var metadata: [String: String] = [:]
        do throws(SQLiteFailure) {
            try database.forEachRow("PRAGMA quick_check(1)") { row in
                if let text = row.text(0), text != "ok" { problems.append(text) }
                return true
            }
            metadata = try Self.metadata(of: database)
        } catch {
            problems.append("\(error)")
        }
        for name in ["name", "format"] where metadata[name]?.isEmpty ?? true {
            problems.append("its metadata have no “\(name)”")
        }
        var count = 0
        let isOutside = { (row: SQLiteRow) -> Bool in
            guard let zoom = row.integer(0), let column = row.integer(1), let tms = row.integer(2),
                (0..<32).contains(zoom)
            else { return true }
            let address = TileAddress(level: zoom, column: column, row: (1 << zoom) - 1 - tms)
            return self.pyramid.tile(at: address) == nil
        }
        do throws(SQLiteFailure) {
            try database.forEachRow("SELECT zoom_level, tile_column, tile_row FROM tiles") { row in
                if isOutside(row) { count += 1 }
                return true
            }
        } catch {
            problems.append("\(error)")
        }
        if count > 0 {
            problems.append("\(count) of its tiles lie outside the picture")
        }
        return problems.map {
            ZigguratError(
                .invalidPyramid, place, $0, remedy: "get a good copy, or write it again")
        }
    }

    private static func metadata(
        of database: SQLiteDatabase
    ) throws(SQLiteFailure) -> [String: String] {
        var metadata: [String: String] = [:]
        try database.forEachRow("SELECT name, value FROM metadata") { row in
            if let name = row.text(0) { metadata[name] = row.text(1) ?? "" }
            return true
        }
        return metadata
    }

    private static func database(_ path: String) throws(ZigguratError) -> SQLiteDatabase {
        do throws(SQLiteFailure) {
            return try SQLiteDatabase(reading: path)
        } catch {
            throw failure(path, error)
        }
    }

    private static func bytes(
        of tile: TileAddress, in database: SQLiteDatabase, _ place: String
    ) throws(ZigguratError) -> [UInt8]? {
        var bytes: [UInt8]?
        do throws(SQLiteFailure) {
            try database.forEachRow(
                "SELECT tile_data FROM tiles "
                    + "WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?",
                [tile.level, tile.column, (1 << tile.level) - 1 - tile.row]
            ) {
                bytes = $0.bytes(0) ?? []
                return false
            }
        } catch {
            throw failure(place, error)
        }
        return bytes
    }

    /// The pyramid, where the metadata say that blank tiles were left out.
    private static func sparse(
        _ metadata: [String: String], _ database: SQLiteDatabase, _ place: String
    ) throws(ZigguratError) -> FoundPyramid? {
        guard let set = SparseTileSet(metadata),
            let format = metadata["format"].flatMap(TileFormat.init(fileExtension:)),
            let top = metadata["maxzoom"].flatMap({ Int($0) }), (0..<31).contains(top)
        else { return nil }
        var there: Set<TileAddress> = []
        try forEachTile(of: database, place) { there.insert($0) }
        return set.pyramid(
            format: format, zooms: (there.map(\.level).min() ?? 0)...top, tileCount: there.count,
            holds: there.contains)
    }

    private static func grid(
        of database: SQLiteDatabase, _ place: String
    ) throws(ZigguratError) -> TileGrid {
        var ranges = TileRanges()
        try forEachTile(of: database, place) { ranges.add($0) }
        return try ranges.grid(of: place) { tile throws(ZigguratError) in
            try bytes(of: tile, in: database, place)
        }
    }

    /// The addresses of all tiles, rows counted from the top.
    private static func forEachTile(
        of database: SQLiteDatabase, _ place: String, _ body: (TileAddress) -> Void
    ) throws(ZigguratError) {
        do throws(SQLiteFailure) {
            try database.forEachRow("SELECT zoom_level, tile_column, tile_row FROM tiles") { row in
                guard let zoom = row.integer(0), let column = row.integer(1),
                    let tms = row.integer(2), (0..<32).contains(zoom)
                else { return true }
                body(TileAddress(level: zoom, column: column, row: (1 << zoom) - 1 - tms))
                return true
            }
        } catch {
            throw failure(place, error)
        }
    }

    private static func failure(_ path: String, _ failure: SQLiteFailure) -> ZigguratError {
        ZigguratError(
            .invalidPyramid, path, "the database cannot be read (\(failure))",
            remedy: "get a good copy of it")
    }
}

extension PixelSize {
    /// A size from two numbers in words; `nil` where they are none of an image.
    fileprivate init?(words width: String?, _ height: String?) {
        guard let width = width.flatMap({ Int($0) }), let height = height.flatMap({ Int($0) }),
            (1...1 << 40).contains(width), (1...1 << 40).contains(height)
        else { return nil }
        self.init(width: width, height: height)
    }
}
