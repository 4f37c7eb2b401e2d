import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

/// The expected geometry of an image's pyramid, in literal numbers.
struct ExpectedPyramid: Sendable, CustomTestStringConvertible {
    struct Level: Equatable, Sendable {
        let size: PixelSize
        let columns: Int
        let rows: Int
        /// The region of the level's last tile, at the bottom right, in level pixels.
        let last: PixelRegion

        /// Creates a level from its width, height, columns and rows, and its last tile's x, y,
        /// width and height.
        init(
            _ width: Int, _ height: Int, _ columns: Int, _ rows: Int,
            _ lastX: Int, _ lastY: Int, _ lastWidth: Int, _ lastHeight: Int
        ) {
            self.init(
                size: PixelSize(width: width, height: height), columns: columns, rows: rows,
                last: PixelRegion(x: lastX, y: lastY, width: lastWidth, height: lastHeight))
        }

        init(size: PixelSize, columns: Int, rows: Int, last: PixelRegion) {
            self.size = size
            self.columns = columns
            self.rows = rows
            self.last = last
        }
    }

    let imageSize: PixelSize
    let tiles: Int
    /// The region of the first tile at full resolution.
    let first: PixelRegion
    let levels: [Level]

    init(
        _ width: Int, _ height: Int, tiles: Int, first: (Int, Int, Int, Int), levels: [Level]
    ) {
        imageSize = PixelSize(width: width, height: height)
        self.tiles = tiles
        self.first = PixelRegion(x: first.0, y: first.1, width: first.2, height: first.3)
        self.levels = levels
    }

    var testDescription: String { imageSize.description }
}
