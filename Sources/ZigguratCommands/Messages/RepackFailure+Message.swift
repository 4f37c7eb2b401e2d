internal import ZigguratKit

extension RepackFailure: Worded {
    var message: Message {
        switch self {
        case .needsEncoding(let layout, let tiling, let target, let obstacle):
            Message(
                "unsupported: \(layout) with \(tiling.words) cannot become \(target) without "
                    + "encoding again: \(obstacle.words)", hint: Self.exportAgain)
        case .missingTile:
            Message("not found: the tile is missing", hint: "“ziggurat verify” lists all of them")
        case .masks:
            Message(
                "unsupported: the transparency of the tiles is in masks, which tiles lack",
                hint: "“ziggurat export” of this file applies the masks")
        case .blankTooLarge(let size):
            Message("too large: a blank tile of \(size.text) pixels", hint: Self.exportAgain)
        case .noSmallLevel:
            Message("no level is small enough for a thumbnail", hint: Self.exportAgain)
        case .noLevelForImage(let size):
            Message("no level is large enough for an image of \(size.text)", hint: Self.exportAgain)
        case .missingLevel(let scale):
            Message(
                "missing level 1:\(scale): it cannot be made from a smaller level",
                hint: Self.exportAgain)
        case .mapContainer(let name):
            Message(
                "unsupported: the container \(name) cannot hold a map",
                hint: "use --container folder, mbtiles or pmtiles")
        case .mapLayouts(let names):
            Message(
                "unsupported: a map cannot have the layout \(names.joined(separator: ", "))",
                hint: "use --layout xyz, tms or google, one of them")
        case .mapSettings(let names):
            Message(
                "unsupported: a map cannot have "
                    + names.map { "--\($0)" }.joined(separator: ", "),
                hint: "omit it")
        case .notMercator(let profile):
            Message(
                "unsupported: a map of the profile “\(profile)”",
                hint: "only maps in Web Mercator, profile “mercator”, can be repacked")
        case .emptyTile: Message("invalid: the tile is empty", hint: "delete the tile")
        case .mixedCompression:
            Message(
                "unsupported: some vector tiles are compressed with gzip, others are not",
                hint: "write the map again with all tiles compressed")
        }
    }

    private static let exportAgain = "export from the source"
}

extension RepackFailure.Obstacle {
    fileprivate var words: String {
        switch self {
        case .refused(let error): error.message.problem
        case .tilesNotSquare: "its tiles are not square"
        case .wholeLevels: "one of them has whole levels"
        case .companions: "it has further tiles, which are missing"
        case .noLevels: "it has no level"
        case .missingLevel(let size): "it has no level of \(size.text) pixels"
        case .gridOrigin: "its grid begins at another corner"
        }
    }
}

extension Tiling {
    fileprivate var words: String {
        "\(encoding.format) tiles of \(tileSize.width), overlap \(overlap), "
            + (edge == .pad ? "padded" : "cropped")
    }
}
