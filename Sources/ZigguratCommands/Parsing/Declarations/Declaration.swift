/// A property wrapper that declares something: `Option`, `Flag`, `Argument` or `OptionGroup`.
protocol Declaration: Sendable {
    /// What is declared: the `$tileSize` of a property `tileSize`.
    var projectedValue: DeclaredContent { get }
}

/// What a property declares.
enum DeclaredContent: Sendable {
    /// One argument, option or flag.
    case parameter(ParameterDeclaration)
    /// A whole set, which help shows under a title of its own where there is one.
    indirect case set(any ParameterSet, title: String?)
}
