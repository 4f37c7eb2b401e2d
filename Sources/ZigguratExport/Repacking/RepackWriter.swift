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
    /// The larger thumbnails, made from the first bundle.
    private let images: [(image: ExtraImage, path: String)]

    init(
        _ plan: Repacker.Plan, _ source: Manifest.Source, _ header: SourceHeader, pages: PageWriter,
        threadCount: Int, at folder: String, replacing old: ReplacedExport?,
        keeping kept: KeptBundles?
    ) throws(ZigguratError) {
        (self.plan, self.source, self.header) = (plan, source, header)
        self.threadCount = threadCount
        let previews = Self.previews(plan)
        images = plan.bundles.first.map { previews.levels(of: $0.source.pyramid.imageSize) } ?? []
        completion = try ExportCompletion(
            plan.name, plan.bundles.map(\.target), plan.settings, in: plan.container, at: folder,
            replacing: old, keeping: kept, pages: pages, previews: previews,
            tour: plan.opened.tour, formats: plan.formats)
    }

    /// The larger thumbnails; none if the levels have other sizes, because they are rounded down.
    private static func previews(_ plan: Repacker.Plan) -> PreviewImages {
        guard let pyramid = plan.bundles.first?.source.pyramid else { return .none }
        let (size, settings) = (pyramid.imageSize, plan.settings)
        let previews = PreviewImages(
            of: size, folder: settings.fixity.payload, hasCard: settings.baseURL != nil)
        let level = SmallLevel.level(of: pyramid, for: previews.levels(of: size).map(\.image))
        guard let level, level.size == size.reduced(by: 1 << level.reduction) else { return .none }
        return previews
    }

    /// - Parameter progress: an answer of `false` cancels.
    func write(
        progress: (_ done: Int, _ count: Int) -> Bool
    ) throws(ZigguratError) -> ExportCompletion.Written {
        var bundles: [Manifest.Bundle] = []
        var thumbnail: [UInt8] = []
        var done = 0
        var encodedTiles = plan.bundles.reduce(0) { $0 + $1.newTiles }
        let background = plan.settings.background ?? .white
        let isClear = header.hasAlpha && plan.settings.alpha == .keep
        var colour: RGBColor?
        let behind = plan.settings.previewBackground(
            of: header, in: plan.bundles.map(\.target))
        for (index, bundle) in plan.bundles.enumerated() {
            let images = index == 0 ? images : []
            let file = "\(completion.folder)/.small.png"
            let small = try SmallLevel(
                of: bundle.source, for: images.map(\.image), at: file, background: background,
                isClear: isClear)
            for (image, path) in images {
                let bytes = try small.jpeg(
                    longestSide: image.tiling.tileSize.longSide,
                    quality: image.tiling.encoding.quality, over: behind)
                try completion.root.write(BundleFile(path: path, bytes: bytes))
            }
            let blanks = RepackedBlanks(of: bundle, background: background, isClear: isClear)
            thumbnail = try small.jpeg(
                longestSide: PreviewImages.thumbnailSide, quality: 85, over: behind)
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
            colour = colour ?? TileImage.meanColour(ofJPEG: placeholder)
            try FileSystem.remove(file)
            encodedTiles += blanks.encodedTiles
            bundles.append(
                try completion.finish(
                    bundle.target, in: container, absent: blanks.absent, placeholder: placeholder,
                    thumbnail: thumbnail))
        }
        try completion.root.write(BundleFile(path: completion.thumbnail, bytes: thumbnail))
        return try completion.finish(
            bundles, of: source, header, encodedTiles: encodedTiles, colour: colour,
            threadCount: threadCount)
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
            var origins: [Int: Origin] = [:]
            for level in pyramid.levels {
                origins[level.index] = try origin(of: level, in: pyramid)
            }
            // The order in which archives store tiles, so that few wait for others.
            var addresses = TileOrder(of: pyramid).tiles.makeIterator()
            while true {
                var batch: [Tile.Address] = []
                while batch.count < Self.batch, let address = addresses.next() {
                    batch.append(address)
                }
                guard !batch.isEmpty else { break }
                let results = ConcurrentWork.map(below: batch.count, threads: threadCount) {
                    [origins, batch] index in
                    Result { () throws(ZigguratError) in
                        guard let tile = pyramid.tile(at: batch[index]),
                            let origin = origins[tile.level.index]
                        else { return }
                        try write(tile, origin)
                    }
                }
                for result in results { try result.get() }
                try progress(batch.count)
            }
        }
    }

    /// Where the tiles of a level come from.
    private enum Origin: Sendable {
        case source(pyramid: Pyramid, level: Level)
        /// Encoded again, because the source does not have the level.
        case made([Tile.Address: [UInt8]])
    }

    private func origin(of level: Level, in pyramid: Pyramid) throws(ZigguratError) -> Origin {
        if let (pyramid, level) = bundle.sourceLevel(of: level, in: pyramid) {
            return .source(pyramid: pyramid, level: level)
        }
        return .made(try small.tiles(level.reduction, pyramid.tiling))
    }

    private func write(_ tile: Tile, _ origin: Origin) throws(ZigguratError) {
        let paths = bundle.layout.files(of: tile)
        guard !paths.isEmpty else { return container.omit(tile.address) }
        let bytes: [UInt8]?
        switch origin {
        case .source(let pyramid, let level):
            let source = bundle.source
            let oldTile = pyramid.tile(level, column: tile.column, row: tile.row)
            if let found = try source.isLeftOut(oldTile) ? nil : source.bytes(of: oldTile) {
                bytes = found
            } else if source.isSparse || source.isLeftOut(oldTile) {
                bytes = try blanks.bytes(insteadOf: tile)
            } else {
                throw ZigguratError(RepackFailure.missingTile, source.place(of: oldTile))
            }
        case .made(let tiles):
            bytes = tiles[Tile.Address(level: 0, column: tile.column, row: tile.row)]
        }
        guard let bytes else { return container.omit(tile.address) }
        try write(bytes, to: paths, tile: tile.address)
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

    /// Pixels of the largest tile that is made.
    private static let largestBlank = 1 << 26

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
        // No file shows how large the tile is.
        guard kind.size.pixelCount <= Self.largestBlank else {
            throw ZigguratError(RepackFailure.blankTooLarge(kind.size), bundle.source.place)
        }
        return try state.withLock { state throws(ZigguratError) in
            if let bytes = state.tiles[kind] { return bytes }
            let bytes = try BlankTile.bytes(
                kind.encoding, kind.size, background: background, isClear: isClear)
            state.tiles[kind] = bytes
            return bytes
        }
    }
}
