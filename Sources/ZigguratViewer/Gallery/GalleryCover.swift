internal import ZigguratCore
package import ZigguratSystem

/// The header of a gallery, from `gallery.json` in the destination:
///
///     {"title": "Maps of the coast", "text": "A selection of 1890 to 1914.", "logo": "logo.svg"}
///
/// The title and the text may have several languages, as in `{"en": "Maps", "de": "Karten"}`.
package struct GalleryCover: Hashable, Sendable {
    package static let file = "gallery.json"

    let title: LocalizedTexts?
    let text: LocalizedTexts?
    /// The path of an image in the destination.
    let logo: String?
    /// The language of the page (BCP 47); `nil` for the language of the exports' pages.
    package let language: String?

    init(title: String) {
        (self.title, text, logo, language) = (LocalizedTexts([("", title)]), nil, nil, nil)
    }

    /// The title by language; the empty string stands for an unknown language. `nil` without a title.
    package var titles: [String: String]? { title?.byLanguage }

    /// The title of a gallery without a cover, by language.
    package static let defaultTitles = [PageLanguage.english: PageText.gallery]

    /// Whether the cover has anything to show.
    var isVisible: Bool { title != nil || text != nil || logo != nil }

    /// - Parameter bytes: the content of `gallery.json`.
    /// - Throws: ``PageFailure/invalidCover(member:)``.
    package init(_ bytes: [UInt8]) throws(ZigguratError) {
        guard let members = JSONValue(parsing: bytes)?.object else {
            throw ZigguratError(PageFailure.invalidCover(member: nil))
        }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            let isPath = name != "logo" || value.string.map(Self.isPath) == true
            let isText = ["title", "text"].contains(name) && LocalizedTexts(value) != nil
            let isKnown = ["logo", "language"].contains(name) && value.string != nil
            guard isText || isKnown, isPath else {
                throw ZigguratError(PageFailure.invalidCover(member: name))
            }
        }
        title = members["title"].flatMap(LocalizedTexts.init)
        text = members["text"].flatMap(LocalizedTexts.init)
        (logo, language) = (members["logo"]?.string, members["language"]?.string)
    }

    /// Whether a path is inside the destination. Pages do not load images from other servers.
    private static func isPath(_ text: String) -> Bool {
        !text.isEmpty && !text.hasPrefix("/") && !text.contains("://")
            && !text.split(separator: "/").contains("..")
    }

    /// - Parameter language: the page's language; `nil` for the visitor's language.
    func json(in language: String?) throws(ZigguratError) -> JSONValue {
        .object(present: [
            "text": text.map { .string($0.text(in: language)) },
            "texts": try text?.json(besides: language),
            "logo": logo.map { .string(PercentEncoding.path($0)) },
        ])
    }
}

/// A text in one or several languages, from a JSON document.
struct LocalizedTexts: Hashable {
    /// The texts by language (BCP 47); the empty string stands for an unknown language.
    let byLanguage: [String: String]

    private var texts: [String: String] { byLanguage }

    init?(_ texts: [(String, String)]) {
        guard !texts.isEmpty else { return nil }
        byLanguage = Dictionary(texts, uniquingKeysWith: { first, _ in first })
    }

    /// Reads a text, or an object with a text for each language. The name `none` stands for an
    /// unknown language.
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

    /// Returns the language of the text in the page's HTML.
    ///
    /// - Parameter language: the page's language; `nil` for English.
    func language(in language: String?) -> String {
        let wanted = [language ?? PageLanguage.english, "", PageLanguage.english]
        return wanted.first { texts[$0] != nil } ?? texts.keys.sorted().first ?? ""
    }

    func text(in language: String?) -> String { texts[self.language(in: language)] ?? "" }

    /// Returns all texts by language, for scripts; `nil` if the page has a fixed language, or if
    /// only one text exists.
    func json(besides language: String?) throws(ZigguratError) -> JSONValue? {
        guard language == nil, texts.count > 1 else { return nil }
        return .string(try JSONValue.object(texts.mapValues(JSONValue.string)).scriptText())
    }
}
