extension Tiling {
    /// How tiles at the right and bottom edge are encoded if the image ends inside the tiles.
    public enum Edge: String, Hashable, Sendable, Codable, CaseIterable {
        /// The tile ends with the image.
        case crop
        /// The tile keeps its full size; the background fills the rest.
        case pad
    }
}

/// How a level is cut into tiles. Layouts with the same tiling share their encoded tiles.
public struct Tiling: Hashable, Sendable {
    /// The size of the grid's cells in level pixels, without overlap.
    public let tileSize: PixelSize
    /// The number of pixels that a tile repeats from each neighbour.
    public let overlap: Int
    public let edge: Tiling.Edge
    public let encoding: TileEncoding

    public init(
        tileSize: PixelSize, overlap: Int = 0, edge: Tiling.Edge = .crop,
        encoding: TileEncoding = TileEncoding(.jpeg)
    ) {
        precondition(tileSize.width > 0 && tileSize.height > 0, "a tile has at least one pixel")
        precondition(overlap >= 0, "an overlap is not negative")
        precondition(edge == .crop || overlap == 0, "padded tiles do not overlap")
        self.tileSize = tileSize
        self.overlap = overlap
        self.edge = edge
        self.encoding = encoding
    }

    /// The part of a level that a tile shows, overlap included, in level pixels.
    ///
    /// Deep Zoom's rule: x = c·T − (c > 0 ? O : 0), w = min(T + (c == 0 ? 1 : 2)·O, levelW − x); y
    /// and h follow from the row by this rule. An edge tile may consist of overlap only.
    public func levelRegion(column: Int, row: Int, levelSize: PixelSize) -> PixelRegion {
        levelRegion(column: column, row: row, of: LevelWindow(size: levelSize))
    }

    package func levelRegion(column: Int, row: Int, of window: LevelWindow) -> PixelRegion {
        region(column: column, row: row, of: window, overlap: overlap)
    }

    /// Returns the part of a level that a tile covers with an overlap, in level pixels.
    func region(column: Int, row: Int, of window: LevelWindow, overlap: Int) -> PixelRegion {
        let left = column * tileSize.width - window.shift.x
        let top = row * tileSize.height - window.shift.y
        let (x, y) = (max(0, left - overlap), max(0, top - overlap))
        return PixelRegion(
            x: x, y: y, width: min(window.size.width, left + tileSize.width + overlap) - x,
            height: min(window.size.height, top + tileSize.height + overlap) - y)
    }
}

extension Tiling: Codable {
    private enum CodingKeys: CodingKey { case tileSize, overlap, edge, encoding }

    /// - Throws: `DecodingError` for an overlap that the tile size or the edge rule does not allow.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        tileSize = try fields.decode(PixelSize.self, forKey: .tileSize)
        overlap = try fields.decode(Int.self, forKey: .overlap)
        edge = try fields.decode(Tiling.Edge.self, forKey: .edge)
        encoding = try fields.decode(TileEncoding.self, forKey: .encoding)
        guard (0...PixelSize.maximumSide).contains(overlap), edge == .crop || overlap == 0 else {
            throw DecodingError.invalid("overlap \(overlap)", in: decoder)
        }
    }
}
