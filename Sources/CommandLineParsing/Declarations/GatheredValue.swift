/// The type of a declared property: a ``CommandValue``, an optional value, or an array of values.
///
/// A plain value is required unless it has a default. An optional value may be omitted. An array
/// takes several values; without a default, it requires at least one.
package protocol GatheredValue: Sendable {
    /// The type of the value of one word.
    associatedtype Item: CommandValue

    static var holdsMany: Bool { get }

    /// Whether commas separate values in the word of an option.
    static var isSplit: Bool { get }

    /// The value of a missing parameter without a default; `nil` if the parameter is required.
    static var whenAbsent: Self? { get }

    /// Returns the value for one or more items. Only a type with ``holdsMany`` accepts several
    /// items.
    static func gathered(_ items: [Item]) -> Self?

    var items: [Item] { get }
}

extension GatheredValue {
    package static var isSplit: Bool { holdsMany }
}

extension CommandValue {
    package static var holdsMany: Bool { false }
    package static var whenAbsent: Self? { nil }
    package static func gathered(_ items: [Self]) -> Self? { items.first }
    package var items: [Self] { [self] }
}

extension Optional: GatheredValue where Wrapped: CommandValue {
    package typealias Item = Wrapped
    package static var holdsMany: Bool { false }
    package static var whenAbsent: Wrapped?? { .some(.none) }
    package static func gathered(_ items: [Wrapped]) -> Wrapped?? { items.first }
    package var items: [Wrapped] { map { [$0] } ?? [] }
}

extension Array: GatheredValue where Element: CommandValue {
    package typealias Item = Element
    package static var holdsMany: Bool { true }
    package static var whenAbsent: [Element]? { nil }
    package static func gathered(_ items: [Element]) -> [Element]? { items }
    package var items: [Element] { self }
}

extension Parameter {
    /// Creates an argument or an option whose value is stored in a storage.
    init<Value: GatheredValue>(
        _ kind: Kind, _ storage: ValueStorage<Value>, _ rule: ValueRule<Value.Item>,
        short: Character? = nil, valueName: String?, implied: Value.Item? = nil,
        completion: Completion?, shownDefault: String? = nil, visibility: Visibility = .standard,
        help: String
    ) {
        let isOption = kind == .option
        let hasLanguages = Value.Item.hasLanguages
        let splits = isOption && Value.isSplit && !hasLanguages
        let defaults = storage.initial?.items ?? []
        assert(
            (defaults + (implied.map { [$0] } ?? [])).allSatisfy(rule.accepts),
            "a default breaks the rule of its parameter")
        let text = defaults.map(\.written).joined(separator: isOption ? "," : " ")
        let reader = ValueReader<Value>(rule: rule, implied: implied, splits: splits)
        self.init(
            kind: kind, help: help, visibility: visibility, short: short,
            value: Parameter.Value(
                name: valueName ?? (isOption ? Value.Item.valueName : nil), note: rule.note,
                completion: rule.choices.isEmpty
                    ? completion ?? Value.Item.completion
                    : splits ? .list(rule.choices) : .words(rule.choices),
                isCommaSeparated: splits),
            needsValue: isOption && implied == nil,
            accepts: { word in
                implied != nil && Value.Item(raw: word).map(rule.accepts) == true
            },
            repeats: Value.holdsMany,
            hasLanguages: hasLanguages,
            isRequired: storage.initial == nil,
            defaultText: shownDefault ?? (defaults.isEmpty ? nil : text),
            accept: { (occurrences, parameter) throws(CommandLineError) in
                guard let value = try reader.read(occurrences, of: parameter) else { return }
                storage.value = value
            })
    }
}

/// A reader of the words of a parameter.
private struct ValueReader<Value: GatheredValue>: Sendable {
    let rule: ValueRule<Value.Item>
    /// The value of an option that is given without a value.
    let implied: Value.Item?
    /// Whether a word may contain several values, separated by commas.
    let splits: Bool

    func read(
        _ occurrences: [Parameter.Occurrence], of parameter: Parameter
    ) throws(CommandLineError) -> Value? {
        var items: [Value.Item] = []
        for occurrence in occurrences {
            guard let word = occurrence.value else {
                if let implied { items.append(implied) }
                continue
            }
            for part in try parts(of: word, for: occurrence.spelling, of: parameter) {
                guard let item = Value.Item(raw: part), rule.accepts(item) else {
                    throw .invalidValue(
                        part, for: occurrence.spelling, expectation: rule.expectation,
                        choices: rule.choices, hint: Value.Item.hint(for: part.text))
                }
                items.append(try inLanguage(item, of: occurrence.spelling))
            }
        }
        return items.isEmpty ? nil : Value.gathered(items)
    }

    /// Returns an item with the language in the spelling of the option.
    private func inLanguage(
        _ item: Value.Item, of spelling: String
    ) throws(CommandLineError) -> Value.Item {
        guard Value.Item.hasLanguages, let sign = spelling.firstIndex(of: "@") else { return item }
        let tag = String(spelling[spelling.index(after: sign)...])
        guard let item = item.inLanguage(tag) else {
            throw .invalidValue(
                ArgumentText(tag), for: spelling, expectation: "a language such as de",
                choices: [], hint: nil)
        }
        return item
    }

    private func parts(
        of word: ArgumentText, for spelling: String, of parameter: Parameter
    ) throws(CommandLineError) -> [ArgumentText] {
        guard splits else { return [word] }
        guard !word.text.isEmpty else {
            throw .missingValue(spelling, label: parameter.valueLabel)
        }
        let parts = word.text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty }) else { throw .emptyPart(of: word, for: spelling) }
        return parts.map(word.part)
    }
}

/// The texts of an option that may be given several times. The texts may contain commas, unlike the
/// values of an array.
package struct RepeatedTexts: GatheredValue, ExpressibleByArrayLiteral {
    package static var holdsMany: Bool { true }
    package static var isSplit: Bool { false }
    package static var whenAbsent: RepeatedTexts? { nil }
    package static func gathered(_ items: [String]) -> RepeatedTexts? { RepeatedTexts(items) }

    package let items: [String]

    private init(_ items: [String]) { self.items = items }

    package init(arrayLiteral items: String...) { self.items = items }
}
