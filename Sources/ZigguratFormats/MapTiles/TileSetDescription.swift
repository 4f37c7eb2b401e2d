internal import ZigguratCore
internal import ZigguratSystem

/// What tile databases say of an image besides its tiles.
struct TileSetDescription: Hashable, Encodable {
    let name: String
    let description: String
    let attribution: String?
    let type = "baselayer"
    let version = "1.0.0"
    let generator = Ziggurat.generator
    /// In pixels, at the largest zoom.
    let imageWidth: Int
    let imageHeight: Int
    let tileSize: Int
    /// Whether tiles at the picture's edges are filled up: `pad`, or `crop`.
    let tileEdge: EdgeRule
    /// That tiles without a picture may not be there.
    let blankTiles: String?

    static let leftOut = "left out"

    private enum CodingKeys: String, CodingKey {
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
        imageWidth = size.width
        imageHeight = size.height
        tileSize = bundle.pyramid.tiling.tileSize.width
        tileEdge = bundle.pyramid.tiling.edge
        blankTiles = bundle.leavesOutBlanks ? Self.leftOut : nil
    }

    static let note = "it has no place on earth, and says so; map clients see it in the north-west"
}
