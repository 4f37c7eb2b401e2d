/// How tiles at the right and bottom edge are encoded if the image ends inside them.
public enum EdgeRule: String, Hashable, Sendable, Codable, CaseIterable {
    /// The tile ends with the image.
    case crop
    /// The tile keeps its full size; the background fills it up.
    case pad
}

/// How a level is cut into tiles. Layouts with the same tiling share their encoded tiles.
public struct Tiling: Hashable, Sendable {
    /// The size of the grid's cells in level pixels, without overlap.
    public let tileSize: PixelSize
    /// Pixels that a tile repeats of each neighbour.
    public let overlap: Int
    public let edge: EdgeRule
    public let encoding: TileEncoding

    public init(
        tileSize: PixelSize, overlap: Int = 0, edge: EdgeRule = .crop,
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
    /// Deep Zoom's rule: x = c·T − (c > 0 ? O : 0), w = min(T + (c == 0 ? 1 : 2)·O, levelW − x);
    /// rows the same way. An edge tile may hold nothing but overlap.
    public func levelRegion(column: Int, row: Int, levelSize: PixelSize) -> PixelRegion {
        levelRegion(column: column, row: row, of: LevelWindow(size: levelSize))
    }

    /// The same with an offset of the image in the first tile.
    package func levelRegion(column: Int, row: Int, of window: LevelWindow) -> PixelRegion {
        let columns = span(column, tileSize.width, window.size.width, window.shift.x, overlap)
        let rows = span(row, tileSize.height, window.size.height, window.shift.y, overlap)
        return PixelRegion(
            x: columns.start, y: rows.start, width: columns.length, height: rows.length)
    }

    /// The part of a level that a tile covers without overlap and padding, in level pixels.
    func levelCell(column: Int, row: Int, of window: LevelWindow) -> PixelRegion {
        let columns = span(column, tileSize.width, window.size.width, window.shift.x, 0)
        let rows = span(row, tileSize.height, window.size.height, window.shift.y, 0)
        return PixelRegion(
            x: columns.start, y: rows.start, width: columns.length, height: rows.length)
    }

    private func span(
        _ index: Int, _ cell: Int, _ total: Int, _ shift: Int, _ overlap: Int
    ) -> (start: Int, length: Int) {
        let origin = index * cell - shift
        let start = max(0, origin - overlap)
        return (start, min(total, origin + cell + overlap) - start)
    }
}

extension Tiling: Codable {
    private enum CodingKeys: CodingKey { case tileSize, overlap, edge, encoding }

    /// - Throws: `DecodingError` for an overlap that the tile size or the edge rule does not allow.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        tileSize = try fields.decode(PixelSize.self, forKey: .tileSize)
        overlap = try fields.decode(Int.self, forKey: .overlap)
        edge = try fields.decode(EdgeRule.self, forKey: .edge)
        encoding = try fields.decode(TileEncoding.self, forKey: .encoding)
        guard (0...PixelSize.maximumSide).contains(overlap), edge == .crop || overlap == 0 else {
            throw DecodingError.invalid("overlap \(overlap)", in: decoder)
        }
    }
}
