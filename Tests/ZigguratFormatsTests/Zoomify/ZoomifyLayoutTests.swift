import TestSupport
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite("Zoomify folders")
struct ZoomifyLayoutTests {
    @Test(
        "Square images have the expected number of tiles, rounded down and up",
        arguments: [
            (513, 10, 14), (1025, 30, 39), (2055, 116, 120), (1000, 21, 21), (256, 1, 1),
            (257, 5, 5), (1, 1, 1), (6000, 770, 770),
        ])
    func counts(side: Int, floor: Int, ceil: Int) throws {
        let size = PixelSize(square: side)
        #expect(try ZoomifyLayout().pyramid(size).tileCount == floor)
        #expect(try ZoomifyLayout(rounding: .up).pyramid(size).tileCount == ceil)
    }

    @Test("The layout has the expected paths for 290 × 442 pixels")
    func paths() throws {
        let pyramid = try ZoomifyLayout().pyramid(PixelSize(width: 290, height: 442))
        #expect(
            BundlePaths(.zoomify, pyramid).all == [
                "TileGroup0/0-0-0.jpg", "TileGroup0/1-0-0.jpg", "TileGroup0/1-1-0.jpg",
                "TileGroup0/1-0-1.jpg", "TileGroup0/1-1-1.jpg",
            ])
    }

    @Test(
        "The tiles of 6000 × 6000 pixels are in the expected groups",
        arguments: [(1, 1, 0), (2, 23, 2), (23, 3, 1), (23, 23, 3)])
    func groups(column: Int, row: Int, group: Int) throws {
        let pyramid = try ZoomifyLayout().pyramid(PixelSize(square: 6000))
        let tile = try #require(
            pyramid.tile(at: Tile.Address(level: 5, column: column, row: row)))
        #expect(
            ZoomifyLayout().naming.path(of: tile) == "TileGroup\(group)/5-\(column)-\(row).jpg")
    }

    @Test("OpenSeadragon requests exactly the files that exist", arguments: testSizes)
    func openSeadragon(size: PixelSize) throws {
        for tileSize in [256, 254] {
            let layout = ZoomifyLayout()
            let pyramid = try layout.pyramid(size, tileSize: tileSize)
            let files = layout.pyramids(with: pyramid).flatMap(\.tiles)
                .filter { layout.isWritten($0) }.map { layout.naming.path(of: $0) }
            #expect(repeated(files) == [])
            let asked = Self.openSeadragon(size, tileSize: tileSize)
            #expect(Set(files) == asked)
            #expect(Set(BundlePaths(.zoomify, pyramid).all).subtracting(asked) == [])
        }
    }

    @Test("OpenSeadragon requests the half pixel of 513 × 513")
    func halfPixel() throws {
        let layout = ZoomifyLayout()
        let pyramid = try layout.pyramid(PixelSize(square: 513))
        let extra = layout.companions(of: pyramid).flatMap(\.tiles)
            .filter { layout.isWritten($0) }
        #expect(
            extra.map { layout.naming.path(of: $0) }
                == ["TileGroup0/0-1-0.jpg", "TileGroup0/0-0-1.jpg", "TileGroup0/0-1-1.jpg"])
        #expect(extra.map(\.levelRegion.x) == [256, 0, 256])
        #expect(layout.companions(of: try layout.pyramid(PixelSize(square: 515))) == [])
        #expect(
            ZoomifyLayout(rounding: .up).companions(
                of: try ZoomifyLayout(rounding: .up).pyramid(PixelSize(square: 513))) == [])
    }

    /// The requests of OpenSeadragon. OpenSeadragon rounds the levels and the numbers of tiles
    /// down, but not the columns and rows of its requests.
    private static func openSeadragon(_ image: PixelSize, tileSize: Int) -> Set<String> {
        var (width, height) = (image.width, image.height)
        var grids = [((width + tileSize - 1) / tileSize, (height + tileSize - 1) / tileSize)]
        while width > tileSize || height > tileSize {
            width /= 2
            height /= 2
            grids.insert(
                ((width + tileSize - 1) / tileSize, (height + tileSize - 1) / tileSize), at: 0)
        }
        var paths: Set<String> = []
        for level in grids.indices {
            let scale = Double(1 << (grids.count - 1 - level))
            let tiles = { (side: Int) in
                Int((Double(side) / scale / Double(tileSize)).rounded(.up))
            }
            let before = grids[..<level].reduce(0) { $0 + $1.0 * $1.1 }
            for row in 0..<tiles(image.height) {
                for column in 0..<tiles(image.width) {
                    let number = before + grids[level].0 * row + column
                    paths.insert("TileGroup\(number / 256)/\(level)-\(column)-\(row).jpg")
                }
            }
        }
        return paths
    }

    @Test("Leaflet.Zoomify requests exactly the files that exist", arguments: testSizes)
    func leaflet(size: PixelSize) throws {
        for tileSize in [256, 254] {
            let layout = ZoomifyLayout(rounding: .up)
            let pyramid = try layout.pyramid(size, tileSize: tileSize)
            #expect(layout.companions(of: pyramid) == [])
            let asked = Self.leaflet(size, tileSize: tileSize)
            #expect(Set(BundlePaths(layout, pyramid).all) == asked)
        }
        // The negative control: at this size, rounding down gives other tiles.
        let other = ZoomifyLayout()
        let pyramid = try other.pyramid(PixelSize(square: 513))
        #expect(
            Set(BundlePaths(other, pyramid).all)
                != Self.leaflet(PixelSize(square: 513), tileSize: 256))
    }

    /// The requests of Leaflet.Zoomify, which rounds all halves up.
    private static func leaflet(_ image: PixelSize, tileSize: Int) -> Set<String> {
        var sizes = [(image.width, image.height)]
        while sizes[0].0 > tileSize || sizes[0].1 > tileSize {
            sizes.insert(((sizes[0].0 + 1) / 2, (sizes[0].1 + 1) / 2), at: 0)
        }
        var paths: Set<String> = []
        var number = 0
        for (zoom, size) in sizes.enumerated() {
            for y in 0...(size.1 - 1) / tileSize {
                for x in 0...(size.0 - 1) / tileSize {
                    paths.insert("TileGroup\(number / 256)/\(zoom)-\(x)-\(y).jpg")
                    number += 1
                }
            }
        }
        return paths
    }

    @Test("The tiles of each level cover the image", arguments: testSizes)
    func coverage(size: PixelSize) throws {
        for rounding in LevelRounding.allCases {
            let pyramid = try ZoomifyLayout(rounding: rounding).pyramid(size)
            for level in pyramid.levels {
                let tiles = pyramid.tiles(of: level).map {
                    CoveredTile(cell: $0.levelCell, region: $0.levelRegion)
                }
                #expect(coverageProblems(tiles, of: level.size, overlap: 0) == [])
            }
        }
    }

    @Test("The descriptor states the sizes")
    func document() throws {
        let pyramid = try ZoomifyLayout().pyramid(PixelSize(width: 1025, height: 770))
        let bundle = BundleDescription(layout: "zoomify", pyramid: pyramid)
        let files = try ZoomifyLayout().descriptors(of: bundle)
        #expect(files.map(\.path) == ["ImageProperties.xml"])
        #expect(
            files.first.map { String(decoding: $0.bytes, as: UTF8.self) } == """
                <IMAGE_PROPERTIES WIDTH="1025" HEIGHT="770" NUMTILES="25" NUMIMAGES="1" \
                VERSION="1.8" TILESIZE="256" />

                """)
        try Schemas.zoomify().validate(try XMLDocument(files[0].bytes))
    }

    @Test(
        "The schema rejects a broken descriptor",
        arguments: [
            ("WIDTH=\"1025\" ", ""), ("\"770\"", "\"0\""), ("NUMTILES", "TILES"),
            ("NUMIMAGES=\"1\"", "NUMIMAGES=\"2\""), ("\"1.8\"", "\"2\""),
            ("IMAGE_PROPERTIES", "IMAGE"),
        ])
    func broken(part: String, instead: String) throws {
        let pyramid = try ZoomifyLayout().pyramid(PixelSize(width: 1025, height: 770))
        let bundle = BundleDescription(layout: "zoomify", pyramid: pyramid)
        let good = String(
            decoding: try ZoomifyLayout().descriptors(of: bundle)[0].bytes, as: UTF8.self)
        let text = good.replacing(part, with: instead)
        #expect(text != good)
        let document = try XMLDocument(Array(text.utf8))
        #expect(throws: XMLError.self) { try Schemas.zoomify().validate(document) }
    }

    @Test("A note names the sizes at which clients disagree")
    func warning() throws {
        let differing = [
            513...513, 1025...1027, 1537...1537, 2049...2055, 2561...2561, 3073...3075,
            3585...3585, 4097...4111,
        ]
        for rounding in LevelRounding.allCases {
            let layout = ZoomifyLayout(rounding: rounding)
            for side in 1...4200 {
                let pyramid = try layout.pyramid(PixelSize(square: side))
                let notes = layout.notes(on: BundleDescription(layout: "zoomify", pyramid: pyramid))
                let note = FormatNote.ambiguousRounding(PixelSize(square: side), rounding)
                let expected = differing.contains { $0.contains(side) } ? [note] : []
                #expect(notes == expected, "\(side)")
            }
        }
    }

    @Test("An unknown rounding mode is rejected")
    func refused() throws {
        #expect(
            try (ZoomifyLayout().with(["zoomify-rounding": "ceil"]) as? ZoomifyLayout)?.rounding
                == .up)
        let error = #expect(throws: ZigguratError.self) {
            try ZoomifyLayout().with(["zoomify-rounding": "half"])
        }
        #expect(
            error?.reason as? LayoutError
                == .invalidSetting("zoomify-rounding", value: "half"))
    }
}
