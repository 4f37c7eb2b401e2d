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
