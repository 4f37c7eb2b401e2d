/// One level of a pyramid: the image reduced by a power of two, and the grid of its tiles.
public struct Level: Hashable, Sendable {
    /// 0 is the smallest level.
    public let index: Int
    /// Image pixels to a level pixel, along each side: 2^``reduction``.
    public let scaleFactor: Int
    /// The size in level pixels: that of the image divided by the scale factor, rounded up.
    public let size: PixelSize
    /// How many tiles the level is wide.
    public let columns: Int
    /// How many tiles the level is high.
    public let rows: Int

    /// How often the image is halved to reach this level; 0 is full resolution.
    public var reduction: Int { scaleFactor.trailingZeroBitCount }

    public var tileCount: Int { columns * rows }

    init(index: Int, reduction: Int, imageSize: PixelSize, tileSize: PixelSize) {
        self.index = index
        scaleFactor = 1 << reduction
        size = imageSize.reduced(by: scaleFactor)
        columns = size.width.dividedRoundingUp(by: tileSize.width)
        rows = size.height.dividedRoundingUp(by: tileSize.height)
    }
}
