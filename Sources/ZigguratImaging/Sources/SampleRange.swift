internal import ZigguratSystem

/// Which values of a source become black and white.
///
/// As text, and so in documents: `stored`, `auto` or `MIN,MAX`.
public enum SampleRange: Hashable, Sendable, Codable, RawRepresentable {
    /// Values mean what their depth says: 0 to 255, 0 to 65535, or 0 to 1 for linear light.
    ///
    /// Samples of 16 bits that fill no more than the lowest 12 are read as so many bits. Other
    /// numbers have no range of their own: where all of them lie from 0 to 1 that is the range, else
    /// where they lie from 0 to 255 that is, and else the range is that of ``automatic``.
    case stored
    /// From the value that a thousandth of the samples lie below to the one that a thousandth lie
    /// above.
    case automatic
    /// From the one value to the other; what lies outside becomes black or white.
    case limits(Double, Double)

    public init?(rawValue: String) {
        switch rawValue {
        case "stored": self = .stored
        case "auto": self = .automatic
        default:
            let parts = rawValue.split(separator: ",", omittingEmptySubsequences: false)
            let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
            guard parts.count == 2, numbers.count == 2, numbers[0] < numbers[1] else { return nil }
            self = .limits(numbers[0], numbers[1])
        }
    }

    public var rawValue: String {
        switch self {
        case .stored: "stored"
        case .automatic: "auto"
        case .limits(let low, let high): "\(Self.text(low)),\(Self.text(high))"
        }
    }

    /// A number without “.0” where it is whole.
    static func text(_ number: Double) -> String {
        Int(exactly: number).map { String($0) } ?? String(number)
    }
}
