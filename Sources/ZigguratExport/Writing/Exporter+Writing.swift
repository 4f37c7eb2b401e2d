internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
package import ZigguratPyramid
internal import ZigguratSources
package import ZigguratStore
package import ZigguratSystem
internal import ZigguratViewer

extension Exporter {
    /// Writes an export into a hidden folder. The caller moves it into place later.
    func write(
        _ plan: ExportPlan, _ source: Manifest.Source, _ update: ExportDiff,
        in staging: Staging, journal: ExportJournal? = nil, _ cancellation: Cancellation,
        noted: (ExportNote) -> Void = { _ in }, _ progress: (ExportProgress) -> Void = { _ in }
    ) throws(ZigguratError) -> ExportResult {
        let cached = try journal == nil ? cachedTiles(of: plan, in: staging) : nil
        if let cached {
            noted(.cached(export: folder.folder(of: plan.name), files: cached.kept.count))
        }
        let journal = journal ?? cached
        return try staging.write(
            plan.name, upon: plan.states, update.bundles, notes: plan.notes
        ) { draft throws(ZigguratError) in
            do throws(ZigguratError) {
                let written = try write(plan, source, update, to: draft, journal) { step in
                    progress(step)
                    return !cancellation.isCancelled
                }
                try share(update)
                return written
            } catch {
                throw error.orAbout(plan.sourcePath)
            }
        }
    }

    /// Links the tiles in the caches of live servers into the hidden folder of an export.
    ///
    /// - Returns: a journal of the tiles; `nil` if the caches have no tiles of the export.
    private func cachedTiles(
        of plan: ExportPlan, in staging: Staging
    ) throws(ZigguratError) -> ExportJournal? {
        guard let cache = options.cachedTiles else { return nil }
        let tiles = try cache.tiles(of: plan, options)
        guard !tiles.isEmpty else { return nil }
        let folder = try staging.folder()
        let kept = try tiles.link(into: "\(folder)/\(plan.name)")
        // A folder name for each image, because several images can be written at once.
        let number = XXH3.hash(plan.name)
        let own = "\(folder)/.cached-\(String(number, radix: 16))"
        try FileSystem.makeFolders(own)
        return try ExportJournal(of: kept, nil, in: own, build: number)
    }

    /// Writes the files that all exports of the destination share, such as scripts of pages.
    ///
    /// - Parameter update: the changes to the existing export. Kept bundles may have another viewer
    ///   than new bundles.
    func share(_ update: ExportDiff) throws(ZigguratError) {
        guard options.pageAssets == .destination else { return }
        let kept = update.kept.compactMap { update.old?.settings(of: $0).viewer }
        let viewers = Set([options.viewer] + kept).filter { $0 != .none }
        guard !viewers.isEmpty else { return }
        try SharedScripts.check(in: folder)
        let pages = PageWriter(templates)
        var files: [BundleFile] = []
        for viewer in viewers {
            files += try pages.sharedFiles(
                of: viewer, in: options.language, isOffline: options.offline)
        }
        try folder.withLock { () throws(ZigguratError) in try folder.update(files) }
    }

    package func builder(
        of plan: ExportPlan, passes: [TilingPass], resampled: [ResampledPyramid]
    ) -> PyramidBuilder {
        var builder = PyramidBuilder(
            passes: passes, resampled: resampled,
            background: plan.settings.background ?? .white, alpha: options.alpha,
            threadCount: options.threadCount)
        builder.decoderMemory = plan.memory.left(of: options.memoryLimit)
        return builder
    }

    /// Writes the export of a plan into a folder.
    ///
    /// - Parameter progress: `false` cancels.
    private func write(
        _ plan: ExportPlan, _ source: Manifest.Source, _ update: ExportDiff, to folder: String,
        _ journal: ExportJournal?, progress: (ExportProgress) -> Bool
    ) throws(ZigguratError) -> WrittenExport {
        let original = SourceCopy(of: source, plan.settings)
        writtenTiles?.begin(in: folder)
        let old = self.folder.folder(of: plan.name)
        let completion = try ExportWriter(
            plan.name, plan.bundles, plan.settings, in: options.container, at: folder,
            replacing: ReplacedExport(at: old),
            keeping: KeptBundles(update, at: old, options.formats), journal: journal,
            tiles: writtenTiles, pages: PageWriter(templates), original: original,
            previews: plan.previews, tour: TourContent(plan.tourMedia, storedIn: old, update.old),
            formats: options.formats)
        let containers = try plan.bundles.map { bundle throws(ZigguratError) in
            try completion.open(bundle)
        }
        let router = TileRouter(
            plan, containers: containers + [completion.root], thumbnail: completion.thumbnail,
            bundleThumbnail: completion.bundleThumbnail, blankTolerance: options.blankTolerance,
            isContinued: journal?.hasTiles ?? false)
        var builder = builder(of: plan, passes: router.passes, resampled: router.resampled)
        if options.cachedTiles == nil { builder.rowFile = journal?.rowFile }
        let found = try builder.build(plan.source, into: router, progress: progress)
        if let original {
            let fixity = plan.settings.fixity
            try FileSystem.makeFolders("\(folder)/\(fixity.payload)\(SourceCopy.folder)")
            try FileSystem.copy(plan.sourcePath, to: "\(folder)/\(original.path(in: fixity))")
        }
        try plan.source.checkUnchanged()
        let tally = router.tally
        let bundles = try zip(plan.bundles, zip(containers, tally.absent)).map {
            bundle, written throws(ZigguratError) in
            try completion.finish(
                bundle, in: written.0, absent: AbsentTiles(written.1),
                placeholder: tally.placeholder)
        }
        return try completion.finish(
            bundles, of: source, plan.header.finding(found), encodedTiles: tally.encodedTiles,
            sourceSet: plan.sourceSet, colour: TileImage.meanColour(ofJPEG: tally.placeholder),
            threadCount: options.threadCount)
    }
}

extension SharedScripts {
    /// Checks that the folder of the scripts is not a link. Files written through a link would be
    /// outside the destination.
    package static func check(in destination: Destination) throws(ZigguratError) {
        let shared = destination.folder(of: folderName)
        if FileAttributes(path: shared, followsLink: false)?.kind == .other {
            throw ZigguratError(DestinationError.sharedFolderIsLink, shared)
        }
    }
}
