/// A layout that also writes some levels as one image each.
public protocol WholeImageLayout: Layout {
    /// Returns the levels to write as one image each.
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
    /// The encoding of the image; `nil` for the encoding of the tiles.
    public let encoding: TileEncoding?

    /// The longest side of a whole image, in pixels. All rows of the image are in memory during
    /// encoding.
    public static let maximumSide = 1024

    public init(level: Level, paths: [String], encoding: TileEncoding? = nil) {
        precondition(level.size.longSide <= Self.maximumSide, "the level is too large")
        precondition(!paths.isEmpty, "a whole image needs a path")
        self.level = level
        self.paths = paths
        self.encoding = encoding
    }
}
