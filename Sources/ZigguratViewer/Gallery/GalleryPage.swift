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
        let style = templates.code("gallery.css") + templates.code(PageTemplates.extraStyle)
        let start = try templates.start(tag == nil ? nil : language)
        let languages = tag == nil ? try sharedLanguages(nil) : []
        let script = InlineScript.safe(PageScripts.gallery.flatMap(templates.code))
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
            "hasFooter": .boolean(cover.map { $0.footer != nil || !$0.links.isEmpty } ?? false),
            "cover": try cover?.json(in: tag),
            "coverTitles": try cover?.title?.json(besides: tag),
            "hasEntries": .boolean(!entries.isEmpty),
            "icon": (try cover?.json(in: tag))?["logo"].string.map(JSONValue.string)
                ?? entries.lazy.compactMap(\.thumbnail).first.map {
                    .string(PercentEncoding.path($0))
                },
            "hasSeveral": .boolean(entries.count > 1),
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

/// The values of the placeholders of an entry.
enum GalleryFields {
    /// The number of entries in a part of the list.
    ///
    /// A browser lays out only the parts near the window. `gallery.css` requires a number that all
    /// supported numbers of columns divide, so that every row is full.
    static let partLength = 60

    static func of(
        _ entry: GalleryEntry, index: Int, in language: PageLanguage, isFixed: Bool
    ) throws(ZigguratError) -> JSONValue {
        let extent = entry.extent.text
        let name = ["title": PageLanguage.Value.text(entry.title)]
        let own =
            isFixed ? LanguageTag.best(language.tag, among: Set(entry.titles.keys)) : nil
        let title = own.flatMap { entry.titles[$0] } ?? entry.title
        let pages = entry.links.map { link -> JSONValue in
            [
                "title": .string(link.title),
                "address": .string(PercentEncoding.path(link.path)),
                // For screen readers: the text of the link does not name the image.
                "label": "\(entry.title), \(link.title)",
            ]
        }
        guard let first = pages.first else {
            throw ZigguratError(PageError.noPage(export: entry.name))
        }
        return .object(present: [
            "title": .string(title),
            "titles": try (isFixed ? nil : entry.titlesJSON).map { titles throws(ZigguratError) in
                .string(try titles.scriptText())
            },
            "language": (own ?? entry.language).map(JSONValue.string),
            "address": first["address"],
            "about": try entry.factsJSON(withTitles: isFixed).map { facts throws(ZigguratError) in
                .string(try facts.scriptText())
            },
            "colour": entry.colour.map(JSONValue.string),
            "width": (entry.size ?? entry.firstSize).map { .string("\($0.width)") },
            "height": (entry.size ?? entry.firstSize).map { .string("\($0.height)") },
            "size": entry.size.map { .string($0.grouped) },
            "byline": entry.byline.map(JSONValue.string),
            // The size in pixels is shown only if nothing else is known.
            "showsExtent": .boolean(entry.byline == nil || entry.size == nil),
            "bylineEnd": entry.byline != nil && entry.size == nil ? " · " : "",
            "extent": .string(language.text(extent.source, extent.values)),
            "extentText": .string(extent.source),
            "extentValues": try PageText.json(extent.values),
            "thumbnail": entry.thumbnail.map { .string(PercentEncoding.path($0)) },
            "thumbnails": entry.thumbnailSet.map(JSONValue.string),
            "pages": .array(pages),
            "hasFormats": .boolean(pages.count > 1),
            "formats": .string(language.text(PageText.formats, name)),
            "formatsValues": try PageText.json(name),
            "startsPart": .boolean(index > 0 && index.isMultiple(of: partLength)),
        ])
    }
}

extension StructuredData {
    /// Returns a `CollectionPage`: a gallery with its first images.
    ///
    /// - Parameter base: the address of the destination, without a slash at the end.
    static func collection(
        _ title: String, of entries: [GalleryEntry], at base: String
    ) throws(ZigguratError) -> String {
        let images = entries.prefix(GalleryFields.partLength).compactMap { entry -> JSONValue? in
            guard let address = entry.address else { return nil }
            return .object(present: [
                "@type": entry.size == nil ? "Book" : "ImageObject",
                "name": .string(entry.title), "url": .string(address),
                "inLanguage": entry.language.map(JSONValue.string),
                (entry.size == nil ? "image" : "thumbnailUrl"):
                    entry.thumbnail.map { .string("\(base)/\(PercentEncoding.path($0))") },
            ])
        }
        return try JSONValue.object(present: [
            "@context": context, "@type": "CollectionPage", "name": .string(title),
            "url": .string("\(base)/"), "hasPart": .array(images),
        ]).scriptText()
    }
}
