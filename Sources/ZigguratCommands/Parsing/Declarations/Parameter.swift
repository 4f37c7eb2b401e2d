/// One declared argument, option or flag, whatever its type: what the matcher, the help and the
/// completions need to know, and the way to hand over what was found.
struct Parameter: Sendable {
    enum Kind: Sendable {
        /// A word that stands for itself.
        case argument
        /// A name with a value after it.
        case option
        /// A name alone.
        case flag
    }

    /// What is known of the value that an argument or option takes.
    struct Value: Sendable {
        /// In capitals: `N`.
        let name: String
        var choices: [String] { rule().choices }
        /// What help says of the values: “1 to 100”.
        var note: String? { rule().note }
        fileprivate let rule: @Sendable () -> (choices: [String], note: String?)
        let completion: ValueCompletion
        /// Whether one word may hold several values with commas between them.
        let isCommaSeparated: Bool
        /// Whether an option may stand without its value, which then must be joined with `=`.
        let isOptional: Bool

        /// What stands for all that one word may hold: `N`, `NAME[,NAME…]`.
        var label: String { isCommaSeparated ? "\(name)[,\(name)…]" : name }

        init<Item>(
            name: String, _ rule: ValueRule<Item>, completion: ValueCompletion,
            isCommaSeparated: Bool = false, isOptional: Bool = false
        ) {
            self.name = name
            self.rule = {
                let words = rule.words()
                return (words.choices, words.note)
            }
            self.completion = completion
            self.isCommaSeparated = isCommaSeparated
            self.isOptional = isOptional
        }
    }

    let kind: Kind
    /// The long name without dashes, for an argument the name in capitals.
    let name: String
    let short: Character?
    let aliases: [String]
    /// Whether `--no-name` says the opposite.
    let hasInverse: Bool
    let value: Value?
    let repeats: Bool
    let isRequired: Bool
    /// What help says of the default, found when somebody asks.
    let defaultText: @Sendable () -> String?
    /// Whether the declared default is a value that might have been given.
    let hasSuitableDefault: @Sendable () -> Bool
    let help: String
    /// Turns what was found into the property's value and stores it. Never called with nothing.
    let accept: @Sendable ([Occurrence]) throws(CommandLineError) -> Void

    /// One appearance of a parameter on the command line.
    struct Occurrence: Sendable {
        /// The name that was used: `-l`, `--layout`, `IMAGE`.
        let spelling: String
        let value: ArgumentText?
        let isInverse: Bool
    }
}

extension Parameter {
    /// What messages call it: `--layout`, `IMAGE`.
    var title: String { kind == .argument ? name : "--\(name)" }

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
    var valueLabel: String { value?.label ?? "" }

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
            return value?.isOptional == true
                ? "\(title)[=\(valueLabel)]" : "\(title) \(valueLabel)"
        }
    }
}
