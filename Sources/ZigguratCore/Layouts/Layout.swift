/// A way to write a pyramid as files: its tiling and the names of its tiles.
///
/// A layout is a small value. One of your own needs a name, a summary and a naming:
///
///     struct RowLayout: Layout {
///         let name = "rows"
///         let summary = "a folder for each row"
///         let naming: any NamingStrategy = .template("{level}/row{row}/{column}.{ext}")
///     }
///
/// Further protocols add features of some layouts: ``DescriptorWriting``, ``AliasedLayout``,
/// ``WholeImageLayout``, `AdaptiveLayout`, `ReadableLayout`, `ConfigurableLayout` and
/// `PyramidChecking`.
public protocol Layout: Sendable {
    /// The name on the command line and of the bundle's folder: lower case, no spaces.
    var name: String { get }
    /// The format, a colon, and the programs that read it; at most 80 characters.
    var summary: String { get }
    /// The supported tilings and levels, and the defaults.
    var rules: TilingRules { get }
    /// The names of the tiles.
    var naming: any NamingStrategy { get }
}

extension Layout {
    public var rules: TilingRules { TilingRules() }
}
