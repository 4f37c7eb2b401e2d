internal import ZigguratImaging
internal import ZigguratSystem

/// What an export or a repack did.
public struct ExportResult: Sendable {
    public enum Outcome: String, Sendable, Codable {
        case exported
        /// The export was there already, made from the same source with the same settings.
        case upToDate
    }

    public let outcome: Outcome
    /// The export's folder.
    public let folder: String
    public let manifest: Manifest
    public let notes: [PlanNote]
}

/// How far the export of one image has come.
public struct ExportProgress: Hashable, Sendable {
    /// Rows of the source that are decoded.
    public let rowsRead: Int
    public let tilesDone: Int
    public let tileCount: Int

    /// The part of the tiles that is done, 0 to 1.
    public var fraction: Double { Double(tilesDone) / Double(max(1, tileCount)) }

    package init(rowsRead: Int, tilesDone: Int, tileCount: Int) {
        self.rowsRead = rowsRead
        self.tilesDone = tilesDone
        self.tileCount = tileCount
    }

    init(_ progress: PyramidBuilder.Progress) {
        self.init(
            rowsRead: progress.rowsRead, tilesDone: progress.tilesDone,
            tileCount: progress.tileCount)
    }
}
