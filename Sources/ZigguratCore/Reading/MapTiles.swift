package import ZigguratSystem

/// The tiles of a map. The tiles of a map differ from the tiles of an image: the grid need not
/// begin at column 0 and row 0, and any tile may be missing.
package struct MapTiles: Sendable {
    /// The columns and rows of a zoom inside the map's bounds.
    package typealias Cells = (columns: ClosedRange<Int>, rows: ClosedRange<Int>)
    /// A tile, and its missing children. Without a parent, the missing tiles are at the lowest
    /// zoom.
    package typealias Gap = (parent: Tile.Address?, missing: [Tile.Address])

    /// The path of the folder or of the database, for messages.
    package let place: String
    package let metadata: MapMetadata
    /// The scheme of the paths in a folder; `nil` in a database.
    package let scheme: MapScheme?
    /// The file extension of the tiles, or the format that a database states; empty if unknown.
    package let statedFormat: String
    /// The stored tiles without duplicates, sorted by zoom.
    package let addresses: [Tile.Address]
    /// The number of entries of a database whose zoom, column or row does not exist.
    package let invalidEntries: Int
    /// Contradictions between a database and its metadata.
    package let faults: [ZigguratError]
    /// The path of a tile, for messages.
    package let placeOfTile: @Sendable (Tile.Address) -> String
    private let read: @Sendable (Tile.Address) throws(ZigguratError) -> [UInt8]?
    /// Returns the cells of a zoom inside the bounds; `nil` if the map does not state its bounds.
    private let cells: (@Sendable (_ zoom: Int) -> Cells)?

    /// Whether the map states which tiles should exist.
    package var isBounded: Bool { cells != nil }

    /// - Parameters:
    ///   - addresses: The stored tiles in any order.
    ///   - cells: The cells of a zoom inside the bounds; `nil` if the map does not state its
    ///     bounds.
    package init(
        place: String, metadata: MapMetadata, scheme: MapScheme? = nil, statedFormat: String,
        addresses: some Sequence<Tile.Address>, invalidEntries: Int = 0,
        faults: [ZigguratError] = [],
        cells: (@Sendable (_ zoom: Int) -> Cells)?,
        placeOfTile: @escaping @Sendable (Tile.Address) -> String,
        read: @escaping @Sendable (Tile.Address) throws(ZigguratError) -> [UInt8]?
    ) {
        (self.place, self.metadata, self.scheme) = (place, metadata, scheme)
        (self.statedFormat, self.invalidEntries) = (statedFormat, invalidEntries)
        self.faults = faults
        self.addresses = Set(addresses).sorted {
            ($0.level, $0.column, $0.row) < ($1.level, $1.column, $1.row)
        }
        (self.cells, self.placeOfTile, self.read) = (cells, placeOfTile, read)
    }

    /// Returns these tiles with other bounds.
    package func with(cells: @escaping @Sendable (_ zoom: Int) -> Cells) -> MapTiles {
        MapTiles(
            place: place, metadata: metadata, scheme: scheme, statedFormat: statedFormat,
            addresses: addresses, invalidEntries: invalidEntries, faults: faults, cells: cells,
            placeOfTile: placeOfTile, read: read)
    }

    /// Returns the encoded tile; `nil` if it is missing.
    package func bytes(of tile: Tile.Address) throws(ZigguratError) -> [UInt8]? {
        try read(tile)
    }

    /// Returns the missing tiles inside the bounds, grouped by parent. Above the lowest zoom, a
    /// missing tile is listed only if its parent is stored.
    ///
    /// - Parameter limit: The largest number of tiles to list at the lowest zoom.
    package func gaps(upTo limit: Int) -> [Gap] {
        guard let cells, let lowest = addresses.first?.level, let top = addresses.last?.level else {
            return []
        }
        let stored = Set(addresses)
        let isMissing = { (tile: Tile.Address) in
            let (columns, rows) = cells(tile.level)
            return columns.contains(tile.column) && rows.contains(tile.row)
                && !stored.contains(tile)
        }
        let first: [Tile.Address]
        if lowest == top {
            let (columns, rows) = cells(lowest)
            first = columns.lazy.flatMap { column in
                rows.lazy.map { Tile.Address(level: lowest, column: column, row: $0) }
            }.filter(isMissing).prefix(limit).map(\.self)
        } else {
            // An export may skip a transparent tile, which then has no children.
            let parents = Set(addresses.lazy.filter { $0.level == lowest + 1 }.map(\.parent))
            first = parents.filter(isMissing).prefix(limit).sorted {
                ($0.column, $0.row) < ($1.column, $1.row)
            }
        }
        let others = addresses.lazy.filter { $0.level < top }.map { parent in
            Gap(parent: parent, missing: parent.children.filter(isMissing))
        }
        return first.map { (nil, [$0]) } + others.filter { !$0.missing.isEmpty }
    }
}

extension Tile.Address {
    /// The tile of the next lower zoom that covers this tile.
    package var parent: Tile.Address {
        Tile.Address(level: level - 1, column: column >> 1, row: row >> 1)
    }

    /// Whether the zoom contains the column and the row.
    package var isOnMap: Bool {
        (0..<1 << level).contains(column) && (0..<1 << level).contains(row)
    }

    /// The four tiles of the next higher zoom that cover the area of this tile.
    package var children: [Tile.Address] {
        [(0, 0), (1, 0), (0, 1), (1, 1)].map { right, below in
            Tile.Address(level: level + 1, column: 2 * column + right, row: 2 * row + below)
        }
    }

    /// Returns the position of the tile in a file of all tiles, for messages.
    package func place(in file: String) -> String { "\(file), tile \(level)/\(column)/\(row)" }
}
