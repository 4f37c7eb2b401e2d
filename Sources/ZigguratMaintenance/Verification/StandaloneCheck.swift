internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratFormats
internal import ZigguratStore
internal import ZigguratSystem

/// Verifies pyramids outside an export.
struct StandaloneCheck {
    package let path: String

    func run(_ reader: any ContainerReader, _ run: VerificationRun) throws(ZigguratError) {
        if StoredMap.isRepacked(path, reader), let tiles = try reader.mapTiles(in: path) {
            return try MapTileCheck(tiles: tiles).run(run, at: path)
        }
        do throws(ZigguratError) {
            switch try reader.read(path, known: nil) {
            case .files(let files, let faults):
                for fault in faults { run.found(fault, as: .container) }
                try self.run(files, run)
            case .pyramid(let source, let faults):
                // Programs skip transparent tiles of maps, so ``MapTileCheck`` decides which tiles
                // are missing.
                if let tiles = try StoredMap.tiles(in: path, reader, readAs: source),
                    tiles.addresses.count < source.tileCount
                {
                    return try MapTileCheck(tiles: tiles).run(run, at: path)
                }
                guard run.isBounded(source) else { return }
                try check(source, run, at: source.place) { () throws(ZigguratError) in
                    for fault in faults() { run.found(fault, as: .container) }
                    try TileCheck(source: source).run(run)
                }
            }
        } catch {
            if error.isOfPartOfMap, let tiles = try reader.mapTiles(in: path) {
                return try MapTileCheck(tiles: tiles).run(run, at: path)
            }
            guard error.code == .invalidPyramid else { throw error }
            run.found(error, as: .container)
        }
    }

    /// Verifies all pyramids among the files of a folder or an archive, or the pyramid of one
    /// descriptor.
    func run(
        _ files: any BundleFiles, _ run: VerificationRun, descriptor: String? = nil
    ) throws(ZigguratError) {
        let hits = try PyramidSearch.hits(
            in: files, run.options.formats, descriptor: descriptor)
        guard !hits.isEmpty else { throw PyramidError.nothing(at: path) }
        for hit in hits {
            if try Self.isMap(hit) {
                try MapTileCheck(tiles: MapTiles(in: hit.files)).run(
                    run, at: hit.files.place(of: ""))
                continue
            }
            switch hit.reading {
            case .failure(let error): run.found(error, as: .descriptor)
            case .success(let found):
                let source = hit.source(found)
                guard run.isBounded(source) else { continue }
                let place = descriptor == nil ? source.place : path
                try check(source, run, at: place) { () throws(ZigguratError) in
                    try BundleCheck(source: source, readings: [hit.reading], expectation: nil)
                        .run(run)
                }
            }
        }
    }

    private static func isMap(_ hit: PyramidSearch.Hit) throws(ZigguratError) -> Bool {
        switch hit.reading {
        case .failure(let error): error.isOfPartOfMap
        case .success: try StoredMap.isRepacked(hit.files)
        }
    }

    private func check(
        _ source: any TileSource, _ run: VerificationRun, at place: String,
        _ body: () throws(ZigguratError) -> Void
    ) throws(ZigguratError) {
        let before = run.findingCount
        switch source.found.sizeOrigin {
        case .descriptor: break
        case .tiles(let mayBePadded):
            run.note(
                .sizeFromTiles(source.pyramid.imageSize, mayBePadded: mayBePadded), on: place)
        }
        try body()
        let faults = run.findingCount - before
        run.report(.checked(Verification.Summary(source, at: place, faults: faults)))
    }
}

extension Verification.Summary {
    /// - Parameter place: the path that the user named; `nil` uses the place of the tiles.
    init(_ source: any TileSource, at place: String? = nil, faults: Int) {
        self.place = place ?? source.place
        kind = source.kind
        size = source.pyramid.imageSize
        levels = source.pyramid.levels.count
        tiles = source.tileCount
        self.faults = faults
    }
}
