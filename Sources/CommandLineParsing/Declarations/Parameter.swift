internal import Synchronization

/// A declared argument, option or flag, whatever the type of its property.
struct Parameter: Sendable {
    enum Kind: Sendable {
        /// A word on its own.
        case argument
        /// A name with a value.
        case option
        /// A name alone.
        case flag
    }

    /// The value of an argument or an option.
    struct Value: Sendable {
        /// In capitals, such as `N`; `nil` stands for the name of the property.
        let name: String?
        /// The allowed values in words, such as “1 to 100”.
        let note: String?
        let completion: Completion
        /// Whether one word may contain several values, separated by commas.
        let isCommaSeparated: Bool
    }

    /// One appearance on a command line.
    struct Occurrence: Sendable {
        /// The index in ``Declarations/parameters``.
        let parameter: Int
        /// The name as typed: `-l`, `--layout`, `IMAGE`.
        let spelling: String
        let value: ArgumentText?
    }

    let kind: Kind
    let help: String
    var visibility = Visibility.standard
    var short: Character?
    /// A long name without dashes that is accepted in place of the present one.
    var formerName: String?
    /// `nil` for a flag.
    var value: Value?
    /// Whether the next word may be the value. Otherwise a value must be joined with `=`.
    var needsValue = false
    /// Whether a word is a value of an option whose value must be joined with `=`.
    var accepts: @Sendable (ArgumentText) -> Bool = { _ in false }
    var repeats = true
    /// Whether a language may follow the name, as in `--title@de`; then each name is given once.
    var hasLanguages = false
    var isRequired = false
    var defaultText: String?
    /// The name of the property as an option is written: `tile-size`.
    var property = ""
    /// Stores the value of a parameter that was found at least once.
    let accept: @Sendable ([Occurrence], Parameter) throws(CommandLineError) -> Void
}

extension Parameter {
    /// The long name without dashes; for an argument, the name in capitals.
    var name: String { kind == .argument ? valueName : property }

    /// The name in messages: `--layout`, `IMAGE`.
    var title: String { kind == .argument ? name : "--\(name)" }

    /// The names that select it, the long one first.
    var spellings: [String] {
        kind == .argument ? [] : [title] + (short.map { ["-\($0)"] } ?? [])
    }

    /// Whether a word is one of the names that select it, or its former name.
    func isNamed(_ spelling: String) -> Bool {
        spellings.contains(spelling) || formerName.map { "--\($0)" } == spelling
    }

    private var valueName: String { value?.name ?? property.uppercased() }

    /// The name as typed, with its language but not its short form.
    func title(as spelling: String) -> String { hasLanguages ? spelling : title }

    /// Whether a name that was typed is this one with a language.
    func matches(_ spelling: String) -> Bool { hasLanguages && spelling.hasPrefix("\(title)@") }

    /// The placeholder of its value: `N`, `NAME[,NAME…]`; empty for a flag.
    var valueLabel: String {
        guard let value else { return "" }
        return value.isCommaSeparated ? "\(valueName)[,\(valueName)…]" : valueName
    }

    /// Its usage without the short name: `--layout NAME`, `--skip-blanks[=N]`, `IMAGE…`, `[DIR]`.
    var usage: String {
        switch kind {
        case .argument:
            let label = repeats ? "\(name)…" : name
            return isRequired ? label : "[\(label)]"
        case .flag: return title
        case .option: return needsValue ? "\(title) \(valueLabel)" : "\(title)[=\(valueLabel)]"
        }
    }
}

/// The value of a wrapped property, shared by all copies of its command.
final class ValueStorage<Value: Sendable>: Sendable {
    /// The default; `nil` if the parameter is required.
    let initial: Value?
    private let content: Mutex<Value?>

    init(_ initial: Value?) {
        self.initial = initial
        content = Mutex(initial)
    }

    var value: Value {
        get {
            guard let value = content.withLock({ $0 }) else {
                preconditionFailure("a required property was read before parsing")
            }
            return value
        }
        set { content.withLock { $0 = newValue } }
    }
}
