/// A property wrapper that declares something: `Option`, `Flag`, `Argument` or `OptionGroup`.
protocol Declaration: Sendable {
    /// What is declared, for the property of this name.
    func content(of property: String) -> DeclaredContent
}

/// What a property declares.
enum DeclaredContent {
    /// One argument, option or flag. It writes into the cell of the wrapper it comes from.
    case parameter(Parameter)
    /// A whole set, which help shows under a title of its own where there is one.
    case set(any ParameterSet, title: String?)
}
