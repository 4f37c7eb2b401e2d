internal import Synchronization
internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSystem
internal import ZigguratViewer

/// Writes a repacked export into a folder.
struct RepackWriter {
    private let plan: RepackPlan
    private let provenance: Provenance
    private let completion: ExportCompletion
    private let threadCount: Int
    private let background: RGBColor

    /// Tiles between two reports of progress.
    private static let batch = 256

    init(
        _ plan: RepackPlan, _ provenance: Provenance, pages: PageWriter?,
        threadCount: Int, at folder: String
    ) throws(ZigguratError) {
        self.plan = plan
        self.provenance = provenance
        self.threadCount = threadCount
        background = plan.settings.background ?? .white
        completion = try ExportCompletion(
            plan.name, plan.bundles.map(\.target), plan.settings, in: plan.container, at: folder,
            pages: pages, formats: plan.formats)
    }

    func write(
        progress: (_ done: Int, _ count: Int) -> Bool
    ) throws(ZigguratError) -> Manifest {
        var bundles: [Manifest.Bundle] = []
        var thumbnail: [UInt8] = []
        var done = 0
        var encodedTiles = plan.bundles.reduce(0) { $0 + $1.newTiles }
        let isClear = provenance.header.hasAlpha && plan.settings.alpha == .keep
        for bundle in plan.bundles {
            let file = "\(completion.folder)/.small.png"
            let small = try SmallPicture(
                of: bundle.source, at: file, background: isClear ? nil : background)
            let blanks = RepackedBlanks(of: bundle, background: background, isClear: isClear)
            thumbnail = try small.picture(longestSide: 512, quality: 85, background: background)
            let container = try completion.open(bundle.target)
            try writeTiles(of: bundle, small, blanks, into: container) {
                done += $0
                return progress(done, plan.tileCount)
            }
            try writeWholeImages(of: bundle, small, into: container)
            let placeholder = try small.picture(
                longestSide: 64, quality: 60, background: background)
            try FileSystem.remove(file)
            encodedTiles += blanks.encodedTiles
            bundles.append(
                try completion.finish(
                    bundle.target, in: container, absent: blanks.absent, placeholder: placeholder,
                    thumbnail: thumbnail))
        }
        try completion.root.write(BundleFile(path: completion.thumbnail, bytes: thumbnail))
        return try completion.finish(
            bundles, of: provenance.source, provenance.header, encodedTiles: encodedTiles,
            threadCount: threadCount)
    }

    private func writeTiles(
        of bundle: RepackPlan.Bundle, _ small: SmallPicture, _ blanks: RepackedBlanks,
        into container: any Container, progress: (_ done: Int) -> Bool
    ) throws(ZigguratError) {
        for (pyramid, level) in bundle.pyramids.flatMap({ pyramid in
            pyramid.levels.map { (pyramid, $0) }
        }) {
            let old = bundle.sourceLevel(of: level, in: pyramid)
            let made =
                try old == nil
                ? small.tiles(
                    reduction: level.reduction, pyramid.tiling,
                    background: background) : [:]
            var start = 0
            while start < level.tileCount {
                let count = min(Self.batch, level.tileCount - start)
                let failure = FirstFailure()
                ConcurrentWork.forEach(below: count, threads: threadCount) { [start] index in
                    guard failure.error == nil else { return }
                    let number = start + index
                    let tile = pyramid.tile(
                        level, column: number % level.columns, row: number / level.columns)
                    do throws(ZigguratError) {
                        try Self.write(tile, of: bundle, old, made, blanks, into: container)
                    } catch {
                        failure.remember(error)
                    }
                }
                if let error = failure.error { throw error }
                start += count
                guard progress(count) else {
                    throw ZigguratError(Cancelled(), plan.opened.path)
                }
            }
        }
    }

    private static func write(
        _ tile: Tile, of bundle: RepackPlan.Bundle, _ old: (pyramid: Pyramid, level: Level)?,
        _ made: [TileAddress: [UInt8]], _ blanks: RepackedBlanks, into container: any Container
    ) throws(ZigguratError) {
        let paths = bundle.layout.files(of: tile)
        guard !paths.isEmpty else { return }
        let bytes: [UInt8]
        if let old {
            let source = bundle.source
            let oldTile = old.pyramid.tile(old.level, column: tile.column, row: tile.row)
            if let found = try source.isLeftOut(oldTile) ? nil : source.bytes(of: oldTile) {
                bytes = found
            } else if source.isSparse || source.isLeftOut(oldTile) {
                guard let plain = try blanks.bytes(insteadOf: tile) else { return }
                bytes = plain
            } else {
                throw ZigguratError(RepackFailure.missingTile, source.place(of: oldTile))
            }
        } else {
            let address = TileAddress(level: 0, column: tile.column, row: tile.row)
            guard let found = made[address] else { return }
            bytes = found
        }
        try write(bytes, to: paths, tile: tile.address, into: container)
    }

    private static func write(
        _ bytes: [UInt8], to paths: [String], tile: TileAddress?, into container: any Container
    ) throws(ZigguratError) {
        var twin: StoredFile?
        for (index, path) in paths.enumerated() {
            twin =
                try unsafe container.write(
                    path, tile: index == 0 ? tile : nil, bytes.span.bytes, twin: twin) ?? twin
        }
    }

    private func writeWholeImages(
        of bundle: RepackPlan.Bundle, _ small: SmallPicture, into container: any Container
    ) throws(ZigguratError) {
        for image in bundle.layout.wholeImages(of: bundle.pyramid) {
            guard image.level.reduction >= small.reduction else {
                throw ZigguratError(
                    RepackFailure.noLevelForImage(image.level.size), bundle.source.place)
            }
            let tiling = Tiling(
                tileSize: image.level.size,
                encoding: image.encoding ?? bundle.pyramid.tiling.encoding)
            let made = try small.tiles(
                reduction: image.level.reduction, tiling, background: background)
            try Self.write(
                made[TileAddress(level: 0, column: 0, row: 0)] ?? [], to: image.paths, tile: nil,
                into: container)
        }
    }
}

/// The first error of several threads.
private final class FirstFailure: Sendable {
    private let first = Mutex<ZigguratError?>(nil)

    var error: ZigguratError? { first.withLock { $0 } }

    func remember(_ error: ZigguratError) {
        first.withLock { $0 = $0 ?? error }
    }
}
