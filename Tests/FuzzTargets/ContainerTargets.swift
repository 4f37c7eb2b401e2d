import ZigguratCore
import ZigguratExport
import ZigguratFormats
import ZigguratStore

extension FuzzTarget {
    static let pmtiles = container("pmtiles", longest: 8192)
    static let zip = container("zip", longest: 8192)
    static let mbtiles = container("mbtiles", longest: 32_768)
    static let pyramidalTIFF = container("tif", longest: 8192)

    /// A container file, opened as `verify` and `serve` do.
    private static func container(_ name: String, longest: Int) -> FuzzTarget {
        FuzzTarget(name, longest: longest) { folder in
            let file = "\(folder.path)/photo.\(name)"
            return { input in
                folder.write(input, to: "photo.\(name)")
                guard let reader = try? Formats.standard.reader(of: file) else { return }
                if let tiles = try? reader.mapTiles(in: file) { use(tiles) }
                guard let opened = try? reader.read(file, known: nil) else { return }
                switch opened {
                case .files(let files, _): read(files)
                case .pyramid(let source, let faults):
                    use(source.found)
                    _ = faults()
                    guard source.pyramid.tileCount <= FoundPyramid.maximumTileCount else { return }
                    for tile in source.pyramid.tiles.prefix(20) { _ = try? source.bytes(of: tile) }
                }
            }
        }
    }

    /// Computes the values that `verify` and `repack` need of a map.
    static func use(_ tiles: MapTiles) {
        _ = tiles.gaps(upTo: 20)
        _ = (tiles.boundedByTiles.gaps(upTo: 1), tiles.fillStatedBounds)
        for tile in tiles.addresses.prefix(20) { _ = try? tiles.bytes(of: tile) }
    }

    private static func read(_ files: any BundleFiles) {
        var paths: [String] = []
        try? files.forEachFile { path, _ in
            paths.append(path)
            return paths.count < 20
        }
        for path in paths {
            _ = try? files.contents(of: path)
            _ = try? files.packedRange(of: path)
            _ = files.byteCount(of: path)
        }
        if let (_, found) = try? PyramidSearch.first(in: files, .standard) { use(found) }
    }
}
