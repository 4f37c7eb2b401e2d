/// What a declaration demands of a value beyond its type.
///
///     @Option(.range(1...100)) var quality = 85
///     @Option(.choices(LayoutRegistry.names)) var layout = ["dzi"]
///     @Option(.matching("an even number") { $0.isMultiple(of: 2) }) var tileSize = 254
struct ValueRule<Value: CommandValue>: Sendable {
    /// The values there are, or none when there is no list of them.
    let choices: [String]
    /// What a value is, to complete the sentence “--quality is …”.
    let expectation: String
    /// What help says of the values in parentheses.
    let note: String?
    /// Whether a value of the type keeps the rule.
    let accepts: @Sendable (Value) -> Bool

    private init(
        choices: [String] = Value.choices, expectation: String = Value.expectation,
        note: String? = nil, accepts: @escaping @Sendable (Value) -> Bool
    ) {
        self.choices = choices
        self.expectation = expectation
        self.note = note ?? (choices.isEmpty ? nil : choices.joined(separator: ", "))
        self.accepts = accepts
    }

    /// Every value of the type.
    static var any: Self {
        Self { _ in true }
    }

    /// Values between two bounds, both included.
    static func range(_ range: ClosedRange<Value>) -> Self where Value: Comparable {
        let bounds = "\(range.lowerBound.written) to \(range.upperBound.written)"
        return Self(
            choices: [], expectation: "\(Value.expectation) from \(bounds)", note: bounds,
            accepts: range.contains)
    }

    /// Values of a bound and above it.
    static func range(_ range: PartialRangeFrom<Value>) -> Self where Value: Comparable {
        let bound = "at least \(range.lowerBound.written)"
        return Self(
            choices: [], expectation: "\(Value.expectation), \(bound)", note: bound,
            accepts: range.contains)
    }

    /// The values that are written as one of these names, which may be found while running.
    static func choices(_ names: [String]) -> Self {
        Self(choices: names, expectation: choicesExpectation(names)) { names.contains($0.written) }
    }

    /// Values that pass a test. The words complete “--tile-size is …” and stand in the help:
    /// “a multiple of 256”.
    static func matching(
        _ expectation: String, _ accepts: @escaping @Sendable (Value) -> Bool
    ) -> Self {
        Self(expectation: expectation, note: expectation, accepts: accepts)
    }

    /// The value that a word stands for, or `nil` when the type or the rule does not know it.
    func value(_ word: ArgumentText) -> Value? {
        guard let value = Value(raw: word), accepts(value) else { return nil }
        return value
    }

    /// Reads one word given for `parameter`, which is named as the user wrote it.
    func read(_ word: ArgumentText, for parameter: String) throws(CommandLineError) -> Value {
        guard let value = value(word) else {
            throw .unsuitable(
                word, for: parameter, expectation: expectation,
                suggestion: Suggestion.nearest(to: word.text, among: choices))
        }
        return value
    }
}
