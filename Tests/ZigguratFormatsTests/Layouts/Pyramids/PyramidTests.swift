import TestSupport
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite("Pyramids")
struct PyramidTests {
    @Test("Levels of 256-pixel tiles go down to one tile", arguments: ExpectedPyramid.tiles256)
    func tiles256(expected: ExpectedPyramid) {
        check(expected, tile: 256, overlap: 0, depth: .oneTile)
    }

    @Test("Levels of overlapping tiles go down to one pixel", arguments: ExpectedPyramid.tiles254)
    func tiles254(expected: ExpectedPyramid) {
        check(expected, tile: 254, overlap: 1, depth: .onePixel)
    }

    @Test("Levels of 512-pixel tiles go down to one tile", arguments: ExpectedPyramid.tiles512)
    func tiles512(expected: ExpectedPyramid) {
        check(expected, tile: 512, overlap: 0, depth: .oneTile)
    }

    private func check(
        _ expected: ExpectedPyramid, tile: Int, overlap: Int, depth: Pyramid.Depth
    ) {
        let pyramid = Pyramid(
            name: "photo", imageSize: expected.imageSize,
            tiling: Tiling(tileSize: PixelSize(square: tile), overlap: overlap), depth: depth)
        let levels = pyramid.levels.map { level in
            ExpectedPyramid.Level(
                size: level.size, columns: level.columns, rows: level.rows,
                last: pyramid.tile(level, column: level.columns - 1, row: level.rows - 1)
                    .levelRegion)
        }
        #expect(levels == expected.levels)
        #expect(pyramid.tileCount == expected.tiles)
        #expect(Array(pyramid.tiles).count == expected.tiles)
        let top = expected.levels.count - 1
        let first = pyramid.tile(at: Tile.Address(level: top, column: 0, row: 0))
        #expect(first?.levelRegion == expected.first)
        #expect(pyramid.levels.map(\.index) == Array(0...top))
        #expect(pyramid.levels.map(\.reduction) == Array((0...top).reversed()))
        #expect(pyramid.levels.last?.scaleFactor == 1)
    }

    /// The native zoom is the smallest zoom z at which T·2^z pixels contain the longer side.
    @Test(
        "The native zoom of z/x/y folders follows from the longer side",
        arguments: [
            (1, 1, 0), (256, 256, 0), (257, 256, 1), (256, 257, 1), (512, 512, 1), (513, 1, 2),
            (1024, 1024, 2), (1025, 1025, 3), (2048, 100, 3), (2049, 100, 4), (12_000, 8000, 6),
            (100, 100_000, 9), (65_536, 65_536, 8), (65_537, 65_536, 9),
        ])
    func nativeZoom(width: Int, height: Int, zoom: Int) throws {
        let pyramid = try XYZLayout().pyramid(PixelSize(width: width, height: height))
        #expect(pyramid.levels.count - 1 == zoom)
        #expect(pyramid.levels.first?.tileCount == 1)
    }

    @Test("A Deep Zoom image of 290 × 442 pixels has 10 levels")
    func deepZoomExample() throws {
        let pyramid = try DeepZoomLayout().pyramid(PixelSize(width: 290, height: 442))
        #expect(pyramid.levels.count == 10)
        let width = { column in
            pyramid.tile(at: Tile.Address(level: 9, column: column, row: 0))?.encodedSize.width
        }
        #expect(width(0) == 255)
        #expect(width(1) == 37)
        #expect(pyramid.tile(at: Tile.Address(level: 10, column: 0, row: 0)) == nil)
    }

    @Test(
        "An address outside the pyramid has no tile",
        arguments: [
            (-1, 0, 0), (2, 0, 0), (1, 2, 0), (1, 0, 2), (1, -1, 0), (1, 0, -1), (0, 1, 0),
        ])
    func outside(level: Int, column: Int, row: Int) throws {
        let pyramid = try XYZLayout().pyramid(PixelSize(square: 257))
        #expect(pyramid.tile(at: Tile.Address(level: level, column: column, row: row)) == nil)
        #expect(pyramid.tile(at: Tile.Address(level: 1, column: 1, row: 1)) != nil)
    }

    @Test("A padded tile has the full size, and a cropped tile ends with the image")
    func edges() throws {
        for (edge, side) in [(Tiling.Edge.pad, 256), (.crop, 1)] {
            let tiling = Tiling(tileSize: PixelSize(square: 256), edge: edge)
            let pyramid = Pyramid(
                name: "photo", imageSize: PixelSize(square: 257), tiling: tiling, depth: .oneTile)
            let tile = try #require(pyramid.tile(at: Tile.Address(level: 1, column: 1, row: 1)))
            #expect(tile.encodedSize == PixelSize(square: side))
            #expect(tile.levelRegion.size == PixelSize(square: 1))
        }
    }

    @Test("Tiles need not be square")
    func oblongTiles() throws {
        let pyramid = Pyramid(
            name: "photo", imageSize: PixelSize(width: 1000, height: 300),
            tiling: Tiling(tileSize: PixelSize(width: 512, height: 64)), depth: .oneTile)
        #expect(pyramid.levels.map(\.columns) == [1, 1, 1, 2])
        #expect(pyramid.levels.map(\.rows) == [1, 2, 3, 5])
        let tile = try #require(pyramid.tile(at: Tile.Address(level: 2, column: 0, row: 2)))
        #expect(tile.levelRegion == PixelRegion(x: 0, y: 128, width: 500, height: 22))
        #expect(tile.imageCell == PixelRegion(x: 0, y: 256, width: 1000, height: 44))
        #expect(tile.rowFromBottom == 0)
    }

    @Test("The IIIF region of a tile, in image pixels, ends with the image")
    func imageCells() throws {
        let pyramid = try IIIFLayout(.two).pyramid(PixelSize(width: 3509, height: 2506))
        let cell = { pyramid.tile(at: Tile.Address(level: $0, column: $1, row: $2))?.imageCell }
        #expect(cell(3, 0, 0) == PixelRegion(x: 0, y: 0, width: 512, height: 512))
        #expect(cell(3, 5, 4) == PixelRegion(x: 2560, y: 2048, width: 512, height: 458))
        #expect(cell(1, 1, 1) == PixelRegion(x: 2048, y: 2048, width: 1461, height: 458))
        #expect(cell(0, 0, 0) == PixelRegion(x: 0, y: 0, width: 3509, height: 2506))
    }
}
