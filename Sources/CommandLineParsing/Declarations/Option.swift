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

/// Declares an argument: a word without a name.
///
///     @Argument(valueName: "IMAGE", help: "Image files, or folders of them")
///     var images: [PathArgument]
///
/// Words are assigned to arguments in the order of declaration. An array takes all remaining words,
/// so it must be last.
@propertyWrapper
package struct Argument<Value: GatheredValue>: Declaration {
    private let storage: ValueStorage<Value>
    private let parameter: Parameter

    package var wrappedValue: Value { storage.value }
    var content: DeclaredContent { .parameter(parameter) }

    /// Declares an argument with a default. ``Option`` explains the parameters.
    package init(
        wrappedValue: Value, _ rule: ValueRule<Value.Item> = .any, valueName: String? = nil,
        completion: Completion? = nil, help: String = ""
    ) {
        storage = ValueStorage(wrappedValue)
        parameter = Parameter(
            .argument, storage, rule, valueName: valueName, completion: completion, help: help)
    }

    /// Declares an argument without a default. It is required unless the property is optional.
    package init(
        _ rule: ValueRule<Value.Item> = .any, valueName: String? = nil,
        completion: Completion? = nil, help: String = ""
    ) {
        storage = ValueStorage(Value.whenAbsent)
        parameter = Parameter(
            .argument, storage, rule, valueName: valueName, completion: completion, help: help)
    }
}

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
