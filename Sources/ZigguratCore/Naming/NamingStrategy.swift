/// Computes the path of a tile.
///
/// ``TemplateNaming`` suits most viewers; conform a type of your own if a name needs arithmetic that
/// a template does not have:
///
///     struct Spiral: NamingStrategy {
///         func path(of tile: Tile) -> String {
///             "ring\(max(tile.column, tile.row))/\(tile.column)-\(tile.row).\(tile.fileExtension)"
///         }
///     }
public protocol NamingStrategy: Sendable {
    /// The path of a tile, relative to the bundle's folder, `/` between folders, not
    /// percent-encoded.
    ///
    /// Two tiles that are written (`Layout.isWritten(_:)`) never share a path, and a path never
    /// leaves the folder. Called from many threads.
    func path(of tile: Tile) -> String

    /// Returns a template from which the viewer page computes the paths of a level (see
    /// `PathTemplate`); with `nil` the page has a table of every path.
    func pageTemplate(for level: Level, of pyramid: Pyramid) -> String?

    /// The tile of a pyramid with a path; `nil` for other paths. Live servers ask this. A naming that
    /// cannot tell returns `nil` for all paths, and live servers have no tiles of it.
    func tile(at path: String, in pyramid: Pyramid) -> Tile?
}

extension NamingStrategy {
    public func tile(at path: String, in pyramid: Pyramid) -> Tile? { nil }

    public func pageTemplate(for level: Level, of pyramid: Pyramid) -> String? { nil }
}
