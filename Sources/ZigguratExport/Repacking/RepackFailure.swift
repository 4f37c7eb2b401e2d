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
    /// A blank tile that was left out is too large to be written.
    case blankTooLarge(PixelSize)
    case noSmallLevel
    case noLevelForImage(PixelSize)
    /// The pyramid has no tiles at 1:scale, and all of its other small levels are smaller.
    case missingLevel(scale: Int)

    package var code: ZigguratError.Code {
        if case .needsEncoding = self { .invalidOptions } else { .invalidPyramid }
    }
}
