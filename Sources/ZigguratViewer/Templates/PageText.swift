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

    /// Returns the values of ``pixels``.
    static func values(of size: PixelSize) -> [String: PageLanguage.Value] {
        ["width": .number(size.width), "height": .number(size.height)]
    }

    /// Returns values for the attribute `data-text-values`.
    static func json(_ values: [String: PageLanguage.Value]) throws(ZigguratError) -> JSONValue {
        .string(try JSONValue.object(values.mapValues(\.json)).scriptText())
    }
}
