/// Declares an argument: a word that stands for itself.
///
///     @Argument(valueName: "IMAGE", help: "The images; a folder means every image in it.")
///     var images: [PathArgument]
///
/// Arguments are filled in the order in which they are declared. An array takes all that are left,
/// at least one when it has no default, and so comes last.
@propertyWrapper
struct Argument<Value: Sendable>: Declaration {
    private let initial: Value?
    private let parameter: ParameterDeclaration
    let projectedValue: DeclaredContent

    var wrappedValue: Value { parameter.value(otherwise: initial) }

    /// Declares an argument that need not be given.
    ///
    /// - Parameters:
    ///   - rule: what is demanded of each value beyond its type.
    ///   - valueName: what stands for it in help, in capitals; the property's name when left out.
    ///   - completion: what a shell offers, where the type does not say it.
    ///   - shownDefault: what help says of the default, where the value itself says little.
    ///   - help: one sentence or two.
    init(
        wrappedValue: Value, _ rule: ValueRule<Value.Item> = .any, valueName: String? = nil,
        completion: ValueCompletion? = nil, shownDefault: String? = nil, help: String = ""
    ) where Value: GatheredValue {
        self.init(
            initial: wrappedValue, rule, valueName: valueName, completion: completion,
            shownDefault: shownDefault, help: help)
    }

    /// Declares an argument without a default: one that must be given, unless the property is
    /// optional.
    init(
        _ rule: ValueRule<Value.Item> = .any, valueName: String? = nil,
        completion: ValueCompletion? = nil, shownDefault: String? = nil, help: String = ""
    ) where Value: GatheredValue {
        self.init(
            initial: Value.whenAbsent, rule, valueName: valueName, completion: completion,
            shownDefault: shownDefault, help: help)
    }

    private init(
        initial: Value?, _ rule: ValueRule<Value.Item>, valueName: String?,
        completion: ValueCompletion?, shownDefault: String?, help: String
    ) where Value: GatheredValue {
        self.initial = initial
        parameter = ParameterDeclaration(
            kind: .argument, name: valueName, repeats: Value.holdsMany, isRequired: initial == nil,
            help: help,
            description: { placeholder in
                Parameter.Description(
                    value: Parameter.Value(
                        name: valueName ?? placeholder, rule, completion: completion),
                    defaultText: shownDefault ?? initial.flatMap(Self.text),
                    hasSuitableDefault: ValueReader<Value>(rule: rule).accepts(initial))
            },
            reading: { (occurrences, label) throws(CommandLineError) in
                try ValueReader<Value>(rule: rule).read(occurrences, label: label)
            })
        projectedValue = .parameter(parameter)
    }

    private static func text(_ value: Value) -> String? where Value: GatheredValue {
        value.items.isEmpty ? nil : value.items.map(\.written).joined(separator: " ")
    }
}
