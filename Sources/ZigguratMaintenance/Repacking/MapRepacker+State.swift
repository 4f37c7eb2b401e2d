internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratFormats
internal import ZigguratStore
internal import ZigguratSystem

extension MapRepacker {
    /// The entry at the path of a new map.
    enum State {
        case missing
        /// The map that would be written, with equal tiles.
        case same
        /// A different map that Ziggurat wrote.
        case other
    }

    /// - Throws: ``DestinationFailure`` if the entry at the path is not a map that Ziggurat wrote,
    ///   or is the source.
    func state(
        of plan: Plan, _ cancellation: Cancellation
    ) throws(ZigguratError) -> State {
        try destination.checkParents(of: plan.name)
        try destination.checkApart(path, from: plan.path)
        let place = destination.folder(of: plan.path)
        guard FileSystem.exists(place) else { return .missing }
        guard let old = try? Self.map(at: place, plan) else {
            throw ZigguratError(DestinationFailure.notAMap, place)
        }
        return try isSame(old, plan, cancellation) ? .same : .other
    }

    /// Returns the map at a path; returns `nil` if Ziggurat did not write it.
    private static func map(at place: String, _ plan: Plan) throws(ZigguratError) -> MapTiles? {
        if plan.target.isFolder {
            let files = FolderFiles(place)
            guard FileSystem.isFolder(place), try StoredMap.isRepacked(files) else { return nil }
            return try MapTiles(in: files)
        }
        guard let reader = plan.target as? any ContainerReader,
            try reader.recognises(RandomAccessFile(place).bytes(16, at: 0)),
            StoredMap.isRepacked(place, reader)
        else { return nil }
        return try reader.mapTiles(in: place)
    }

    /// Whether an existing map equals the map that would be written. A damaged map is different.
    private func isSame(
        _ old: MapTiles, _ plan: Plan, _ cancellation: Cancellation
    ) throws(ZigguratError) -> Bool {
        guard old.addresses == tiles.addresses, old.invalidEntries == 0,
            !plan.target.isFolder || old.scheme == plan.scheme,
            let stated = try? old.description(named: plan.name),
            stated.isSame(as: plan.description), let descriptors = try? plan.descriptors()
        else { return false }
        for file in descriptors {
            guard (try? FolderFiles(old.place).contents(of: file.path)) == file.bytes else {
                return false
            }
        }
        for tile in tiles.addresses {
            if cancellation.isCancelled { throw ZigguratError(Cancelled(), path) }
            guard let bytes = try? tiles.bytes(of: tile), (try? old.bytes(of: tile)) == bytes
            else { return false }
        }
        return true
    }
}
