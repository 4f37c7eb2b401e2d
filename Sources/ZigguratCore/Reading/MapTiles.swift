package import ZigguratSystem

/// Tiles of a map that covers a part of the world. They are not an image, because their grid does not
/// begin at column 0 and row 0.
package struct MapTiles: Sendable {
    /// The columns and rows of a zoom that the map covers.
    package typealias Cells = (columns: ClosedRange<Int>, rows: ClosedRange<Int>)
    /// A tile from which the content of others follows, and those that are missing.
    package typealias Gap = (parent: Tile.Address?, missing: [Tile.Address])

    /// The path of the folder or of the database, for messages.
    package let place: String
    /// The stored tiles, sorted by zoom.
    package let addresses: [Tile.Address]
    /// The path of a tile, for messages.
    package let placeOfTile: @Sendable (Tile.Address) -> String
    private let read: @Sendable (Tile.Address) throws(ZigguratError) -> [UInt8]?
    /// The cells of a zoom that the map covers; `nil` if the map does not state its bounds.
    private let cells: (@Sendable (_ zoom: Int) -> Cells)?

    /// Whether it is known which tiles the map should have.
    package var isBounded: Bool { cells != nil }

    /// - Parameter addresses: The stored tiles in any order.
    package init(
        place: String, addresses: some Sequence<Tile.Address>,
        cells: (@Sendable (_ zoom: Int) -> Cells)?,
        placeOfTile: @escaping @Sendable (Tile.Address) -> String,
        read: @escaping @Sendable (Tile.Address) throws(ZigguratError) -> [UInt8]?
    ) {
        self.place = place
        self.addresses = addresses.sorted {
            ($0.level, $0.column, $0.row) < ($1.level, $1.column, $1.row)
        }
        (self.cells, self.placeOfTile, self.read) = (cells, placeOfTile, read)
    }

    /// The encoded tile; `nil` if it is missing.
    package func bytes(of tile: Tile.Address) throws(ZigguratError) -> [UInt8]? {
        try read(tile)
    }

    /// The tiles inside the bounds that are not stored, by their parents. Without its parent, a tile
    /// is not listed, except at the lowest zoom.
    ///
    /// - Parameter limit: The most tiles of the lowest zoom.
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
        let (columns, rows) = cells(lowest)
        let first = columns.lazy.flatMap { column in
            rows.lazy.map { Tile.Address(level: lowest, column: column, row: $0) }
        }.filter(isMissing).filter { tile in
            // A transparent tile may be skipped, and then has no children.
            lowest == top || tile.children.contains(where: stored.contains)
        }.prefix(limit)
        let others = addresses.lazy.filter { $0.level < top }.map { parent in
            Gap(parent: parent, missing: parent.children.filter(isMissing))
        }
        return first.map { (nil, [$0]) } + others.filter { !$0.missing.isEmpty }
    }
}

extension Tile.Address {
    /// The four tiles of the next level that cover the same area.
    package var children: [Tile.Address] {
        [(0, 0), (1, 0), (0, 1), (1, 1)].map { right, below in
            Tile.Address(level: level + 1, column: 2 * column + right, row: 2 * row + below)
        }
    }

    /// The place of the tile in a file of all tiles, for messages.
    package func place(in file: String) -> String { "\(file), tile \(level)/\(column)/\(row)" }
}
