package import ZigguratCore
package import ZigguratSystem

/// An image or a book in a gallery. Paths are relative to the destination and not percent-encoded.
package struct GalleryEntry: Sendable {
    /// A page or a container file: its layout, for example `dzi`, and its path.
    package typealias Link = (title: String, path: String, isPage: Bool)

    package let name: String
    let title: String
    /// The size of an image, or the number of the pages of a book.
    let extent: Extent
    let thumbnail: String?
    /// One for each layout; the image itself links to the first.
    let links: [Link]
    /// The size of the image, or of the first image of a book or a comparison. The thumbnail has
    /// its shape.
    package var firstSize: PixelSize?
    /// A larger thumbnail for dense screens, and its width in pixels.
    package var largeThumbnail: (path: String, width: Int)?
    /// The width of the thumbnail in pixels.
    package var thumbnailWidth: Int?
    /// The mean colour of the image, `#rrggbb`.
    package var colour: String?
    /// The path of the image for link previews; the thumbnail if `nil`.
    package var linkPreview: String?
    /// The public address of the destination, without a slash at the end; `nil` if unknown.
    package var baseURL: String?
    /// The folder of the page that stands for all layouts in search engines; `nil` without a page.
    package var pageFolder: String?
    /// What the gallery finds and groups images by: labels and values. A value without a label is only
    /// searched.
    package var facts: [(label: String, value: String)] = []
    /// The title in further languages, by language.
    package var titles: [String: String] = [:]
    /// The language of the title; `nil` if unknown.
    package var language: String?

    package init(name: String, title: String, size: PixelSize, thumbnail: String?, links: [Link]) {
        (self.name, self.title, extent) = (name, title, .pixels(size))
        (self.thumbnail, self.links) = (thumbnail, links)
    }

    /// A book with its page.
    package init(name: String, title: String, pageCount: Int, thumbnail: String?, page: String) {
        (self.name, self.title, extent) = (name, title, .pages(pageCount))
        self.thumbnail = thumbnail
        links = [(title: "book", path: page, isPage: true)]
    }

    /// A comparison of images, or of layers of one image, with its page.
    package init(
        name: String, title: String, imageCount: Int, thumbnail: String?, page: String
    ) {
        (self.name, self.title) = (name, title)
        extent = .compared(imageCount)
        self.thumbnail = thumbnail
        links = [(title: "comparison", path: page, isPage: true)]
    }

    /// The size of an image; `nil` for a book.
    var size: PixelSize? { if case .pixels(let size) = extent { size } else { nil } }

    enum Extent: Sendable {
        case pixels(PixelSize)
        case pages(Int)
        case compared(Int)

        /// For example `12,000 × 8,000 pixels`: the English text and its values.
        var text: (source: String, values: [String: PageLanguage.Value]) {
            switch self {
            case .pixels(let size): (PageText.pixels, PageText.values(of: size))
            case .pages(let count): (PageText.pages, ["count": .number(count)])
            case .compared(let count): (PageText.images, ["count": .number(count)])
            }
        }
    }

    /// Both thumbnails with their widths, as in `srcset`.
    var thumbnailSet: String? {
        guard let thumbnail, let largeThumbnail else { return nil }
        let small = thumbnailWidth ?? (largeThumbnail.width + 1) / 2
        return "\(PercentEncoding.path(thumbnail)) \(small)w, "
            + "\(PercentEncoding.path(largeThumbnail.path)) \(largeThumbnail.width)w"
    }

    var titlesJSON: JSONValue? {
        titles.isEmpty ? nil : .object(titles.mapValues(JSONValue.string))
    }

    var factsJSON: JSONValue? {
        facts.isEmpty ? nil : .array(facts.map { .array([.string($0.label), .string($0.value)]) })
    }

    /// Whether the list that `pager.js` reads has the entry: an image with a page. The pages of a
    /// book are in the book's own list, and comparisons in none.
    package var isListed: Bool { size != nil && links.contains(where: \.isPage) }

    /// The entry in the list that `pager.js` reads; `nil` if it has no page.
    var listed: JSONValue? {
        guard isListed else { return nil }
        let pages = links.filter(\.isPage).map { link -> JSONValue in
            ["layout": .string(link.title), "path": .string(link.path)]
        }
        return .object(present: [
            "name": .string(name), "title": .string(title),
            "titles": titlesJSON, "language": language.map(JSONValue.string),
            "thumbnail": thumbnail.map(JSONValue.string), "pages": .array(pages),
        ])
    }
}

extension PageWriter {
    /// The index page of a destination, and the list from which its pages know each other.
    ///
    /// - Parameter language: that of the page; `nil` for English, with texts in the visitor's language
    ///   from ``sharedLanguages(_:)``.
    package func gallery(
        of entries: [GalleryEntry], cover: GalleryCover? = nil, in language: String? = nil
    ) throws(ZigguratError) -> [BundleFile] {
        let page = try templates.page(
            "gallery.html",
            galleryFields(of: entries, cover: cover, in: language),
            in: try language.map(templates.language))
        return [page, try Self.list(of: entries)]
    }

    /// The values of the placeholders in `gallery.html`.
    func galleryFields(
        of entries: [GalleryEntry], cover: GalleryCover? = nil, in tag: String? = nil
    ) throws(ZigguratError) -> JSONValue {
        let language = try language(of: tag)
        let title = cover?.title?.text(in: tag) ?? language.text(PageText.gallery)
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

    /// A script with one image in each line, so that version control shows what changed. Pages load
    /// it, so that a new image changes no page.
    package static func list(of entries: [GalleryEntry]) throws(ZigguratError) -> BundleFile {
        let lines = try entries.compactMap(\.listed).map { entry throws(ZigguratError) in
            try entry.scriptText()
        }
        let text = "\(listStart)\n\(lines.joined(separator: ",\n"))\n];\n"
        return BundleFile(path: "pictures.js", bytes: Array(text.utf8))
    }

    private static let listStart = "window.zigguratPictures = ["

    /// The names of the images in a list; empty if it is damaged.
    package static func names(in list: some Sequence<UInt8>) -> [String] {
        let text = String(decoding: Array(list), as: UTF8.self)
        guard text.hasPrefix(listStart), text.hasSuffix("];\n"),
            let json = JSONValue(
                parsing: Array("[\(text.dropFirst(listStart.count).dropLast(2))".utf8))
        else { return [] }
        return json.array?.compactMap(\.["name"].string) ?? []
    }
}

/// The values of the placeholders of an entry, and the rules for the template.
enum GalleryFields {
    /// The length of a part of the list. A browser lays out only the parts near the window, and
    /// `gallery.css` relies on full rows for every number of columns that divides it.
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
                // For screen readers: the link's own text does not name the image.
                "label": "\(entry.title), \(link.title)",
            ]
        }
        guard let first = pages.first else {
            throw ZigguratError(PageFailure.noPage(export: entry.name))
        }
        return .object(present: [
            "title": .string(title),
            "titles": try (isFixed ? nil : entry.titlesJSON).map { titles throws(ZigguratError) in
                .string(try titles.scriptText())
            },
            "language": (own ?? entry.language).map(JSONValue.string),
            "address": first["address"],
            "about": try entry.factsJSON.map { facts throws(ZigguratError) in
                .string(try facts.scriptText())
            },
            "colour": entry.colour.map(JSONValue.string),
            "width": (entry.size ?? entry.firstSize).map { .string("\($0.width)") },
            "height": (entry.size ?? entry.firstSize).map { .string("\($0.height)") },
            "size": entry.size.map { .string($0.grouped) },
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

    /// A test compares these with the encoded names.
    static let rules = TemplateCheck.Rules(
        names: [
            "title", "count", "hasEntries", "entries", "address", "size", "extent", "thumbnail",
            "pages", "label", "startsPart", "titles", "language", "hasFormats", "thumbnails",
            "pageAddress", "cardImage", "about", "colour", "width",
            "height", "hasCover", "cover.text", "cover.texts", "cover.logo", "coverTitles",
            "pageLanguage", "direction",
            "isFixed",
            "languages", "titleText", "countValues", "extentText", "extentValues", "formats",
            "formatsValues",
        ],
        code: ["policy", "style", "start", "script", "structuredData"],
        required: [
            #"<meta http-equiv="Content-Security-Policy" content="{{{policy}}}">"#,
            "{{{style}}}", "<script>{{{start}}}</script>", "{{{script}}}",
            // By this line the gallery is recognised and replaced.
            #"<meta name="generator" content="Ziggurat">"#,
        ])
}
