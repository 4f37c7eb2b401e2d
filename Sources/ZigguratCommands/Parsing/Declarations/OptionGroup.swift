/// Declares a set of options that several commands have in common, or that help shows under a
/// title of its own.
///
///     @OptionGroup("Tiles") var tiles: TileOptions
@propertyWrapper
struct OptionGroup<Members: ParameterSet>: DeclaredGroup {
    let title: String?
    var wrappedValue: Members

    /// - Parameter title: what help writes above the options; without one they stand among those
    ///   of the command itself.
    init(_ title: String? = nil) {
        self.title = title
        wrappedValue = Members()
    }

    var members: any ParameterSet { wrappedValue }
}
