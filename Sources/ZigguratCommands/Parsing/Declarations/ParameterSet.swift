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

    /// Its properties that declare something, in their order. Without it they are found by reflection.
    var declared: DeclaredProperties { get }

    /// Lists of long names of which a command line may have one at most. Names of the whole
    /// command may be used, not only of this set.
    static var exclusions: [[String]] { get }

    /// Looks at the values together once each has been read. It says what does not fit in a
    /// `CommandLineError`.
    func validate() throws(CommandLineError)
}

extension ParameterSet {
    var declared: DeclaredProperties { DeclaredProperties(reflecting: self) }
    static var exclusions: [[String]] { [] }
    func validate() throws(CommandLineError) {}
}
