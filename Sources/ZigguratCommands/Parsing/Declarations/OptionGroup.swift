/// Declares a set of options that several commands have in common, or that help shows under a
/// title of its own.
///
///     @OptionGroup("Tiles") var tiles: TileOptions
@propertyWrapper
struct OptionGroup<Members: Sendable>: Declaration {
    let title: String?
    var wrappedValue: Members
    private let set: @Sendable (Members) -> any ParameterSet

    /// - Parameter title: what help writes above the options; without one they stand among those
    ///   of the command itself.
    init(_ title: String? = nil) where Members: ParameterSet {
        self.title = title
        wrappedValue = Members()
        set = { $0 }
    }

    func content(of property: String) -> DeclaredContent {
        .set(set(wrappedValue), title: title)
    }
}
