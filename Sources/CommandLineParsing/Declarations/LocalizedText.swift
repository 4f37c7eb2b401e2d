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
