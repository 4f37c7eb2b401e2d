internal import ZigguratCore
internal import ZigguratFormats
public import ZigguratImaging
public import ZigguratSystem
package import ZigguratViewer

/// The export of one image: from its plan to a folder that can be published.
public struct ImageExport: Sendable {
    /// What became of it.
    public struct Result: Sendable {
        public enum Outcome: String, Sendable, Codable {
            case exported
            /// It was there already, made from the same source with the same settings.
            case upToDate
        }

        public let outcome: Outcome
        /// The export's folder.
        public let folder: String
        public let manifest: Manifest
        public let notes: [String]
    }

    private let destination: Destination
    private let options: ExportOptions
    /// `nil` if bundles have no pages.
    private let pages: PageWriter?

    /// - Parameter pages: `nil` if bundles have no pages.
    package init(to destination: String, options: ExportOptions, pages: PageWriter?) {
        self.destination = Destination(destination)
        self.options = options
        self.pages = options.viewer == .none || !options.container.holdsPages ? nil : pages
    }

    /// What an export would write, from the file's header alone.
    public func plan(_ path: String, name: String) throws(ZigguratError) -> ExportPlan {
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

    /// Carries a plan out. Until the very end nothing is seen in the destination, and after an
    /// error nothing is left there.
    ///
    /// - Parameter progress: called on the calling thread, now and then; an answer of `false`
    ///   cancels.
    public func run(
        _ plan: ExportPlan, progress: (PyramidBuilder.Progress) -> Bool = { _ in true }
    ) throws(ZigguratError) -> Result {
        let folder = destination.folder(of: plan.name)
        try destination.checkPlace(of: plan.name)
        let source = try Manifest.Source(path: plan.sourcePath)
        if !options.isForced, let manifest = Manifest.read(fromExport: folder),
            manifest.isUpToDate(with: source, plan.settings)
        {
            try share()
            return Result(
                outcome: .upToDate, folder: folder, manifest: manifest, notes: plan.notes)
        }
        let draft = try destination.makeDraft()
        let manifest: Manifest
        do throws(ZigguratError) {
            manifest = try write(plan, source, to: draft.path, progress: progress)
        } catch {
            throw error.hiding(draft.path, behind: folder).withSubject(plan.sourcePath)
        }
        try share()
        try destination.publish(draft, as: plan.name)
        return Result(outcome: .exported, folder: folder, manifest: manifest, notes: plan.notes)
    }

    /// Puts what all pages of the destination share into it.
    private func share() throws(ZigguratError) {
        guard let pages, options.pageAssets == .destination else { return }
        try destination.share(pages.sharedFiles(of: options.viewer))
    }

    private func write(
        _ plan: ExportPlan, _ source: Manifest.Source, to folder: String,
        progress: (PyramidBuilder.Progress) -> Bool
    ) throws(ZigguratError) -> Manifest {
        var containers: [any Container] = []
        try FileSystem.makeFolders("\(folder)/\(options.fixity.payload)")
        for bundle in plan.bundles {
            containers.append(
                try options.container.open(
                    bundle.description, at: "\(folder)/\(bundle.path)"))
        }
        let root = try FolderContainer(folder)
        let thumbnail = ExtraImage(
            path: options.fixity.payload + "thumbnail.jpg", of: plan.header.size, longestSide: 512,
            quality: 85)
        let router = router(of: plan, into: containers + [root], thumbnail: thumbnail)
        let builder = PyramidBuilder(
            cuts: router.cuts, branches: router.branches, background: plan.settings.background,
            alpha: options.alpha,
            threadCount: options.threadCount)
        let found = try builder.build(plan.source, into: router, progress: progress)
        let original = Original(of: source, plan.settings)
        if let original {
            try FileSystem.makeFolders("\(folder)/\(options.fixity.payload)\(Original.folder)")
            try Original.copy(
                plan.sourcePath, to: "\(folder)/\(original.path(in: options.fixity))")
        }
        let tally = router.tally
        var bundles: [Manifest.Bundle] = []
        for (index, bundle) in plan.bundles.enumerated() {
            var description = bundle.description
            description.absent = AbsentTiles(tally.absent[index])
            bundles.append(
                try finish(
                    bundle, description, of: plan, in: containers[index],
                    placeholder: tally.kept, original: original))
        }
        let manifest = Manifest(
            format: Manifest.currentFormat, generator: Ziggurat.generator, name: plan.name,
            source: source, image: plan.header.finding(found), settings: plan.settings,
            bundles: bundles,
            encodedTiles: tally.encodedTiles, thumbnail: thumbnail.path,
            sizes: plan.sizes.isEmpty ? nil : plan.sizes,
            srcset: plan.sizes.isEmpty ? nil : options.fixity.payload + SourceSet.fileName)
        if let sourceSet = plan.sourceSet {
            try root.write(try sourceSet.file(in: options.fixity.payload))
        }
        try root.write(try .json(Manifest.fileName, manifest))
        try options.fixity.seal(folder, manifest, threadCount: options.threadCount)
        return manifest
    }

    /// Where tiles and whole images go: those of a bundle into its container, the others into the
    /// export's own, which is the last one.
    private func router(
        of plan: ExportPlan, into containers: [any Container], thumbnail: ExtraImage
    ) -> TileRouter {
        TileRouter(
            plan, containers: containers, thumbnail: thumbnail,
            placeholder: ExtraImage(
                path: "", of: plan.header.size, longestSide: 64, quality: 60),
            sizes: plan.sizes.map {
                ExtraImage($0, of: plan.header.size, encoding: plan.encodingOfSizes)
            },
            bundleThumbnail: pages == nil
                ? options.container.thumbnail : PageDescription.bundleThumbnail,
            blankTolerance: options.blankTolerance)
    }

    /// Writes what a bundle has beside its tiles, and closes its container.
    ///
    /// - Parameter description: with the tiles that turned out to be absent
    private func finish(
        _ bundle: ExportPlan.Bundle, _ description: BundleDescription, of plan: ExportPlan,
        in container: any Container, placeholder: [UInt8], original: Original?
    ) throws(ZigguratError) -> Manifest.Bundle {
        var files = try bundle.layout.descriptors(of: description)
        files += try bundle.container.descriptors(of: description)
        let record = try BundleRecord.file(
            of: bundle.layout, description, levels: plan.settings.levels, in: bundle.container)
        if let record { files.append(record) }
        let isFolder = bundle.container.isFolder
        var page = PageDescription(
            of: description, bundle.layout, settings: plan.settings, placeholder: placeholder)
        page.assets = options.pageAssets
        if isFolder {
            page.place = "\(plan.name)/\(bundle.path)"
            page.links = PageLink.links(
                from: bundle.layout, to: plan.bundles.map(\.layout), original: original,
                havePages: pages != nil)
        }
        files += try pages?.files(for: page) ?? []
        for file in files { try container.write(file) }
        let totals = try container.finish()
        return Manifest.Bundle(
            layout: bundle.layout.name, path: bundle.path, isFolder: isFolder,
            tiling: bundle.pyramid.tiling, levels: bundle.pyramid.levels.count,
            tiles: bundle.tileCount - description.absent.count,
            absent: description.absent.isEmpty ? nil : description.absent,
            page: pagePath(of: bundle), files: totals.files, bytes: totals.bytes)
    }

    /// Where a browser finds the bundle's page, relative to the export: nowhere where it lies
    /// inside an archive.
    private func pagePath(of bundle: ExportPlan.Bundle) -> String? {
        pages != nil && bundle.container.isFolder ? "\(bundle.path)/index.html" : nil
    }
}

extension ZigguratError {
    /// The hidden folder's path means nothing to a person: the export's own takes its place.
    func hiding(_ draft: String, behind folder: String) -> ZigguratError {
        guard subject.hasPrefix(draft) else { return self }
        return about(folder + subject.dropFirst(draft.count))
    }

    /// An error that names a tile says of which image it is.
    fileprivate func withSubject(_ path: String) -> ZigguratError {
        subject.hasPrefix("the tile") ? about("\(path), \(subject)") : orAbout(path)
    }
}
