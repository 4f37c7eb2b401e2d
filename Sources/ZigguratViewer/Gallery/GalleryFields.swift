internal import ZigguratCore
internal import ZigguratSystem

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
}
