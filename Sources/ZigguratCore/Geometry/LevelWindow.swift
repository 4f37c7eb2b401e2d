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
