/// One argument, option or flag under its name: what the matcher, the help and the completions need
/// to know, and the way to hand over what was found.
struct Parameter: Sendable {
    enum Kind: Sendable {
        /// A word that stands for itself.
        case argument
        /// A name with a value after it.
        case option
        /// A name alone.
        case flag
    }

    /// What help, completions and checks say of it.
    struct Description: Sendable {
        /// `nil` for a flag.
        let value: Value?
        let defaultText: String?
        /// Whether the declared default is a value that might have been given.
        let hasSuitableDefault: Bool
    }

    /// What is known of the value that an argument or option takes.
    struct Value: Sendable {
        /// In capitals: `N`.
        let name: String
        let choices: [String]
        /// What help says of the values: “1 to 100”.
        let note: String?
        let completion: ValueCompletion
        /// Whether one word may hold several values with commas between them.
        let isCommaSeparated: Bool

        /// What stands for all that one word may hold: `N`, `NAME[,NAME…]`.
        var label: String { isCommaSeparated ? "\(name)[,\(name)…]" : name }

        init<Item>(
            name: String, _ rule: ValueRule<Item>, completion: ValueCompletion?,
            isCommaSeparated: Bool = false
        ) {
            let words = rule.words()
            self.name = name
            choices = words.choices
            note = words.note
            self.completion = completion ?? Item.completion
            self.isCommaSeparated = isCommaSeparated
        }
    }

    /// One appearance of a parameter on the command line.
    struct Occurrence: Sendable {
        /// Which parameter it is, counted in the order of the declarations.
        let parameter: Int
        /// The name that was used: `-l`, `--layout`, `IMAGE`.
        let spelling: String
        let value: ArgumentText?
        let isInverse: Bool
    }

    /// The name of the property, as options are written: `tile-size`.
    private let property: String
    private let declaration: ParameterDeclaration

    init(_ property: String, _ declaration: ParameterDeclaration) {
        self.property = property
        self.declaration = declaration
    }

    var kind: Kind { declaration.kind }
    /// The long name without dashes, for an argument the name in capitals.
    var name: String { declaration.name ?? (kind == .argument ? placeholder : property) }
    var short: Character? { declaration.short }
    var aliases: [String] { declaration.aliases }
    /// Whether `--no-name` says the opposite.
    var hasInverse: Bool { declaration.hasInverse }
    /// Whether a value belongs to it that may stand in the next word. An option may do without
    /// one, which then must be joined with `=`.
    var needsValue: Bool { declaration.needsValue }
    var repeats: Bool { declaration.repeats }
    var isRequired: Bool { declaration.isRequired }
    var help: String { declaration.help }
    /// Found when somebody asks.
    var description: Description { declaration.description(placeholder) }

    /// Turns what was found into the property's value and stores it. Never called with nothing.
    func accept(_ occurrences: [Occurrence]) throws(CommandLineError) {
        try declaration.accept(occurrences) { valueLabel }
    }

    private var placeholder: String { property.uppercased() }
}

extension Parameter {
    /// What messages call it: `--layout`, `IMAGE`.
    var title: String { kind == .argument ? name : "--\(name)" }

    /// Whether this is its long name, or one of them.
    func isCalled(_ long: String) -> Bool {
        kind != .argument && (name == long || aliases.contains(long))
    }

    /// Every way to write its name, the ordinary one first.
    var spellings: [String] {
        kind == .argument
            ? [] : [title] + (short.map { ["-\($0)"] } ?? []) + aliases.map { "--\($0)" }
    }

    /// Every way to say the opposite.
    var inverseSpellings: [String] {
        hasInverse ? ([name] + aliases).map { "--no-\($0)" } : []
    }

    /// What stands for its value; empty for a flag.
    var valueLabel: String { description.value?.label ?? "" }

    /// How it is written, without its short name: `--layout NAME`, `--skip-blanks[=N]`,
    /// `--[no-]alpha`, `IMAGE…`, `[DIR]`.
    var usage: String {
        switch kind {
        case .argument:
            let label = repeats ? "\(name)…" : name
            return isRequired ? label : "[\(label)]"
        case .flag:
            return hasInverse ? "--[no-]\(name)" : title
        case .option:
            return needsValue ? "\(title) \(valueLabel)" : "\(title)[=\(valueLabel)]"
        }
    }
}
