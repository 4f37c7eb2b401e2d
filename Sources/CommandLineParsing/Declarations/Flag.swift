/// Declares a flag: a name without a value. The property is `false` unless the flag is given.
///
///     @Flag(short: "n", help: "Print what would be done; change nothing")
///     var dryRun: Bool
@propertyWrapper
package struct Flag: Declaration {
    private let storage: ValueStorage<Bool>
    private let parameter: Parameter

    package var wrappedValue: Bool { storage.value }
    var content: DeclaredContent { .parameter(parameter) }

    package init(short: Character? = nil, help: String = "") {
        let storage = ValueStorage(false)
        self.storage = storage
        parameter = Parameter(kind: .flag, help: help, short: short) { _, _ in
            storage.value = true
        }
    }
}
