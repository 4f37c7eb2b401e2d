internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// `collection.json`: a IIIF Presentation 3 collection of all exports that have a manifest. It is
/// there whenever there is one.
package struct IIIFCollectionFile: WrittenCollection {
    package let name = "iiif"
    package let summary = "IIIF collection: Mirador, Universal Viewer"
    package let layouts = ["iiif3", "iiif"]
    package let isOnRequest = false
    package let entry = "collection.json"
    package let document = "collection.json"

    package init() {}

    func isOurs(in destination: Destination) -> Bool {
        guard let bytes = try? FileSystem.contents(of: destination.folder(of: entry)) else {
            return false
        }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.contains("\"\(Ziggurat.name) ") && text.contains("\"Generator\"")
    }

    func write(
        _ items: [CollectionItem], in destination: Destination, looksClosely: Bool
    ) throws(ZigguratError) -> [DamagedItem] {
        let damaged = items.compactMap { item -> DamagedItem? in
            let manifest = destination.folder(of: "\(item.folder)/manifest.json")
            guard !FileSystem.exists(manifest) else { return nil }
            return DamagedItem(
                item: item, reason: ZigguratError(FileFailure(.read, .notFound), manifest))
        }
        let items = items.filter { item in !damaged.contains { $0.item == item } }
        let place = destination.folder(of: entry)
        guard !items.isEmpty else {
            try FileSystem.remove(place)
            return damaged
        }
        let file = try self.file(items)
        if try FileSystem.contents(of: place) != file.bytes {
            try FileSystem.replace(place, with: file.bytes)
        }
        return damaged
    }

    func check(
        _ items: [CollectionItem], in destination: Destination, _ run: VerificationRun
    ) throws(ZigguratError) {
        let place = destination.folder(of: entry)
        if try FileSystem.contents(of: place) != file(items).bytes {
            run.found(.outdatedCollection, at: place)
        }
    }

    private func file(_ items: [CollectionItem]) throws(ZigguratError) -> BundleFile {
        // Each export says where it will be published; the collection goes where the first one does.
        let base = items.first.map { Self.base(of: $0) } ?? BundleDescription.previewURL
        return try .json(
            entry,
            IIIFCollection(
                id: "\(base)/\(entry)", title: "Pictures", generator: Ziggurat.generator,
                items: items.map { item in
                    let base = Self.base(of: item)
                    let thumbnail = PercentEncoding.path(
                        "\(item.manifest.name)/\(item.manifest.thumbnail)")
                    return IIIFCollection.Item(
                        manifest: "\(base)/\(PercentEncoding.path(item.folder))/manifest.json",
                        title: item.title, thumbnail: "\(base)/\(thumbnail)")
                }))
    }

    private static func base(of item: CollectionItem) -> String {
        let base = item.manifest.settings.baseURL ?? BundleDescription.previewURL
        return String(base.reversed().drop { $0 == "/" }.reversed())
    }
}
