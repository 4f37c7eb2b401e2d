import TestSupport
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite("z/y/x folders")
struct GoogleLayoutTests {
    @Test("The layout has the expected paths for 300 × 600 pixels")
    func paths() throws {
        let paths = BundlePaths(
            .google, try GoogleLayout().pyramid(PixelSize(width: 300, height: 600)))
        #expect(
            paths.all == [
                "0/0/0.jpg", "1/0/0.jpg", "1/1/0.jpg", "2/0/0.jpg", "2/0/1.jpg", "2/1/0.jpg",
                "2/1/1.jpg", "2/2/0.jpg", "2/2/1.jpg",
            ])
    }

    @Test("Paths equal paths of z/x/y folders with row and column exchanged", arguments: testSizes)
    func files(size: PixelSize) throws {
        let turned = PixelSize(width: size.height, height: size.width)
        let asked = ClientAddresses.xyz(image: turned, tileSize: 256, format: "jpg")
        #expect(Set(BundlePaths(.google, try GoogleLayout().pyramid(size)).all) == asked)
    }

    @Test("600 × 300 pixels are centred in a world of 1024 pixels")
    func centred() throws {
        let layout = GoogleLayout(isCentred: true)
        let pyramid = try layout.pyramid(PixelSize(width: 600, height: 300))
        #expect(
            BundlePaths(layout, pyramid).all == [
                "0/0/0.jpg", "1/0/0.jpg", "1/0/1.jpg", "1/1/0.jpg", "1/1/1.jpg", "2/1/0.jpg",
                "2/1/1.jpg", "2/1/2.jpg", "2/1/3.jpg", "2/2/0.jpg", "2/2/1.jpg", "2/2/2.jpg",
                "2/2/3.jpg",
            ])
        #expect(pyramid.levels.map(\.shift.x) == [53, 106, 212])
        #expect(pyramid.levels.map(\.shift.y) == [90, 181, 106])
        // Pages count rows and columns from 0. The rows of the largest level begin at 1, so it has
        // no template.
        let pages = pyramid.levels.map { layout.naming.pageTemplate(for: $0, of: pyramid) }
        #expect(pages == ["0/{y}/{x}.jpg", "1/{y}/{x}.jpg", nil])
    }

    @Test("In a centred layout, each pixel is on one tile of the world", arguments: testSizes)
    func centredCoverage(size: PixelSize) throws {
        let layout = GoogleLayout(isCentred: true)
        let pyramid = try layout.pyramid(size)
        let paths = BundlePaths(layout, pyramid).all
        #expect(repeated(paths) == [])
        for level in pyramid.levels {
            let tiles = Array(pyramid.tiles(of: level))
            #expect(
                tiles.reduce(0) { $0 + $1.levelCell.width * $1.levelCell.height }
                    == level.size.width * level.size.height)
            #expect(tiles.allSatisfy { $0.levelCell.width > 0 && $0.levelCell.height > 0 })
            #expect(level.firstColumn + level.columns <= 1 << level.index)
            #expect(level.firstRow + level.rows <= 1 << level.index)
        }
    }

    @Test("Centring requires that zoom 0 is one tile")
    func centredDepth() throws {
        let layout = try GoogleLayout().with(["centre": "true"])
        #expect(layout.settingTexts == ["centre": "true", "scales": "1"])
        #expect(throws: ZigguratError.self) {
            try layout.check(Tiling.Request(), Pyramid.LevelRequest(depth: .onePixel))
        }
        try layout.check(Tiling.Request(), Pyramid.LevelRequest(minimumLevel: 1))
        #expect(throws: ZigguratError.self) { try GoogleLayout().with(["centre": "yes"]) }
    }
}

@Suite("Tiles for dense screens")
struct DensityTests {
    /// With the scales 1 and 2, dense screens get tiles of the full image. Other screens get tiles
    /// of half the resolution.
    @Test("Scales 1 and 2 have the expected paths for 600 × 300 pixels")
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

    @Test("Every density has the same grid and the same parts of the image", arguments: testSizes)
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

    @Test(
        "Invalid scales are rejected", arguments: ["", "0", "3", "1,", "1,2,x", "-1", "16", "1;2"])
    func refused(scales: String) {
        let error = #expect(throws: ZigguratError.self) { try XYZLayout().with(["scales": scales]) }
        #expect(
            error?.reason as? LayoutError == .invalidSetting("scales", value: scales))
    }
}
