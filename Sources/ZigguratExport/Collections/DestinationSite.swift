package import ZigguratCore
package import ZigguratFormats
internal import ZigguratImaging
package import ZigguratStore
package import ZigguratSystem
internal import ZigguratViewer

/// A destination, and the formats to read its exports.
package struct DestinationSite: CollectionSite {
    package let destination: Destination
    package let formats: Formats

    package func path(of name: String) -> String { destination.folder(of: name) }

    package var titles: [String: String] {
        get throws(ZigguratError) {
            try Gallery(destination: destination, pages: PageWriter()).cover?.titles
                ?? GalleryCover.defaultTitles
        }
    }

    package func source(of item: CollectionItem) throws(ZigguratError) -> any TileSource {
        let folder = path(of: item.folder)
        guard let entry = try OpenedPyramids(folder, formats).entries.first else {
            throw ZigguratError(PyramidFailure.unrecognised, folder)
        }
        return entry.source
    }

    package func replace(
        _ entry: String, _ write: (FolderContainer) throws(ZigguratError) -> [DamagedItem]
    ) throws(ZigguratError) -> [DamagedItem] {
        try destination.withDraftInLock { draft throws(ZigguratError) in
            let damaged = try write(try FolderContainer(draft))
            if damaged.isEmpty { try destination.replace(entry, with: draft) }
            return damaged
        }
    }

    package func update(_ file: BundleFile) throws(ZigguratError) { try destination.update([file]) }

    package func remove(_ entry: String) throws(ZigguratError) {
        try destination.removeEntry(entry)
    }

    /// The collections in the destination that Ziggurat wrote.
    var ownCollections: [any DestinationCollection] {
        formats.collections.filter { $0.isOurs(path(of: $0.entry)) }
    }

    /// Returns the exports and books that a collection lists, sorted by the order in their captions
    /// and then by name.
    package func items(
        of collection: any DestinationCollection, among manifests: [Manifest], _ books: [StoredBook]
    ) -> [CollectionItem] {
        let exports = manifests.compactMap { manifest -> (order: Double?, item: CollectionItem)? in
            let bundles = manifest.bundles.filter(\.isFolder)
            let bundle = collection.layouts.lazy.compactMap { layout in
                bundles.first { $0.layout == layout }
            }.first
            return bundle.map { (manifest.settings.caption.order, CollectionItem(manifest, $0)) }
        }.filter { collection.lists($0.item, in: self) }
        let books = collection.listsBooks ? books.filter { $0.document != nil } : []
        guard !books.isEmpty else { return exports.map(\.item) }
        return (exports + books.map { ($0.caption.order, CollectionItem($0)) })
            .sorted {
                ($0.order ?? .infinity, $0.item.name) < ($1.order ?? .infinity, $1.item.name)
            }
            .map(\.item)
    }
}

extension CollectionItem {
    init(_ manifest: Manifest, _ bundle: Manifest.Bundle) {
        let name = manifest.name
        self.init(
            name: name, fileStem: manifest.fileStem, folder: "\(name)/\(bundle.path)",
            title: manifest.settings.caption.title ?? ReadableTitle.of(name),
            titles: manifest.settings.caption.texts(\.title), imageSize: manifest.image.size,
            background: manifest.settings.background ?? .white,
            manifest: "\(name)/\(Manifest.fileName)", thumbnail: "\(name)/\(manifest.thumbnail)",
            baseURL: manifest.settings.baseURL)
    }
}

extension CollectionItem {
    /// Creates the item of a book. The manifest and the thumbnail of a book are in the book's
    /// folder.
    init(_ book: StoredBook) {
        self.init(
            name: book.name, fileStem: Path.name(of: book.name), folder: book.name,
            title: book.caption.title ?? ReadableTitle.of(book.name),
            titles: book.caption.texts(\.title), imageSize: PixelSize(square: 1),
            background: .white, manifest: "\(book.name)/\(StoredBook.fileName)",
            thumbnail: "\(book.name)/\(book.thumbnail)", baseURL: book.baseURL)
    }
}
