internal import ZigguratCore
internal import ZigguratSystem

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
