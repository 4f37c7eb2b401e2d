package import ZigguratCore
package import ZigguratFormats
internal import ZigguratImaging
package import ZigguratStore
package import ZigguratSystem
internal import ZigguratViewer

/// The collections of a destination.
package struct Collections: Sendable {
    /// The collections after an update.
    package struct Result: Sendable {
        package let entries: [Exporter.Collection]
        package let notes: [ExportNote]
    }

    package let site: DestinationSite

    /// - Parameter syncs: whether collections are flushed before they appear.
    package init(of destination: String, formats: Formats = .standard, syncs: Bool = true) {
        site = DestinationSite(
            destination: Destination(destination, syncs: syncs), formats: formats)
    }

    /// Returns the existing collections.
    package func entries() throws(ZigguratError) -> [Exporter.Collection] {
        let library = try ExportLibrary(site.destination.path)
        let (manifests, books) = (try library.contents().manifests, try library.books())
        return site.ownCollections.map {
            entry($0, site.items(of: $0, among: manifests, books))
        }
    }

    /// Updates the existing collections, and creates further collections. Removes a collection
    /// without images.
    ///
    /// The manifests of the exports are read only if a collection has to be written.
    ///
    /// - Parameters:
    ///   - names: the collections to create, if they have images.
    ///   - layouts: also creates the collections that need no request and can list exports in one
    ///     of these layouts. `nil` means any layout.
    ///   - looksClosely: whether existing collections are read completely, and damaged parts are
    ///     written again.
    package func update(
        adding names: [String] = [], begunBy layouts: [String]? = [], looksClosely: Bool = false
    ) throws(ZigguratError) -> Result {
        let destination = site.destination
        let library = try ExportLibrary(destination.path)
        // A book has its own IIIF manifest instead of collections.
        guard !StoredBook.marks(destination.path) else { return Result(entries: [], notes: []) }
        // If two runs end at the same time, the run that writes last finds the exports of both.
        return try destination.withLock { () throws(ZigguratError) in
            let concerned = site.formats.collections.filter { collection in
                names.contains(collection.name) || collection.begins(with: layouts)
                    || FileSystem.exists(site.path(of: collection.entry))
            }
            guard !concerned.isEmpty else { return Result(entries: [], notes: []) }
            let (manifests, invalid) = try library.contents()
            let books = try library.books()
            var entries: [Exporter.Collection] = []
            var notes = invalid.map {
                ExportNote.invalidManifest(export: site.path(of: $0))
            }
            for collection in concerned {
                let place = site.path(of: collection.entry)
                let exists = FileSystem.exists(place)
                let items = site.items(of: collection, among: manifests, books)
                if exists, !collection.isOurs(place) {
                    let isWanted =
                        names.contains(collection.name) || collection.begins(with: layouts)
                    if isWanted, !items.isEmpty {
                        notes.append(.foreignCollection(path: place, name: collection.name))
                    }
                } else if items.isEmpty {
                    if exists { try destination.removeEntry(collection.entry) }
                } else {
                    let damaged = try collection.write(items, in: site, looksClosely: looksClosely)
                    notes += damaged.map { damaged in
                        .notInCollection(
                            export: site.path(of: damaged.item.name), path: place, damaged.reason)
                    }
                    let listed = items.filter { item in !damaged.contains { $0.item == item } }
                    if !listed.isEmpty { entries.append(entry(collection, listed)) }
                }
            }
            return Result(entries: entries, notes: notes)
        }
    }

    private func entry(
        _ collection: any DestinationCollection, _ items: [CollectionItem]
    ) -> Exporter.Collection {
        Exporter.Collection(
            name: collection.name, path: site.path(of: collection.document), items: items.count)
    }
}

extension DestinationCollection {
    /// Whether exports in some layouts create this collection without a request.
    fileprivate func begins(with layouts: [String]?) -> Bool {
        !isOnRequest && layouts.map { self.layouts.contains(where: $0.contains) } ?? true
    }
}

extension Exporter {
    /// An existing collection.
    public struct Collection: Hashable, Sendable, Codable {
        /// The name of the collection's kind, such as `dzc`.
        public let name: String
        /// The path of the collection's document, including the destination.
        public let path: String
        /// The number of images in the collection.
        public let items: Int
    }
}

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
            throw ZigguratError(PyramidError.unrecognised, folder)
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
