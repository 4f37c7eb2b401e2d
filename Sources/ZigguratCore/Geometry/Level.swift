internal import ZigguratSystem

/// One level of a pyramid: the image reduced by a power of two, and the grid of its tiles.
public struct Level: Hashable, Sendable {
    /// The level's number in its format; 0 is the smallest level that the format knows.
    public let index: Int
    /// Image pixels to a level pixel, along each side: 2^``reduction``.
    public let scaleFactor: Int
    /// The size in level pixels: that of the image divided by the scale factor, rounded up, or down
    /// where the pyramid says so.
    public let size: PixelSize
    /// How far the picture's top left lies inside the first tile, in level pixels: nothing unless
    /// the grid begins at another corner.
    public let shift: PixelShift
    /// What the first column and the first row are called: 0 unless tiles before them hold nothing
    /// of the picture and are not there.
    public let firstColumn: Int
    public let firstRow: Int
    /// How many tiles the level is wide.
    public let columns: Int
    /// How many tiles the level is high.
    public let rows: Int

    /// How often the image is halved to reach this level; 0 is full resolution.
    public var reduction: Int { scaleFactor.trailingZeroBitCount }

    public var tileCount: Int { columns * rows }

    /// What the level's grid covers.
    public var window: LevelWindow { LevelWindow(size: size, shift: shift) }

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
        shift = PixelShift(
            x: start.x % tiling.tileSize.width, y: start.y % tiling.tileSize.height)
        columns = (size.width + shift.x).dividedRoundingUp(by: tiling.tileSize.width)
        rows = (size.height + shift.y).dividedRoundingUp(by: tiling.tileSize.height)
    }
}
