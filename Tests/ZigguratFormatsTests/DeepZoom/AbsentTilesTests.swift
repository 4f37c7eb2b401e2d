import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite("Absent tiles")
struct AbsentTilesTests {
    private static func pyramid(_ width: Int, _ height: Int, tileSize: Int = 16) throws -> Pyramid {
        try DeepZoomLayout().pyramid(
            name: "photo", imageSize: PixelSize(width: width, height: height),
            tiling: Tiling.Request(tileSize: tileSize, overlap: 1))
    }

    /// A generator of reproducible pseudo-random numbers.
    private struct Dice {
        var state: UInt64

        mutating func roll(_ sides: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % sides
        }
    }

    /// Selects tiles of each level at random. A tile is absent with a probability of 1 in `sides`.
    private static func some(of pyramid: Pyramid, sides: Int, seed: UInt64) -> [Int: [Int]] {
        var dice = Dice(state: seed)
        var numbers: [Int: [Int]] = [:]
        for level in pyramid.levels where level.tileCount > 1 {
            numbers[level.index] = (0..<level.tileCount).filter { _ in dice.roll(sides) == 0 }
                .reversed()
        }
        return numbers
    }

    @Test("Numbers outside the pyramid are detected")
    func places() throws {
        // 40 × 20 pixels in tiles of 16: 3 × 2 on level 6, 2 × 1 on level 5, and no level 7.
        let pyramid = try Self.pyramid(40, 20)
        for (numbers, isRight) in [
            ([:], true), ([6: [0, 5], 5: [1]], true), ([6: [6]], false), ([5: [2]], false),
            ([7: [0]], false), ([6: [1], 7: [0]], false),
        ] as [([Int: [Int]], Bool)] {
            #expect(AbsentTiles(numbers).areTiles(of: pyramid) == isRight, "\(numbers)")
        }
    }

    @Test("Runs are encoded as in a manifest")
    func runs() throws {
        let tiles = AbsentTiles([3: [7, 5, 6, 1], 9: [0], 4: []])
        #expect(tiles.count == 5 && !tiles.isEmpty && AbsentTiles.none.isEmpty)
        #expect(tiles.runs(ofLevel: 3) == [1, 1, 5, 3] && tiles.runs(ofLevel: 4) == [])
        let text = String(decoding: try JSONEncoder.sorted.encode(tiles), as: UTF8.self)
        #expect(text == #"[{"level":3,"runs":[1,1,5,3]},{"level":9,"runs":[0,1]}]"#)
        #expect(try JSONDecoder().decode(AbsentTiles.self, from: Data(text.utf8)) == tiles)
    }

    @Test(
        "Invalid runs are rejected",
        arguments: [
            "[1]", "[1,0]", "[1,-1]", "[-1,2]", "[5,2,6,1]", "[5,2,1,1]", "[1,9223372036854775807]",
        ])
    func damaged(runs: String) {
        let text = #"[{"level":3,"runs":\#(runs)}]"#
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(AbsentTiles.self, from: Data(text.utf8))
        }
    }

    @Test(
        "Levels that are not ascending, or that no pyramid has, are rejected",
        arguments: [[3, 2], [3, 3], [-1], [64], [0, 5, 4]])
    func damagedLevels(levels: [Int]) {
        let text = levels.map { #"{"level":\#($0),"runs":[0,1]}"# }.joined(separator: ",")
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(AbsentTiles.self, from: Data("[\(text)]".utf8))
        }
    }

    static let sizes = [(100, 70), (129, 33), (16, 400), (250, 251)]

    @Test("Every tile is in one block or absent", arguments: sizes, [2, 3, 20])
    func blocks(size: (Int, Int), sides: Int) throws {
        let pyramid = try Self.pyramid(size.0, size.1)
        let numbers = Self.some(of: pyramid, sides: sides, seed: UInt64(size.0 + sides))
        let absent = AbsentTiles(numbers)
        #expect(absent.count == numbers.values.reduce(0) { $0 + $1.count })
        for level in pyramid.levels {
            let left = Set(numbers[level.index] ?? [])
            var covered = [Int](repeating: 0, count: level.tileCount)
            for block in absent.presentBlocks(of: level) {
                for row in block.rows {
                    for column in block.columns { covered[row * level.columns + column] += 1 }
                }
            }
            for tile in pyramid.tiles(of: level) {
                let number = tile.row * level.columns + tile.column
                #expect(absent.contains(tile) == left.contains(number))
                #expect(covered[number] == (left.contains(number) ? 0 : 1))
            }
        }
    }

    /// Whether a tile exists, by OpenSeadragon's arithmetic. On a level with rectangles, a tile
    /// exists if a rectangle touches its cell without the overlap. On other levels, all tiles
    /// exist.
    private static func exists(
        _ tile: Tile, _ rects: [(levels: ClosedRange<Int>, values: [Double])]
    ) -> Bool {
        let own = rects.filter { $0.levels.contains(tile.level.index) }
        guard !own.isEmpty else { return true }
        let scale = 1 / Double(tile.level.scaleFactor)
        let side = Double(tile.pyramid.tiling.tileSize.width)
        return own.contains { rect in
            let (x, y) = (rect.values[0] * scale, rect.values[1] * scale)
            let (right, bottom) = (x + rect.values[2] * scale, y + rect.values[3] * scale)
            return Int((x / side).rounded(.down)) <= tile.column
                && tile.column < Int((right / side).rounded(.up))
                && Int((y / side).rounded(.down)) <= tile.row
                && tile.row < Int((bottom / side).rounded(.up))
        }
    }

    @Test(
        "Deep Zoom rectangles cover the existing tiles", arguments: sizes, [1, 2, 5])
    func displayRects(size: (Int, Int), sides: Int) throws {
        for tileSize in [16, 21] {
            let pyramid = try Self.pyramid(size.0, size.1, tileSize: tileSize)
            let absent = AbsentTiles(
                Self.some(of: pyramid, sides: sides, seed: UInt64(size.1 * sides)))
            let bundle = BundleDescription(layout: "dzi", pyramid: pyramid, absent: absent)
            let bytes = try DeepZoomLayout().descriptors(of: bundle)[0].bytes
            let document = try XMLDocument(bytes)
            try Schemas.deepZoom().validate(document)
            let names = ["d": "http://schemas.microsoft.com/deepzoom/2008"]
            let words = try document.strings(
                at: "//d:DisplayRect/@* | //d:Rect/@*", namespaces: names
            ).compactMap { Double($0) }
            #expect(!words.isEmpty && words.count.isMultiple(of: 6))
            let rects = stride(from: 0, to: words.count, by: 6).map { start in
                (
                    levels: Int(words[start])...Int(words[start + 1]),
                    values: Array(words[start + 2..<start + 6])
                )
            }
            for tile in pyramid.tiles {
                #expect(Self.exists(tile, rects) == !absent.contains(tile), "\(tile.address)")
            }
            guard sides > 1 else { continue }
            // The negative control: without the last rectangle, some existing tiles are not
            // covered.
            let fewer = rects.filter { $0.values[2] > 0 }.dropLast()
            #expect(pyramid.tiles.contains { Self.exists($0, Array(fewer)) == absent.contains($0) })
        }
    }
}

extension JSONEncoder {
    fileprivate static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }
}
