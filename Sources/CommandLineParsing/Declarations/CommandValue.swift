/// A type whose values are read from one word of a command line.
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
    /// Reads a word; `nil` if the word is not a value of this type.
    init?(argument: String)

    /// Reads a word that is UTF-8 or not. Only types that accept all words implement this
    /// initialiser.
    init?(raw: ArgumentText)

    /// The value as a word of a command line.
    var written: String { get }

    /// The placeholder of the value in help, in capitals; `nil` to use the name of the property.
    static var valueName: String? { get }

    /// A noun phrase that completes “expected …”: “a whole number”.
    static var expectation: String { get }

    /// Returns a hint for a word that is not a value of this type; `nil` if the expectation is
    /// clear enough.
    static func hint(for argument: String) -> String?

    /// All values as words; empty if the type has no list of values.
    static var choices: [String] { get }

    static var completion: Completion { get }

    /// Whether a language may follow the name of the option, as in `--title@de`.
    static var hasLanguages: Bool { get }

    /// Returns the value with a language; `nil` if the tag is invalid.
    func inLanguage(_ tag: String) -> Self?
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
    package static func hint(for argument: String) -> String? { nil }
    package static var hasLanguages: Bool { false }
    package func inLanguage(_ tag: String) -> Self? { nil }
}

/// The words that shells offer for a value.
package enum Completion: Sendable {
    case nothing
    case files
    case folders
    case words([String])
    /// Words separated by commas.
    case list([String])
    /// Words from a function, together with files or folders.
    indirect case found(WordFinder, besides: Completion)
}

/// A function that finds completions, and can read the values of other options.
package struct WordFinder: Sendable {
    /// Returns the value of an option such as `--output`: the value before the cursor, or the
    /// default.
    package typealias OptionValue = (_ option: String) -> String?

    let words: @Sendable (OptionValue) -> [String]

    package init(_ words: @escaping @Sendable (OptionValue) -> [String]) {
        self.words = words
    }
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
    /// The number; a whole number has no “.0”.
    package var written: String { Int(exactly: self).map(\.written) ?? "\(self)" }
    package static var valueName: String? { "NUMBER" }
    package static var expectation: String { "a number" }
}

extension CommandValue where Self: RawRepresentable & CaseIterable, RawValue == String {
    package init?(argument: String) { self.init(rawValue: argument) }
    package var written: String { rawValue }
    package static var choices: [String] { allCases.map(\.rawValue) }
}

/// The name of a file or a folder.
package struct PathArgument: CommandValue, Hashable {
    package let raw: ArgumentText

    package init?(raw: ArgumentText) {
        guard !raw.text.isEmpty else { return nil }
        self.raw = raw
    }

    package init?(argument: String) {
        self.init(raw: ArgumentText(argument))
    }

    /// The name as text; `nil` if the name is not UTF-8.
    package var text: String? { raw.isUTF8 ? raw.text : nil }

    package var written: String { raw.escaped }
    package static var valueName: String? { "PATH" }
    package static var expectation: String { "the name of a file or a folder" }
    package static var completion: Completion { .files }
}

extension PathArgument: ExpressibleByStringLiteral {
    /// Creates the default in a declaration.
    package init(stringLiteral text: String) {
        precondition(!text.isEmpty, "a default path is not empty")
        raw = ArgumentText(text)
    }
}

/// A text, with the language after the name of its option: `--title@de Sonnenuntergang`.
package struct LocalizedText: CommandValue {
    package let text: String
    /// The language (BCP 47); `nil` if the name of the option has no language.
    package private(set) var language: String?

    package init?(argument: String) { text = argument }

    package var written: String { text }
    package static var valueName: String? { "TEXT" }
    package static var expectation: String { "text in UTF-8" }
    package static var hasLanguages: Bool { true }

    package func inLanguage(_ tag: String) -> Self? {
        guard tag.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*/) != nil else { return nil }
        var text = self
        text.language = tag
        return text
    }
}
