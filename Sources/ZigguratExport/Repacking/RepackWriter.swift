internal import Synchronization
internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSystem
internal import ZigguratViewer

/// Writes a repacked export into a folder.
struct RepackWriter {
    private let plan: Repacker.Plan
    private let source: Manifest.Source
    private let header: SourceHeader
    private let completion: ExportCompletion
    private let threadCount: Int

    init(
        _ plan: Repacker.Plan, _ source: Manifest.Source, _ header: SourceHeader, pages: PageWriter,
        threadCount: Int, at folder: String
    ) throws(ZigguratError) {
        (self.plan, self.source, self.header) = (plan, source, header)
        self.threadCount = threadCount
        completion = try ExportCompletion(
            plan.name, plan.bundles.map(\.target), plan.settings, in: plan.container, at: folder,
            pages: pages, formats: plan.formats)
    }

    /// - Parameter progress: an answer of `false` cancels.
    func write(
        progress: (_ done: Int, _ count: Int) -> Bool
    ) throws(ZigguratError) -> Manifest {
        var bundles: [Manifest.Bundle] = []
        var thumbnail: [UInt8] = []
        var done = 0
        var encodedTiles = plan.bundles.reduce(0) { $0 + $1.newTiles }
        let background = plan.settings.background ?? .white
        let isClear = header.hasAlpha && plan.settings.alpha == .keep
        for bundle in plan.bundles {
            let file = "\(completion.folder)/.small.png"
            let small = try SmallLevel(
                of: bundle.source, at: file, background: background, isClear: isClear)
            let blanks = RepackedBlanks(of: bundle, background: background, isClear: isClear)
            thumbnail = try small.jpeg(longestSide: 512, quality: 85)
            let container = try completion.open(bundle.target)
            let writer = RepackedTiles(
                bundle: bundle, small: small, blanks: blanks, container: container)
            try writer.write(threadCount: threadCount) { count throws(ZigguratError) in
                done += count
                guard progress(done, plan.tileCount) else {
                    throw ZigguratError(Cancelled(), plan.opened.path)
                }
            }
            try writer.writeWholeImages()
            let placeholder = try small.jpeg(longestSide: 64, quality: 60)
            try FileSystem.remove(file)
            encodedTiles += blanks.encodedTiles
            bundles.append(
                try completion.finish(
                    bundle.target, in: container, absent: blanks.absent, placeholder: placeholder,
                    thumbnail: thumbnail))
        }
        try completion.root.write(BundleFile(path: completion.thumbnail, bytes: thumbnail))
        return try completion.finish(
            bundles, of: source, header, encodedTiles: encodedTiles, threadCount: threadCount)
    }
}

/// Writes the tiles and whole images of one bundle.
private struct RepackedTiles: Sendable {
    let bundle: Repacker.Plan.Bundle
    let small: SmallLevel
    let blanks: RepackedBlanks
    let container: any Container

    /// Tiles between two reports of progress.
    private static let batch = 256

    /// - Parameter progress: called with the number of tiles written since the last call.
    func write(
        threadCount: Int, progress: (Int) throws(ZigguratError) -> Void
    ) throws(ZigguratError) {
        for pyramid in bundle.pyramids {
            for level in pyramid.levels {
                let old = bundle.sourceLevel(of: level, in: pyramid)
                let made = try old == nil ? small.tiles(level.reduction, pyramid.tiling) : [:]
                for start in stride(from: 0, to: level.tileCount, by: Self.batch) {
                    let count = min(Self.batch, level.tileCount - start)
                    let results = ConcurrentWork.map(below: count, threads: threadCount) { index in
                        let number = start + index
                        let tile = pyramid.tile(
                            level, column: number % level.columns, row: number / level.columns)
                        return Result { () throws(ZigguratError) in try write(tile, old, made) }
                    }
                    for result in results { try result.get() }
                    try progress(count)
                }
            }
        }
    }

    /// - Parameters:
    ///   - old: the level of the source with the tile; `nil` if it has none.
    ///   - made: the tiles of the level if the source does not have it.
    private func write(
        _ tile: Tile, _ old: (pyramid: Pyramid, level: Level)?, _ made: [Tile.Address: [UInt8]]
    ) throws(ZigguratError) {
        let paths = bundle.layout.files(of: tile)
        guard !paths.isEmpty else { return }
        let bytes: [UInt8]?
        if let old {
            let source = bundle.source
            let oldTile = old.pyramid.tile(old.level, column: tile.column, row: tile.row)
            if let found = try source.isLeftOut(oldTile) ? nil : source.bytes(of: oldTile) {
                bytes = found
            } else if source.isSparse || source.isLeftOut(oldTile) {
                bytes = try blanks.bytes(insteadOf: tile)
            } else {
                throw ZigguratError(RepackFailure.missingTile, source.place(of: oldTile))
            }
        } else {
            bytes = made[Tile.Address(level: 0, column: tile.column, row: tile.row)]
        }
        if let bytes { try write(bytes, to: paths, tile: tile.address) }
    }

    private func write(
        _ bytes: [UInt8], to paths: [String], tile: Tile.Address?
    ) throws(ZigguratError) {
        var twin: StoredFile?
        for (index, path) in paths.enumerated() {
            // `unsafe`: the container uses the span only during the call.
            twin =
                try unsafe container.write(
                    path, tile: index == 0 ? tile : nil, bytes.span.bytes, twin: twin) ?? twin
        }
    }

    func writeWholeImages() throws(ZigguratError) {
        for image in bundle.wholeImages {
            guard image.level.reduction >= small.reduction else {
                throw ZigguratError(
                    RepackFailure.noLevelForImage(image.level.size), bundle.source.place)
            }
            let tiling = Tiling(
                tileSize: image.level.size,
                encoding: image.encoding ?? bundle.pyramid.tiling.encoding)
            let bytes = try small.tile(image.level.reduction, tiling)
            try write(bytes, to: image.paths, tile: nil)
        }
    }
}

/// Handles the tiles that the source of a repack leaves out: they are left out again if clients
/// can be told, and are written as background otherwise.
final class RepackedBlanks: Sendable {
    private struct Kind: Hashable {
        let encoding: TileEncoding
        let size: PixelSize
    }

    private struct State {
        var absent: [Int: [Int]] = [:]
        var tiles: [Kind: [UInt8]] = [:]
    }

    private let bundle: Repacker.Plan.Bundle
    private let background: RGBColor
    private let isClear: Bool
    private let state = Mutex(State())

    /// - Parameter isClear: whether tiles that are left out are transparent.
    init(of bundle: Repacker.Plan.Bundle, background: RGBColor, isClear: Bool) {
        self.bundle = bundle
        self.background = background
        self.isClear = isClear
    }

    var absent: AbsentTiles { AbsentTiles(state.withLock { $0.absent }) }

    var encodedTiles: Int { state.withLock { $0.tiles.count } }

    /// Returns the background for a tile; `nil` if the tile is left out again.
    func bytes(insteadOf tile: Tile) throws(ZigguratError) -> [UInt8]? {
        let isMain =
            tile.pyramid.density == bundle.pyramid.density
            && tile.pyramid.shape.rounding == bundle.pyramid.shape.rounding
        if isMain, bundle.description.leavesOutBlanks {
            let number = tile.row * tile.level.columns + tile.column
            state.withLock { $0.absent[tile.level.index, default: []].append(number) }
            return nil
        }
        let kind = Kind(encoding: tile.pyramid.tiling.encoding, size: tile.encodedSize)
        return try state.withLock { state throws(ZigguratError) in
            if let bytes = state.tiles[kind] { return bytes }
            let bytes = try BlankTile.bytes(
                kind.encoding, kind.size, background: background, isClear: isClear)
            state.tiles[kind] = bytes
            return bytes
        }
    }
}
