// The profile `mercator` of gdal2tiles, GDAL 3.6, function generate_tilemapresource: the edges are in
// degrees although the coordinate system is EPSG:3857, and the order of a tile set is its zoom.
// Tile Map Service Specification 1.0.0: the other elements.

internal import ZigguratCore
internal import ZigguratSystem

/// `tilemapresource.xml` of a map.
extension TileMapResource {
    static func xml(of map: MapDescription) -> XMLElement {
        let (bounds, size) = (map.bounds, map.tileSize)
        let sets = map.zooms.map { zoom in
            XMLElement(
                "TileSet",
                [
                    "href": zoom,
                    "units-per-pixel": 2 * MapArea.halfWorld / Double(size.width << zoom),
                    "order": zoom,
                ])
        }
        let credit = map.text("attribution")
        let attribution = XMLElement("Attribution", [:], [XMLElement("Title", text: credit)])
        return XMLElement(
            "TileMap", ["version": "1.0.0", "tilemapservice": "http://tms.osgeo.org/1.0.0"],
            [
                XMLElement("Title", text: map.text("name")),
                XMLElement("Abstract", text: map.text("description")),
            ] + (credit.isEmpty ? [] : [attribution]) + [
                XMLElement("SRS", text: "EPSG:3857"),
                XMLElement(
                    "BoundingBox",
                    [
                        "minx": bounds.west, "miny": bounds.south, "maxx": bounds.east,
                        "maxy": bounds.north,
                    ]),
                XMLElement("Origin", ["x": bounds.west, "y": bounds.south]),
                XMLElement(
                    "TileFormat",
                    [
                        "width": size.width, "height": size.height,
                        "mime-type": map.format.mediaType,
                        "extension": map.format.fileExtension,
                    ]),
                XMLElement("TileSets", ["profile": "mercator"], sets),
            ])
    }

    /// What the document of a map says, added to other metadata.
    static func metadata(
        of bytes: [UInt8], _ place: String, besides other: MapMetadata
    ) throws(ZigguratError) -> MapMetadata {
        let document = try XMLDescriptor(bytes, place: place)
        var metadata = other
        for (field, path) in [
            ("name", "Title"), ("description", "Abstract"), ("attribution", "Attribution/Title"),
        ] {
            guard let text = try document.text("/TileMap/\(path)"), !text.isEmpty else { continue }
            metadata.fields[field] = .string(text)
        }
        let profile = try document.text("/TileMap/TileSets/@profile") ?? ""
        guard profile.contains("mercator") else { return metadata }
        var edges: [Double] = []
        for name in ["minx", "miny", "maxx", "maxy"] {
            let text = try document.text("/TileMap/BoundingBox/@\(name)") ?? ""
            edges.append(Double(text) ?? .nan)
        }
        metadata.bounds = MapArea.bounds(edges) ?? metadata.bounds
        return metadata
    }
}
