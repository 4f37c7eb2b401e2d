// TileJSON 3.0.0, https://github.com/mapbox/tilejson-spec/tree/master/3.0.0. `metadata.json` of
// tippecanoe, GDAL and mb-util has the fields of MBTiles.

package import ZigguratCore
package import ZigguratSystem

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
