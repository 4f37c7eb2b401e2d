internal import ZigguratCore
package import ZigguratFormats
internal import ZigguratImaging
package import ZigguratSystem

/// The collections of a destination.
package struct Collections: Sendable {
    /// The collections after an update.
    package struct Result: Sendable {
        package let entries: [Exporter.Collection]
        package let notes: [ExportNote]
    }

    private let site: DestinationSite

    /// - Parameter syncs: whether collections are on the disk before they appear.
    package init(of destination: String, formats: Formats = .standard, syncs: Bool = true) {
        site = DestinationSite(
            destination: Destination(destination, syncs: syncs), formats: formats)
    }

    /// The existing collections.
    package func entries() throws(ZigguratError) -> [Exporter.Collection] {
        let library = try ExportLibrary(site.destination.path)
        let (manifests, books) = (try library.contents().manifests, try library.books())
        return site.ownCollections.map {
            entry($0, site.items(of: $0, among: manifests, books))
        }
    }

    /// Updates the existing collections and creates others. Removes a collection without images.
    ///
    /// The manifests of the exports are read only if there is a collection to write.
    ///
    /// - Parameters:
    ///   - names: the collections to create if there are images for them.
    ///   - layouts: creates, too, the collections that need no request and can list exports in one of
    ///     these layouts; `nil` stands for any layout.
    ///   - looksClosely: whether existing collections are read to their end, and damaged parts are
    ///     written again.
    package func update(
        adding names: [String] = [], begunBy layouts: [String]? = [], looksClosely: Bool = false
    ) throws(ZigguratError) -> Result {
        let destination = site.destination
        let library = try ExportLibrary(destination.path)
        // A book has a manifest of its own.
        guard !StoredBook.marks(destination.path) else { return Result(entries: [], notes: []) }
        // Of two runs that end together, the collection of the later one has the images of both.
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

    /// Checks that the collections list the exports. Collections that the gallery's record names must
    /// exist.
    func check(_ run: VerificationRun) throws(ZigguratError) {
        let library = try ExportLibrary(site.destination.path)
        let (manifests, books) = (try library.contents().manifests, try library.books())
        run.advice = .updateGallery(destination: site.destination.path)
        let recorded = try GalleryCheck.record(in: site.destination)?.collections ?? []
        for collection in site.formats.collections {
            let place = site.path(of: collection.entry)
            if !FileSystem.exists(place) {
                if recorded.contains(collection.entry) {
                    run.found(.missing(.file), at: site.path(of: collection.document))
                }
                continue
            }
            guard recorded.contains(collection.entry) || collection.isOurs(place) else { continue }
            try check(collection, site.items(of: collection, among: manifests, books), run)
        }
    }

    /// Checks the collection whose folder or document is at a path.
    ///
    /// - Returns: `false` if there is no collection.
    static func check(at path: String, _ run: VerificationRun) throws(ZigguratError) -> Bool {
        for collection in run.options.formats.collections {
            for name in Set([collection.entry, collection.document])
            where path == name || path.hasSuffix("/\(name)") {
                let parent = path == name ? "." : String(path.dropLast(name.utf8.count + 1))
                let collections = Collections(of: parent, formats: run.options.formats)
                guard collection.isOurs(collections.site.path(of: collection.entry)) else {
                    continue
                }
                let library = try ExportLibrary(parent)
                let items = collections.site.items(
                    of: collection, among: try library.contents().manifests, try library.books())
                guard !items.isEmpty else {
                    throw ZigguratError(PyramidFailure.detachedCollection, path)
                }
                run.advice = .updateGallery(destination: parent)
                let before = run.findingCount
                try collections.check(collection, items, run)
                run.note(
                    ExportNote.collection(
                        summary: String(collection.summary.prefix { $0 != ":" }),
                        items: items.count, faults: run.findingCount - before), on: path)
                return true
            }
        }
        return false
    }

    private func check(
        _ collection: any DestinationCollection, _ items: [CollectionItem], _ run: VerificationRun
    ) throws(ZigguratError) {
        for fault in try collection.faults(of: items, in: site) {
            switch fault.kind {
            case .outdated: run.found(.outdatedCollection, at: fault.path)
            case .outdatedThumbnails: run.found(.outdatedThumbnails, at: fault.path)
            case .missingTile: run.found(.missing(.tile), at: fault.path)
            case .changedTile: run.found(.changed, at: fault.path)
            case .unexpectedFile: run.found(.unexpectedFile, at: fault.path)
            case .unexpectedFolder: run.found(.unexpectedFolder, at: fault.path)
            }
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
    /// Whether exports in some layouts create the collection without a request.
    fileprivate func begins(with layouts: [String]?) -> Bool {
        !isOnRequest && layouts.map { self.layouts.contains(where: $0.contains) } ?? true
    }
}

extension Exporter {
    /// A collection that exists.
    public struct Collection: Hashable, Sendable, Codable {
        /// The name of its kind: `dzc`.
        public let name: String
        /// The path of its document, destination included.
        public let path: String
        /// The number of its images.
        public let items: Int
    }
}
