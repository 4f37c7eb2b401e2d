public import ZigguratCore

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
        /// What the publisher should know, a sentence each.
        public let notes: [String]
    }

    private let destination: Destination

    public init(of destination: String) {
        self.destination = Destination(destination)
    }

    /// Those that are there.
    public func entries() throws(ZigguratError) -> [Entry] {
        let shelf = try Shelf(destination.path).manifests()
        return CollectionRegistry.written.filter { $0.isOurs(in: destination) }.map {
            entry($0, $0.items(of: shelf, in: destination))
        }
    }

    /// Brings those that are there up to date with the exports, and makes those that are asked for;
    /// one that has no picture any more goes.
    ///
    /// - Parameter names: those that are asked for.
    public func update(adding names: [String] = []) throws(ZigguratError) -> Result {
        let shelf = try Shelf(destination.path)
        // Of two runs that end together, the collection of the later one has the pictures of both.
        return try destination.locked { () throws(ZigguratError) in
            let manifests = shelf.manifests()
            var entries: [Entry] = []
            var notes: [String] = []
            for collection in CollectionRegistry.written {
                let place = destination.folder(of: collection.entry)
                let isThere = FileSystem.exists(place)
                let isOurs = isThere && collection.isOurs(in: destination)
                let items = collection.items(of: manifests, in: destination)
                let isWanted =
                    isOurs || !collection.isOnRequest || names.contains(collection.name)
                guard isWanted, isThere || !items.isEmpty else { continue }
                guard isOurs || !isThere else {
                    if !items.isEmpty {
                        notes.append(
                            "\(place) is somebody else's and was left as it is; there is no "
                                + collection.summary)
                    }
                    continue
                }
                if items.isEmpty {
                    try FileSystem.remove(place)
                } else {
                    try collection.write(items, in: destination)
                    entries.append(entry(collection, items))
                }
            }
            return Result(entries: entries, notes: notes)
        }
    }

    /// Whether those that are there are what the exports ask for.
    func check(_ run: VerificationRun) throws(ZigguratError) {
        let shelf = try Shelf(destination.path).manifests()
        run.remedy = "“ziggurat gallery \(destination.path)” writes it again"
        for collection in CollectionRegistry.written where collection.isOurs(in: destination) {
            try collection.check(
                collection.items(of: shelf, in: destination), in: destination, run)
        }
    }

    private func entry(
        _ collection: any DestinationCollection, _ items: [CollectionItem]
    ) -> Entry {
        Entry(
            name: collection.name, path: destination.folder(of: collection.document),
            items: items.count)
    }
}
