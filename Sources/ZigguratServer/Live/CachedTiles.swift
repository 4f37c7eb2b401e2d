internal import ZigguratCore
package import ZigguratExport
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratStore
package import ZigguratSystem

/// The tiles of an image in the caches of live servers: tiles of whole exports, and single tiles.
struct CachedTiles: EncodedTiles {
    /// The place of a tile in the levels, independent of layouts.
    private struct Key: Hashable {
        let grid: String
        let reduction: Int
        let column: Int
        let row: Int
    }

    /// Returns a key of the pyramid. The image, the tiling, and the origin and the rounding of the
    /// levels determine all tiles.
    private static func grid(of pyramid: Pyramid) -> String {
        "\(pyramid.tiling) \(pyramid.shape.origin) \(pyramid.shape.rounding)"
    }

    private let plan: ExportPlan
    /// The paths of the files.
    private var files: [Key: String] = [:]

    /// Finds the cached tiles whose bytes equal the tiles that an export would encode.
    ///
    /// - Throws: ``ZigguratError`` if a cache cannot be read.
    init(of plan: ExportPlan, _ options: Exporter.Options, in cache: LiveCache)
        throws(ZigguratError)
    {
        self.plan = plan
        var request = options.source
        request.page = nil
        guard request == SourceRequest(), options.blankTolerance == nil,
            options.container.isFolder
        else { return }
        let key = try LiveSite.sourceKey(of: plan.sourcePath)
        let source = try Manifest.Source(path: plan.sourcePath)
        for entry in try cache.entries() {
            let images = LiveCache.folder(of: entry.name, in: entry.site)
            // If the settings of a layout differ, the layout places different pixels at a path.
            for bundle in plan.bundles
            where plan.settings.layoutSettings?[bundle.layout.name] == nil {
                let name = OnDemandImage.tileFolder(
                    key, bundle.pyramid, plan.settings, keepsAlpha: plan.keepsAlpha)
                find(in: "\(images)/\(name)/\(bundle.layout.name)", bundle)
            }
            let export = "\(entry.site)/\(entry.name)"
            // Another process may remove the export during this call.
            guard let manifest = try? ManifestCache.shared.manifest(ofExport: export),
                manifest.generator == Ziggurat.generator,
                source.isUnchanged(since: manifest.source),
                manifest.settings.source == plan.settings.source,
                // Paths contain level numbers, so the requests for levels must be equal.
                manifest.settings.levels == plan.settings.levels,
                manifest.settings.alpha == plan.settings.alpha,
                manifest.settings.background == plan.settings.background,
                manifest.keepsAlpha == plan.keepsAlpha
            else { continue }
            for bundle in plan.bundles
            where plan.settings.layoutSettings?[bundle.layout.name]
                == manifest.settings.layoutSettings?[bundle.layout.name]
            {
                guard
                    let stored = manifest.bundles.first(where: {
                        $0.layout == bundle.layout.name && $0.isFolder
                            && $0.tiling == bundle.pyramid.tiling
                    })
                else { continue }
                find(in: "\(export)/\(stored.path)", bundle)
            }
        }
    }

    private mutating func find(in folder: String, _ bundle: ExportPlan.Bundle) {
        guard FileSystem.isFolder(folder) else { return }
        var found: [Key: String] = [:]
        // Another process may remove files of the folder during this call.
        try? FolderFiles(folder).forEachFile { path, byteCount in
            // A power failure can leave an empty file.
            guard byteCount > 0, let tile = bundle.layout.tile(at: path, in: bundle.pyramid) else {
                return true
            }
            let key = Key(
                grid: Self.grid(of: bundle.pyramid), reduction: tile.level.reduction,
                column: tile.column, row: tile.row)
            found[key] = "\(folder)/\(path)"
            return true
        }
        files.merge(found) { known, _ in known }
    }

    var isEmpty: Bool { files.isEmpty }

    /// Links the tiles into the folder of an export, or copies them.
    ///
    /// - Returns: the hash of each file's bytes by the hash of the file's path, as in
    ///   ``ExportJournal``.
    func link(into folder: String) throws(ZigguratError) -> [UInt64: UInt64] {
        var kept: [UInt64: UInt64] = [:]
        for bundle in plan.bundles {
            let grid = Self.grid(of: bundle.pyramid)
            let container = try FolderContainer("\(folder)/\(bundle.path)")
            for (key, source) in files where key.grid == grid {
                guard
                    let level = bundle.pyramid.levels.first(where: {
                        $0.reduction == key.reduction
                    }),
                    let tile = bundle.pyramid.tile(
                        at: Tile.Address(level: level.index, column: key.column, row: key.row)),
                    let bytes = try FileSystem.contents(of: source)
                else { continue }
                let content = XXH3.hash(bytes)
                for path in bundle.layout.files(of: tile) {
                    let file = StoredFile(path: source)
                    if try container.link(file, to: path, bytes.count) == nil {
                        // `unsafe`: the container uses the span only during the call.
                        _ = try unsafe container.write(
                            path, tile: nil, bytes.span.bytes, twin: nil)
                    }
                    kept[XXH3.hash("\(bundle.path)/\(path)")] = content
                }
            }
        }
        return kept
    }
}

extension ExportPlan {
    /// Whether rows keep their alpha while they are downsampled, because a bundle has an alpha
    /// channel.
    var keepsAlpha: Bool { settings.keepsAlpha(bundles.map(\.pyramid.tiling)) }
}

extension Manifest {
    /// Whether the exporter kept the alpha of rows while it downsampled them.
    fileprivate var keepsAlpha: Bool { settings.keepsAlpha(bundles.map(\.tiling)) }
}

extension ExportSettings {
    fileprivate func keepsAlpha(_ tilings: [Tiling]) -> Bool {
        alpha == .keep && tilings.contains { $0.encoding.format.keepsAlpha }
    }
}

extension LiveCache: TileCache {
    package func tiles(
        of plan: ExportPlan, _ options: Exporter.Options
    ) throws(ZigguratError) -> any EncodedTiles {
        try CachedTiles(of: plan, options, in: self)
    }
}
