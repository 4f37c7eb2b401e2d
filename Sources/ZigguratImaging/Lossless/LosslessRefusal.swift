package import ZigguratCore
package import ZigguratSystem

/// The reason why tiles of full resolution cannot be cut out of a source without decoding.
package struct LosslessRefusal: FailureReason {
    package enum Obstacle: Hashable, Sendable {
        /// The source has another format.
        case notJPEG(format: String)
        case needsColourConversion
        case hasRange
        case isReduced
        /// The tiles overlap.
        case overlap
        /// The tile size is not a multiple of the source's block size.
        case tileSize(PixelSize, block: PixelSize)
        /// The grid of tiles begins inside a block.
        case gridOrigin(block: PixelSize)
        /// Tiles are padded, and the image does not fill them.
        case padding(PixelSize)
        /// The turned image would begin inside a block.
        case orientation(PixelSize, block: PixelSize)
        /// The cropped image would begin inside a block.
        case crop(block: PixelSize)
        /// The layout has no level of full resolution.
        case noFullResolution
    }

    package let obstacle: Obstacle
    /// The layout of the tiles; `nil` if the source is the reason.
    package let layout: String?

    package init(_ obstacle: Obstacle, layout: String? = nil) {
        self.obstacle = obstacle
        self.layout = layout
    }

    package var code: ZigguratError.Code { .invalidOptions }
}
