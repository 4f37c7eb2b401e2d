package import ZigguratCore
package import ZigguratSystem

/// A page that compares images: with a curtain, side by side, as an overlay, or as layers.
package struct ComparisonPage: Sendable {
    /// The mode in which the page opens.
    package enum Mode: String, Hashable, Sendable, Codable, CaseIterable {
        case curtain
        case side
        case overlay
        /// A slider through layers of one image. A page with layers has no other mode.
        case layers
    }

    /// An image of the page. Paths are relative to the page and not percent-encoded.
    package struct Picture: Sendable {
        /// The pyramid and the positions of its tiles.
        package var image: PageDescription
        /// The label; `nil` to show the image's title in the visitor's language.
        package var label: String?
        /// The image's own page; `nil` if the image has no page.
        package var page: String?
        package var thumbnail: String
        /// The transform from this image's pixels to the first image's pixels; `nil` to fit this
        /// image into the first image.
        package var transform: PointTransform?

        package init(
            _ image: PageDescription, label: String?, page: String?, thumbnail: String,
            transform: PointTransform?
        ) {
            (self.image, self.label, self.page) = (image, label, page)
            (self.thumbnail, self.transform) = (thumbnail, transform)
        }
    }

    /// The name of the comparison in its destination.
    package var name: String
    package var title: String
    package var description: String?
    package var mode: Mode
    /// The language of the page (BCP 47); `nil` for English, with texts in the visitor's language.
    package var language: String?
    package var pictures: [Picture]
    /// The destination's index page, relative to this page; `nil` if it does not exist.
    package var gallery: String?
    /// The public address of the page's folder, without a slash at the end; `nil` if unknown.
    package var address: String?
    /// The image and its public address for link previews. The image and the address are used only
    /// if ``address`` is known.
    package var card: (address: String, isLarge: Bool)?

    package init(name: String, title: String, mode: Mode, pictures: [Picture]) {
        (self.name, self.title, self.mode, self.pictures) = (name, title, mode, pictures)
    }

    /// The kinds of archives that contain the images' tiles.
    var archives: Set<ArchiveKind> { Set(pictures.compactMap { $0.image.archive?.kind }) }

    /// Returns the values that `compare/compare.js` reads.
    func configuration(in language: PageLanguage) -> JSONValue {
        .object(present: [
            "name": .string(name), "title": .string(title), "mode": .string(mode.rawValue),
            "address": address.map(JSONValue.string),
            "scripts": .object(
                Dictionary(
                    uniqueKeysWithValues: SeparateScript.comparison.map {
                        ($0.stem, .string(PageWriter.folder + $0.file))
                    })),
            "pictures": .array(pictures.map { $0.configuration(in: language) }),
        ])
    }
}

extension ComparisonPage.Picture {
    /// The members of a page's configuration that a comparison needs.
    private static let members = [
        "name", "title", "width", "height", "tileWidth", "tileHeight", "overlap", "edge",
        "transparent", "levels", "background", "archive", "micronsPerPixel", "share", "watermark",
    ]
    /// The members of a caption that a comparison needs.
    private static let texts = [
        "creator", "attribution", "licence", "licenceName", "rights", "rightsName",
    ]

    fileprivate func configuration(in language: PageLanguage) -> JSONValue {
        let all = image.configuration(in: language)
        var json: [String: JSONValue] = [:]
        for name in Self.members { json[name] = all.object?[name] }
        let caption = image.bundle.caption
        var texts: [String: JSONValue] = [
            "translations": .object(
                caption.translations.compactMapValues(\.title).mapValues {
                    ["title": .string($0)]
                })
        ]
        texts["language"] = caption.language.map(JSONValue.string)
        for name in Self.texts { texts[name] = caption.texts.object?[name] }
        json["caption"] = .object(texts)
        json["label"] = label.map(JSONValue.string)
        json["transform"] = transform.map { .array($0.components.map(JSONValue.number)) }
        return .object(json)
    }
}

extension PageWriter {
    /// Returns the page of a comparison, `index.html`, and the scripts that the page loads.
    package func files(for page: ComparisonPage) throws(ZigguratError) -> [BundleFile] {
        let folder = Self.folder
        let library = ViewerLibrary(of: .openseadragon)
        let archives = page.archives
        let own = joined(PageScripts.comparison(archives: archives))
        let scripts = [
            BundleFile(path: "\(folder)compare.js", bytes: own),
            BundleFile(path: "\(folder)\(library.fileName).js", bytes: library.code),
        ]
        let style =
            templates.code("page.css") + templates.code("compare.css")
            + templates.code(PageTemplates.extraStyle)
        let language = try page.language.map(templates.language)
        let start = try templates.start(language, then: PageScripts.start)
        let languages = language == nil ? try templates.languageFiles() : []
        let policy = ContentPolicy.page(
            style: style, scripts: [start], hasFiles: true, readsArchive: !archives.isEmpty)
        let fields = ComparisonFields.of(
            page, in: language ?? templates.english,
            languages: SharedScripts.list(languages, from: ""), policy: policy,
            style: String(decoding: style, as: UTF8.self),
            start: String(decoding: start, as: UTF8.self), scripts: scripts.map(\.path),
            config: try page.configuration(in: language ?? templates.english).scriptText())
        return [try templates.page("compare.html", fields, in: language)] + scripts
            + SeparateScript.comparison.map { file($0, in: folder) } + languages
    }
}

/// The values of the placeholders in `compare.html`.
enum ComparisonFields {
    static func of(
        _ page: ComparisonPage, in language: PageLanguage, languages: String, policy: String,
        style: String, start: String,
        scripts: [String],
        config: String
    ) -> JSONValue {
        let card = page.address == nil ? nil : page.card
        return .object(present: [
            "policy": .string(policy), "style": .string(style), "start": .string(start),
            "pageLanguage": .string(language.tag), "direction": .string(language.direction),
            "isFixed": .boolean(page.language != nil),
            "languages": languages.isEmpty ? nil : .string(languages),
            "scripts": .array(scripts.map { ["address": .string($0)] }),
            "config": .string(config),
            "title": .string(page.title),
            "description": page.description.map(JSONValue.string),
            "isLayers": .boolean(page.mode == .layers),
            "pictures": .array(page.pictures.map { fields(of: $0, in: language) }),
            "icon": page.pictures.first.map { .string(PercentEncoding.path($0.thumbnail)) },
            "gallery": page.gallery.map { .string(PercentEncoding.path($0)) },
            "pageAddress": page.address.map { .string("\($0)/") },
            "cardImage": card.map { .string($0.address) },
            "cardKind": .string(card?.isLarge ?? false ? "summary_large_image" : "summary"),
        ])
    }

    private static func fields(
        of picture: ComparisonPage.Picture, in language: PageLanguage
    ) -> JSONValue {
        let bundle = picture.image.bundle
        let terms = bundle.caption.licence ?? bundle.caption.rights
        let address = terms.flatMap(WebAddress.of)
        return .object(present: [
            "label": .string(picture.label ?? bundle.title),
            "size": .string(bundle.pyramid.imageSize.grouped),
            "page": picture.page.map { .string(PercentEncoding.path($0)) },
            "attribution": bundle.caption.attribution.map(JSONValue.string),
            "terms": address == nil ? terms.map(JSONValue.string) : nil,
            "termsAddress": address.map(JSONValue.string),
            "termsName": address.map { .string(PageFields.name(of: $0, in: language)) },
            "termsSource": address.flatMap(KnownTerms.statement).map(JSONValue.string),
            "thumbnail": .string(PercentEncoding.path(picture.thumbnail)),
        ])
    }
}
