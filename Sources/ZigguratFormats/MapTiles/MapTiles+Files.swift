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

// TileJSON 3.0.0, https://github.com/mapbox/tilejson-spec/tree/master/3.0.0. `metadata.json` of
// tippecanoe, GDAL and mb-util has the fields of MBTiles.

/// `tilejson.json`: the metadata of a folder of map tiles.
struct TileJSON {
    let metadata: MapMetadata
    /// The order of the tiles' folders and rows; `nil` if the document does not state it.
    let scheme: MapScheme?

    static let path = "tilejson.json"
    /// A file of other programs, read if `tilejson.json` is missing.
    static let otherPath = "metadata.json"
    /// The longest document to read, in bytes.
    private static let longest = 1 << 24

    /// Returns the document of a map.
    static func file(
        of map: MapDescription, _ scheme: MapScheme
    ) throws(ZigguratError) -> BundleFile {
        let (bounds, centre) = (map.bounds, map.centre)
        let path = "\(scheme.template).\(map.format.fileExtension)"
        var members = map.markedFields
        members["tilejson"] = "3.0.0"
        members["tiles"] = [.string("\(map.address)/\(path)")]
        members["scheme"] = scheme == .tms ? "tms" : "xyz"
        members["minzoom"] = .integer(map.zooms.lowerBound)
        members["maxzoom"] = .integer(map.zooms.upperBound)
        members["bounds"] = .array(bounds.edges.map(JSONValue.number))
        members["center"] = [
            .number(centre.longitude), .number(centre.latitude), .integer(centre.zoom),
        ]
        members["format"] = .string(map.format.fileExtension)
        return try .json(Self.path, JSONValue.object(members))
    }

    /// Reads the document, or the other programs' document; `nil` if both are missing.
    init?(in files: any BundleFiles) throws(ZigguratError) {
        for path in [Self.path, Self.otherPath] {
            guard let byteCount = files.byteCount(of: path), byteCount <= Self.longest,
                let bytes = try files.contents(of: path),
                let members = JSONValue(parsing: bytes)?.object
            else { continue }
            metadata = MapMetadata(members)
            scheme = path == Self.path ? Self.scheme(of: members) : nil
            return
        }
        return nil
    }

    private static func scheme(of members: [String: JSONValue]) -> MapScheme? {
        guard let template = members["tiles"]?[0].string else { return nil }
        if template.contains(MapScheme.google.template) { return .google }
        guard template.contains(MapScheme.xyz.template) else { return nil }
        return members["scheme"] == "tms" ? .tms : .xyz
    }
}

extension MapScheme {
    /// Returns the files of a map besides its tiles.
    package func descriptors(of map: MapDescription) throws(ZigguratError) -> [BundleFile] {
        let json = try TileJSON.file(of: map, self)
        guard self == .tms else { return [json] }
        return [json, try .xml(TileMapResource.path, TileMapResource.xml(of: map))]
    }
}
