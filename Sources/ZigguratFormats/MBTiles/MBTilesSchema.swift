internal import ZigguratCore
internal import ZigguratSystem

/// The tables of an MBTiles database, for writing and reading.
///
/// Source: MBTiles specification 1.3.
enum MBTilesSchema {
    /// “MPBX”: the number of MBTiles in SQLite's list of file types.
    static let applicationID = 0x4D50_4258
    static let magic = Array("SQLite format 3\0".utf8)

    static let creation = [
        "PRAGMA application_id = \(applicationID)",
        "BEGIN",
        "CREATE TABLE metadata (name text, value text)",
        "CREATE TABLE tiles "
            + "(zoom_level integer, tile_column integer, tile_row integer, tile_data blob)",
    ]
    static let indexes = [
        "CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)",
        "CREATE UNIQUE INDEX name ON metadata (name)",
    ]
    static let tileInsertion = "INSERT INTO tiles VALUES (?, ?, ?, ?)"
    static let metadataInsertion = "INSERT INTO metadata VALUES (?, ?)"

    static let tileQuery =
        "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?"
    static let addressQuery = "SELECT zoom_level, tile_column, tile_row FROM tiles"
    static let metadataQuery = "SELECT name, value FROM metadata"

    private static let zooms = 0..<32
    /// Addresses outside this range are invalid, because the arithmetic would overflow.
    private static let columns = -(1 << 32)...1 << 32

    /// Returns zoom, column and row for the table, which counts rows from the bottom of the map.
    static func key(of tile: Tile.Address) -> [Int] {
        [tile.level, tile.column, (1 << tile.level) - 1 - tile.row]
    }

    /// Returns the address in a row of ``addressQuery``; `nil` if the address is invalid.
    static func address(in row: SQLiteRow) -> Tile.Address? {
        guard let zoom = row.integer(0), let column = row.integer(1), let tileRow = row.integer(2),
            zooms.contains(zoom), columns.contains(column), columns.contains(tileRow)
        else { return nil }
        return Tile.Address(level: zoom, column: column, row: (1 << zoom) - 1 - tileRow)
    }

    typealias MetadataRow = (name: String, value: String)

    static func metadata(of bundle: BundleDescription) throws(ZigguratError) -> [MetadataRow] {
        let place = MapPlace(of: bundle.pyramid)
        var rows: [MetadataRow] = []
        for (name, value) in TileSetMetadata.fields(of: bundle) {
            guard let value else { continue }
            if let text = value.string {
                rows.append((name, text))
            } else {
                rows.append((name, try text(of: value)))
            }
        }
        rows.insert(
            contentsOf: [
                ("format", bundle.pyramid.tiling.encoding.format.fileExtension),
                ("bounds", "\(place.west),\(place.south),\(place.east),\(place.north)"),
                (
                    "center",
                    "\(place.centre.longitude),\(place.centre.latitude),\(place.zooms.lowerBound)"
                ),
                ("minzoom", "\(place.zooms.lowerBound)"),
                ("maxzoom", "\(place.zooms.upperBound)"),
            ], at: 1)
        return rows
    }

    private static func text(of value: JSONValue) throws(ZigguratError) -> String {
        let json = try BundleFile.jsonLine("metadata", value).bytes
        return String(decoding: json.dropLast(), as: UTF8.self)
    }

    /// Returns the metadata rows of a map. The row `json` contains all fields that are not strings.
    static func metadata(of map: MapDescription) throws(ZigguratError) -> [MetadataRow] {
        let (bounds, centre) = (map.bounds, map.centre)
        var fields = map.markedFields
        let others = fields.filter { $0.value.string == nil }
        if !others.isEmpty {
            fields["json"] = .string(try text(of: .object(others)))
        }
        let edges = bounds.edges.map { "\($0)" }.joined(separator: ",")
        return [
            ("name", map.text("name")), ("format", map.format.fileExtension), ("bounds", edges),
            ("center", "\(centre.longitude),\(centre.latitude),\(centre.zoom)"),
            ("minzoom", "\(map.zooms.lowerBound)"), ("maxzoom", "\(map.zooms.upperBound)"),
        ]
            + fields.sorted { $0.key < $1.key }.compactMap { name, value in
                name == "name" ? nil : value.string.map { (name, $0) }
            }
    }
}
