/// A struct that declares arguments, options and flags: a command, or a group that commands share.
///
///     struct TileOptions: ParameterSet {
///         static let exclusions = [["--lossless", "--quality"]]
///
///         @Option(.range(1...100), short: "q", help: "The quality of the tiles.")
///         var quality: Int?
///
///         @Flag(help: "Lose nothing.")
///         var lossless: Bool
///     }
protocol ParameterSet: Sendable {
    init()

    /// Lists of long names of which a command line may have one at most. Names of the whole
    /// command may be used, not only of this set.
    static var exclusions: [[String]] { get }

    /// Looks at the values together once each has been read. It says what does not fit in a
    /// `CommandLineError`.
    func validate() throws(CommandLineError)
}

extension ParameterSet {
    static var exclusions: [[String]] { [] }
    func validate() throws(CommandLineError) {}
}

/// A property wrapper that declares one argument, option or flag.
protocol DeclaredParameter: Sendable {
    /// What is declared, for the property of this name. It writes into this wrapper's cell.
    func parameter(of property: String) -> Parameter
}

/// A property wrapper that declares a whole set.
protocol DeclaredGroup: Sendable {
    var title: String? { get }
    var members: any ParameterSet { get }
}
