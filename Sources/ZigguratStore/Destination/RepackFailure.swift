package import ZigguratCore
package import ZigguratSystem

/// Why a pyramid cannot be repacked.
package enum RepackFailure: FailureReason {
    /// Why the tiles of one layout are not those of another.
    package enum Obstacle: Hashable, Sendable {
        /// The layout or the container refuses the tiling.
        case refused(ZigguratError)
        case tilesNotSquare
        case wholeLevels
        case companions
        case noLevels
        case missingLevel(PixelSize)
        /// The grid of tiles begins at another corner.
        case gridOrigin
    }

    case needsEncoding(from: String, Tiling, to: String, Obstacle)
    case missingTile
    /// The tiles are transparent where masks say so, which are not part of them.
    case masks
    /// A blank tile that was left out is too large to be written.
    case blankTooLarge(PixelSize)
    case noSmallLevel
    case noLevelForImage(PixelSize)
    /// The pyramid has no tiles at 1:scale, and all of its other small levels are smaller.
    case missingLevel(scale: Int)

    /// A container that cannot hold a map.
    case mapContainer(String)
    /// Layouts that a map cannot have, or several.
    case mapLayouts([String])
    /// Settings of layouts, which a map cannot have.
    case mapSettings([String])
    /// The tiles are those of a map in another projection, such as `geodetic`.
    case notMercator(String)
    case emptyTile
    /// Some vector tiles are compressed and others are not.
    case mixedCompression

    package var code: ZigguratError.Code {
        switch self {
        case .needsEncoding, .mapContainer, .mapLayouts, .mapSettings: .invalidOptions
        default: .invalidPyramid
        }
    }
}
