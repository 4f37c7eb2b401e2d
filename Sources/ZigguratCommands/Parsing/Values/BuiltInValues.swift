extension String: CommandValue {
    init?(argument: String) {
        self = argument
    }
    static var expectation: String { "text in UTF-8" }
}

extension Int: CommandValue {
    init?(argument: String) {
        self.init(argument)
    }
    static var valueName: String? { "N" }
    static var expectation: String { "a whole number" }
}

extension Double: CommandValue {
    /// Reads a finite number; “inf” and “nan” are none.
    init?(argument: String) {
        guard let number = Double(argument), number.isFinite else { return nil }
        self = number
    }
    /// Without “.0” where the number is whole.
    var written: String { Int(exactly: self).map(\.written) ?? "\(self)" }
    static var valueName: String? { "NUMBER" }
    static var expectation: String { "a number" }
}

extension Bool: CommandValue {
    init?(argument: String) {
        switch argument.lowercased() {
        case "yes", "true", "on", "1": self = true
        case "no", "false", "off", "0": self = false
        default: return nil
        }
    }
    var written: String { self ? "yes" : "no" }
    static var choices: [String] { ["yes", "no"] }
}

/// An enumeration with text for raw values needs nothing but the conformance.
extension CommandValue where Self: RawRepresentable & CaseIterable, RawValue == String {
    init?(argument: String) {
        self.init(rawValue: argument)
    }
    var written: String { rawValue }
    static var choices: [String] { allCases.map(\.rawValue) }
}
