/// Blank tiles of a pyramid that are not written.
///
/// They are stored as runs of consecutive tiles, usually a few for each tile row.
package struct AbsentTiles: Hashable, Sendable, Codable {
    /// The runs of a level. A tile's number is row × columns + column.
    private struct LevelRuns: Hashable, Sendable, Codable {
        let level: Int
        /// The first number and the count of each run, ascending.
        let runs: [Int]
    }

    private let levels: [LevelRuns]

    package static let none = AbsentTiles([:])

    /// - Parameter numbers: the tile numbers by level, in any order, each tile once.
    package init(_ numbers: [Int: [Int]]) {
        levels = numbers.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { level in
            var runs: [Int] = []
            for number in level.value.sorted() {
                if let last = runs.indices.last, runs[last - 1] + runs[last] == number {
                    runs[last] += 1
                } else {
                    runs += [number, 1]
                }
            }
            return LevelRuns(level: level.key, runs: runs)
        }
    }

    /// - Throws: `DecodingError` if the runs are not ascending, or so large that their sum
    ///   overflows.
    package init(from decoder: any Decoder) throws {
        levels = try decoder.singleValueContainer().decode([LevelRuns].self)
        let damage = DecodingError.invalid("runs of tiles", in: decoder)
        for (index, level) in levels.enumerated() {
            var end = 0
            guard index == 0 || levels[index - 1].level < level.level,
                (0..<64).contains(level.level), level.runs.count.isMultiple(of: 2)
            else { throw damage }
            for index in stride(from: 0, to: level.runs.count, by: 2) {
                let (first, count) = (level.runs[index], level.runs[index + 1])
                guard first >= end, count > 0, count < 1 << 48, first < 1 << 48 else {
                    throw damage
                }
                end = first + count
            }
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(levels)
    }

    package var isEmpty: Bool { levels.isEmpty }

    package var count: Int {
        levels.reduce(0) { sum, level in
            stride(from: 1, to: level.runs.count, by: 2).reduce(sum) { $0 + level.runs[$1] }
        }
    }

    /// Returns the first number and the count of each run of a level; empty if no tile is absent.
    package func runs(ofLevel index: Int) -> [Int] {
        levels.first { $0.level == index }?.runs ?? []
    }

    package func areTiles(of pyramid: Pyramid) -> Bool {
        levels.allSatisfy { level in
            guard let own = pyramid.level(level.level) else { return false }
            let runs = level.runs
            return runs.count < 2 || runs[runs.count - 2] + runs[runs.count - 1] <= own.tileCount
        }
    }

    package func contains(_ tile: Tile) -> Bool {
        guard !levels.isEmpty else { return false }
        let runs = runs(ofLevel: tile.level.index)
        let number = tile.row * tile.level.columns + tile.column
        let next = (0..<runs.count / 2).firstSortedIndex { runs[2 * $0] > number }
        return next > 0 && number < runs[2 * next - 2] + runs[2 * next - 1]
    }

    /// Returns the existing tiles of a level as disjoint blocks.
    package func presentBlocks(of level: Level) -> [TileBlock] {
        var done: [TileBlock] = []
        var open: [TileBlock] = []
        let runs = runs(ofLevel: level.index)
        var next = 0
        for row in 0..<level.rows {
            let end = (row + 1) * level.columns
            var column = 0
            var pieces: [Range<Int>] = []
            // A run may continue in the next row.
            while next < runs.count, runs[next] < end {
                let first = max(0, runs[next] - row * level.columns)
                if column < first { pieces.append(column..<first) }
                column = min(level.columns, runs[next] + runs[next + 1] - row * level.columns)
                if runs[next] + runs[next + 1] > end { break }
                next += 2
            }
            if column < level.columns { pieces.append(column..<level.columns) }
            var grown: [TileBlock] = []
            for piece in pieces {
                let above = open.first { $0.columns == piece }
                grown.append(
                    TileBlock(columns: piece, rows: (above?.rows.lowerBound ?? row)..<row + 1))
            }
            done += open.filter { block in !pieces.contains(block.columns) }
            open = grown
        }
        return done + open
    }
}

extension RandomAccessCollection where Index == Int {
    /// Returns the index of the first element from which on all elements have a property.
    package func firstSortedIndex(where isAfter: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// A rectangle of tiles of a level.
package struct TileBlock: Hashable, Sendable {
    package let columns: Range<Int>
    package let rows: Range<Int>
}
