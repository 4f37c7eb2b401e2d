/// Declares an argument: a word without a name.
///
///     @Argument(valueName: "IMAGE", help: "Image files, or folders of them")
///     var images: [PathArgument]
///
/// Arguments are filled in the order of their declaration. An array takes all remaining words and
/// comes last.
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
        self.init(initial: wrappedValue, rule, valueName, completion, help)
    }

    /// Declares an argument without a default. It is required unless the property is optional.
    package init(
        _ rule: ValueRule<Value.Item> = .any, valueName: String? = nil,
        completion: Completion? = nil, help: String = ""
    ) {
        self.init(initial: Value.whenAbsent, rule, valueName, completion, help)
    }

    private init(
        initial: Value?, _ rule: ValueRule<Value.Item>, _ valueName: String?,
        _ completion: Completion?, _ help: String
    ) {
        let storage = ValueStorage(initial)
        let reader = ValueReader<Value>(rule: rule)
        assert(reader.allows(initial), "the default breaks the rule of the parameter")
        self.storage = storage
        parameter = Parameter(
            kind: .argument, help: help,
            value: reader.description(name: valueName, completion: completion),
            repeats: Value.holdsMany, isRequired: initial == nil,
            defaultText: initial.flatMap { reader.text(of: $0, separator: " ") },
            accept: { (occurrences, parameter) throws(CommandLineError) in
                guard let value = try reader.read(occurrences, of: parameter) else { return }
                storage.value = value
            })
    }
}
