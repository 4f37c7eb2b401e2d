internal import Synchronization

/// A declared argument, option or flag with any type of property.
struct Parameter: Sendable {
    enum Kind: Sendable {
        /// A word without a name.
        case argument
        /// A name with a value.
        case option
        /// A name without a value.
        case flag
    }

    /// The value of an argument or an option.
    struct Value: Sendable {
        /// The placeholder in capitals, such as `N`; `nil` to use the name of the property.
        let name: String?
        /// The allowed values in words, such as “1 to 100”.
        let note: String?
        let completion: Completion
        /// Whether one word may contain several values, separated by commas.
        let isCommaSeparated: Bool
    }

    /// One occurrence of a parameter on a command line.
    struct Occurrence: Sendable {
        /// The index in ``Declarations/parameters``.
        let parameter: Int
        /// The name as the user typed it: `-l`, `--layout`, `IMAGE`.
        let spelling: String
        let value: ArgumentText?
    }

    let kind: Kind
    let help: String
    var visibility = Visibility.standard
    var short: Character?
    /// A former long name, without dashes, that is still accepted.
    var formerName: String?
    /// The value; `nil` for a flag.
    var value: Value?
    /// Whether the next word is the value if no value is joined. If `false`, a value must be joined
    /// with `=`.
    var needsValue = false
    /// Whether a word would be a value of an option whose value must be joined with `=`.
    var accepts: @Sendable (ArgumentText) -> Bool = { _ in false }
    var repeats = true
    /// Whether a language may follow the name, as in `--title@de`. Then each name with a language
    /// may be given once.
    var hasLanguages = false
    var isRequired = false
    var defaultText: String?
    /// The name of the property in the form of an option: `tile-size`.
    var property = ""
    /// Stores the values of a parameter with at least one occurrence.
    let accept: @Sendable ([Occurrence], Parameter) throws(CommandLineError) -> Void
}

extension Parameter {
    /// The long name without dashes; for an argument, the name in capitals.
    var name: String { kind == .argument ? valueName : property }

    /// The name in messages: `--layout`, `IMAGE`.
    var title: String { kind == .argument ? name : "--\(name)" }

    /// The names that select the parameter, the long name first.
    var spellings: [String] {
        kind == .argument ? [] : [title] + (short.map { ["-\($0)"] } ?? [])
    }

    /// Whether a text is one of the parameter's names or its former name.
    func isNamed(_ spelling: String) -> Bool {
        spellings.contains(spelling) || formerName.map { "--\($0)" } == spelling
    }

    private var valueName: String { value?.name ?? property.uppercased() }

    /// Returns the name for messages. A name that can have a language is shown as the user typed
    /// it.
    func title(as spelling: String) -> String { hasLanguages ? spelling : title }

    /// Whether a typed name is this parameter's name with a language.
    func matches(_ spelling: String) -> Bool { hasLanguages && spelling.hasPrefix("\(title)@") }

    /// The placeholder of the value: `N`, `NAME[,NAME…]`; empty for a flag.
    var valueLabel: String {
        guard let value else { return "" }
        return value.isCommaSeparated ? "\(valueName)[,\(valueName)…]" : valueName
    }

    /// The usage without the short name: `--layout NAME`, `--skip-blanks[=N]`, `IMAGE…`, `[DIR]`.
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

/// The value of a wrapped property. All copies of a command share the storage.
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

/// The help pages of a command that show an option.
package enum Visibility: Sendable {
    /// The short page that `--help` prints, and the page of all options.
    case common
    /// The page of all options. `--help` prints this page if the command has few options.
    case standard
}
