/// A mistake in the file of a language.
package enum LanguageMistake: Hashable, Sendable {
    /// The file is not an object in JSON.
    case noObject
    /// No template has the English text.
    case unknownText
    /// The translation is empty, or not a text.
    case noText
    case placeholders(expected: [String])
    case pluralWithoutCount
    case unknownCategory(String)
    /// The form `other` is missing.
    case missingOther
}
