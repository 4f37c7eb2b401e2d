internal import ZigguratCore
internal import ZigguratSystem

/// The metadata of an image in a tile database: the JSON object of PMTiles, the table of MBTiles.
///
/// The `image_…`, `tile_…` and `blank_tiles` fields are Ziggurat's own: without them the size of the
/// image follows from the tiles alone. Other tools' databases have other fields, so that all are
/// optional when they are read.
struct TileSetMetadata: Hashable {
    var name: String?
    var description: String?
    var attribution: String?
    var type: String?
    var version: String?
    var generator: String?
    /// The size of the image in pixels, at the largest zoom.
    var imageWidth: Int?
    var imageHeight: Int?
    var tileSize: Int?
    var tileEdge: EdgeRule?
    /// ``leftOut`` if blank tiles were skipped.
    var blankTiles: String?

    static let leftOut = "left out"
    static let note = "it has no place on earth, and says so; map clients see it in the north-west"

    enum CodingKeys: String, CodingKey {
        case name, description, attribution, type, version, generator
        case imageWidth = "image_width"
        case imageHeight = "image_height"
        case tileSize = "tile_size"
        case tileEdge = "tile_edge"
        case blankTiles = "blank_tiles"
    }

    init(of bundle: BundleDescription) {
        let size = bundle.pyramid.imageSize
        let caption = bundle.caption
        let nowhere =
            "An image of \(size.width) × \(size.height) pixels without a place on earth: "
            + "its coordinates are not geographic."
        name = bundle.title
        description = [caption.description, nowhere].compactMap(\.self).joined(separator: "\n")
        attribution =
            caption.attribution.map { who in caption.rights.map { "\(who), \($0)" } ?? who }
            ?? caption.rights
        type = "baselayer"
        version = "1.0.0"
        generator = Ziggurat.generator
        imageWidth = size.width
        imageHeight = size.height
        tileSize = bundle.pyramid.tiling.tileSize.width
        tileEdge = bundle.pyramid.tiling.edge
        blankTiles = bundle.leavesOutBlanks ? Self.leftOut : nil
    }

    /// Reads the table of an MBTiles database.
    init(rows: [String: String]) {
        let text = { (key: CodingKeys) in rows[key.rawValue] }
        let number = { (key: CodingKeys) in rows[key.rawValue].flatMap { Int($0) } }
        imageWidth = number(.imageWidth)
        imageHeight = number(.imageHeight)
        tileSize = number(.tileSize)
        tileEdge = text(.tileEdge).flatMap(EdgeRule.init(rawValue:))
        blankTiles = text(.blankTiles)
    }

    /// The size of the image; `nil` if it is missing or invalid.
    var imageSize: PixelSize? {
        guard let imageWidth, let imageHeight else { return nil }
        let size = PixelSize(width: imageWidth, height: imageHeight)
        return size.isValid ? size : nil
    }

    /// The pyramid of a database in which blank tiles were skipped, and which tiles those are.
    ///
    /// - Parameters:
    ///   - tileCount: The number of tiles in the database.
    ///   - holds: Whether the database has a tile.
    /// - Returns: `nil` if no tile was skipped, or the metadata contradict the tiles.
    func sparsePyramid(
        format: TileFormat, zooms: ClosedRange<Int>, tileCount: Int,
        holds: (TileAddress) -> Bool
    ) -> FoundPyramid? {
        guard blankTiles == Self.leftOut, let imageSize, let tileSize, let tileEdge,
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

extension TileSetMetadata: Codable {
    /// Ignores fields of another type, as other tools may write them.
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        imageWidth = try? fields.decode(Int.self, forKey: .imageWidth)
        imageHeight = try? fields.decode(Int.self, forKey: .imageHeight)
        tileSize = try? fields.decode(Int.self, forKey: .tileSize)
        tileEdge = try? fields.decode(EdgeRule.self, forKey: .tileEdge)
        blankTiles = try? fields.decode(String.self, forKey: .blankTiles)
    }
}
