import FoundationEssentials
internal import ZigguratCore
internal import ZigguratSystem

/// The values of the placeholders in `page.html`.
enum PageFields {
    /// - Parameters:
    ///   - language: the language of the page.
    ///   - languages: the files of other languages, in the form that `head/text.js` reads.
    ///   - start: a script that runs before the page is drawn.
    ///   - scripts: the scripts, in the order in which they run. Each has an `address` or `code`.
    static func of(
        _ page: PageDescription, in language: PageLanguage, languages: String, policy: String,
        style: String, start: String, scripts: [JSONValue],
        config: String
    ) throws(ZigguratError) -> JSONValue {
        let bundle = page.bundle
        let address = page.address
        let thumbnail = page.thumbnail.map(PercentEncoding.path)
        // The page of a book is its own canonical page.
        let canonical = address.map { address in
            let folder = page.canonicalFolder ?? bundle.folder
            return (page.root == nil ? bundle.address(ofFolder: folder) : address) + "/"
        }
        // The preview image is outside the bundle. A bundle without a known address may be moved
        // without it.
        let preview = address == nil ? nil : page.card
        let card = (preview.map { PercentEncoding.path($0.path) } ?? thumbnail).map { path in
            address.map { absolute(path, from: $0) } ?? path
        }
        let size = PageText.values(of: bundle.pyramid.imageSize)
        let rightsAddress = bundle.caption.rights.flatMap(WebAddress.of)
        let licenceAddress = bundle.caption.licence.flatMap(WebAddress.of)
        let terms = bundle.caption.shortTerms
        var structuredData: String?
        if let address, let canonical, let card, let thumbnail {
            structuredData = try StructuredData.image(
                of: page, at: canonical, content: card,
                thumbnail: absolute(thumbnail, from: address))
        }
        return .object(present: [
            "pageLanguage": .string(language.tag),
            "direction": .string(language.direction),
            "isFixed": .boolean(page.language != nil),
            "languages": languages.isEmpty ? nil : .string(languages),
            "policy": .string(policy),
            "style": .string(style),
            "start": .string(start),
            "scripts": .array(scripts),
            "config": .string(config),
            "title": .string(page.heading ?? bundle.title),
            "size": .string(bundle.pyramid.imageSize.grouped),
            "sizeText": .string(language.text(PageText.pixels, size)),
            "sizeValues": try PageText.json(size),
            "caption": bundle.caption.texts,
            "byline": byline(of: bundle.caption).map(JSONValue.string),
            "language": bundle.caption.language.map(JSONValue.string),
            "rightsAddress": rightsAddress.map(JSONValue.string),
            "rightsName": rightsAddress.map { .string(name(of: $0, in: language)) },
            "rightsSource": rightsAddress.flatMap(KnownTerms.statement).map(JSONValue.string),
            "licenceAddress": licenceAddress.map(JSONValue.string),
            "licenceName": licenceAddress.map { .string(name(of: $0, in: language)) },
            "licenceSource": licenceAddress.flatMap(KnownTerms.statement).map(JSONValue.string),
            "terms": .string(terms.text),
            "termsAddress": terms.address.map(JSONValue.string),
            "termsName": terms.name.map { .string(language.text($0)) },
            "termsSource": terms.address.flatMap(KnownTerms.statement).map(JSONValue.string),
            "isBook": .boolean(bundle.book != nil),
            "isLayers": false,
            "links": .array(
                try page.links.map { link throws(ZigguratError) in
                    try fields(of: link, in: language)
                }),
            "thumbnail": thumbnail.map(JSONValue.string),
            "placeholder": page.placeholderAddress.map(JSONValue.string),
            // Both addresses are absolute if the base address is known.
            "pageAddress": address.map { .string($0 + "/") },
            "canonicalAddress": canonical.map(JSONValue.string),
            "structuredData": structuredData.map(JSONValue.string),
            "cardImage": card.map(JSONValue.string),
            "cardWidth": preview.map { .integer($0.size.width) },
            "cardHeight": preview.map { .integer($0.size.height) },
            "cardKind": preview?.isLarge ?? false ? "summary_large_image" : "summary",
        ])
    }

    /// Returns the name of a licence or a statement in a language, or else its address.
    static func name(of address: String, in language: PageLanguage) -> String {
        language.text(KnownTerms.linkText(of: address))
    }

    /// Returns the creator, or the credit line, and the date; `nil` if both are unknown.
    private static func byline(of caption: Caption) -> String? {
        let parts = [caption.creator ?? caption.attribution, caption.date].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Returns the address of a file without `..`, because some programs that show link previews do
    /// not resolve `..`.
    ///
    /// - Parameters:
    ///   - path: the path relative to the folder.
    ///   - folder: the address of the folder, without a slash at the end.
    private static func absolute(_ path: String, from folder: String) -> String {
        let up = "../"
        guard path.hasPrefix(up), let slash = folder.lastIndex(of: "/") else {
            return "\(folder)/\(path)"
        }
        return absolute(String(path.dropFirst(up.count)), from: String(folder[..<slash]))
    }

    private static func fields(
        of link: PageLink, in language: PageLanguage
    ) throws(ZigguratError) -> JSONValue {
        var fields = link.json(in: language)
        fields["values"] = try PageText.json(link.text.values)
        fields["isBeside"] = .boolean(link.isBeside ?? false)
        fields["isManifest"] = .boolean(link.kind == "manifest")
        fields["isOriginal"] = .boolean(link.kind == "original")
        return fields
    }
}

extension PageDescription {
    /// The placeholder as a `data:` address; `nil` without a placeholder.
    var placeholderAddress: String? {
        placeholder.map { "data:image/jpeg;base64," + Data($0).base64EncodedString() }
    }
}

extension PixelSize {
    /// The size with separators, for example `12,000 × 8,000`.
    var grouped: String { "\(width.grouped) × \(height.grouped)" }
}
