/// A type that one word of a command line can be read as.
///
///     extension TileFormat: CommandValue {}          // an enumeration with String raw values
///
///     extension PixelSize: CommandValue {            // any other type
///         static var valueName: String? { "WxH" }
///         static var expectation: String { "a width and a height such as 800x600" }
///         init?(argument: String) { … }
///         var written: String { "\(width)x\(height)" }
///     }
protocol CommandValue: GatheredValue where Item == Self {
    /// Reads the word; `nil` when it is not a value of this type.
    init?(argument: String)

    /// Reads the word byte for byte. Needed only where bytes that are not UTF-8 mean something;
    /// without it such a word is no value of the type.
    init?(raw: ArgumentText)

    /// The value as it would be written on the command line. Help shows defaults so.
    var written: String { get }

    /// What stands for the value in help, in capitals; `nil`: the name of the property.
    static var valueName: String? { get }

    /// What a value is, to complete the sentence “--quality is …”: “a whole number”.
    static var expectation: String { get }

    /// Every value there is, as it is written; empty when there is no end of them.
    static var choices: [String] { get }

    /// What a shell may offer for the value. Choices are offered without being asked for here.
    static var completion: ValueCompletion { get }
}

extension CommandValue {
    init?(raw: ArgumentText) {
        guard let text = raw.exactText else { return nil }
        self.init(argument: text)
    }

    var written: String { "\(self)" }
    static var valueName: String? { nil }
    static var choices: [String] { [] }
    static var completion: ValueCompletion { .none }
    static var expectation: String {
        choices.isEmpty ? "text" : choicesExpectation(choices)
    }
}

/// What a shell offers where a value is expected.
enum ValueCompletion: Sendable, Equatable {
    case none
    case files
    case folders
}

/// “crop or pad”, “one of dzi, xyz or iiif3”.
func choicesExpectation(_ choices: [String]) -> String {
    (choices.count > 2 ? "one of " : "") + Wording.alternatives(choices)
}
