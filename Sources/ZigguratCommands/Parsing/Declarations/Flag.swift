/// Declares a flag: a name alone.
///
///     @Flag(short: "n", help: "Say what would be done, and do nothing.")
///     var dryRun: Bool
///
///     @Flag(hasInverse: true, help: "Write a viewer beside the tiles.")
///     var viewer = true                       // --viewer, --no-viewer
///
/// A `Bool` is false unless given; a `Bool?` is `nil`; an `Int` counts (`-vvv`).
@propertyWrapper
struct Flag<Value: Sendable>: Declaration {
    private let initial: Value
    private let parameter: ParameterDeclaration
    let projectedValue: DeclaredContent

    var wrappedValue: Value { parameter.value(otherwise: initial) }

    /// Declares a flag with a value to start from.
    ///
    /// - Parameters:
    ///   - short: the letter or, for none, `nil`.
    ///   - long: the long name without dashes, where the property's does not do.
    ///   - aliases: further long names, understood but not shown.
    ///   - hasInverse: whether `--no-name` says the opposite.
    ///   - help: one sentence or two.
    init(
        wrappedValue: Value, short: Character? = nil, long: String? = nil, aliases: [String] = [],
        hasInverse: Bool = false, help: String = ""
    ) where Value: FlagValue {
        initial = wrappedValue
        parameter = ParameterDeclaration(
            kind: .flag, name: long, short: short, aliases: aliases, hasInverse: hasInverse,
            repeats: true, isRequired: false, help: help,
            description: { _ in
                Parameter.Description(
                    value: nil, defaultText: hasInverse ? wrappedValue.defaultText : nil,
                    hasSuitableDefault: true)
            },
            reading: { (occurrences, _) throws(CommandLineError) in
                let plain = occurrences.first { !$0.isInverse }
                let inverse = occurrences.first { $0.isInverse }
                if let plain, let inverse {
                    throw .exclusive([plain.spelling, inverse.spelling])
                }
                return Value.given(inverse == nil, times: occurrences.count)
            })
        projectedValue = .parameter(parameter)
    }

    /// Declares a flag that says nothing unless it is given.
    init(
        short: Character? = nil, long: String? = nil, aliases: [String] = [],
        hasInverse: Bool = false, help: String = ""
    ) where Value: FlagValue {
        self.init(
            wrappedValue: Value.notGiven, short: short, long: long, aliases: aliases,
            hasInverse: hasInverse, help: help)
    }
}

/// What a flag can be kept as.
protocol FlagValue: Sendable {
    static var notGiven: Self { get }
    /// The value of a flag given so many times, or of its inverse.
    static func given(_ isOn: Bool, times: Int) -> Self
    /// What help says of the default of a flag that has an inverse.
    var defaultText: String? { get }
}

extension Bool: FlagValue {
    static var notGiven: Bool { false }
    static func given(_ isOn: Bool, times: Int) -> Bool { isOn }
    var defaultText: String? { self ? "on" : "off" }
}

extension Optional: FlagValue where Wrapped == Bool {
    static var notGiven: Bool? { nil }
    static func given(_ isOn: Bool, times: Int) -> Bool? { isOn }
    var defaultText: String? { self?.defaultText }
}

extension Int: FlagValue {
    static var notGiven: Int { 0 }
    static func given(_ isOn: Bool, times: Int) -> Int { isOn ? times : 0 }
    var defaultText: String? { nil }
}
