/// A layout that writes some levels as one image, besides their tiles.
public protocol WholeImageLayout: Layout {
    /// Returns the levels to write as one image.
    func makeWholeImages(of pyramid: Pyramid) -> [WholeImage]
}

extension Layout {
    /// The levels to write as one image, besides their tiles.
    package func wholeImages(of pyramid: Pyramid) -> [WholeImage] {
        (self as? any WholeImageLayout)?.makeWholeImages(of: pyramid) ?? []
    }
}

/// A level as a single image, without tiles.
public struct WholeImage: Hashable, Sendable {
    public let level: Level
    /// Where it is written: a file, then copies of it.
    public let paths: [String]
    /// How it is encoded; `nil` if like the tiles.
    public let encoding: TileEncoding?

    /// The longest side of a whole image, in pixels: its rows are kept in memory until all are
    /// there.
    public static let maximumSide = 1024

    public init(level: Level, paths: [String], encoding: TileEncoding? = nil) {
        precondition(level.size.longSide <= Self.maximumSide, "the level is too large")
        precondition(!paths.isEmpty, "a whole image needs a path")
        self.level = level
        self.paths = paths
        self.encoding = encoding
    }
}
