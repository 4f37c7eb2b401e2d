internal import ZigguratCore
internal import ZigguratSystem

/// Facts for search engines about published pages, as JSON-LD in the vocabulary of schema.org.
enum StructuredData {
    static let context = JSONValue.string("https://schema.org")

    /// Returns an `ImageObject`: the image of a page.
    ///
    /// - Parameters:
    ///   - page: the canonical address of the page.
    ///   - content: the address of an image file that shows the whole image.
    ///   - thumbnail: the address of the thumbnail.
    package static func image(
        of page: PageDescription, at address: String, content: String, thumbnail: String
    ) throws(ZigguratError) -> String {
        let bundle = page.bundle
        let caption = bundle.caption
        let licence = [caption.licence, caption.rights].compactMap { text in
            text.flatMap(WebAddress.of)
        }.first
        let notice = [caption.rights, caption.licence].compactMap(\.self).first {
            WebAddress.of($0) == nil
        }
        let gallery = bundle.baseURL.map { base -> JSONValue in
            ["@type": "CollectionPage", "url": .string("\(base)/")]
        }
        let creator = caption.creator.map { name -> JSONValue in
            ["@type": "Person", "name": .string(name)]
        }
        return try JSONValue.object(present: [
            "@context": context, "@type": "ImageObject",
            "name": .string(page.heading ?? bundle.title),
            "description": caption.description.map(JSONValue.string),
            "url": .string(address), "contentUrl": .string(content),
            "thumbnailUrl": .string(thumbnail), "encodingFormat": "image/jpeg",
            "width": page.card.map { .integer($0.size.width) },
            "height": page.card.map { .integer($0.size.height) },
            "creator": creator,
            "creditText": (caption.attribution ?? caption.creator).map(JSONValue.string),
            "copyrightNotice": notice.map(JSONValue.string),
            "license": licence.map(JSONValue.string),
            "dateCreated": caption.date.flatMap(date).map(JSONValue.string),
            "inLanguage": caption.language.map(JSONValue.string),
            "isPartOf": gallery,
        ]).scriptText()
    }

    /// Returns a text that is an ISO 8601 date with a year and an optional month and day; `nil` for
    /// other texts.
    private static func date(_ text: String) -> String? {
        text.wholeMatch(of: /[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?/) == nil
            ? nil : text
    }
}
