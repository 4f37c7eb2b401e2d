internal import ZigguratSystem

/// The format and the size of a tile's file, as its first bytes tell them.
package struct TileImage: Hashable, Sendable {
    package let format: TileFormat
    package let size: PixelSize

    package init(format: TileFormat, size: PixelSize) {
        self.format = format
        self.size = size
    }
}
