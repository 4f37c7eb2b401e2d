internal import ZigguratSystem

/// The part of a level that a grid of tiles covers, and where the picture begins in its first tile.
///
/// Nearly always it is the whole level, beginning at the corner of the first tile. A format that
/// rounds sizes down leaves out a column or a row of level pixels; one that counts rows from the
/// bottom has its partial tiles at the top.
public struct LevelWindow: Hashable, Sendable {
    /// In level pixels, from the top left of the level.
    public let size: PixelSize
    /// How far the picture's top left lies inside the first tile, in level pixels; less than a
    /// tile.
    public let shift: PixelShift

    public init(size: PixelSize, shift: PixelShift = .zero) {
        self.size = size
        self.shift = shift
    }
}

/// A distance to the right and down, in pixels.
public struct PixelShift: Hashable, Sendable, Codable {
    public let x: Int
    public let y: Int

    public static let zero = PixelShift(x: 0, y: 0)

    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}

/// Where the picture lies in a grid of tiles.
public enum GridOrigin: String, Hashable, Sendable, Codable, CaseIterable {
    /// Partial tiles are at the right and at the bottom.
    case topLeft
    /// Partial tiles are at the right and at the top, as in TMS.
    case bottomLeft
    /// In the middle of a world that is one tile at level 0: there are partial tiles on all sides.
    case centre

    /// Where the picture begins in the grid of a level, in level pixels.
    ///
    /// In the middle of an odd number of pixels too many the picture lies half a pixel to the left
    /// and the top. On smaller levels the place is that of full resolution divided and rounded
    /// down.
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
            return
                PixelShift(
                    x: 0,
                    y: levelSize.height.dividedRoundingUp(by: tileSize.height) * tileSize.height
                        - levelSize.height)
        }
    }
}
