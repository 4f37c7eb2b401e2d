/// A struct with arguments, options and flags: a command, or a group of options that commands
/// share.
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

    /// Groups of long names of which a command line may contain at most one. They may belong to
    /// other sets of the same command.
    static var exclusions: [[String]] { get }

    /// Checks the values together, after each has been read.
    func validate() throws(CommandLineError)
}

extension ParameterSet {
    package static var exclusions: [[String]] { [] }
    package func validate() throws(CommandLineError) {}
}

/// A property wrapper that declares a parameter or a set of them. Reflection finds these.
protocol Declaration: Sendable {
    var content: DeclaredContent { get }
}

/// What a property declares.
enum DeclaredContent: Sendable {
    case parameter(Parameter)
    /// A set of options; help shows it under its title if it has one.
    case set(any ParameterSet, title: String?)
}

/// Declares a set of options that several commands share, or that help shows under a title.
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
