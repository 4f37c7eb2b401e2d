/// One level of a pyramid: the image reduced by a power of two, and the grid of its tiles.
public struct Level: Hashable, Sendable {
    /// The number of the level in its layout; 0 is the smallest level that the layout numbers.
    public let index: Int
    /// The number of image pixels along each side of a level pixel: 2^``reduction``.
    public let scaleFactor: Int
    /// The size in level pixels: the size of the image divided by the scale factor, rounded as the
    /// pyramid's shape specifies.
    public let size: PixelSize
    /// The offset of the image in the first tile, in level pixels; not zero if the grid begins
    /// outside the image.
    package let shift: PixelShift
    /// The numbers of the first column and row; greater than 0 if the level omits empty tiles
    /// before them.
    public let firstColumn: Int
    public let firstRow: Int
    public let columns: Int
    public let rows: Int

    /// The number of halvings from full resolution to this level; 0 is full resolution.
    public var reduction: Int { scaleFactor.trailingZeroBitCount }

    public var tileCount: Int { columns * rows }

    /// The part of the level that the grid covers.
    package var window: LevelWindow { LevelWindow(size: size, shift: shift) }

    init(index: Int, reduction: Int, imageSize: PixelSize, tiling: Tiling, shape: PyramidShape) {
        self.index = index
        scaleFactor = 1 << reduction
        size = imageSize.reduced(by: scaleFactor, rounding: shape.rounding)
        let start = shape.origin.start(
            of: size, tileSize: tiling.tileSize, imageSize: imageSize, index: index,
            reduction: reduction)
        (firstColumn, firstRow) = (
            start.x / tiling.tileSize.width, start.y / tiling.tileSize.height
        )
        shift = PixelShift(x: start.x % tiling.tileSize.width, y: start.y % tiling.tileSize.height)
        columns = (size.width + shift.x).dividedRoundingUp(by: tiling.tileSize.width)
        rows = (size.height + shift.y).dividedRoundingUp(by: tiling.tileSize.height)
    }
}

/// The part of a level that a grid of tiles covers, and the offset of the image in the first tile.
///
/// Usually the window is the whole level without an offset. If a format rounds sizes down, the
/// window lacks the last column or row of level pixels. If a format counts rows from the bottom,
/// the partial tiles are at the top.
package struct LevelWindow: Hashable, Sendable {
    /// In level pixels, from the top left of the level.
    package let size: PixelSize
    /// The offset of the image in the first tile, in level pixels; less than a tile.
    package let shift: PixelShift

    package init(size: PixelSize, shift: PixelShift = .zero) {
        self.size = size
        self.shift = shift
    }
}

/// A distance to the right and down, in pixels.
package struct PixelShift: Hashable, Sendable, Codable {
    package let x: Int
    package let y: Int

    package static let zero = PixelShift(x: 0, y: 0)

    package init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}

/// The position of the image in a grid of tiles.
package enum GridOrigin: String, Hashable, Sendable, Codable, CaseIterable {
    /// Partial tiles are at the right and at the bottom.
    case topLeft
    /// Partial tiles are at the right and at the top, as in TMS.
    case bottomLeft
    /// The image is centred in a world of one tile at level 0; partial tiles are on all sides.
    case centre

    /// Returns the position of the image in the grid of a level, in level pixels.
    ///
    /// If the number of surplus pixels is odd, the image lies half a pixel to the top left. A
    /// smaller level divides the position at full resolution and rounds it down.
    func start(
        of levelSize: PixelSize, tileSize: PixelSize, imageSize: PixelSize, index: Int,
        reduction: Int
    ) -> PixelShift {
        switch self {
        case .topLeft: return .zero
        case .centre:
            let begin = { (tile: Int, image: Int) in
                max(0, ((tile << (index + reduction)) - image) / 2) >> reduction
            }
            return PixelShift(
                x: begin(tileSize.width, imageSize.width),
                y: begin(tileSize.height, imageSize.height))
        case .bottomLeft:
            let rows = levelSize.height.dividedRoundingUp(by: tileSize.height)
            return PixelShift(x: 0, y: rows * tileSize.height - levelSize.height)
        }
    }
}
