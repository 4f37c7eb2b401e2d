internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSources
internal import ZigguratSystem

/// The metadata of an image in a tile database: the JSON object of PMTiles or the table of MBTiles.
///
/// Only Ziggurat writes the `image_…`, `tile_…` and `blank_tiles` fields; without them, the size of
/// the image follows from the tiles. Unknown fields, and fields with unexpected types, are ignored:
/// other programs write them.
struct TileSetMetadata: Hashable {
    /// The size of the image in pixels, at the largest zoom.
    let imageSize: PixelSize?
    private let tileSize: Int?
    private let tileEdge: Tiling.Edge?
    let leavesOutBlanks: Bool

    private static let leftOut = "left out"

    /// Returns the fields of a bundle, in the order of the file.
    static func fields(of bundle: BundleDescription) -> KeyValuePairs<String, JSONValue?> {
        let size = bundle.pyramid.imageSize
        let caption = bundle.caption
        let nowhere =
            "An image of \(size.width) × \(size.height) pixels"
            + (bundle.georeference == nil ? " without a place on earth" : "")
            + ": its coordinates are not geographic."
        let description = [caption.description, nowhere].compactMap(\.self).joined(separator: "\n")
        let credits = [caption.attribution, caption.rights].compactMap(\.self)
        return [
            "name": .string(bundle.title), "type": "baselayer", "version": "1.0.0",
            "description": .string(description), "generator": .string(Ziggurat.generator),
            "image_width": .integer(size.width), "image_height": .integer(size.height),
            "tile_size": .integer(bundle.pyramid.tiling.tileSize.width),
            "tile_edge": .string(bundle.pyramid.tiling.edge.rawValue),
            "blank_tiles": bundle.leavesOutBlanks ? .string(leftOut) : nil,
            "georeference": bundle.georeference?.json(of: size),
            "attribution": credits.isEmpty ? nil : .string(credits.joined(separator: ", ")),
        ]
    }

    /// Reads an object. Numbers may be strings, because MBTiles stores strings.
    init(_ json: JSONValue) {
        let number = { (name: String) in
            json[name].integer ?? json[name].string.flatMap { Int($0) }
        }
        let size = PixelSize(width: number("image_width") ?? 0, height: number("image_height") ?? 0)
        imageSize = size.isValid ? size : nil
        tileSize = number("tile_size")
        tileEdge = json["tile_edge"].string.flatMap(Tiling.Edge.init(rawValue:))
        leavesOutBlanks = json["blank_tiles"].string == Self.leftOut
    }

    /// Returns the pyramid of a database without blank tiles, and the missing tiles.
    ///
    /// - Parameters:
    ///   - tileCount: The number of tiles in the database.
    ///   - holds: Whether the database has a tile.
    /// - Returns: `nil` if no tile was skipped, or the metadata contradict the tiles.
    func sparsePyramid(
        format: TileFormat, zooms: ClosedRange<Int>, tileCount: Int,
        holds: (Tile.Address) -> Bool
    ) -> FoundPyramid? {
        guard leavesOutBlanks, let imageSize, let tileSize, let tileEdge,
            (1...65_535).contains(tileSize), zooms.upperBound < 31,
            imageSize.longSide <= tileSize << zooms.upperBound
        else { return nil }
        let pyramid = Pyramid(
            name: "", imageSize: imageSize,
            tiling: Tiling(
                tileSize: PixelSize(square: tileSize), edge: tileEdge,
                encoding: TileEncoding(format)),
            levels: zooms)
        guard pyramid.tileCount < 1 << 24 else { return nil }
        var numbers: [Int: [Int]] = [:]
        for tile in pyramid.tiles where !holds(tile.address) {
            numbers[tile.level.index, default: []].append(
                tile.row * tile.level.columns + tile.column)
        }
        let absent = AbsentTiles(numbers)
        guard pyramid.tileCount - absent.count == tileCount else { return nil }
        return FoundPyramid(pyramid, naming: .template("{z}/{x}/{y}"), absent: absent)
    }
}

/// The values that a tile database states about its tiles and that clients need to request tiles.
struct TileSetStatement {
    /// A file extension or a media type; `nil` if the database does not state the format.
    var format: String?
    var lowestZoom: Int?
    var highestZoom: Int?
    /// The bounds: west, south, east and north in degrees.
    var edges: [Double]?
    /// The centre: longitude, latitude and zoom.
    var centre: [Double]?
    /// The size of the image; `nil` if the database does not state it.
    var imageSize: PixelSize?
    /// The fields whose values have an invalid form.
    private var invalid: [String] = []
    private let leavesOutBlanks: Bool

    /// Reads an object. Numbers may be strings and lists may be comma-separated, because MBTiles
    /// stores strings.
    init(_ members: [String: JSONValue]) {
        let metadata = TileSetMetadata(.object(members))
        imageSize = metadata.imageSize
        leavesOutBlanks = metadata.leavesOutBlanks
        format = members["format"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        lowestZoom = zoom("minzoom", members)
        highestZoom = zoom("maxzoom", members)
        edges = numbers("bounds", 4, members)
        centre = numbers("center", 3, members)
    }

    private mutating func zoom(_ name: String, _ members: [String: JSONValue]) -> Int? {
        guard let value = members[name], value != .null, value != "" else { return nil }
        let zoom = value.integer ?? value.string.flatMap { Int($0) }
        if zoom == nil { invalid.append(name) }
        return zoom
    }

    private mutating func numbers(
        _ name: String, _ count: Int, _ members: [String: JSONValue]
    ) -> [Double]? {
        guard let value = members[name], value != .null, value != "" else { return nil }
        let numbers = MapMetadata.numbers(value)
        guard let numbers, numbers.count == count, numbers.allSatisfy(\.isFinite) else {
            invalid.append(name)
            return nil
        }
        return numbers
    }

    /// Returns the contradictions between the statement and the tiles.
    ///
    /// - Parameters:
    ///   - format: The format of the tiles; `nil` if it is unknown.
    ///   - pyramid: The pyramid of an image; `nil` for a map.
    func faults(
        of tiles: TileRanges, _ format: MapTileFormat?, pyramid: Pyramid?
    ) -> [ArchiveError] {
        var faults = invalid.map { ArchiveError.invalidMetadata($0) }
        if let format, let stated = self.format, !Self.names(stated, format) {
            faults.append(.wrongTileFormat(stated: stated, actual: format.fileExtension))
        }
        return faults + zoomFaults(of: tiles, isMap: pyramid == nil)
            + boundsFaults(of: tiles, pyramid) + centreFaults
    }

    /// Returns the format of the first readable tile; `nil` if no tile is readable.
    static func format(
        of tiles: [Tile.Address], _ bytes: (Tile.Address) throws(ZigguratError) -> [UInt8]?
    ) -> MapTileFormat? {
        for tile in tiles.prefix(16) {
            guard let bytes = try? bytes(tile), let image = try? TileImage.read(bytes) else {
                continue
            }
            return .image(image.format)
        }
        return nil
    }

    private static func names(_ stated: String, _ format: MapTileFormat) -> Bool {
        switch format {
        case .vector: MapTileFormat.isVector(stated) || stated == format.mediaType
        case .image(let format):
            TileFormat(fileExtension: stated) == format || stated == format.mediaType
        }
    }

    private func zoomFaults(of tiles: TileRanges, isMap: Bool) -> [ArchiveError] {
        guard let zooms = tiles.zooms else { return [] }
        var faults: [ArchiveError] = []
        // All tiles of the lowest zooms can be blank and therefore skipped.
        let mayBeLower = isMap || leavesOutBlanks
        if let lowestZoom,
            mayBeLower ? lowestZoom > zooms.lowerBound : lowestZoom != zooms.lowerBound
        {
            faults.append(.wrongZoom(.lowest, stated: lowestZoom, actual: zooms.lowerBound))
        }
        if let highestZoom, highestZoom != zooms.upperBound {
            faults.append(.wrongZoom(.highest, stated: highestZoom, actual: zooms.upperBound))
        }
        return faults
    }

    private func boundsFaults(of tiles: TileRanges, _ pyramid: Pyramid?) -> [ArchiveError] {
        guard let edges else { return [] }
        guard let bounds = MapBounds(edges), let area = MapArea(bounds) else {
            return [.emptyBounds]
        }
        // If the largest levels are omitted, the tiles alone would give wrong bounds.
        if let pyramid, pyramid.imageSize == imageSize {
            let place = MapPlace(of: pyramid)
            let actual = MapBounds([place.west, place.south, place.east, place.north])
            return actual.map(bounds.isClose) == true ? [] : [.wrongBounds]
        }
        return tiles.lie(in: area) ? [] : [.wrongBounds]
    }

    private var centreFaults: [ArchiveError] {
        // Programs that do not know the centre write zeros.
        guard let centre, centre.contains(where: { $0 != 0 }) else { return [] }
        guard let point = MapCentre(centre) else { return [.invalidMetadata("center")] }
        var faults: [ArchiveError] = []
        if let bounds = edges.flatMap({ MapBounds($0) }), !bounds.contains(point) {
            faults.append(.centreOutsideBounds)
        }
        if lowestZoom.map({ point.zoom < $0 }) == true
            || highestZoom.map({ point.zoom > $0 }) == true
        {
            faults.append(.centreOutsideZooms(point.zoom))
        }
        return faults
    }
}
