/// Declares an option: a name and a value after it.
///
///     @Option(.range(1...100), short: "q", help: "The quality of the tiles.")
///     var quality = 85
///
/// The property's type says how it is used. `Int`: once, or not at all when there is a default.
/// `Int?`: once or not at all. `[Int]`: any number of times; a list given replaces the default.
/// The long name is the property's (`tileSize` → `--tile-size`) unless `long` gives another.
@propertyWrapper
struct Option<Value: Sendable>: Declaration {
    /// How several values of a list are written.
    enum List: Sendable {
        /// `--header a --header b`
        case repeated
        /// `--layout dzi,xyz`, which may be repeated too.
        case commaSeparated
    }

    private let initial: Value?
    private let parameter: ParameterDeclaration
    let projectedValue: DeclaredContent

    var wrappedValue: Value { parameter.value(otherwise: initial) }

    /// Declares an option that need not be given.
    ///
    /// - Parameters:
    ///   - rule: what is demanded of each value beyond its type.
    ///   - short: the letter or, for none, `nil`.
    ///   - long: the long name without dashes, where the property's does not do.
    ///   - aliases: further long names, understood but not shown.
    ///   - valueName: what stands for the value in help, in capitals.
    ///   - list: how several values are written, where the property is an array.
    ///   - implied: what the option means without a value. A value must then be joined to it with
    ///     `=`, since the next word belongs to the command.
    ///   - completion: what a shell offers, where the type does not say it.
    ///   - shownDefault: what help says of the default, where the value itself says little.
    ///   - help: one sentence or two.
    init(
        wrappedValue: Value, _ rule: ValueRule<Value.Item> = .any, short: Character? = nil,
        long: String? = nil, aliases: [String] = [], valueName: String? = nil,
        list: List = .repeated, implied: Value.Item? = nil, completion: ValueCompletion? = nil,
        shownDefault: String? = nil, help: String = ""
    ) where Value: GatheredValue {
        self.init(
            initial: wrappedValue, rule, short: short, long: long, aliases: aliases,
            valueName: valueName, list: list, implied: implied, completion: completion,
            shownDefault: shownDefault, help: help)
    }

    /// Declares an option without a default: one that must be given, unless the property is
    /// optional.
    init(
        _ rule: ValueRule<Value.Item> = .any, short: Character? = nil, long: String? = nil,
        aliases: [String] = [], valueName: String? = nil, list: List = .repeated,
        implied: Value.Item? = nil, completion: ValueCompletion? = nil,
        shownDefault: String? = nil, help: String = ""
    ) where Value: GatheredValue {
        self.init(
            initial: Value.whenAbsent, rule, short: short, long: long, aliases: aliases,
            valueName: valueName, list: list, implied: implied, completion: completion,
            shownDefault: shownDefault, help: help)
    }

    private init(
        initial: Value?, _ rule: ValueRule<Value.Item>, short: Character?, long: String?,
        aliases: [String], valueName: String?, list: List, implied: Value.Item?,
        completion: ValueCompletion?, shownDefault: String?, help: String
    ) where Value: GatheredValue {
        self.initial = initial
        let isCommaSeparated = list == .commaSeparated
        parameter = ParameterDeclaration(
            kind: .option, name: long, short: short, aliases: aliases, needsValue: implied == nil,
            repeats: Value.holdsMany, isRequired: initial == nil, help: help,
            description: { placeholder in
                Parameter.Description(
                    value: Parameter.Value(
                        name: valueName ?? Value.Item.valueName ?? placeholder, rule,
                        completion: completion, isCommaSeparated: isCommaSeparated),
                    defaultText: shownDefault ?? initial.flatMap(Self.text),
                    hasSuitableDefault: ValueReader<Value>(rule: rule, implied: implied)
                        .accepts(initial))
            },
            reading: { (occurrences, label) throws(CommandLineError) in
                try ValueReader<Value>(
                    rule: rule, implied: implied, isCommaSeparated: isCommaSeparated
                ).read(occurrences, label: label)
            })
        projectedValue = .parameter(parameter)
    }

    private static func text(_ value: Value) -> String? where Value: GatheredValue {
        value.items.isEmpty ? nil : value.items.map(\.written).joined(separator: ",")
    }
}
