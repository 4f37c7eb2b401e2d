public import ZigguratCore
internal import ZigguratExport
internal import ZigguratFormats
public import ZigguratStore
public import ZigguratSystem

/// Writes the unchanged tiles of a map into another container, or into folders of another scheme.
///
///     if let repacker = try MapRepacker("map", to: "public", options: .init(container: .mbtiles)) {
///         let result = try repacker.run(try repacker.plan())
///     }
///
/// A map has a place on earth and may cover any part of it, at any zoom levels. A map is not an
/// image, so the result is not an export. The result is `NAME.mbtiles`, `NAME.pmtiles` or the
/// folder `NAME`, without manifest, thumbnail and page.
public struct MapRepacker: Sendable {
    package let path: String
    let destination: Destination
    package let options: Repacker.Options
    let tiles: MapTiles
    /// The state of the source.
    private let states: EntryStates

    /// The number of tiles between two progress reports.
    private static let batch = 256

    /// - Parameters:
    ///   - path: a folder, a descriptor or a container file.
    ///   - destination: the folder that the new map is written to.
    ///   - options: the options of ``Repacker``. The option `viewer` has no effect.
    /// - Returns: `nil` if the path is not a map. In this case, use ``Repacker``.
    public init?(
        _ path: String, to destination: String, options: Repacker.Options = Repacker.Options()
    ) throws(ZigguratError) {
        let path = Path.normalized(path)
        var states = EntryStates()
        let contents = try states.open(path, options.formats)
        guard let tiles = try StoredMap.tiles(at: path, contents, options.formats) else {
            return nil
        }
        self.path = path
        self.states = states
        self.destination = Destination(destination, syncs: options.syncs)
        self.options = options
        self.tiles = tiles
    }

    /// Plans a repack. Reads the metadata and the header of a tile.
    ///
    /// - Throws: `ZigguratError` if the target cannot hold the map.
    public func plan() throws(ZigguratError) -> Plan { try Plan(of: self) }

    /// Whether the existing map equals the map of a plan. All tiles are compared.
    ///
    /// - Throws: `ZigguratError` if the repack would be rejected.
    public func isUpToDate(
        _ plan: Plan, cancellation: Cancellation = Cancellation()
    ) throws(ZigguratError) -> Bool {
        switch try state(of: plan, cancellation) {
        case .missing: return false
        case .same: return !options.isForced
        case .other:
            guard options.replaces else {
                throw ZigguratError(
                    DestinationError.otherMap, destination.folder(of: plan.path))
            }
            return false
        }
    }

    /// Runs a plan.
    ///
    /// The map appears in the destination when it is complete, and replaces an older map. A map
    /// that is up to date is kept.
    ///
    /// - Parameter progress: called on the calling thread with the number of finished tiles and the
    ///   number of all tiles.
    @discardableResult
    public func run(
        _ plan: Plan, cancellation: Cancellation = Cancellation(),
        progress: (_ done: Int, _ count: Int) -> Void = { _, _ in }
    ) throws(ZigguratError) -> RepackedMap {
        do throws(ZigguratError) {
            return try carryOut(plan, cancellation, progress)
        } catch {
            guard error.isChangeByOthers,
                let again = try MapRepacker(path, to: destination.path, options: options)
            else { throw error }
            return try again.carryOut(try again.plan(), cancellation, progress)
        }
    }

    private func carryOut(
        _ plan: Plan, _ cancellation: Cancellation,
        _ progress: (_ done: Int, _ count: Int) -> Void
    ) throws(ZigguratError) -> RepackedMap {
        var states = states
        try states.add(destination.folder(of: plan.path))
        do throws(ZigguratError) {
            return try write(plan, upon: states, cancellation, progress)
        } catch {
            throw states.blaming(error)
        }
    }

    private func write(
        _ plan: Plan, upon states: EntryStates, _ cancellation: Cancellation,
        _ progress: (_ done: Int, _ count: Int) -> Void
    ) throws(ZigguratError) -> RepackedMap {
        let place = destination.folder(of: plan.path)
        guard try !isUpToDate(plan, cancellation: cancellation) else {
            return RepackedMap(
                outcome: .upToDate, path: place, tileCount: plan.tileCount, byteCount: nil)
        }
        let totals = try destination.withDraft { folder throws(ZigguratError) in
            let draft = "\(folder)/\(Path.name(of: plan.path))"
            let totals: ContainerTotals
            do throws(ZigguratError) {
                totals = try write(plan, at: draft, cancellation, progress)
                if destination.syncs { try FileSystem.flushFiles(in: folder) }
            } catch {
                throw error.hiding(draft, behind: place)
            }
            try destination.publish(draft, at: plan.path, of: plan.name, upon: states)
            return totals
        }
        return RepackedMap(
            outcome: .exported, path: place, tileCount: plan.tileCount, byteCount: totals.bytes)
    }

    private func write(
        _ plan: Plan, at path: String, _ cancellation: Cancellation,
        _ progress: (_ done: Int, _ count: Int) -> Void
    ) throws(ZigguratError) -> ContainerTotals {
        let container = try plan.target.open(plan.description, at: path)
        let (format, count) = (plan.description.format, tiles.addresses.count)
        for (number, tile) in tiles.addresses.enumerated() {
            guard let bytes = try tiles.bytes(of: tile) else {
                throw ZigguratError(RepackError.missingTile, tiles.placeOfTile(tile))
            }
            guard !bytes.isEmpty else {
                throw ZigguratError(RepackError.emptyTile, tiles.placeOfTile(tile))
            }
            if case .vector = format, MapTileFormat.vector(of: bytes) != format {
                throw ZigguratError(RepackError.mixedCompression, tiles.placeOfTile(tile))
            }
            let name = "\(plan.scheme.path(of: tile)).\(format.fileExtension)"
            // `unsafe`: the container uses the span only during the call.
            _ = try unsafe container.write(name, tile: tile, bytes.span.bytes, twin: nil)
            guard (number + 1).isMultiple(of: Self.batch) || number + 1 == count else { continue }
            progress(number + 1, count)
            if cancellation.isCancelled { throw ZigguratError(Cancelled(), self.path) }
        }
        for file in try plan.descriptors() { try container.write(file) }
        return try container.finish()
    }
}

/// The result of repacking a map.
public struct RepackedMap: Sendable {
    public let outcome: ExportResult.Outcome
    /// The path of the file or folder.
    public let path: String
    public let tileCount: Int
    /// The size of all files, in bytes; `nil` if the map is up to date.
    public let byteCount: Int?
}

extension Destination {
    /// Moves a complete file or folder that is not an export into place, and removes the older one
    /// of its path.
    ///
    /// - Parameters:
    ///   - name: the path without the file extension.
    ///   - states: the states of the entries that the file or folder depends on.
    fileprivate func publish(
        _ draft: String, at path: String, of name: String, upon states: EntryStates
    ) throws(ZigguratError) {
        let place = folder(of: path)
        let replaced = try withLock { () throws(ZigguratError) in
            try checkParents(of: name)
            try states.check()
            do throws(ZigguratError) {
                try makeParents(of: name)
                return try move(draft, to: place)
            } catch {
                removeEmptyParents(of: name)
                throw error
            }
        }
        try flushNames(around: [name])
        if let replaced { try FileSystem.remove(replaced) }
    }
}
