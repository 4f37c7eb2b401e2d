/// Computes the path of a tile.
///
/// ``TemplateNaming`` suits most viewers. If a name needs arithmetic that templates do not support,
/// write a type that conforms to this protocol:
///
///     struct Spiral: NamingStrategy {
///         func path(of tile: Tile) -> String {
///             "ring\(max(tile.column, tile.row))/\(tile.column)-\(tile.row).\(tile.fileExtension)"
///         }
///     }
public protocol NamingStrategy: Sendable {
    /// Returns the path of a tile, relative to the bundle's folder, with `/` between folders, not
    /// percent-encoded.
    ///
    /// Two written tiles (`Layout.isWritten(_:)`) never share a path, and a path never leaves the
    /// folder. Called from many threads.
    func path(of tile: Tile) -> String

    /// Returns a template from which the viewer page computes the paths of a level (see
    /// `PathTemplate`). If the result is `nil`, the page contains a table of all paths.
    func pageTemplate(for level: Level, of pyramid: Pyramid) -> String?

    /// Returns the tile of a pyramid with a path; `nil` for other paths. Live servers call this
    /// method. If a naming returns `nil` for all paths, live servers have no tiles of its layout.
    func tile(at path: String, in pyramid: Pyramid) -> Tile?
}

extension NamingStrategy {
    public func tile(at path: String, in pyramid: Pyramid) -> Tile? { nil }

    public func pageTemplate(for level: Level, of pyramid: Pyramid) -> String? { nil }
}
