/// A layout whose clients request a tile by several paths, or that has no file for some tiles.
public protocol AliasedLayout: Layout {
    /// Returns the paths of a tile, the path of the layout's naming first; empty if a tile of a
    /// larger level has that path.
    func paths(of tile: Tile) -> [String]
}

extension Layout {
    /// Returns every path of a tile: its own path, then its aliases.
    public func files(of tile: Tile) -> [String] {
        (self as? any AliasedLayout)?.paths(of: tile) ?? [naming.path(of: tile)]
    }

    /// Returns the tile that is written to a path; `nil` for other paths.
    package func tile(at path: String, in pyramid: Pyramid) -> Tile? {
        naming.tile(at: path, in: pyramid).flatMap { files(of: $0).contains(path) ? $0 : nil }
    }

    package func aliases(of tile: Tile) -> [String] { Array(files(of: tile).dropFirst()) }

    /// Whether a tile is written; `false` if a tile of a larger level has its path.
    package func isWritten(_ tile: Tile) -> Bool {
        (self as? any AliasedLayout)?.paths(of: tile).isEmpty != true
    }
}
