internal import ZigguratCore
internal import ZigguratFormats
public import ZigguratSystem

/// The collections of a destination.
public struct Collections: Sendable {
    /// A collection that is there.
    public struct Entry: Hashable, Sendable, Codable {
        /// Which one it is: `dzc`.
        public let name: String
        /// Its document, with the destination in front.
        public let path: String
        /// How many pictures are in it.
        public let items: Int
    }

    /// What became of them.
    public struct Result: Sendable {
        public let entries: [Entry]
        package let notes: [ExportNote]
    }

    private let destination: Destination

    public init(of destination: String) {
        self.destination = Destination(destination)
    }

    /// Those that are there.
    public func entries() throws(ZigguratError) -> [Entry] {
        let shelf = try ExportLibrary(destination.path).contents().manifests
        return CollectionRegistry.written.filter { $0.isOurs(in: destination) }.map {
            entry($0, $0.items(of: shelf, in: destination))
        }
    }

    /// Brings those that are there up to date with the exports, and makes those that are wanted;
    /// one that has no picture any more goes. Where there is none and none is wanted, the exports'
    /// manifests are not read.
    ///
    /// - Parameters:
    ///   - names: those that are wanted, if there are pictures for them.
    ///   - looksClosely: whether what is up to date is read to its end, too, and what is damaged in
    ///     it made anew.
    public func update(
        adding names: [String] = [], looksClosely: Bool = false
    ) throws(ZigguratError) -> Result {
        let shelf = try ExportLibrary(destination.path)
        // Of two runs that end together, the collection of the later one has the pictures of both.
        return try destination.withLock { () throws(ZigguratError) in
            let concerned = CollectionRegistry.written.filter { collection in
                names.contains(collection.name)
                    || FileSystem.exists(destination.folder(of: collection.entry))
            }
            guard !concerned.isEmpty else { return Result(entries: [], notes: []) }
            let (manifests, invalid) = try shelf.contents()
            var entries: [Entry] = []
            var notes = invalid.map {
                ExportNote.invalidManifest(export: destination.folder(of: $0))
            }
            for collection in concerned {
                let place = destination.folder(of: collection.entry)
                let isThere = FileSystem.exists(place)
                let isOurs = isThere && collection.isOurs(in: destination)
                let items = collection.items(of: manifests, in: destination)
                guard isOurs || names.contains(collection.name), isThere || !items.isEmpty else {
                    continue
                }
                guard isOurs || !isThere else {
                    if !items.isEmpty {
                        notes.append(.foreignCollection(path: place, name: collection.name))
                    }
                    continue
                }
                if items.isEmpty {
                    try FileSystem.remove(place)
                } else {
                    let damaged = try collection.write(
                        items, in: destination, looksClosely: looksClosely)
                    notes += damaged.map { damaged in
                        .notInCollection(
                            export: destination.folder(of: damaged.item.manifest.name),
                            path: place, damaged.reason)
                    }
                    if damaged.count < items.count {
                        let missing = damaged.map(\.item)
                        entries.append(
                            entry(collection, items.filter { !missing.contains($0) }))
                    }
                }
            }
            return Result(entries: entries, notes: notes)
        }
    }

    /// Whether those that are there are what the exports ask for.
    func check(_ run: VerificationRun) throws(ZigguratError) {
        let shelf = try ExportLibrary(destination.path).contents().manifests
        run.advice = .updateGallery(destination: destination.path)
        for collection in CollectionRegistry.written where collection.isOurs(in: destination) {
            try collection.check(
                collection.items(of: shelf, in: destination), in: destination, run)
        }
    }

    /// Checks the collection that a path names by its folder or its document.
    ///
    /// - Returns: `false` where it names none.
    static func check(at path: String, _ run: VerificationRun) throws(ZigguratError) -> Bool {
        for collection in CollectionRegistry.written {
            for name in Set([collection.entry, collection.document])
            where path == name || path.hasSuffix("/\(name)") {
                let parent = path == name ? "." : String(path.dropLast(name.utf8.count + 1))
                let destination = Destination(parent)
                guard collection.isOurs(in: destination) else { continue }
                let items = collection.items(
                    of: try ExportLibrary(parent).contents().manifests, in: destination)
                guard !items.isEmpty else {
                    throw ZigguratError(PyramidFailure.detachedCollection, path)
                }
                run.advice = .updateGallery(destination: parent)
                let before = run.findingCount
                try collection.check(items, in: destination, run)
                let faults = run.findingCount - before
                run.note(
                    ExportNote.collection(
                        summary: String(collection.summary.prefix { $0 != ":" }),
                        items: items.count, faults: faults), on: path)
                return true
            }
        }
        return false
    }

    private func entry(
        _ collection: any DestinationCollection, _ items: [CollectionItem]
    ) -> Entry {
        Entry(
            name: collection.name, path: destination.folder(of: collection.document),
            items: items.count)
    }
}
