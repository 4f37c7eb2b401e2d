public import ZigguratCore
internal import ZigguratExport
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSources
public import ZigguratStore
internal import ZigguratSystem

extension MapRepacker {
    /// The file or folder that a repack of a map would write.
    public struct Plan: Sendable {
        public let name: String
        /// The path of the file or folder, relative to the destination.
        public let path: String
        public let container: any ContainerFormat
        /// The layout of a folder; `nil` for a tile database.
        public let layout: String?
        /// The path of the source's tiles.
        public let sourcePlace: String
        public let tileCount: Int
        public let notes: [ExportNote]

        let target: any MapContainerFormat
        let scheme: MapScheme
        let description: MapDescription

        /// The file extension of the tiles, such as `png`.
        public var format: String { description.format.fileExtension }
        public var zooms: ClosedRange<Int> { description.zooms }
        /// The west, south, east and north edges of the map, in degrees.
        public var bounds: [Double] { description.bounds.edges }

        init(of repacker: MapRepacker) throws(ZigguratError) {
            let (tiles, options) = (repacker.tiles, repacker.options)
            guard let target = options.container.abilities.maps else {
                throw ZigguratError(
                    RepackError.mapContainer(options.container.name), tiles.place)
            }
            guard options.layoutSettings.isEmpty else {
                throw ZigguratError(
                    RepackError.mapSettings(options.layoutSettings.keys.sorted()), tiles.place)
            }
            name = try ExportName.expanded(options.name, for: Self.name(of: repacker.path))
            try ExportName.check(name, source: tiles.place)
            scheme = try Self.scheme(of: tiles, target, options)
            guard tiles.invalidEntries == 0 else {
                throw ZigguratError(
                    ArchiveError.invalidTileAddresses(tiles.invalidEntries), tiles.place)
            }
            let path = target.path(ofMap: name)
            let base = options.baseURL.flatMap(BaseAddress.normalized)
            description = try tiles.description(
                named: Path.name(of: name),
                address: "\(base ?? BundleDescription.previewURL)/\(PercentEncoding.path(path))")
            do throws(ZigguratError) {
                try target.check(description)
            } catch {
                throw error.orAbout(tiles.place)
            }
            self.path = path
            self.target = target
            container = options.container
            layout = target.isFolder ? scheme.rawValue : nil
            sourcePlace = tiles.place
            tileCount = tiles.addresses.count
            let statesBounds = tiles.metadata.bounds != nil && !tiles.metadata.hasBoundsOfTiles
            notes =
                (statesBounds ? [] : [.boundsOfTiles])
                + (layout.map { layout in
                    base == nil ? [.format(layout, .init(note: .localAddresses))] : []
                } ?? [])
        }

        /// Returns all files of a folder except its tiles.
        func descriptors() throws(ZigguratError) -> [BundleFile] {
            target.isFolder ? try scheme.descriptors(of: description) : []
        }

        /// Returns the tile scheme of a folder. Tile databases use the scheme of `xyz`.
        private static func scheme(
            of tiles: MapTiles, _ target: any MapContainerFormat, _ options: Repacker.Options
        ) throws(ZigguratError) -> MapScheme {
            guard let layouts = options.layouts else {
                return target.isFolder ? tiles.scheme ?? .xyz : .xyz
            }
            for layout in layouts { try target.check(layout) }
            guard layouts.count == 1, let scheme = MapScheme(rawValue: layouts[0].name) else {
                throw ZigguratError(RepackError.mapLayouts(layouts.map(\.name)), tiles.place)
            }
            return scheme
        }

        /// Returns the name of a file. For a descriptor, returns the name of its folder.
        private static func name(of path: String) -> String {
            let isDescriptor = MapTiles.isDescriptor(Path.name(of: path))
            return OpenedPyramids.name(of: isDescriptor ? Path.split(path).folder : path)
        }
    }
}

extension MapTiles {
    /// The number of tiles whose headers are read to find the format.
    private static let probes = 8

    /// Returns the metadata of a map of these tiles.
    ///
    /// - Parameters:
    ///   - name: the name of the map, if its metadata state no name.
    ///   - address: the public address of the map's folder.
    func description(
        named name: String, address: String = ""
    ) throws(ZigguratError) -> MapDescription {
        guard let first = addresses.first, let last = addresses.last else {
            throw ZigguratError(ArchiveError.noTiles, place)
        }
        let stated = metadata.hasBoundsOfTiles ? nil : metadata.bounds
        guard let bounds = stated ?? boundsOfTiles else {
            throw ZigguratError(ArchiveError.noTiles, place)
        }
        let (format, tileSize) = try tileFormat()
        let hasGaps =
            stated == nil && !format.isVector && !boundedByTiles.gaps(upTo: 1).isEmpty
        return MapDescription(
            format: format, tileSize: tileSize, zooms: first.level...last.level, bounds: bounds,
            centre: metadata.centre, hasBoundsOfTiles: hasGaps, fields: metadata.fields,
            name: name, address: address)
    }

    /// Returns the format and the size of the first readable tile. The format that a map states can
    /// differ from the format of its tiles.
    private func tileFormat() throws(ZigguratError) -> (MapTileFormat, PixelSize) {
        for tile in addresses.prefix(Self.probes) {
            guard let bytes = try bytes(of: tile), !bytes.isEmpty else { continue }
            if MapTileFormat.isVector(statedFormat) {
                return (.vector(of: bytes), PixelSize(square: 256))
            }
            if let image = try TileImage.read(bytes) { return (.image(image.format), image.size) }
        }
        throw ZigguratError(PyramidError.unrecognised, place)
    }
}

extension MapRepacker {
    /// The entry at the path of a new map.
    enum State {
        case missing
        /// The map that would be written, with equal tiles.
        case same
        /// A different map that Ziggurat wrote.
        case other
    }

    /// - Throws: ``DestinationError`` if the entry at the path is not a map that Ziggurat wrote,
    ///   or is the source.
    func state(
        of plan: Plan, _ cancellation: Cancellation
    ) throws(ZigguratError) -> State {
        try destination.checkParents(of: plan.name)
        try destination.checkApart(path, from: plan.path)
        let place = destination.folder(of: plan.path)
        guard FileSystem.exists(place) else { return .missing }
        guard let old = try? Self.map(at: place, plan) else {
            throw ZigguratError(DestinationError.notAMap, place)
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
        guard let reader = plan.target.abilities.reader,
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
