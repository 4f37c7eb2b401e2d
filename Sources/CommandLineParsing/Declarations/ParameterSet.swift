/// A struct with arguments, options and flags: a command, or options that several commands share.
///
///     struct TileOptions: ParameterSet {
///         static let exclusions = [["--lossless", "--quality"]]
///
///         @Option(.range(1...100), short: "q", help: "JPEG quality")
///         var quality: Int?
///
///         @Flag(help: "Lossless tiles")
///         var lossless: Bool
///     }
package protocol ParameterSet: Sendable {
    init()

    /// Groups of long names that exclude each other: a command line may contain at most one name of
    /// a group. The names may belong to other sets of the command.
    static var exclusions: [[String]] { get }

    /// Checks the values together, after all values have been read.
    func validate() throws(CommandLineError)
}

extension ParameterSet {
    package static var exclusions: [[String]] { [] }
    package func validate() throws(CommandLineError) {}
}

/// A property wrapper that declares a parameter or a set of parameters. Reflection finds the
/// wrappers.
protocol Declaration: Sendable {
    var content: DeclaredContent { get }
}

/// The content of a declaration.
enum DeclaredContent: Sendable {
    case parameter(Parameter)
    /// A set of options. If it has a title, help shows the options under the title.
    case set(any ParameterSet, title: String?)
}

/// Declares a set of options that several commands share or that help shows under a title.
///
///     @OptionGroup("Tiles") var tiles: TileOptions
@propertyWrapper
package struct OptionGroup<Members: ParameterSet>: Declaration {
    package let wrappedValue = Members()
    private let title: String?

    package init(_ title: String? = nil) {
        self.title = title
    }

    var content: DeclaredContent { .set(wrappedValue, title: title) }
}
