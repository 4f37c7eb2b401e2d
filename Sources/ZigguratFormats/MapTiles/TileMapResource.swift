internal import ZigguratCore
internal import ZigguratSystem

/// `tilemapresource.xml` of the raster profile. Reads documents of any program.
struct TileMapResource {
    static let path = "tilemapresource.xml"

    private let size: PixelSize
    private let tileSize: PixelSize
    private let fileExtension: String
    private let levels: ClosedRange<Int>

    /// Returns the document of a bundle.
    ///
    /// The bounding box is the image. The origin is the bottom left corner of tile 0, 0 at full
    /// resolution. If the grid begins at the bottom, this corner is the image's corner. If the grid
    /// begins at the top, the lowest row counts as a row of full tiles.
    static func xml(of bundle: BundleDescription) -> XMLElement {
        let pyramid = bundle.pyramid
        let image = pyramid.imageSize
        let coordinates = TileMapCoordinates(of: bundle)
        let format = pyramid.tiling.encoding.format
        let tileSize = pyramid.tiling.tileSize
        let gridHeight =
            pyramid.shape.origin == .bottomLeft
            ? image.height
            : image.height.dividedRoundingUp(by: tileSize.height) * tileSize.height
        let sets = pyramid.levels.map { level in
            XMLElement(
                "TileSet",
                [
                    "href": level.index,
                    "units-per-pixel": coordinates.unitsPerPixel(
                        atScaleFactor: level.scaleFactor),
                    "order": level.index,
                ])
        }
        return XMLElement(
            "TileMap", ["version": "1.0.0", "tilemapservice": "http://tms.osgeo.org/1.0.0"],
            [
                XMLElement("Title", text: bundle.title),
                XMLElement("Abstract", text: bundle.caption.description ?? ""),
                XMLElement("SRS", text: coordinates.system),
                XMLElement(
                    "BoundingBox",
                    [
                        "minx": coordinates.x(0), "miny": coordinates.y(image.height),
                        "maxx": coordinates.x(image.width), "maxy": coordinates.y(0),
                    ]),
                XMLElement("Origin", ["x": coordinates.x(0), "y": coordinates.y(gridHeight)]),
                XMLElement(
                    "TileFormat",
                    [
                        "width": tileSize.width, "height": tileSize.height,
                        "mime-type": format.mediaType, "extension": format.fileExtension,
                    ]),
                XMLElement("TileSets", ["profile": "raster"], sets),
            ])
    }

    init(_ bytes: [UInt8], _ place: String) throws(ZigguratError) {
        let document = try XMLDescriptor(bytes, place: place)
        let number = { (path: String) throws(ZigguratError) in
            let text = try document.text("number(/TileMap/\(path))") ?? ""
            guard let number = Double(text), abs(number) < 1e12 else {
                throw document.failure(.invalid(field: path, value: text))
            }
            return number
        }
        let profile = try document.text("/TileMap/TileSets/@profile") ?? ""
        guard profile == "raster" else {
            let isMap = profile.contains("mercator") || profile.contains("geodetic")
            throw document.failure(
                isMap ? .mapProfile(profile) : .unrecognised("profile “\(profile)”"))
        }
        let width = try number("BoundingBox/@maxx") - number("BoundingBox/@minx")
        let height = try number("BoundingBox/@maxy") - number("BoundingBox/@miny")
        let units = try Self.unitsPerPixel(document)
        let pixels = { (length: Double) in
            Int(min((abs(length) / units).rounded(), Double(PixelSize.maximumSide) + 1))
        }
        size = PixelSize(width: pixels(width), height: pixels(height))
        tileSize = PixelSize(
            width: Int(try number("TileFormat/@width")),
            height: Int(try number("TileFormat/@height")))
        fileExtension = try document.text("/TileMap/TileFormat/@extension") ?? ""
        let orders = try document.strings("/TileMap/TileSets/TileSet/@order").compactMap {
            Int($0)
        }
        guard size.isValid else {
            throw document.failure(.invalid(field: "BoundingBox", value: "\(size)"))
        }
        guard tileSize.isValid, tileSize.longSide <= 65_535 else {
            throw document.failure(.invalid(field: "TileFormat", value: "\(tileSize)"))
        }
        guard let first = orders.min(), let last = orders.max(), first >= 0, last < 32 else {
            throw document.failure(.missing(field: "TileSet"))
        }
        levels = first...last
    }

    /// Returns the units per pixel at full resolution; not 1 if the image is georeferenced.
    private static func unitsPerPixel(_ document: XMLDescriptor) throws(ZigguratError) -> Double {
        let texts = try document.strings("/TileMap/TileSets/TileSet/@units-per-pixel")
        let units = texts.compactMap { Double($0) }.min() ?? 1
        guard units > 0 else {
            throw document.failure(.invalid(field: "units-per-pixel", value: "\(units)"))
        }
        return units
    }

    func pyramid(
        in files: any BundleFiles, describedBy file: String, _ place: String
    ) throws(ZigguratError) -> FoundPyramid {
        guard let format = TileFormat(fileExtension: fileExtension) else {
            throw ZigguratError(DescriptorError.unsupportedTileFormat(fileExtension), place)
        }
        let naming = TemplateNaming.ending(fileExtension, of: "{z}/{x}/{tmsy}")
        let make = { (edge: Tiling.Edge, origin: GridOrigin) in
            Pyramid(
                name: "", imageSize: size,
                tiling: Tiling(tileSize: tileSize, edge: edge, encoding: TileEncoding(format)),
                shape: PyramidShape(
                    depth: .levels(levels.upperBound + 1), origin: origin,
                    minimumLevel: levels.lowerBound))
        }
        let padded = make(.pad, .bottomLeft)
        let origin = try Self.originOfCropped(padded, in: files, naming)
        return FoundPyramid(
            origin.map { make(.crop, $0) } ?? padded, naming: naming, descriptors: [file])
    }

    /// Returns the origin of the grid of cropped tiles; `nil` if the tiles are padded, or the image
    /// fills all tiles.
    ///
    /// The last tiles of the highest and the lowest row show the origin: one of them is smaller
    /// than a full tile. A level does not show the origin if it has a single row, or if the image
    /// fills its rows.
    private static func originOfCropped(
        _ padded: Pyramid, in files: any BundleFiles, _ naming: any NamingStrategy
    ) throws(ZigguratError) -> GridOrigin? {
        let tileSize = padded.tiling.tileSize
        var isCropped = false
        for level in padded.levels.reversed() {
            let isFilledAcross = level.size.width.isMultiple(of: tileSize.width)
            let isFilledDown = level.size.height.isMultiple(of: tileSize.height)
            guard !isFilledAcross || !isFilledDown else { continue }
            let lastTile = { (row: Int) throws(ZigguratError) in
                try files.tileImage(
                    at: naming.path(of: padded.tile(level, column: level.columns - 1, row: row)))
            }
            guard let lowest = try lastTile(level.rows - 1), let topmost = try lastTile(0)
            else { continue }
            guard lowest.size != tileSize || topmost.size != tileSize else { return nil }
            isCropped = true
            if level.rows > 1, lowest.size.height != topmost.size.height {
                return lowest.size.height < topmost.size.height ? .topLeft : .bottomLeft
            }
        }
        return isCropped ? .topLeft : nil
    }
}

// Source: the profile `mercator` of gdal2tiles, GDAL 3.6, function generate_tilemapresource. The
// edges are in degrees although the coordinate system is EPSG:3857, and the order of a tile set is
// its zoom. The other elements are from Tile Map Service Specification 1.0.0.

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

    /// Returns metadata with the fields of a map's document added.
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
