/// Declares an option: a name followed by a value.
///
///     @Option(.range(1...100), short: "q", help: "JPEG quality")
///     var quality = 85
///
/// The long name is the property's: `tileSize` is `--tile-size`. An option of an optional type may
/// be left out; an array takes values separated by commas.
@propertyWrapper
package struct Option<Value: GatheredValue>: Declaration {
    private let storage: ValueStorage<Value>
    private let parameter: Parameter

    package var wrappedValue: Value { storage.value }
    var content: DeclaredContent { .parameter(parameter) }

    /// Declares an option with a default.
    ///
    /// - Parameters:
    ///   - rule: the values allowed, beyond those of the type.
    ///   - short: the one-letter name.
    ///   - valueName: the placeholder for the value in help, in capitals.
    ///   - implied: the value of the option if given without one. Other values must then be joined
    ///     with `=`.
    ///   - completion: what shells offer for the value.
    ///   - shownDefault: the default in help, if the value itself says little.
    ///   - help: a verb phrase or a noun phrase of at most 70 characters.
    package init(
        wrappedValue: Value, _ rule: ValueRule<Value.Item> = .any, short: Character? = nil,
        valueName: String? = nil, implied: Value.Item? = nil, completion: Completion? = nil,
        shownDefault: String? = nil, help: String = ""
    ) {
        self.init(
            initial: wrappedValue, rule, short, valueName, implied, completion, shownDefault, help)
    }

    /// Declares an option without a default. It is required unless the property is optional.
    package init(
        _ rule: ValueRule<Value.Item> = .any, short: Character? = nil, valueName: String? = nil,
        implied: Value.Item? = nil, completion: Completion? = nil, shownDefault: String? = nil,
        help: String = ""
    ) {
        self.init(
            initial: Value.whenAbsent, rule, short, valueName, implied, completion, shownDefault,
            help)
    }

    private init(
        initial: Value?, _ rule: ValueRule<Value.Item>, _ short: Character?, _ valueName: String?,
        _ implied: Value.Item?, _ completion: Completion?, _ shownDefault: String?, _ help: String
    ) {
        let storage = ValueStorage(initial)
        let reader = ValueReader<Value>(rule: rule, implied: implied, splits: Value.holdsMany)
        assert(reader.allows(initial), "the default breaks the rule of the parameter")
        self.storage = storage
        parameter = Parameter(
            kind: .option, help: help, short: short,
            value: reader.description(
                name: valueName ?? Value.Item.valueName, completion: completion),
            needsValue: implied == nil, repeats: Value.holdsMany, isRequired: initial == nil,
            defaultText: shownDefault ?? initial.flatMap { reader.text(of: $0, separator: ",") },
            accept: { (occurrences, parameter) throws(CommandLineError) in
                guard let value = try reader.read(occurrences, of: parameter) else { return }
                storage.value = value
            })
    }
}
