internal import ZigguratSystem

/// Turns a tile into its path: the part of a layout that differs most from one viewer to the next.
///
/// ``TemplateNaming`` covers most of what viewers ask for; conform a type of your own where a name
/// needs arithmetic that a template does not have:
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
    /// Two tiles that are written (``Layout/isWritten(_:)``) never share a path, and a path never
    /// leaves the folder. Called from many threads.
    func path(of tile: Tile) -> String

    /// A template from which the viewer page computes the paths of one level (see
    /// ``PathTemplate``), or `nil` if there is none: then the page carries a table of every path.
    func pageTemplate(for level: Level, of pyramid: Pyramid) -> String?
}

extension NamingStrategy {
    public func pageTemplate(for level: Level, of pyramid: Pyramid) -> String? { nil }
}
