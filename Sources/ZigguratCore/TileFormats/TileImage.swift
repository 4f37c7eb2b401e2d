internal import ZigguratSystem

/// The format and the size of a tile's file, as its first bytes tell them.
public struct TileImage: Hashable, Sendable {
    public let format: TileFormat
    public let size: PixelSize

    public init(format: TileFormat, size: PixelSize) {
        self.format = format
        self.size = size
    }
}
