internal import ZigguratCore
package import ZigguratSystem

/// `collection.json`: a Presentation 3 collection of all exports and books with a manifest. The
/// collection is written whenever at least one manifest exists.
package struct IIIFCollection: DestinationCollection {
    package let name = "iiif"
    package let summary = "IIIF collection: Mirador, Universal Viewer"
    package let layouts = ["iiif3", "iiif"]
    package let isOnRequest = false
    package let listsBooks = true
    package let entry = "collection.json"
    package let document = "collection.json"

    package func isOurs(_ path: String) -> Bool {
        guard let bytes = try? FileSystem.contents(of: path), let json = JSONValue(parsing: bytes),
            let statements = json["metadata"].array
        else { return false }
        return statements.contains { statement in
            statement["label"]["en"][0] == "Generator"
                && statement["value"]["none"][0].string.map(Ziggurat.isGenerator) == true
        }
    }

    package func write(
        _ items: [CollectionItem], in site: any CollectionSite, looksClosely: Bool
    ) throws(ZigguratError) -> [DamagedItem] {
        let damaged = items.compactMap { item -> DamagedItem? in
            let manifest = site.path(of: "\(item.folder)/\(IIIFManifest.path)")
            guard !FileSystem.exists(manifest) else { return nil }
            return DamagedItem(
                item: item, reason: ZigguratError(FileError(.read, .notFound), manifest))
        }
        let items = items.filter { item in !damaged.contains { $0.item == item } }
        if items.isEmpty {
            try site.remove(entry)
        } else {
            try site.update(try file(items, titles: site.titles))
        }
        return damaged
    }

    package func faults(
        of items: [CollectionItem], in site: any CollectionSite
    ) throws(ZigguratError) -> [CollectionFinding] {
        let place = site.path(of: entry)
        let isCurrent = try FileSystem.contents(of: place) == file(items, titles: site.titles).bytes
        return isCurrent ? [] : [CollectionFinding(.outdated, at: place)]
    }

    /// - Parameter titles: the label, by language.
    private func file(
        _ items: [CollectionItem], titles: [String: String]
    ) throws(ZigguratError) -> BundleFile {
        // Exports can have different base addresses; the collection uses the base address of the
        // first export.
        let base = items.first.map { Self.base(of: $0) } ?? BundleDescription.previewURL
        return try .json(
            entry,
            [
                "@context": IIIFManifest.context,
                "id": "\(base)/\(entry)",
                "type": "Collection",
                "label": IIIFText.map(titles),
                "metadata": .array(
                    [IIIFText.statement("Generator", Ziggurat.generator)].compactMap(\.self)),
                "items": .array(items.map { Self.json(of: $0) }),
            ] as JSONValue)
    }

    private static func json(of item: CollectionItem) -> JSONValue {
        let base = base(of: item)
        return [
            "id": "\(base)/\(PercentEncoding.path(item.folder))/\(IIIFManifest.path)",
            "type": "Manifest",
            "label": item.titles.isEmpty ? IIIFText.map(item.title) : IIIFText.map(item.titles),
            "thumbnail": [
                [
                    "id": "\(base)/\(PercentEncoding.path(item.thumbnail))", "type": "Image",
                    "format": .string(TileFormat.jpeg.mediaType),
                ]
            ],
        ]
    }

    private static func base(of item: CollectionItem) -> String {
        BundleDescription.withoutEndingSlashes(item.baseURL ?? BundleDescription.previewURL)
    }
}
