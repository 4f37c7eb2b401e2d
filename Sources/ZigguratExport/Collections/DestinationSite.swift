internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSystem

/// A destination with the formats that its exports are read with.
struct DestinationSite: CollectionSite {
    let destination: Destination
    let formats: Formats

    func path(of name: String) -> String { destination.folder(of: name) }

    func source(of item: CollectionItem) throws(ZigguratError) -> any TileSource {
        let folder = path(of: item.folder)
        guard let entry = try OpenedPyramids(folder, formats).entries.first else {
            throw ZigguratError(PyramidFailure.unrecognised, folder)
        }
        return entry.source
    }

    func replace(
        _ entry: String, _ write: (FolderContainer) throws(ZigguratError) -> [DamagedItem]
    ) throws(ZigguratError) -> [DamagedItem] {
        try destination.withDraftInLock { draft throws(ZigguratError) in
            let damaged = try write(try FolderContainer(draft))
            if damaged.isEmpty { try destination.replace(entry, with: draft) }
            return damaged
        }
    }

    func update(_ file: BundleFile) throws(ZigguratError) { try destination.update([file]) }

    func remove(_ entry: String) throws(ZigguratError) { try destination.removeEntry(entry) }

    /// The collections in the destination that Ziggurat wrote.
    var ownCollections: [any DestinationCollection] {
        formats.collections.filter { $0.isOurs(path(of: $0.entry)) }
    }

    /// The exports that a collection lists.
    func items(
        of collection: any DestinationCollection, among manifests: [Manifest]
    ) -> [CollectionItem] {
        manifests.compactMap { manifest in
            let bundles = manifest.bundles.filter(\.isFolder)
            let bundle = collection.layouts.lazy.compactMap { layout in
                bundles.first { $0.layout == layout }
            }.first
            return bundle.map { CollectionItem(manifest, $0) }
        }.filter { collection.lists($0, in: self) }
    }
}

extension CollectionItem {
    init(_ manifest: Manifest, _ bundle: Manifest.Bundle) {
        let name = manifest.name
        self.init(
            name: name, fileStem: manifest.fileStem, folder: "\(name)/\(bundle.path)",
            title: manifest.settings.caption.title ?? name,
            titles: manifest.settings.caption.texts(\.title), imageSize: manifest.image.size,
            background: manifest.settings.background ?? .white,
            manifest: "\(name)/\(Manifest.fileName)", thumbnail: "\(name)/\(manifest.thumbnail)",
            baseURL: manifest.settings.baseURL)
    }
}
