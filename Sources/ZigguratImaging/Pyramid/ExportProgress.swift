/// How far the export of one image has come.
public struct ExportProgress: Hashable, Sendable {
    /// Rows of the source that are decoded.
    public let rowsRead: Int
    public let tilesDone: Int
    public let tileCount: Int

    package init(rowsRead: Int, tilesDone: Int, tileCount: Int) {
        (self.rowsRead, self.tilesDone, self.tileCount) = (rowsRead, tilesDone, tileCount)
    }

    /// The part of the tiles that is done, 0 to 1.
    public var fraction: Double { Double(tilesDone) / Double(max(1, tileCount)) }
}
