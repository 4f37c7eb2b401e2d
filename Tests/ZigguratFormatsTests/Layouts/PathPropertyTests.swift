import TestSupport
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite("The paths of every layout")
struct PathPropertyTests {
    @Test("Paths are unique, inside the folder, and no file is a folder", arguments: testSizes)
    func everyLayout(size: PixelSize) throws {
        for layout in Formats.standard.layouts {
            for tileSize in [nil, 256, 64] where (tileSize ?? 256) > 64 || size.longSide < 4000 {
                let pyramid = try layout.pyramid(size, tileSize: tileSize)
                let paths = BundlePaths(layout, pyramid).all
                #expect(repeated(paths) == [], "\(layout.name)")
                #expect(paths.filter { !staysInside($0) } == [], "\(layout.name)")
                #expect(filesUsedAsFolders(paths) == [], "\(layout.name)")
            }
        }
    }

    @Test("Descriptors and tiles have different paths")
    func descriptors() throws {
        for layout in Formats.standard.layouts {
            let pyramid = try layout.pyramid(PixelSize(square: 700))
            let bundle = BundleDescription(layout: layout.name, pyramid: pyramid)
            let paths = BundlePaths(layout, pyramid).all
            let descriptors = try layout.descriptors(of: bundle).map(\.path)
            #expect(repeated(paths + descriptors) == [])
            #expect(filesUsedAsFolders(paths + descriptors) == [])
            #expect(descriptors.allSatisfy(staysInside))
        }
    }

    @Test(
        "A tile that is not written has the path of a tile of a larger level", arguments: testSizes)
    func sharedTiles(size: PixelSize) throws {
        for layout in Formats.standard.layouts {
            let pyramid = try layout.pyramid(size, tileSize: 256)
            let written = Set(BundlePaths(layout, pyramid).all)
            for tile in pyramid.tiles where !layout.isWritten(tile) {
                #expect(written.contains(layout.naming.path(of: tile)))
                #expect(layout.aliases(of: tile) == [])
                #expect(tile.levelCell.width == 1)
            }
        }
    }

    @Test(
        "IIIF writes corner tiles of a single pixel once",
        arguments: [(257, 0), (513, 1), (1025, 2), (2049, 3), (512, 0), (1027, 0)])
    func corner(side: Int, notWritten: Int) throws {
        for layout in [IIIFLayout(.two) as any Layout, IIIFLayout(.three)] {
            let pyramid = try layout.pyramid(PixelSize(square: side), tileSize: 256)
            #expect(pyramid.tiles.filter { !layout.isWritten($0) }.count == notWritten)
        }
        for layout in [DeepZoomLayout() as any Layout, XYZLayout()] {
            let pyramid = try layout.pyramid(PixelSize(square: side), tileSize: 256)
            #expect(pyramid.tiles.allSatisfy { layout.isWritten($0) })
        }
    }

    @Test("A combining mark after a slash does not hide the slash")
    func combiningName() throws {
        let pyramid = try DeepZoomLayout().pyramid(PixelSize(square: 1), name: "\u{301}e")
        #expect(BundlePaths(.dzi, pyramid).all == ["\u{301}e_files/0/0_0.jpg"])
        let bundle = BundleDescription(layout: "dzi", pyramid: pyramid)
        #expect(bundle.address == "http://localhost:8000/%CC%81e/dzi")
    }

    @Test("The checker detects repeated paths")
    func repeatedControl() {
        #expect(repeated(["a", "b", "a"]) == ["a"])
        #expect(repeated(["a", "b"]) == [])
        #expect(filesUsedAsFolders(["a/b", "a"]) == ["a"])
        #expect(filesUsedAsFolders(["a/b/c", "a/b", "d"]) == ["a/b"])
        #expect(filesUsedAsFolders(["a/b", "ab"]) == [])
    }

    @Test(
        "The checker detects paths that leave the folder",
        arguments: [
            ("0/0/0.jpg", true), ("a..b/c", true), ("...", true), ("/0/0.jpg", false),
            ("../0.jpg", false), ("a/../b.jpg", false), ("a/..", false), ("./a", false),
            ("a//b", false), ("a/", false), ("", false), ("a\0b", false), ("../\u{301}a", false),
        ])
    func escapeControl(path: String, inside: Bool) {
        #expect(staysInside(path) == inside)
    }
}
