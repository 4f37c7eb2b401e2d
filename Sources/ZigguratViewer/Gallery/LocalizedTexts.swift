internal import ZigguratCore
internal import ZigguratSystem

/// A text in one or several languages, from a JSON document.
struct LocalizedTexts: Hashable {
    /// By language (BCP 47); the empty string stands for an unknown one.
    let byLanguage: [String: String]

    private var texts: [String: String] { byLanguage }

    init?(_ texts: [(String, String)]) {
        guard !texts.isEmpty else { return nil }
        byLanguage = Dictionary(texts, uniquingKeysWith: { first, _ in first })
    }

    /// Reads a text, or an object with a text for each language; `none` is an unknown one.
    init?(_ json: JSONValue) {
        if let text = json.string {
            byLanguage = ["": text]
            return
        }
        guard let members = json.object, !members.isEmpty else { return nil }
        var texts: [String: String] = [:]
        for (tag, value) in members {
            guard let text = value.string, tag == "none" || LanguageFile.isTag(tag) else {
                return nil
            }
            texts[tag == "none" ? "" : tag] = text
        }
        byLanguage = texts
    }

    /// The language of the text that stands in the page.
    ///
    /// - Parameter language: that of the page; `nil` for English.
    func language(in language: String?) -> String {
        let wanted = [language ?? PageLanguage.english, "", PageLanguage.english]
        return wanted.first { texts[$0] != nil } ?? texts.keys.sorted().first ?? ""
    }

    func text(in language: String?) -> String { texts[self.language(in: language)] ?? "" }

    /// All texts by language, for scripts; `nil` if the page has a language of its own, or if there is
    /// only one text.
    func json(besides language: String?) throws(ZigguratError) -> JSONValue? {
        guard language == nil, texts.count > 1 else { return nil }
        return .string(try JSONValue.object(texts.mapValues(JSONValue.string)).scriptText())
    }
}
