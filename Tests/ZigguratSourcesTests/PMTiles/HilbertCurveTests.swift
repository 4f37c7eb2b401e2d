import Testing
import ZigguratCore

@testable import ZigguratSources
@testable import ZigguratSystem

@Suite("Hilbert numbers of tiles")
struct HilbertCurveTests {
    @Test("Each tile of the first seven zooms has its own number")
    func inverse() {
        var next = 0
        for zoom in 0...6 {
            for _ in 0..<(1 << (2 * zoom)) {
                let tile = HilbertCurve.tile(of: next)
                #expect(tile?.level == zoom)
                #expect(tile.flatMap { HilbertCurve.number(of: $0) } == next)
                next += 1
            }
        }
    }

    @Test("The tiles below a tile have consecutive numbers at each zoom")
    func below() throws {
        let top = 5
        for number in 0..<HilbertCurve.numbers(of: top - 1).upperBound {
            let area = try #require(HilbertCurve.tile(of: number))
            let range = try #require(HilbertCurve.numbers(of: top, below: area))
            let shift = top - area.level
            #expect(range.count == 1 << (2 * shift))
            let isInside = range.allSatisfy { number in
                HilbertCurve.tile(of: number).map { tile in
                    tile.level == top && tile.column >> shift == area.column
                        && tile.row >> shift == area.row
                } ?? false
            }
            #expect(isInside, "\(area)")
        }
    }

    @Test(
        "Numbers match the examples of the specification",
        arguments: [
            (0, 0, 0, 0), (1, 0, 1, 2), (1, 1, 0, 4), (2, 0, 0, 5), (12, 3423, 1763, 19_078_479),
        ])
    func examples(zoom: Int, column: Int, row: Int, number: Int) {
        let tile = Tile.Address(level: zoom, column: column, row: row)
        #expect(HilbertCurve.tile(of: number) == tile)
    }

    @Test("An invalid tile number is rejected", arguments: [-1, Int.max])
    func none(number: Int) {
        #expect(HilbertCurve.tile(of: number) == nil)
    }
}
