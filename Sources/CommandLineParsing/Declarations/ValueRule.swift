/// A restriction of the values of a parameter's type.
///
///     @Option(.range(1...100)) var quality = 85
///     @Option(.choices(["dzi", "xyz"])) var layout = ["dzi"]
///     @Option(.matching("an even number") { $0.isMultiple(of: 2) }) var tileSize = 254
package struct ValueRule<Value: CommandValue>: Sendable {
    let choices: [String]
    /// A noun phrase that completes “expected …”.
    let expectation: String
    /// The allowed values, for help; `nil` if all values of the type are allowed.
    let note: String?
    let accepts: @Sendable (Value) -> Bool

    package static var any: Self {
        listing(Value.choices, expectation: Value.expectation) { _ in true }
    }

    /// Allows values between two bounds, inclusive.
    package static func range(_ range: ClosedRange<Value>) -> Self where Value: Comparable {
        let bounds = "\(range.lowerBound.written) to \(range.upperBound.written)"
        return Self(
            choices: [], expectation: "\(Value.expectation) from \(bounds)", note: bounds,
            accepts: range.contains)
    }

    /// Allows values that are at least a bound.
    package static func range(_ range: PartialRangeFrom<Value>) -> Self where Value: Comparable {
        let bound = "at least \(range.lowerBound.written)"
        return Self(
            choices: [], expectation: "\(Value.expectation), \(bound)", note: bound,
            accepts: range.contains)
    }

    package static func choices(_ names: [String]) -> Self {
        listing(names, expectation: Value.expectation) { names.contains($0.written) }
    }

    /// Allows values that pass a test. The expectation completes “expected …” and appears in help.
    package static func matching(
        _ expectation: String, _ accepts: @escaping @Sendable (Value) -> Bool
    ) -> Self {
        Self(
            choices: Value.choices, expectation: expectation, note: expectation, accepts: accepts)
    }

    private static func listing(
        _ choices: [String], expectation: String, accepts: @escaping @Sendable (Value) -> Bool
    ) -> Self {
        Self(
            choices: choices,
            expectation: choices.isEmpty
                ? expectation
                : (choices.count > 2 ? "one of " : "") + Wording.list(choices, "or"),
            note: choices.isEmpty ? nil : choices.joined(separator: ", "), accepts: accepts)
    }
}
