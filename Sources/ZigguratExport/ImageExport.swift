internal import ZigguratCore
internal import ZigguratFormats
package import ZigguratImaging
package import ZigguratSystem
package import ZigguratViewer

/// The export of one image: its plan, and a folder that can be published.
package struct ImageExport: Sendable {
    private let destination: Destination
    private let options: ExportOptions
    private let pages: PageWriter?

    /// - Parameter pages: `nil` leaves the bundles without pages.
    package init(to destination: String, options: ExportOptions, pages: PageWriter?) {
        self.destination = Destination(destination)
        self.options = options
        self.pages =
            options.viewer == .none || !options.container.holdsPages ? nil : pages
    }

    /// Plans an export from the file's header alone.
    package func plan(_ path: String, name: String) throws(ZigguratError) -> ExportPlan {
        try ExportName.check(name, source: path)
        do throws(ZigguratError) {
            var request = options.source
            request.sampleBits = options.tiling.encoding?.bits ?? 8
            return try ExportPlan(
                of: SourceImage(path: path, request: request, trust: options.trust),
                name: name, options: options, pages: pages)
        } catch {
            throw error.orAbout(path)
        }
    }

    /// Carries a plan out. The export appears in the destination when it is complete; after an
    /// error the destination is as it was.
    ///
    /// - Parameter progress: called on the calling thread, now and then; an answer of `false`
    ///   cancels.
    package func run(
        _ plan: ExportPlan, progress: (ExportProgress) -> Bool = { _ in true }
    ) throws(ZigguratError) -> ExportResult {
        try destination.checkPlace(of: plan.name)
        let source = try Manifest.Source(path: plan.sourcePath)
        let result = try destination.publish(
            plan.name, from: source, plan.settings, isForced: options.isForced, notes: plan.notes
        ) { folder throws(ZigguratError) in
            do throws(ZigguratError) {
                let manifest = try write(plan, source, to: folder, progress: progress)
                try share()
                return manifest
            } catch {
                throw error.withSubject(plan.sourcePath)
            }
        }
        if result.outcome == .upToDate { try share() }
        return result
    }

    /// Writes the files that all pages of the destination share.
    private func share() throws(ZigguratError) {
        guard let pages, options.pageAssets == .destination else { return }
        try destination.share(pages.sharedFiles(of: options.viewer))
    }

    private func write(
        _ plan: ExportPlan, _ source: Manifest.Source, to folder: String,
        progress: (ExportProgress) -> Bool
    ) throws(ZigguratError) -> Manifest {
        let original = Original(of: source, plan.settings)
        let completion = try ExportCompletion(
            plan.name, plan.bundles, plan.settings, in: options.container, at: folder,
            pages: pages, original: original, formats: options.formats)
        let containers = try plan.bundles.map { bundle throws(ZigguratError) in
            try completion.open(bundle)
        }
        let router = router(of: plan, into: containers, completion)
        let builder = PyramidBuilder(
            passes: router.passes, resampled: router.resampled,
            background: plan.settings.background ?? .white, alpha: options.alpha,
            threadCount: options.threadCount)
        let found = try builder.build(plan.source, into: router, progress: progress)
        if let original {
            try FileSystem.makeFolders("\(folder)/\(options.fixity.payload)\(Original.folder)")
            try FileSystem.copy(
                plan.sourcePath, to: "\(folder)/\(original.path(in: options.fixity))")
        }
        let tally = router.tally
        var bundles: [Manifest.Bundle] = []
        for (index, bundle) in plan.bundles.enumerated() {
            bundles.append(
                try completion.finish(
                    bundle, in: containers[index], absent: AbsentTiles(tally.absent[index]),
                    placeholder: tally.kept))
        }
        return try completion.finish(
            bundles, of: source, plan.header.finding(found), encodedTiles: tally.encodedTiles,
            sourceSet: plan.sourceSet, threadCount: options.threadCount)
    }

    private func router(
        of plan: ExportPlan, into containers: [any Container], _ completion: ExportCompletion
    ) -> TileRouter {
        let size = plan.header.size
        return TileRouter(
            plan, containers: containers + [completion.root],
            thumbnail: ExtraImage(
                path: completion.thumbnail, of: size, longestSide: 512, quality: 85),
            placeholder: ExtraImage(path: "", of: size, longestSide: 64, quality: 60),
            sizes: plan.sizes.map { ExtraImage($0, of: size, encoding: plan.encodingOfSizes) },
            bundleThumbnail: completion.bundleThumbnail, blankTolerance: options.blankTolerance)
    }
}

extension ZigguratError {
    /// The same error with the path of the export instead of that of its hidden folder.
    func hiding(_ draft: String, behind folder: String) -> ZigguratError {
        guard subject.hasPrefix(draft) else { return self }
        return about(folder + subject.dropFirst(draft.count))
    }

    /// An error that names a tile says of which image it is.
    fileprivate func withSubject(_ path: String) -> ZigguratError {
        orAbout(path)
    }
}
