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
