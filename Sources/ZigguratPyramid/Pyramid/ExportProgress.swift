/// The progress of the export of one image.
public struct ExportProgress: Hashable, Sendable {
    /// The number of decoded rows of the source.
    public let rowsRead: Int
    public let tilesDone: Int
    public let tileCount: Int

    package init(rowsRead: Int, tilesDone: Int, tileCount: Int) {
        (self.rowsRead, self.tilesDone, self.tileCount) = (rowsRead, tilesDone, tileCount)
    }

    /// The finished part of the tiles, 0 to 1.
    public var fraction: Double { Double(tilesDone) / Double(max(1, tileCount)) }
}
