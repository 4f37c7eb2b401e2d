import Synchronization

/// What one property declares, whatever its type, and the place of what a command line gives it.
///
/// A command has many parameters and a command line names few of them: here is what matching needs
/// of them all, and the way to the rest, which costs something only when it is gone.
///
/// Copies of a command share what it declares: the parser writes into one what the command reads
/// in the other, and does so before anybody else has the command.
final class ParameterDeclaration: Sendable {
    /// Reads what was found of a parameter. Never called with nothing; `nil` leaves the property
    /// as it was. `label` is what messages call the value.
    typealias Reading =
        @Sendable (
            _ occurrences: [Parameter.Occurrence], _ label: () -> String
        ) throws(CommandLineError) -> (any Sendable)?

    let kind: Parameter.Kind
    /// The name where that of the property does not do: without dashes, for an argument in
    /// capitals.
    let name: String?
    let short: Character?
    let aliases: [String]
    let hasInverse: Bool
    let needsValue: Bool
    let repeats: Bool
    let isRequired: Bool
    let help: String
    /// Finds the rest, given what stands for a value that is called nothing else.
    let description: @Sendable (_ placeholder: String) -> Parameter.Description
    private let reading: Reading
    private let given = Mutex<(any Sendable)?>(nil)

    init(
        kind: Parameter.Kind, name: String?, short: Character? = nil, aliases: [String] = [],
        hasInverse: Bool = false, needsValue: Bool = false, repeats: Bool, isRequired: Bool,
        help: String, description: @escaping @Sendable (String) -> Parameter.Description,
        reading: @escaping Reading
    ) {
        self.kind = kind
        self.name = name
        self.short = short
        self.aliases = aliases
        self.hasInverse = hasInverse
        self.needsValue = needsValue
        self.repeats = repeats
        self.isRequired = isRequired
        self.help = help
        self.description = description
        self.reading = reading
    }

    /// Keeps what was found.
    func accept(
        _ occurrences: [Parameter.Occurrence], label: () -> String
    ) throws(CommandLineError) {
        guard let value = try reading(occurrences, label) else { return }
        given.withLock { $0 = value }
    }

    /// The value of the property, in a command that came out of the parser: what was given, or what
    /// it holds otherwise, `nil` where it must be given.
    func value<Value>(otherwise initial: Value?) -> Value {
        if let given = given.withLock({ $0 }), let value = given as? Value { return value }
        guard let initial else {
            preconditionFailure("a required property was read before the command was parsed")
        }
        return initial
    }
}
