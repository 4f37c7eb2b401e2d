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
    /// A tile with its overlap is longer than its format allows.
    case tileTooLarge(Int, TileFormat)
    case fixedDepth(Pyramid.Depth)
    case fixedLevels
    case invalidLevelRange(first: Int, last: Int)
    /// The image has so many levels, and the request excludes all of them.
    case noLevelLeft(of: Int)
    /// The pyramid has a level that the layout's naming cannot tell from others.
    case tooManyLevels(scaleFactor: Int, limit: Int)
    /// A resampled density cannot have 16 bits a sample.
    case densitiesOfDeepSamples
    case missingTemplate(example: String)
    /// The value of one of the layout's own settings, which have the names of options.
    case invalidSetting(String, value: String)
    /// No layout of the export has this setting; others have.
    case unusedSetting(String, layouts: [String])

    public var code: ZigguratError.Code { .invalidOptions }
}
