internal import ZigguratCore

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
            "pictures": .array(page.pictures.map(fields)),
            "gallery": page.gallery.map { .string(PercentEncoding.path($0)) },
            "pageAddress": page.address.map { .string("\($0)/") },
            "cardImage": card.map { .string($0.address) },
            "cardKind": .string(card?.isLarge ?? false ? "summary_large_image" : "summary"),
        ])
    }

    private static func fields(of picture: ComparisonPage.Picture) -> JSONValue {
        let bundle = picture.image.bundle
        return .object(present: [
            "label": .string(picture.label ?? bundle.title),
            "size": .string(bundle.pyramid.imageSize.grouped),
            "page": picture.page.map { .string(PercentEncoding.path($0)) },
            "attribution": bundle.caption.attribution.map(JSONValue.string),
            "thumbnail": .string(PercentEncoding.path(picture.thumbnail)),
        ])
    }
}
