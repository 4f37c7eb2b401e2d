internal import ZigguratCore

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
