/// What a declaration demands of a value beyond its type.
///
///     @Option(.range(1...100)) var quality = 85
///     @Option(.choices(LayoutRegistry.names)) var layout = ["dzi"]
///     @Option(.matching("an even number") { $0.isMultiple(of: 2) }) var tileSize = 254
struct ValueRule<Value: CommandValue>: Sendable {
    /// What help and messages say of a rule.
    struct Words: Sendable {
        /// The values there are, or none when there is no list of them.
        var choices: [String] = []
        /// What a value is, to complete the sentence “--quality is …”.
        let expectation: String
        /// What help says of the values in parentheses.
        var note: String?
    }

    /// Found when somebody asks: most command lines use few of their command's options.
    let words: @Sendable () -> Words
    /// Whether a value of the type keeps the rule.
    let accepts: @Sendable (Value) -> Bool

    private init(
        _ words: @autoclosure @escaping @Sendable () -> Words,
        accepts: @escaping @Sendable (Value) -> Bool
    ) {
        self.words = words
        self.accepts = accepts
    }

    /// Every value of the type.
    static var any: Self {
        Self(.listing(Value.choices, expectation: Value.expectation)) { _ in true }
    }

    /// Values between two bounds, both included.
    static func range(_ range: ClosedRange<Value>) -> Self where Value: Comparable {
        let bounds = { @Sendable in
            "\(range.lowerBound.written) to \(range.upperBound.written)"
        }
        return Self(
            Words(expectation: "\(Value.expectation) from \(bounds())", note: bounds()),
            accepts: range.contains)
    }

    /// Values of a bound and above it.
    static func range(_ range: PartialRangeFrom<Value>) -> Self where Value: Comparable {
        let bound = { @Sendable in "at least \(range.lowerBound.written)" }
        return Self(
            Words(expectation: "\(Value.expectation), \(bound())", note: bound()),
            accepts: range.contains)
    }

    /// The values that are written as one of these names, which may be found while running.
    static func choices(_ names: @autoclosure @escaping @Sendable () -> [String]) -> Self {
        Self(.listing(names(), expectation: choicesExpectation(names()))) {
            names().contains($0.written)
        }
    }

    /// Values that pass a test. The words complete “--tile-size is …” and stand in the help:
    /// “a multiple of 256”.
    static func matching(
        _ expectation: String, _ accepts: @escaping @Sendable (Value) -> Bool
    ) -> Self {
        Self(
            Words(choices: Value.choices, expectation: expectation, note: expectation),
            accepts: accepts)
    }

    /// The value that a word stands for, or `nil` when the type or the rule does not know it.
    func value(_ word: ArgumentText) -> Value? {
        guard let value = Value(raw: word), accepts(value) else { return nil }
        return value
    }

    /// Reads one word given for `parameter`, which is named as the user wrote it.
    func read(_ word: ArgumentText, for parameter: String) throws(CommandLineError) -> Value {
        guard let value = value(word) else {
            let said = words()
            throw .unsuitable(
                word, for: parameter, expectation: said.expectation,
                suggestion: Suggestion.nearest(to: word.text, among: said.choices))
        }
        return value
    }
}

extension ValueRule.Words {
    fileprivate static func listing(_ choices: [String], expectation: String) -> Self {
        Self(
            choices: choices, expectation: expectation,
            note: choices.isEmpty ? nil : choices.joined(separator: ", "))
    }
}
