internal import ZigguratCore
package import ZigguratSystem

/// The header and the footer of a gallery, from `gallery.json` in the destination:
///
///     {"title": "Maps of the coast", "text": "A selection of 1890 to 1914.", "logo": "logo.svg",
///      "link": "https://museum.example/", "footer": "© The Museum",
///      "links": [{"text": "Imprint", "link": "https://museum.example/imprint"}]}
///
/// The texts may have several languages, as in `{"en": "Maps", "de": "Karten"}`.
package struct GalleryCover: Hashable, Sendable {
    package static let file = "gallery.json"

    let title: LocalizedTexts?
    let text: LocalizedTexts?
    /// The path of an image in the destination.
    let logo: String?
    /// The address that the logo links to.
    let link: String?
    let footer: LocalizedTexts?
    /// The links after the text of the footer.
    let links: [Link]
    /// The language of the page (BCP 47); `nil` for the language of the exports' pages.
    package let language: String?

    struct Link: Hashable {
        let text: LocalizedTexts
        let address: String

        init?(_ json: JSONValue) {
            guard let text = LocalizedTexts(json["text"]), let address = json["link"].string,
                GalleryCover.isLink(address)
            else { return nil }
            (self.text, self.address) = (text, address)
        }
    }

    init(title: String) {
        (self.title, text, logo, language) = (LocalizedTexts([("", title)]), nil, nil, nil)
        (link, footer, links) = (nil, nil, [])
    }

    /// The title by language; the empty string stands for an unknown language. `nil` without a title.
    package var titles: [String: String]? { title?.byLanguage }

    /// The title of a gallery without a cover, by language.
    package static let defaultTitles = [PageLanguage.english: PageText.gallery]

    /// Whether the cover has anything to show.
    var isVisible: Bool { title != nil || text != nil || logo != nil }

    /// - Parameter bytes: the content of `gallery.json`.
    /// - Throws: ``PageError/invalidCover(member:)``.
    package init(_ bytes: [UInt8]) throws(ZigguratError) {
        guard let members = JSONValue(parsing: bytes)?.object else {
            throw ZigguratError(PageError.invalidCover(member: nil))
        }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            let isValid =
                switch name {
                case "title", "text", "footer": LocalizedTexts(value) != nil
                case "logo": value.string.map(Self.isPath) == true
                case "link": value.string.map(Self.isLink) == true
                case "links": value.array?.allSatisfy { Link($0) != nil } == true
                case "language": value.string != nil
                default: false
                }
            guard isValid else { throw ZigguratError(PageError.invalidCover(member: name)) }
        }
        footer = members["footer"].flatMap(LocalizedTexts.init)
        link = members["link"]?.string
        links = members["links"]?.array?.compactMap(Link.init) ?? []
        title = members["title"].flatMap(LocalizedTexts.init)
        text = members["text"].flatMap(LocalizedTexts.init)
        (logo, language) = (members["logo"]?.string, members["language"]?.string)
    }

    /// Whether a path is inside the destination. Pages do not load images from other servers.
    private static func isPath(_ text: String) -> Bool {
        !text.isEmpty && !text.hasPrefix("/") && !text.contains("://")
            && !text.split(separator: "/").contains("..")
    }

    /// Whether a text is a web address, or a path inside the destination.
    private static func isLink(_ text: String) -> Bool {
        WebAddress.of(text) != nil || isPath(text) && !text.contains(":")
    }

    /// Returns the content of `gallery.json` with another title.
    ///
    /// - Parameter bytes: the present content; `nil` if the file is missing.
    /// - Throws: ``PageError/invalidCover(member:)``.
    package static func bytes(
        _ bytes: [UInt8]?, title: String
    ) throws(ZigguratError) -> [UInt8] {
        if let bytes { _ = try GalleryCover(bytes) }
        var members = bytes.flatMap { JSONValue(parsing: $0)?.object } ?? [:]
        members["title"] = .string(title)
        return Array("\(try JSONValue.object(members).scriptText())\n".utf8)
    }

    /// - Parameter language: the page's language; `nil` for the visitor's language.
    func json(in language: String?) throws(ZigguratError) -> JSONValue {
        .object(present: [
            "text": text.map { .string($0.text(in: language)) },
            "texts": try text?.json(besides: language),
            "logo": logo.map { .string(PercentEncoding.path($0)) },
            "link": link.map(JSONValue.string),
            "footer": footer.map { .string($0.text(in: language)) },
            "footers": try footer?.json(besides: language),
            "links": .array(
                try links.map { link throws(ZigguratError) in
                    .object(present: [
                        "address": .string(link.address),
                        "text": .string(link.text.text(in: language)),
                        "texts": try link.text.json(besides: language),
                    ])
                }),
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
