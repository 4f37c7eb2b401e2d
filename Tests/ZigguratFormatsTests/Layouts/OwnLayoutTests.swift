import TestSupport
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite("A layout of a library user")
struct OwnLayoutTests {
    /// A layout with only the required members.
    private struct Shelf: Layout {
        let name = "shelf"
        let summary = "rows as folders"
        let naming: any NamingStrategy = .template("{level}/row{row}/{column}.{ext}")
    }

    /// A naming that a template cannot express.
    private struct Spiral: NamingStrategy {
        func path(of tile: Tile) -> String {
            "\(tile.level.index)/ring\(max(tile.column, tile.row))/"
                + "\(tile.column)-\(tile.row).\(tile.fileExtension)"
        }
    }

    /// A layout with rules, aliases and a descriptor.
    private struct Snail: Layout {
        let name = "snail"
        let summary = "rings around the first tile"
        let naming: any NamingStrategy = Spiral()
        let rules = TilingRules(
            tileSize: 100, formats: [.png, .webp], allowsOverlap: false,
            depth: .onePixel)
        var abilities: LayoutAbilities {
            LayoutAbilities {
                $0.descriptors = makeDescriptors
                $0.paths = paths
            }
        }

        private func paths(of tile: Tile) -> [String] {
            let alias = "single/\(tile.level.index).\(tile.fileExtension)"
            return [naming.path(of: tile)] + (tile.level.tileCount == 1 ? [alias] : [])
        }

        private func makeDescriptors(
            of bundle: BundleDescription
        ) throws(ZigguratError) -> [BundleFile] {
            [try .json("snail.json", ["title": bundle.title])]
        }
    }

    @Test("A layout needs a name, a summary and a naming")
    func shelf() throws {
        let layout = Shelf()
        let pyramid = try layout.pyramid(PixelSize(width: 300, height: 200))
        #expect(
            BundlePaths(layout, pyramid).all
                == ["0/row0/0.jpg", "1/row0/0.jpg", "1/row0/1.jpg"])
        #expect(pyramid.tiling == Tiling(tileSize: PixelSize(square: 256)))
        let bundle = BundleDescription(layout: layout.name, pyramid: pyramid)
        #expect(try layout.descriptors(of: bundle) == [])
        #expect(layout.notes(on: bundle).isEmpty)
        #expect(try layout.examplePath() == "2/row3/3.jpg")
        let top = pyramid.levels[1]
        #expect(layout.naming.pageTemplate(for: top, of: pyramid) == "1/row{row}/{column}.jpg")
    }

    @Test("A layout can have rules, depth, aliases, descriptors and computed names")
    func snail() throws {
        let layout = Snail()
        let pyramid = try layout.pyramid(PixelSize(width: 200, height: 101))
        #expect(pyramid.levels.count == 9)
        let paths = BundlePaths(layout, pyramid)
        #expect(
            paths.tiles.suffix(4)
                == ["8/ring0/0-0.png", "8/ring1/1-0.png", "8/ring1/0-1.png", "8/ring1/1-1.png"])
        #expect(paths.aliases.first == "single/0.png")
        #expect(repeated(paths.all) == [])
        #expect(paths.all.allSatisfy(staysInside))
        let bundle = BundleDescription(layout: layout.name, pyramid: pyramid)
        let descriptor = try #require(try layout.descriptors(of: bundle).first)
        #expect(
            String(decoding: descriptor.bytes, as: UTF8.self) == "{\n  \"title\" : \"photo\"\n}\n")
        #expect(layout.naming.pageTemplate(for: pyramid.levels[8], of: pyramid) == nil)
    }
}
