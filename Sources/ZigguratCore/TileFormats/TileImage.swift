/// The format and the size of an encoded image, read from its first bytes.
package struct TileImage: Hashable, Sendable {
    package let format: TileFormat
    package let size: PixelSize

    package init(format: TileFormat, size: PixelSize) {
        self.format = format
        self.size = size
    }
}
