import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@Suite("Tiles cover their level exactly")
struct CoverageTests {
    @Test("Cells cover levels of every size, with and without overlap", arguments: testSizes)
    func everyLevel(size: PixelSize) {
        for (tile, overlap, depth) in [
            (256, 0, Pyramid.Depth.oneTile), (254, 1, .onePixel), (512, 0, .oneTile),
            (100, 100, .oneTile), (256, 3, .onePixel),
        ] {
            let pyramid = Pyramid(
                name: "photo", imageSize: size,
                tiling: Tiling(tileSize: PixelSize(square: tile), overlap: overlap), depth: depth)
            for level in pyramid.levels {
                let tiles = pyramid.tiles(of: level).map {
                    CoveredTile(cell: $0.levelCell, region: $0.levelRegion)
                }
                let problems = coverageProblems(tiles, of: level.size, overlap: overlap)
                #expect(problems == [], "tile \(tile), level \(level.index)")
            }
        }
    }

    @Test("The cells of a level, in image pixels, cover the image", arguments: testSizes)
    func imageCells(size: PixelSize) {
        let pyramid = Pyramid(
            name: "photo", imageSize: size, tiling: Tiling(tileSize: PixelSize(square: 256)),
            depth: .oneTile)
        for level in pyramid.levels {
            let tiles = pyramid.tiles(of: level).map {
                CoveredTile(cell: $0.imageCell, region: $0.imageCell)
            }
            #expect(coverageProblems(tiles, of: size, overlap: 0) == [], "level \(level.index)")
        }
    }

    @Test("The checker detects wrong tiles")
    func negativeControls() {
        let level = PixelSize(width: 30, height: 20)
        let pyramid = Pyramid(
            name: "photo", imageSize: level,
            tiling: Tiling(tileSize: PixelSize(square: 10), overlap: 2), depth: .oneTile)
        let good = pyramid.tiles(of: pyramid.levels[pyramid.levels.count - 1]).map {
            CoveredTile(cell: $0.levelCell, region: $0.levelRegion)
        }
        #expect(coverageProblems(good, of: level, overlap: 2) == [])

        func broken(_ change: (inout [CoveredTile]) -> Void) -> Bool {
            var tiles = good
            change(&tiles)
            return !coverageProblems(tiles, of: level, overlap: 2).isEmpty
        }
        #expect(broken { $0.removeLast() })
        #expect(broken { $0.remove(at: 1) })
        #expect(broken { $0.removeAll() })
        #expect(broken { $0.append($0[0]) })
        #expect(broken { $0.swapAt(0, 1) })
        #expect(broken { $0[2].cell = PixelRegion(x: 20, y: 0, width: 11, height: 10) })
        #expect(broken { $0[4].region = $0[4].cell })
        #expect(broken { $0[0].region = PixelRegion(x: -2, y: 0, width: 14, height: 12) })
        #expect(!coverageProblems(good, of: level, overlap: 1).isEmpty)
        #expect(!coverageProblems(good, of: PixelSize(width: 31, height: 20), overlap: 2).isEmpty)
        #expect(!coverageProblems(good, of: PixelSize(width: 30, height: 21), overlap: 2).isEmpty)
    }
}
