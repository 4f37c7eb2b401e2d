import Testing
import ZigguratCore

@Suite("z/y/x folders")
struct GoogleLayoutTests {
    @Test("300 × 600 pixels, written out")
    func paths() throws {
        let paths = BundlePaths(
            .google, try GoogleLayout().pyramid(PixelSize(width: 300, height: 600)))
        #expect(
            paths.all == [
                "0/0/0.jpg", "1/0/0.jpg", "1/1/0.jpg", "2/0/0.jpg", "2/0/1.jpg", "2/1/0.jpg",
                "2/1/1.jpg", "2/2/0.jpg", "2/2/1.jpg",
            ])
    }

    @Test("the files of z/x/y folders with row and column exchanged", arguments: testSizes)
    func files(size: PixelSize) throws {
        let turned = PixelSize(width: size.height, height: size.width)
        let asked = ClientAddresses.xyz(image: turned, tileSize: 256, format: "jpg")
        #expect(Set(BundlePaths(.google, try GoogleLayout().pyramid(size)).all) == asked)
    }
}

@Suite("Tiles for dense screens")
struct DensityTests {
    /// At the scales 1 and 2 the image is what dense screens see: the other tiles show half of it.
    @Test("600 × 300 pixels at the scales 1 and 2")
    func doubled() throws {
        let layout = try XYZLayout().with(["scales": "1,2"])
        let pyramid = try layout.pyramid(
            name: "photo", imageSize: PixelSize(width: 600, height: 300))
        let pyramids = layout.pyramids(with: pyramid)
        #expect(pyramids.map(\.density) == [2, 1])
        #expect(pyramids.map(\.tiling.tileSize.width) == [512, 256])
        #expect(pyramids.map { $0.levels.map(\.scaleFactor) } == [[2, 1], [4, 2]])
        #expect(
            pyramids.map { $0.tiles.map { layout.naming.path(of: $0) } } == [
                ["0/0/0@2x.jpg", "1/0/0@2x.jpg", "1/1/0@2x.jpg"],
                ["0/0/0.jpg", "1/0/0.jpg", "1/1/0.jpg"],
            ])
    }

    @Test("every density has the same grid and shows the same", arguments: testSizes)
    func sameGrid(size: PixelSize) throws {
        for scales in ["1,2", "1,2,4", "2", "1,4"] {
            let layout = try GoogleLayout().with(["scales": scales])
            let pyramid = try layout.pyramid(name: "photo", imageSize: size)
            for other in layout.pyramids(with: pyramid) {
                #expect(other.levels.map(\.columns) == pyramid.levels.map(\.columns))
                #expect(other.levels.map(\.rows) == pyramid.levels.map(\.rows))
                #expect(other.levels.map(\.index) == pyramid.levels.map(\.index))
                for (tile, same) in zip(pyramid.tiles, other.tiles) {
                    #expect(tile.imageCell == same.imageCell)
                }
            }
        }
    }

    @Test("what are no scales", arguments: ["", "0", "3", "1,", "1,2,x", "-1", "16", "1;2"])
    func refused(scales: String) {
        let error = #expect(throws: ZigguratError.self) { try XYZLayout().with(["scales": scales]) }
        #expect(
            error?.description
                == "“\(scales)” are no scales; write some of 1, 2, 4 and 8, as in --scales 1,2")
    }
}
