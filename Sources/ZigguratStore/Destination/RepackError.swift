package import ZigguratCore
package import ZigguratSystem

/// Why a pyramid cannot be repacked.
package enum RepackError: ErrorReason {
    /// Why the tiles of one layout cannot be used in another layout.
    package enum Kind: Hashable, Sendable {
        /// The layout or the container rejects the tiling.
        case refused(ZigguratError)
        case tilesNotSquare
        case wholeLevels
        case companions
        case noLevels
        case missingLevel(PixelSize)
        /// The grids of tiles begin at different corners.
        case gridOrigin
    }

    case needsEncoding(from: String, Tiling, to: String, Kind)
    case missingTile
    /// Separate masks make the tiles transparent.
    case masks
    /// A skipped blank tile is too large to be written.
    case blankTooLarge(PixelSize)
    case noSmallLevel
    case noLevelForImage(PixelSize)
    /// The pyramid has no tiles at 1:scale, and all of its other small levels are even smaller.
    case missingLevel(scale: Int)

    /// The container cannot hold a map.
    case mapContainer(String)
    /// A map cannot have this layout, or cannot have several layouts.
    case mapLayouts([String])
    /// A map cannot have settings of layouts.
    case mapSettings([String])
    /// The tiles belong to a map in another projection, such as `geodetic`.
    case notMercator(String)
    case emptyTile
    /// Some vector tiles are compressed, but others are not.
    case mixedCompression

    package var code: ZigguratError.Code {
        switch self {
        case .needsEncoding, .mapContainer, .mapLayouts, .mapSettings: .invalidOptions
        default: .invalidPyramid
        }
    }
}

extension RepackError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .needsEncoding(let layout, let tiling, let target, let kind):
            "unsupported: \(layout) with \(tiling.words) cannot become \(target) without "
                + "encoding again: \(kind.words)"
        case .missingTile: "not found: the tile is missing"
        case .masks: "unsupported: the transparency of the tiles is in masks, which tiles lack"
        case .blankTooLarge(let size): "too large: a blank tile of \(size.text) pixels"
        case .noSmallLevel: "no level is small enough for a thumbnail"
        case .noLevelForImage(let size): "no level is large enough for an image of \(size.text)"
        case .missingLevel(let scale):
            "missing level 1:\(scale): it cannot be made from a smaller level"
        case .mapContainer(let name): "unsupported: the container \(name) cannot hold a map"
        case .mapLayouts(let names):
            "unsupported: a map cannot have the layout \(names.joined(separator: ", "))"
        case .mapSettings(let names):
            "unsupported: a map cannot have "
                + names.map { "--\($0)" }.joined(separator: ", ")
        case .notMercator(let profile): "unsupported: a map of the profile “\(profile)”"
        case .emptyTile: "invalid: the tile is empty"
        case .mixedCompression:
            "unsupported: some vector tiles are compressed with gzip, others are not"
        }
    }
}

extension RepackError.Kind {
    fileprivate var words: String {
        switch self {
        case .refused(let error): "\(error.about(""))"
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
