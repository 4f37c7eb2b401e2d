public import ZigguratSystem

/// Why a layout does not support a request. The error's subject names the layout.
public enum LayoutFailure: FailureReason {
    case unsupportedFormat(TileFormat, supported: [TileFormat])
    case unsupportedEdge(Tiling.Edge, supported: [Tiling.Edge])
    case unsupportedOverlap
    /// Tiles that are cut from a JPEG without encoding cannot overlap.
    case overlapOfSourceTiles
    case overlapOfPaddedTiles
    case overlapOutOfRange(Int, limit: Int)
    case unsupportedOption(TileEncoding.Option)
    case tileSizeOutOfRange(Int)
    case tileSizeNotMultiple(Int, of: Int)
    case tilesNotSquare(PixelSize)
    /// A tile with its overlap exceeds the maximum side of its format.
    case tileTooLarge(Int, TileFormat)
    case fixedDepth(Pyramid.Depth)
    case fixedLevels
    case invalidLevelRange(first: Int, last: Int)
    /// The image has the given number of levels, and the request excludes all of them.
    case noLevelLeft(of: Int)
    /// The pyramid has a level that the layout's naming cannot distinguish from other levels.
    case tooManyLevels(scaleFactor: Int, limit: Int)
    /// A tile at a resampled density cannot have 16 bits per sample.
    case densitiesOfDeepSamples
    case missingTemplate(example: String)
    /// A setting of the layout has an invalid value. The setting has the name of an option.
    case invalidSetting(String, value: String)
    /// No layout of the export has this setting; the given layouts have it.
    case unusedSetting(String, layouts: [String])

    public var code: ZigguratError.Code { .invalidOptions }
}
