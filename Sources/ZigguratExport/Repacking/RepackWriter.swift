internal import Synchronization
internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSystem
internal import ZigguratViewer

/// Writes what a plan of repacking says into a folder.
struct RepackWriter {
    private let plan: RepackPlan
    private let provenance: Provenance
    private let pages: PageWriter?
    private let threadCount: Int

    private static let batch = 256
    private static let thumbnail = "thumbnail.jpg"

    init(
        _ plan: RepackPlan, _ provenance: Provenance, pages: PageWriter?, threadCount: Int
    ) {
        self.plan = plan
        self.provenance = provenance
        self.pages = plan.container.holdsPages ? pages : nil
        self.threadCount = threadCount
    }

    func write(
        to folder: String, progress: (_ done: Int, _ count: Int) -> Bool
    ) throws(ZigguratError) -> Manifest {
        let root = try FolderContainer(folder)
        var bundles: [Manifest.Bundle] = []
        var thumbnail: [UInt8] = []
        var done = 0
        var encodedTiles = plan.bundles.reduce(0) { $0 + $1.newTiles }
        let isClear = provenance.header.hasAlpha && plan.settings.alpha == .keep
        for bundle in plan.bundles {
            let file = "\(folder)/.small.png"
            let background = plan.settings.background
            let small = try SmallPicture(
                of: bundle.source, at: file, background: isClear ? nil : background)
            let blanks = RepackedBlanks(of: bundle, background: background, isClear: isClear)
            thumbnail = try small.picture(longestSide: 512, quality: 85, background: background)
            let placeholder = try small.picture(
                longestSide: 64, quality: 60, background: background)
            let container = try plan.container.open(
                bundle.description, at: "\(folder)/\(bundle.path)")
            try writeTiles(of: bundle, small, blanks, into: container) {
                done += $0
                return progress(done, plan.tileCount)
            }
            try writeWholeImages(of: bundle, small, into: container)
            try FileSystem.remove(file)
            var description = bundle.description
            description.absent = blanks.absent
            encodedTiles += blanks.encodedTiles
            for file in try files(of: bundle, description, thumbnail, placeholder) {
                try container.write(file)
            }
            let totals = try container.finish()
            let pyramid = bundle.pyramid
            bundles.append(
                Manifest.Bundle(
                    layout: bundle.layout.name, path: bundle.path,
                    isFolder: plan.container.isFolder, tiling: pyramid.tiling,
                    levels: pyramid.levels.count,
                    tiles: bundle.tileCount - description.absent.count,
                    absent: description.absent.isEmpty ? nil : description.absent,
                    page: pages != nil && plan.container.isFolder
                        ? "\(bundle.path)/index.html" : nil,
                    files: totals.files, bytes: totals.bytes))
        }
        try root.write(BundleFile(path: Self.thumbnail, bytes: thumbnail))
        let manifest = Manifest(
            format: Manifest.currentFormat, generator: Ziggurat.generator, name: plan.name,
            source: provenance.source, image: provenance.header, settings: plan.settings,
            bundles: bundles, encodedTiles: encodedTiles, thumbnail: Self.thumbnail)
        try root.write(try .json(Manifest.fileName, manifest))
        return manifest
    }

    private func writeTiles(
        of bundle: RepackPlan.Bundle, _ small: SmallPicture, _ blanks: RepackedBlanks,
        into container: any Container, progress: (_ done: Int) -> Bool
    ) throws(ZigguratError) {
        for (pyramid, level) in bundle.levels {
            let old = bundle.sourceLevel(of: level, in: pyramid)
            let made =
                try old == nil
                ? small.tiles(
                    reduction: level.reduction, pyramid.tiling,
                    background: plan.settings.background) : [:]
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
                    throw ZigguratError(.cancelled, plan.opened.path, "stopped on request")
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
                throw ZigguratError(
                    .invalidPyramid, source.place(of: oldTile), "the tile is missing",
                    remedy: "“ziggurat verify” finds all that are")
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
                    .invalidPyramid, bundle.source.place,
                    "it has no level of which the whole image of \(image.level.size) pixels "
                        + "could be made", remedy: "export from the source")
            }
            let tiling = Tiling(
                tileSize: image.level.size,
                encoding: image.encoding ?? bundle.pyramid.tiling.encoding)
            let made = try small.tiles(
                reduction: image.level.reduction, tiling, background: plan.settings.background)
            try Self.write(
                made[TileAddress(level: 0, column: 0, row: 0)] ?? [], to: image.paths, tile: nil,
                into: container)
        }
    }

    /// Descriptors, the page with all that it loads, thumbnails.
    private func files(
        of bundle: RepackPlan.Bundle, _ description: BundleDescription, _ thumbnail: [UInt8],
        _ placeholder: [UInt8]
    ) throws(ZigguratError) -> [BundleFile] {
        var files = try bundle.layout.descriptors(of: description)
        files += try plan.container.descriptors(of: description)
        let record = try BundleRecord.file(
            of: bundle.layout, description, levels: plan.settings.levels, in: plan.container)
        if let record { files.append(record) }
        if let path = pages == nil
            ? plan.container.thumbnail : PageDescription.bundleThumbnail
        {
            files.append(BundleFile(path: path, bytes: thumbnail))
        }
        var page = PageDescription(
            of: description, bundle.layout, settings: plan.settings, placeholder: placeholder)
        if plan.container.isFolder {
            page.place = "\(plan.name)/\(bundle.path)"
            page.links = PageLink.links(
                from: bundle.layout, to: plan.bundles.map(\.layout), original: nil,
                havePages: pages != nil)
        }
        return files + (try pages?.files(for: page) ?? [])
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
