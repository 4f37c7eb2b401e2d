package import ZigguratCore
package import ZigguratSystem

extension PageWriter {
    /// Returns the index page of a destination, and the list of its images, which other pages load.
    ///
    /// - Parameter language: the page's language; `nil` for English, with texts in the visitor's
    ///   language from ``sharedLanguages(_:)``.
    package func gallery(
        of entries: [GalleryEntry], cover: GalleryCover? = nil, in language: String? = nil
    ) throws(ZigguratError) -> [BundleFile] {
        let page = try templates.page(
            "gallery.html",
            galleryFields(of: entries, cover: cover, in: language),
            in: try language.map(templates.language))
        return [page, try Self.list(of: entries)]
    }

    /// Returns the values of the placeholders in `gallery.html`.
    func galleryFields(
        of entries: [GalleryEntry], cover: GalleryCover? = nil, in tag: String? = nil
    ) throws(ZigguratError) -> JSONValue {
        let language = try language(of: tag)
        let title = cover?.title?.text(in: tag) ?? language.text(PageText.gallery)
        let counts = GalleryCount.all(of: entries)
        // Users' templates for an earlier version may use this value.
        let count = ["count": PageLanguage.Value.number(entries.count)]
        let style = templates.code("gallery.css")
        let start = try templates.start(["text.js"], tag == nil ? nil : language)
        let languages = tag == nil ? try sharedLanguages(nil) : []
        let script = InlineScript.safe(
            ["gallery-rows.js", "gallery-find.js", "gallery.js"].flatMap(templates.code))
        let base = GalleryEntry.baseURL(of: entries)
        let card = entries.lazy.compactMap { $0.linkPreview ?? $0.thumbnail }.first
        return .object(present: [
            "policy": .string(
                ContentPolicy.page(
                    style: style, scripts: [start, script], hasFiles: !languages.isEmpty)),
            "start": .string(String(decoding: start, as: UTF8.self)),
            "pageLanguage": .string(language.tag),
            "direction": .string(language.direction),
            "isFixed": .boolean(tag != nil),
            "languages": languages.isEmpty ? nil : .string(SharedScripts.list(languages, from: "")),
            "titleText": cover?.title == nil ? .string(PageText.gallery) : nil,
            "style": .string(String(decoding: style, as: UTF8.self)),
            "script": .string(String(decoding: script, as: UTF8.self)),
            "title": .string(title),
            "count": .string(language.text(PageText.images, count)),
            "countValues": try PageText.json(count),
            "counts": .array(
                try counts.map { count throws(ZigguratError) in try count.fields(in: language) }),
            "pageAddress": base.map { .string("\($0)/") },
            "cardImage": base.flatMap { base in
                card.map { .string("\(base)/\(PercentEncoding.path($0))") }
            },
            "structuredData": try base.map { base throws(ZigguratError) in
                .string(try StructuredData.collection(title, of: entries, at: base))
            },
            "hasCover": .boolean(cover?.isVisible ?? false),
            "cover": try cover?.json(in: tag),
            "coverTitles": try cover?.title?.json(besides: tag),
            "hasEntries": .boolean(!entries.isEmpty),
            "entries": .array(
                try entries.enumerated().map { index, entry throws(ZigguratError) in
                    try GalleryFields.of(
                        entry, index: index, in: language, isFixed: tag != nil)
                }),
        ])
    }

    /// Returns a script with one image on each line, so that version control shows the changes.
    /// Pages load this script, so that a new image changes no page.
    package static func list(of entries: [GalleryEntry]) throws(ZigguratError) -> BundleFile {
        let lines = try entries.compactMap(\.listed).map { entry throws(ZigguratError) in
            try entry.scriptText()
        }
        let text = "\(listStart)\n\(lines.joined(separator: ",\n"))\n];\n"
        return BundleFile(path: "pictures.js", bytes: Array(text.utf8))
    }

    private static let listStart = "window.zigguratPictures = ["

    /// Returns the names of the images in a list; empty if the list is damaged.
    package static func names(in list: some Sequence<UInt8>) -> [String] {
        let text = String(decoding: Array(list), as: UTF8.self)
        guard text.hasPrefix(listStart), text.hasSuffix("];\n"),
            let json = JSONValue(
                parsing: Array("[\(text.dropFirst(listStart.count).dropLast(2))".utf8))
        else { return [] }
        return json.array?.compactMap(\.["name"].string) ?? []
    }
}

/// A count above the list of a gallery: `3 images`, `1 book`, `12 pages`.
struct GalleryCount {
    private let source: String
    private let number: Int
    private let isLast: Bool

    /// Returns the numbers of images, books, pages of books, and comparisons. Numbers that are 0
    /// are omitted, but an empty gallery has 0 images.
    static func all(of entries: [GalleryEntry]) -> [GalleryCount] {
        var (images, books, pages, comparisons) = (0, 0, 0, 0)
        for entry in entries {
            switch entry.extent {
            case .pixels: images += 1
            case .pages(let count): (books, pages) = (books + 1, pages + count)
            case .compared: comparisons += 1
            }
        }
        let counts = [
            (PageText.images, images), (PageText.books, books), (PageText.pages, pages),
            (PageText.comparisons, comparisons),
        ].filter { $0.1 > 0 }
        let shown = counts.isEmpty ? [(PageText.images, 0)] : counts
        return shown.enumerated().map { index, count in
            GalleryCount(source: count.0, number: count.1, isLast: index == shown.count - 1)
        }
    }

    /// Returns the values of the placeholders of a count.
    func fields(in language: PageLanguage) throws(ZigguratError) -> JSONValue {
        let values = ["count": PageLanguage.Value.number(number)]
        return [
            "count": .string(language.text(source, values)), "countText": .string(source),
            "countValues": try PageText.json(values), "isLast": .boolean(isLast),
        ]
    }
}
