/// A layout that also writes some levels as one image.
public protocol WholeImageLayout: Layout {
    /// Returns the levels to write as one image.
    func makeWholeImages(of pyramid: Pyramid) -> [WholeImage]
}

extension Layout {
    package func wholeImages(of pyramid: Pyramid) -> [WholeImage] {
        (self as? any WholeImageLayout)?.makeWholeImages(of: pyramid) ?? []
    }
}

/// A level as a single image, without tiles.
public struct WholeImage: Hashable, Sendable {
    public let level: Level
    /// The paths of the file and of its copies.
    public let paths: [String]
    /// The encoding; `nil` for that of the tiles.
    public let encoding: TileEncoding?

    /// The longest side of a whole image, in pixels: all its rows are in memory while it is encoded.
    public static let maximumSide = 1024

    public init(level: Level, paths: [String], encoding: TileEncoding? = nil) {
        precondition(level.size.longSide <= Self.maximumSide, "the level is too large")
        precondition(!paths.isEmpty, "a whole image needs a path")
        self.level = level
        self.paths = paths
        self.encoding = encoding
    }
}
