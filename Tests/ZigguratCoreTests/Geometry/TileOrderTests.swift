import Testing
import ZigguratCore

@Suite("The order of tiles in archives")
struct TileOrderTests {
    static let pyramids = [(1, 1), (100, 100), (101, 99), (1000, 700), (37, 2000), (3000, 5)].map {
        Pyramid(
            name: "photo", imageSize: PixelSize(width: $0, height: $1),
            tiling: Tiling(tileSize: PixelSize(width: 100, height: 64)), depth: .onePixel)
    }

    @Test("The tiles of a pyramid have consecutive numbers", arguments: pyramids)
    func numbers(pyramid: Pyramid) throws {
        let order = TileOrder(of: pyramid)
        #expect(order.count == pyramid.tileCount)
        #expect(order.tiles.map { order.number(of: $0) } == Array(0..<order.count))
        #expect(Set(order.tiles) == Set(pyramid.tiles.map(\.address)))
    }

    @Test(
        "An address outside the pyramid has no number",
        arguments: [(99, 0, 0), (-1, 0, 0), (10, 10, 0), (10, 0, 11), (10, -1, 0), (10, 0, -1)])
    func outside(level: Int, column: Int, row: Int) {
        let order = TileOrder(of: Self.pyramids[3])
        #expect(
            order.number(of: Tile.Address(level: level, column: column, row: row)) == nil)
    }

    @Test("A tile row follows the two rows of the larger level that it is made of")
    func halves() throws {
        let pyramid = Self.pyramids[4]
        let order = TileOrder(of: pyramid)
        let top = pyramid.levels.count - 1
        let number = { (level: Int, row: Int) in
            try #require(order.number(of: Tile.Address(level: level, column: 0, row: row)))
        }
        for row in 0..<15 {
            #expect(try number(top - 1, row) > number(top, 2 * row + 1))
        }
    }
}
