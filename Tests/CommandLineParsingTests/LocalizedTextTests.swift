import Testing

@testable import CommandLineParsing

/// Options with a language after their name: `--title@de`.
@Suite struct LocalizedTextTests {
    @Test(
        "A tag is the language of a text, commas are a part of it",
        arguments: ["de", "zh-Hant", "pt-BR"])
    func tag(tag: String) {
        let text = LocalizedText(argument: "a, b")?.inLanguage(tag)
        #expect(text?.language == tag && text?.text == "a, b")
    }

    @Test(
        "Other words are no languages",
        arguments: ["", "d", "7", "deutsch", "de-", "de_AT", "de@x"])
    func noTag(tag: String) {
        #expect(LocalizedText(argument: "a")?.inLanguage(tag) == nil)
    }
}
