internal import ZigguratSystem

extension SourceRequest {
    /// Which values of a source become black and white.
    ///
    /// The text form, also in documents, is `stored`, `auto` or `MIN,MAX`.
    public enum ValueRange: Hashable, Sendable, Codable, RawRepresentable {
        /// The range of the samples' depth: 0 to 255, 0 to 65535, or 0 to 1 for linear light.
        ///
        /// 16-bit samples that use no more than the lowest 12 bits are read as so many bits. Other numbers
        /// have no range: if all lie in 0 to 1 or in 0 to 255, that is the range, else that of
        /// ``automatic``.
        case stored
        /// From the quantile 0.001 of the samples to the quantile 0.999.
        case automatic
        /// From one value to another; values outside become black or white.
        case limits(Double, Double)

        public init?(rawValue: String) {
            switch rawValue {
            case "stored": self = .stored
            case "auto": self = .automatic
            default:
                let parts = rawValue.split(separator: ",", omittingEmptySubsequences: false)
                let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
                guard parts.count == 2, numbers.count == 2, numbers[0] < numbers[1] else {
                    return nil
                }
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

        /// A number, without “.0” if it is whole.
        static func text(_ number: Double) -> String {
            Int(exactly: number).map { String($0) } ?? String(number)
        }
    }
}
