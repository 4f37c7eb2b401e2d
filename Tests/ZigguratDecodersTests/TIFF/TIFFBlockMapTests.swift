import Testing

@testable import ZigguratDecoders

@Suite struct TIFFBlockMapTests {
    /// Each case has the columns and rows of the grid, and the number of empty blocks per stored
    /// block.
    @Test(arguments: [(1, 1, 1), (7, 5, 3), (64, 3, 40), (33, 65, 100), (130, 90, 2000)])
    func `Regions are empty if none of their blocks has bytes`(
        across: Int, down: Int, missing: Int
    ) {
        var stored = [Bool](repeating: false, count: across * down)
        for index in stored.indices { stored[index] = Int.random(in: 0...missing) == 0 }
        var marks = [UInt64](repeating: 0, count: (stored.count + 63) / 64)
        for index in stored.indices where stored[index] {
            marks[index / 64] |= 1 << UInt64(index % 64)
        }
        let map = TIFFBlockMap(marks: marks, across: across, down: down)
        func range(_ length: Int) -> Range<Int> {
            let start = Int.random(in: 0..<length)
            return start..<Int.random(in: start + 1...length)
        }
        let parts = (0..<300).map { _ in (range(across), range(down)) }
        for (columns, rows) in parts + [(0..<across, 0..<down)] {
            let isEmpty = rows.allSatisfy { row in
                !stored[row * across + columns.lowerBound..<row * across + columns.upperBound]
                    .contains(true)
            }
            #expect(map.isEmpty(columns: columns, rows: rows) == isEmpty, "\(columns) \(rows)")
        }
    }
}
