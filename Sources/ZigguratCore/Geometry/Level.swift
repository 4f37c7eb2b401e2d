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
