/// A type that can be read from one word of a command line.
///
///     extension TileFormat: CommandValue {}          // an enumeration with String raw values
///
///     extension PixelSize: CommandValue {            // any other type
///         static var valueName: String? { "WxH" }
///         static var expectation: String { "a width and a height such as 800x600" }
///         init?(argument: String) { … }
///         var written: String { "\(width)x\(height)" }
///     }
package protocol CommandValue: GatheredValue where Item == Self {
    /// Reads the word; `nil` if it is not a value of this type.
    init?(argument: String)

    /// Reads the word. Only types that accept words outside UTF-8 implement this.
    init?(raw: ArgumentText)

    /// The value as it is written on the command line.
    var written: String { get }

    /// The placeholder of the value in help, in capitals; `nil`: the name of the property.
    static var valueName: String? { get }

    /// What a value is, to complete “expected …”: “a whole number”.
    static var expectation: String { get }

    /// Every value as it is written; empty if the type has no list of values.
    static var choices: [String] { get }

    static var completion: Completion { get }
}

extension CommandValue {
    package init?(raw: ArgumentText) {
        guard raw.isUTF8 else { return nil }
        self.init(argument: raw.text)
    }

    package var written: String { "\(self)" }
    package static var valueName: String? { nil }
    package static var choices: [String] { [] }
    package static var completion: Completion { .nothing }
    package static var expectation: String { "text" }
}

/// What shells offer for a value.
package enum Completion: Sendable, Equatable {
    case nothing
    case files
    case folders
    case words([String])
    /// Words separated by commas.
    case list([String])
}

extension String: CommandValue {
    package init?(argument: String) { self = argument }
    package static var expectation: String { "text in UTF-8" }
}

extension Int: CommandValue {
    package init?(argument: String) { self.init(argument) }
    package static var valueName: String? { "N" }
    package static var expectation: String { "a whole number" }
}

extension Double: CommandValue {
    /// Reads a finite number.
    package init?(argument: String) {
        guard let number = Double(argument), number.isFinite else { return nil }
        self = number
    }
    /// Without “.0” if the number is whole.
    package var written: String { Int(exactly: self).map(\.written) ?? "\(self)" }
    package static var valueName: String? { "NUMBER" }
    package static var expectation: String { "a number" }
}

extension CommandValue where Self: RawRepresentable & CaseIterable, RawValue == String {
    package init?(argument: String) { self.init(rawValue: argument) }
    package var written: String { rawValue }
    package static var choices: [String] { allCases.map(\.rawValue) }
}
