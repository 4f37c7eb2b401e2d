/// A mistake in a language file.
package enum LanguageMistake: Hashable, Sendable {
    /// The file is not a JSON object.
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
