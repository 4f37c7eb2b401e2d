package import ZigguratCore
package import ZigguratSystem

/// Why a pyramid cannot be repacked.
package enum RepackFailure: FailureReason {
    /// Why the tiles of one layout cannot be used in another layout.
    package enum Obstacle: Hashable, Sendable {
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

    case needsEncoding(from: String, Tiling, to: String, Obstacle)
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
