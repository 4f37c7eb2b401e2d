/// The position of a tile: its level (0 is the smallest), column and row, counted from the top
/// left.
public struct TileAddress: Hashable, Sendable, Codable, CustomStringConvertible {
    public let level: Int
    public let column: Int
    public let row: Int

    public init(level: Int, column: Int, row: Int) {
        self.level = level
        self.column = column
        self.row = row
    }

    public var description: String { "level \(level), column \(column), row \(row)" }
}
