/// Declares a flag: a name without a value. The property is `true` if the flag is given.
///
///     @Flag(short: "n", help: "Print what would be done; change nothing")
///     var dryRun: Bool
@propertyWrapper
package struct Flag: Declaration {
    private let storage: ValueStorage<Bool>
    private let parameter: Parameter

    package var wrappedValue: Bool { storage.value }
    var content: DeclaredContent { .parameter(parameter) }

    /// - Parameter formerName: a former long name, without dashes, that is still accepted. Help and
    ///   completions do not show it.
    package init(
        short: Character? = nil, formerName: String? = nil, visibility: Visibility = .standard,
        help: String = ""
    ) {
        let storage = ValueStorage(false)
        self.storage = storage
        parameter = Parameter(
            kind: .flag, help: help, visibility: visibility, short: short, formerName: formerName,
            accept: { _, _ in storage.value = true })
    }
}
