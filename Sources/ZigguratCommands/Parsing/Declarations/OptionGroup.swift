/// Declares a set of options that several commands have in common, or that help shows under a
/// title of its own.
///
///     @OptionGroup("Tiles") var tiles: TileOptions
@propertyWrapper
struct OptionGroup<Members: Sendable>: Declaration {
    let wrappedValue: Members
    let projectedValue: DeclaredContent

    /// - Parameter title: what help writes above the options; without one they stand among those
    ///   of the command itself.
    init(_ title: String? = nil) where Members: ParameterSet {
        wrappedValue = Members()
        projectedValue = .set(wrappedValue, title: title)
    }
}
