package import ZigguratCore
package import ZigguratSystem

/// Why a pyramid cannot be repacked.
package enum RepackFailure: FailureReason {
    /// Why the tiles of one layout are not those of another.
    package enum Obstacle: Hashable, Sendable {
        /// The layout or the container refuses the tiling.
        case refused(ZigguratError)
        case tilesNotSquare
        /// One of the layouts has whole levels instead of tiles.
        case wholeLevels
        /// The layout has further pyramids, whose tiles are missing.
        case companions
        case noLevels
        case missingLevel(PixelSize)
        /// The grid of tiles begins at another corner.
        case gridOrigin
    }

    case needsEncoding(from: String, Tiling, to: String, Obstacle)
    case missingTile
    /// No level is small enough to make a thumbnail from.
    case noSmallLevel
    /// No level is large enough to make a whole image of a size from.
    case noLevelForImage(PixelSize)
    /// The pyramid has no tiles at 1:scale, and all of its other small levels are smaller.
    case missingLevel(scale: Int)

    package var code: ZigguratError.Code {
        if case .needsEncoding = self { .invalidOptions } else { .invalidPyramid }
    }
}
