internal import ZigguratCore
package import ZigguratFormats
internal import ZigguratImaging
package import ZigguratStore
package import ZigguratSystem

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
