/// The order in which archives store the tiles of a pyramid: close to the order in which an export
/// encodes them, but independent of its threads.
///
/// Tile rows are sorted by a position in image pixels: the end of the next tile row of their level.
/// An export has encoded a tile row of a smaller level when it reaches this position, so few tiles
/// wait for others. Within a tile row, tiles are sorted by column.
package struct TileOrder: Sendable {
    /// The levels, the largest first.
    private let levels: [Level]

    package init(of pyramid: Pyramid) {
        levels = pyramid.levels.sorted { $0.scaleFactor < $1.scaleFactor }
    }

    /// The number of tiles.
    package var count: Int { levels.reduce(0) { $0 + $1.tileCount } }

    /// Returns the position of a tile in the order, from 0; `nil` outside the pyramid.
    package func number(of tile: Tile.Address) -> Int? {
        guard let place = levels.firstIndex(where: { $0.index == tile.level }),
            (0..<levels[place].rows).contains(tile.row),
            (0..<levels[place].columns).contains(tile.column)
        else { return nil }
        let position = Self.position(of: tile.row, in: levels[place])
        var number = tile.row * levels[place].columns + tile.column
        for (index, level) in levels.enumerated() where index != place {
            // If two tile rows have one position, the tile row of the larger level comes first.
            let last = index < place ? position : position - 1
            let rows = last / level.scaleFactor - 1
            number += min(max(0, rows), level.rows) * level.columns
        }
        return number
    }

    /// The tiles in this order.
    package var tiles: some Sequence<Tile.Address> {
        Rows(levels: levels).lazy.flatMap { level, row in
            (0..<level.columns).lazy.map { column in
                Tile.Address(level: level.index, column: column, row: row)
            }
        }
    }

    private static func position(of row: Int, in level: Level) -> Int {
        (row + 2) * level.scaleFactor
    }

    /// The tile rows in this order.
    private struct Rows: Sequence, IteratorProtocol {
        let levels: [Level]
        /// The next row of each level.
        var nextRows: [Int]

        init(levels: [Level]) {
            self.levels = levels
            nextRows = levels.map { _ in 0 }
        }

        mutating func next() -> (level: Level, row: Int)? {
            let open = levels.indices.filter { nextRows[$0] < levels[$0].rows }
            let place = open.min {
                TileOrder.position(of: nextRows[$0], in: levels[$0])
                    < TileOrder.position(of: nextRows[$1], in: levels[$1])
            }
            guard let place else { return nil }
            defer { nextRows[place] += 1 }
            return (levels[place], nextRows[place])
        }
    }
}
