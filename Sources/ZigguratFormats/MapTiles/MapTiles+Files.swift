package import ZigguratCore
package import ZigguratSystem

extension MapTiles {
    /// Reads the tiles of a map from files, with any extension.
    ///
    /// Rows are counted from the bottom if `tilemapresource.xml` exists. The folders of a zoom are
    /// rows in the Google layout of libvips. `tilejson.json` can state either.
    package init(in files: any BundleFiles) throws(ZigguratError) {
        let resource = try files.contents(of: TileMapResource.path)
        let json = try TileJSON(in: files)
        let scheme =
            resource != nil
            ? .tms
            : try TileGrid.isRowFirst(files) ? .google : json?.scheme ?? MapScheme.xyz
        var paths: [Tile.Address: String] = [:]
        try files.forEachFile { path, _ in
            if let tile = Self.tile(of: path, scheme) {
                paths[tile] = paths[tile].map { min($0, path) } ?? path
            }
            return true
        }
        let found = paths
        let ending = paths.values.min()?.split(separator: ".").last.map(String.init) ?? ""
        var metadata = json?.metadata ?? MapMetadata()
        if let resource {
            metadata = try TileMapResource.metadata(
                of: resource, files.place(of: TileMapResource.path), besides: metadata)
        }
        self.init(
            place: files.place(of: ""), metadata: metadata, scheme: scheme, statedFormat: ending,
            addresses: paths.keys, cells: MapArea.cells(of: metadata, TileRanges(paths.keys)),
            placeOfTile: { tile in
                files.place(of: found[tile] ?? "\(scheme.path(of: tile)).\(ending)")
            },
            read: { tile throws(ZigguratError) in
                try found[tile].flatMap { path throws(ZigguratError) in
                    try files.contents(of: path)
                }
            })
    }

    /// Returns the tile at a path; `nil` for other files.
    private static func tile(of path: String, _ scheme: MapScheme) -> Tile.Address? {
        let parts = path.split(separator: "/")
        guard parts.count == 3, let zoom = TileGrid.number(parts[0]), zoom < 31,
            let folder = TileGrid.number(parts[1]), let dot = parts[2].lastIndex(of: "."),
            let file = TileGrid.number(parts[2][..<dot]), max(folder, file) < 1 << zoom,
            MapTileFormat.isKnown(String(parts[2][dot...].dropFirst()))
        else { return nil }
        return scheme.tile(zoom: zoom, folder: folder, file: file)
    }

    /// Whether a file describes the map in its folder.
    package static func isDescriptor(_ name: String) -> Bool {
        name == TileMapResource.path || isTileJSON(name)
    }

    package static func isTileJSON(_ name: String) -> Bool {
        [TileJSON.path, TileJSON.otherPath].contains(name)
    }

    /// Reads the metadata of the map among files, without its tiles.
    package static func metadata(in files: any BundleFiles) throws(ZigguratError) -> MapMetadata? {
        try TileJSON(in: files)?.metadata
    }
}

extension TileGrid {
    /// Whether the folders of a zoom are rows, not columns. The blank tile of libvips,
    /// `tilejson.json` or Ziggurat's page shows it.
    static func isRowFirst(_ files: any BundleFiles) throws(ZigguratError) -> Bool {
        if files.hasFile(blank) { return true }
        if let scheme = try TileJSON(in: files)?.scheme { return scheme == .google }
        guard let page = try files.contents(of: "index.html") else { return false }
        return String(decoding: page, as: UTF8.self).contains("/{y}/{x}")
    }
}
