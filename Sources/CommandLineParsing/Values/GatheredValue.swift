/// The type of a declared property: a ``CommandValue``, an optional of one, or an array of them.
///
/// A plain value is required unless it has a default. An optional may be left out. An array takes
/// several values, and at least one unless it has a default.
package protocol GatheredValue: Sendable {
    /// The type that one word is read as.
    associatedtype Item: CommandValue

    static var holdsMany: Bool { get }

    /// The value of a parameter without a default that is not given; `nil` if it is required.
    static var whenAbsent: Self? { get }

    static func gathered(_ first: Item, _ rest: [Item]) -> Self

    var items: [Item] { get }
}

extension CommandValue {
    package static var holdsMany: Bool { false }
    package static var whenAbsent: Self? { nil }
    package static func gathered(_ first: Self, _ rest: [Self]) -> Self { first }
    package var items: [Self] { [self] }
}

extension Optional: GatheredValue where Wrapped: CommandValue {
    package typealias Item = Wrapped
    package static var holdsMany: Bool { false }
    package static var whenAbsent: Wrapped?? { .some(.none) }
    package static func gathered(_ first: Wrapped, _ rest: [Wrapped]) -> Wrapped? { first }
    package var items: [Wrapped] { map { [$0] } ?? [] }
}

extension Array: GatheredValue where Element: CommandValue {
    package typealias Item = Element
    package static var holdsMany: Bool { true }
    package static var whenAbsent: [Element]? { nil }
    package static func gathered(_ first: Element, _ rest: [Element]) -> [Element] {
        [first] + rest
    }
    package var items: [Element] { self }
}

/// Reads the words given for a parameter.
struct ValueReader<Value: GatheredValue>: Sendable {
    let rule: ValueRule<Value.Item>
    /// The value of an option that is given without one.
    var implied: Value.Item?
    /// Whether a word may contain several values, separated by commas.
    var splits = false

    /// Returns the value; `nil` without occurrences.
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
                        choices: rule.choices)
                }
                items.append(item)
            }
        }
        return items.first.map { Value.gathered($0, Array(items.dropFirst())) }
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

    func allows(_ value: Value?) -> Bool {
        ((value?.items ?? []) + (implied.map { [$0] } ?? [])).allSatisfy(rule.accepts)
    }

    func text(of value: Value, separator: String) -> String? {
        let items = value.items
        return items.isEmpty ? nil : items.map(\.written).joined(separator: separator)
    }

    func description(name: String?, completion: Completion?) -> Parameter.Value {
        let choices = rule.choices
        return Parameter.Value(
            name: name, note: rule.note,
            completion: choices.isEmpty
                ? completion ?? Value.Item.completion : splits ? .list(choices) : .words(choices),
            isCommaSeparated: splits)
    }
}
