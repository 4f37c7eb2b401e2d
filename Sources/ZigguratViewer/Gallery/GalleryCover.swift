internal import ZigguratCore
package import ZigguratSystem

/// What a gallery shows above its images, from `gallery.json` in the destination:
///
///     {"title": "Maps of the coast", "text": "A selection of 1890 to 1914.", "logo": "logo.svg"}
///
/// The title and the text may have several languages: `{"en": "Maps", "de": "Karten"}`.
package struct GalleryCover: Hashable, Sendable {
    package static let file = "gallery.json"

    let title: LocalizedTexts?
    let text: LocalizedTexts?
    /// The path of an image in the destination.
    let logo: String?
    /// The language of the page (BCP 47); `nil` for that of the exports' pages.
    package let language: String?

    init(title: String) {
        (self.title, text, logo, language) = (LocalizedTexts([("", title)]), nil, nil, nil)
    }

    /// The title by language; the empty string stands for an unknown language. `nil` without a title.
    package var titles: [String: String]? { title?.byLanguage }

    /// The title of a gallery without a cover, by language.
    package static let defaultTitles = [PageLanguage.english: PageText.gallery]

    /// Whether it has something to show.
    var isVisible: Bool { title != nil || text != nil || logo != nil }

    /// - Parameter bytes: those of the file.
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

    /// Whether a path leads into the destination. Pages load no images from other servers.
    private static func isPath(_ text: String) -> Bool {
        !text.isEmpty && !text.hasPrefix("/") && !text.contains("://")
            && !text.split(separator: "/").contains("..")
    }

    /// - Parameter language: that of the page; `nil` for the visitor's.
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
