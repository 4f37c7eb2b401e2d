/// Declares an option: a name followed by a value.
///
///     @Option(.range(1...100), short: "q", help: "JPEG quality")
///     var quality = 85
///
/// The long name comes from the property: `tileSize` is `--tile-size`. An option with an optional
/// type may be omitted. An array takes values separated by commas.
@propertyWrapper
package struct Option<Value: GatheredValue>: Declaration {
    private let storage: ValueStorage<Value>
    private let parameter: Parameter

    package var wrappedValue: Value { storage.value }
    var content: DeclaredContent { .parameter(parameter) }

    /// Declares an option with a default.
    ///
    /// - Parameters:
    ///   - rule: restricts the values of the type.
    ///   - short: the one-letter name.
    ///   - valueName: the placeholder for the value in help, in capitals.
    ///   - implied: the value if the option is given without a value. Other values must then be
    ///     joined with `=`.
    ///   - completion: the words that shells offer for the value.
    ///   - shownDefault: the text of the default in help, if the default value is unclear.
    ///   - visibility: the help pages that show the option.
    ///   - help: a verb phrase or a noun phrase of at most 70 characters.
    package init(
        wrappedValue: Value, _ rule: ValueRule<Value.Item> = .any, short: Character? = nil,
        valueName: String? = nil, implied: Value.Item? = nil, completion: Completion? = nil,
        shownDefault: String? = nil, visibility: Visibility = .standard, help: String = ""
    ) {
        storage = ValueStorage(wrappedValue)
        parameter = Parameter(
            .option, storage, rule, short: short, valueName: valueName, implied: implied,
            completion: completion, shownDefault: shownDefault, visibility: visibility,
            help: help)
    }

    /// Declares an option without a default. It is required unless the property is optional.
    package init(
        _ rule: ValueRule<Value.Item> = .any, short: Character? = nil, valueName: String? = nil,
        implied: Value.Item? = nil, completion: Completion? = nil, shownDefault: String? = nil,
        visibility: Visibility = .standard, help: String = ""
    ) {
        storage = ValueStorage(Value.whenAbsent)
        parameter = Parameter(
            .option, storage, rule, short: short, valueName: valueName, implied: implied,
            completion: completion, shownDefault: shownDefault, visibility: visibility,
            help: help)
    }
}
