import Testing

@testable import CommandLineParsing

/// An option can have a language after its name: `--title@de`.
@Suite struct LocalizedTextTests {
    @Test(
        "The tag after @ is the language, and the text may contain commas",
        arguments: ["de", "zh-Hant", "pt-BR"])
    func tag(tag: String) {
        let text = LocalizedText(argument: "a, b")?.inLanguage(tag)
        #expect(text?.language == tag && text?.text == "a, b")
    }

    @Test(
        "Other words are not languages",
        arguments: ["", "d", "7", "deutsch", "de-", "de_AT", "de@x"])
    func noTag(tag: String) {
        #expect(LocalizedText(argument: "a")?.inLanguage(tag) == nil)
    }
}
