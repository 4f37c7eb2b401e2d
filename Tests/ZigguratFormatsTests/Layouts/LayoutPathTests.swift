import TestSupport
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite("The files of small images, written out")
struct LayoutPathTests {
    @Test("Deep Zoom has the expected paths for 300 × 2 pixels")
    func deepZoom() throws {
        let paths = BundlePaths(.dzi, try DeepZoomLayout().pyramid(size(300, 2)))
        #expect(
            paths.tiles == [
                "photo_files/0/0_0.jpg", "photo_files/1/0_0.jpg", "photo_files/2/0_0.jpg",
                "photo_files/3/0_0.jpg", "photo_files/4/0_0.jpg", "photo_files/5/0_0.jpg",
                "photo_files/6/0_0.jpg", "photo_files/7/0_0.jpg", "photo_files/8/0_0.jpg",
                "photo_files/9/0_0.jpg", "photo_files/9/1_0.jpg",
            ])
        #expect(paths.aliases == [])
        #expect(paths.wholeImages == [])
    }

    @Test("z/x/y folders have the expected paths for 300 × 600 pixels")
    func xyz() throws {
        let paths = BundlePaths(.xyz, try XYZLayout().pyramid(size(300, 600)))
        #expect(
            paths.tiles == [
                "0/0/0.jpg", "1/0/0.jpg", "1/0/1.jpg", "2/0/0.jpg", "2/1/0.jpg", "2/0/1.jpg",
                "2/1/1.jpg", "2/0/2.jpg", "2/1/2.jpg",
            ])
        #expect(paths.aliases == [])
        #expect(paths.wholeImages == [])
    }

    @Test("IIIF 2 has the expected paths for 300 × 200 pixels in tiles of 256")
    func iiif2() throws {
        let paths = BundlePaths(.iiif, try IIIFLayout(.two).pyramid(size(300, 200), tileSize: 256))
        #expect(
            paths.tiles == files(["full/150,", "0,0,256,200/256,", "256,0,44,200/44,"]))
        #expect(
            paths.aliases == files(["full/150,100", "0,0,300,200/150,", "0,0,300,200/150,100"]))
        #expect(
            paths.wholeImages
                == files([
                    "full/full", "full/300,", "full/300,200", "full/max", "0,0,300,200/full",
                    "0,0,300,200/300,", "0,0,300,200/300,200", "0,0,300,200/max",
                ]))
    }

    @Test("IIIF 2 uses the size “full” for tiles as wide as an image of 200 × 300 pixels")
    func iiif2Narrow() throws {
        let paths = BundlePaths(.iiif, try IIIFLayout(.two).pyramid(size(200, 300), tileSize: 256))
        #expect(
            paths.tiles == files(["full/100,", "0,0,200,256/200,", "0,256,200,44/200,"]))
        #expect(
            paths.aliases
                == files([
                    "full/100,150", "0,0,200,300/100,", "0,0,200,300/100,150", "0,0,200,256/full",
                    "0,256,200,44/full",
                ]))
    }

    @Test("IIIF 3 has the expected paths for 300 × 200 pixels in tiles of 256")
    func iiif3() throws {
        let paths = BundlePaths(
            .iiif3, try IIIFLayout(.three).pyramid(size(300, 200), tileSize: 256))
        #expect(
            paths.tiles
                == files(["full/150,100", "0,0,256,200/256,200", "256,0,44,200/44,200"]))
        #expect(
            paths.aliases == files(["full/150,", "0,0,300,200/150,100", "0,0,300,200/150,"]))
        #expect(
            paths.wholeImages
                == files([
                    "full/max", "full/300,200", "full/300,", "0,0,300,200/max",
                    "0,0,300,200/300,200", "0,0,300,200/300,",
                ]))
    }

    @Test("IIIF writes a single pixel as one image")
    func singlePixel() throws {
        let two = BundlePaths(.iiif, try IIIFLayout(.two).pyramid(size(1, 1)))
        #expect(two.tiles == files(["full/full"]))
        #expect(
            two.aliases
                == files([
                    "full/1,", "full/1,1", "full/max", "0,0,1,1/full", "0,0,1,1/1,", "0,0,1,1/1,1",
                    "0,0,1,1/max",
                ]))
        let three = BundlePaths(.iiif3, try IIIFLayout(.three).pyramid(size(1, 1)))
        #expect(three.tiles == files(["full/max"]))
        #expect(two.wholeImages + three.wholeImages == [])
    }

    @Test("In IIIF 2 of a single column, a shared address belongs to the larger level")
    func singleColumn() throws {
        let paths = BundlePaths(.iiif, try IIIFLayout(.two).pyramid(size(1, 513), tileSize: 256))
        #expect(
            paths.tiles
                == files([
                    "full/1,129", "0,0,1,512/1,", "0,0,1,256/1,", "0,256,1,256/1,", "0,512,1,1/1,",
                ]))
        #expect(
            paths.aliases
                == files([
                    "0,0,1,513/1,129", "0,0,1,512/full", "0,0,1,256/full", "0,256,1,256/full",
                    "0,512,1,1/full",
                ]))
        #expect(
            paths.wholeImages
                == files([
                    "full/1,257", "0,0,1,513/1,257", "full/full", "full/1,", "full/1,513",
                    "full/max", "0,0,1,513/full", "0,0,1,513/1,", "0,0,1,513/1,513",
                    "0,0,1,513/max",
                ]))
    }

    @Test(
        "IIIF 2 of 3509 × 2506 pixels in tiles of 512 contains these paths",
        arguments: ["0,0,512,512/512,", "2560,2048,512,458/512,", "full/439,"])
    func iiif2Example(path: String) throws {
        let paths = BundlePaths(.iiif, try IIIFLayout(.two).pyramid(size(3509, 2506)))
        #expect(paths.tiles.contains("\(path)/0/default.jpg"))
    }

    @Test(
        "IIIF 3 of 3509 × 2506 pixels in tiles of 512 contains these paths",
        arguments: [
            "0,0,512,512/512,512", "2560,2048,512,458/512,458", "full/439,314",
        ])
    func iiif3Example(path: String) throws {
        let paths = BundlePaths(.iiif3, try IIIFLayout(.three).pyramid(size(3509, 2506)))
        #expect((paths.tiles + paths.aliases).contains("\(path)/0/default.jpg"))
    }

    @Test(
        "IIIF 3 of 775 × 1024 pixels in tiles of 256 contains these paths",
        arguments: ["full/194,256", "512,0,263,512/132,256", "768,768,7,256/7,256"])
    func iiif3Portrait(path: String) throws {
        let paths = BundlePaths(
            .iiif3, try IIIFLayout(.three).pyramid(size(775, 1024), tileSize: 256))
        #expect(paths.tiles.contains("\(path)/0/default.jpg"))
    }

    @Test("The small level of 3509 × 2506 pixels has 439 × 314 pixels")
    func smallLevel() throws {
        let pyramid = try IIIFLayout(.two).pyramid(size(3509, 2506))
        #expect(pyramid.levels.first?.size == size(439, 314))
    }

    @Test("Whole images have at most 1024 pixels a side")
    func wholeImageLimit() throws {
        for layout in [IIIFLayout(.two) as any Layout, IIIFLayout(.three)] {
            let levels = { (side: Int) in
                layout.wholeImages(of: try layout.pyramid(PixelSize(square: side)))
                    .map(\.level.size)
            }
            #expect(try levels(1024) == [PixelSize(square: 1024)])
            #expect(try levels(1025) == [PixelSize(square: 513)])
            #expect(try levels(2050) == [PixelSize(square: 513)])
            #expect(try levels(2048) == [PixelSize(square: 1024)])
        }
    }

    private func size(_ width: Int, _ height: Int) -> PixelSize {
        PixelSize(width: width, height: height)
    }

    private func files(_ addresses: [String]) -> [String] {
        addresses.map { "\($0)/0/default.jpg" }
    }
}
