import ZigguratCore
import ZigguratExport
import ZigguratFormats
import ZigguratStore

extension FuzzTarget {
    static let bundleRecord = descriptor("bundle-record", "ziggurat-bundle.json")

    /// Targets for descriptors of pyramids, by their file name.
    static let descriptors = [
        descriptor("dzi", "photo.dzi"), descriptor("dzi-xml", "photo.xml"),
        descriptor("iiif-info", "info.json"), descriptor("zoomify", "ImageProperties.xml"),
        descriptor("tilemapresource", "tilemapresource.xml"), descriptor("page", "index.html"),
    ]

    /// Targets for descriptors of maps, by their file name.
    static let maps = [
        map("tilejson", "tilejson.json"), map("map-resource", "tilemapresource.xml"),
    ]

    static let vectorTile = FuzzTarget("vector-tile") { input in try? VectorTile.check(input) }

    private static func map(_ name: String, _ file: String) -> FuzzTarget {
        FuzzTarget(name) { input in
            guard let tiles = try? MapTiles(in: MemoryFiles(input, at: file)) else { return }
            use(tiles)
        }
    }

    private static func descriptor(_ name: String, _ file: String) -> FuzzTarget {
        FuzzTarget(name) { input in
            let files = MemoryFiles(input, at: file)
            guard let (_, found) = try? PyramidSearch.first(in: files, .standard) else { return }
            use(found)
        }
    }

    /// Computes the values that `verify`, `repack` and `serve` need of a found pyramid.
    static func use(_ found: FoundPyramid) {
        let pyramid = found.pyramid
        for level in pyramid.levels {
            let tile = pyramid.tile(level, column: level.columns - 1, row: level.rows - 1)
            _ = found.naming.path(of: tile)
            _ = (tile.imageCell, tile.levelCell, found.absent.contains(tile))
            _ = found.naming.pageTemplate(for: level, of: pyramid)
        }
        guard pyramid.tileCount <= FoundPyramid.maximumTileCount else { return }
        for tile in pyramid.tiles.prefix(100) { _ = found.naming.path(of: tile) }
    }
}
