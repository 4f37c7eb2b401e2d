/// Reads what was found of an argument or an option into the value of its property.
struct ValueReader<Value: GatheredValue>: Sendable {
    let rule: ValueRule<Value.Item>
    /// What an option means that stands without a value.
    var implied: Value.Item?
    /// Whether a word may hold several values with commas between them.
    var isCommaSeparated = false

    /// The value; `nil` when nothing was found.
    ///
    /// - Parameter label: what stands for the value in messages.
    func read(
        _ occurrences: [Parameter.Occurrence], label: () -> String
    ) throws(CommandLineError) -> Value? {
        var items: [Value.Item] = []
        for occurrence in occurrences {
            guard let word = occurrence.value else {
                if let implied { items.append(implied) }
                continue
            }
            for part in try parts(of: word, for: occurrence.spelling, label: label) {
                items.append(try rule.read(part, for: occurrence.spelling))
            }
        }
        return items.first.map { Value.gathered($0, Array(items.dropFirst())) }
    }

    /// Whether a declared default keeps the rule that given values must keep.
    func accepts(_ value: Value?) -> Bool {
        ((value?.items ?? []) + (implied.map { [$0] } ?? [])).allSatisfy(rule.accepts)
    }

    /// The values that one word holds.
    private func parts(
        of word: ArgumentText, for spelling: String, label: () -> String
    ) throws(CommandLineError) -> [ArgumentText] {
        guard isCommaSeparated else { return [word] }
        guard !word.bytes.isEmpty else { throw .missingValue(spelling, label: label()) }
        let parts = word.bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty }) else { throw .emptyPart(of: word, for: spelling) }
        return parts.map { ArgumentText(bytes: $0) }
    }
}
