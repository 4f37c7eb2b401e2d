internal import ZigguratCore
internal import ZigguratSystem

/// The English texts that the program adds to pages.
enum PageText {
    static let pixels = "{width} × {height} pixels"
    static let images = "{count} images"
    static let pages = "{count} pages"
    static let books = "{count} books"
    static let comparisons = "{count} comparisons"
    static let gallery = "Images"
    static let formats = "Formats: {title}"
    static let layout = "Same image in the format {name}"
    static let manifest = "IIIF manifest"
    static let manifestOf = "IIIF manifest ({name})"
    static let original = "Original: {name}, {bytes}"

    static let own: Set<String> = [
        pixels, images, pages, books, comparisons, gallery, formats, layout, manifest, manifestOf,
        original,
    ]

    /// All English texts of the built-in templates and of servers.
    static let builtIn = Asset.templates.reduce(into: own.union(ServerText.own)) { all, asset in
        all.formUnion(
            TemplateTexts.sources(
                in: String(decoding: asset.bytes, as: UTF8.self), name: asset.name))
    }

    /// The texts that a language file may have, but need not have.
    static let optional = KnownTerms.statementNames

    /// Returns the values of ``pixels``.
    static func values(of size: PixelSize) -> [String: PageLanguage.Value] {
        ["width": .number(size.width), "height": .number(size.height)]
    }

    /// Returns values for the attribute `data-text-values`.
    static func json(_ values: [String: PageLanguage.Value]) throws(ZigguratError) -> JSONValue {
        .string(try JSONValue.object(values.mapValues(\.json)).scriptText())
    }
}

/// The English texts of the pages that a live server creates.
package enum ServerText: String, CaseIterable, Sendable {
    case images = "Images"
    case noImages = "No images yet."
    case listed = "{number} of {total} images"
    case withoutAddress = "Files without an address: {number}"

    case running = "The tiles are being made."
    case waiting = "Another image is exported first."
    case elsewhere = "Another program makes the tiles."

    case outsideFolder = "The file is a link to a place outside the folder."
    case largerThanCache = "The tiles would be larger than the cache."
    case unreadable = "The file cannot be read."
    case unknownFormat = "The format of the file is unknown."
    case untrustedFormat = "The format of the file is not allowed."
    case truncated = "The file is truncated."
    case invalid = "The file is damaged, or the image is too large."
    case invalidOptions = "The image cannot be exported with these options."
    case unwritable = "The cache cannot be written."
    case cancelled = "The work was cancelled."
    case failed = "The image cannot be exported."

    /// The texts that occur only in pages of servers.
    static let own = Set(allCases.map(\.rawValue))
        .subtracting([images, noImages, listed].map(\.rawValue))
}

/// The texts of a live server's pages, in the visitor's language.
package struct ServerTexts: Sendable {
    private let language: PageLanguage

    /// - Parameters:
    ///   - accepted: the header `Accept-Language` of the visitor's request; `nil` for English.
    ///   - fixed: the language of all pages; `nil` for the visitor's language.
    package init(_ templates: PageTemplates, accepted: String?, fixed: String? = nil) {
        let tag = fixed ?? Self.best(of: templates.languageTags, accepted: accepted ?? "")
        language = (try? templates.language(tag)) ?? templates.english
    }

    /// The language tag: BCP 47.
    package var tag: String { language.tag }
    /// The text direction, `ltr` or `rtl`.
    package var direction: String { language.direction }

    /// Returns a text in the language, with numbers for its fields.
    package func text(_ text: ServerText, _ numbers: [String: Int] = [:]) -> String {
        language.text(text.rawValue, numbers.mapValues { .number($0) })
    }

    /// Returns the language that the visitor prefers: RFC 9110, section 12.5.4.
    private static func best(of tags: [String], accepted: String) -> String {
        let ranges = accepted.prefix(1024).split(separator: ",").compactMap { range in
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " } }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
                .map { Double($0.dropFirst(2)) ?? 0 }
            return parts.first.map { (tag: $0.lowercased(), weight: weight ?? 1) }
        }
        let ordered = ranges.enumerated().filter { $0.element.weight > 0 }.sorted {
            ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
        }
        for range in ordered.map(\.element.tag) {
            if let tag = match(range, in: tags + [PageLanguage.english]) { return tag }
        }
        return PageLanguage.english
    }

    /// Returns the tag that matches a lower-case language range: an equal tag, or a tag with the
    /// range's language and script.
    private static func match(_ range: String, in tags: [String]) -> String? {
        let traditional = ["zh-tw", "zh-hk", "zh-mo", "zh-hant"]
        let range = traditional.contains { range.hasPrefix($0) } ? "zh-hant" : range
        if let tag = tags.first(where: { $0.lowercased() == range }) { return tag }
        let language = range.prefix { $0 != "-" }
        return tags.first { $0.lowercased() == language }
    }
}
