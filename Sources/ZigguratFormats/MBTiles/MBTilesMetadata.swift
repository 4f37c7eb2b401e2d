internal import ZigguratCore
internal import ZigguratSystem

/// The table `metadata` of an MBTiles database.
///
/// Source: MBTiles specification 1.3, “Metadata”.
struct MBTilesMetadata {
    let rows: [(name: String, value: String)]

    init(of bundle: BundleDescription) {
        let pyramid = bundle.pyramid
        let set = TileSetDescription(of: bundle)
        let place = MapPlace(of: pyramid)
        let centre = place.centre
        var rows = [
            ("name", set.name),
            ("format", pyramid.tiling.encoding.format.fileExtension),
            ("bounds", "\(place.west),\(place.south),\(place.east),\(place.north)"),
            ("center", "\(centre.longitude),\(centre.latitude),0"),
            ("minzoom", "0"),
            ("maxzoom", String(pyramid.levels.count - 1)),
            ("type", set.type),
            ("version", set.version),
            ("description", set.description),
            ("generator", set.generator),
            ("image_width", String(set.imageWidth)),
            ("image_height", String(set.imageHeight)),
            ("tile_size", String(set.tileSize)),
            ("tile_edge", set.tileEdge.rawValue),
        ]
        if let blankTiles = set.blankTiles { rows.append(("blank_tiles", blankTiles)) }
        if let attribution = set.attribution { rows.append(("attribution", attribution)) }
        self.rows = rows
    }
}
