public import ZigguratCore
public import ZigguratFormats
package import ZigguratImaging
internal import ZigguratPyramid
internal import ZigguratSources
public import ZigguratStore
public import ZigguratSystem
public import ZigguratViewer

/// Exports images as static tile pyramids, each with a viewer page.
///
///     let exporter = Exporter(destination: "Output", layouts: [Formats.dzi, Formats.iiif3])
///     let result = try exporter.export("photo.tif") { progress in
///         print("\(progress.tilesDone) of \(progress.tileCount) tiles")
///     }
///     try exporter.writeGallery()
public struct Exporter: Sendable {
    /// The folder that receives exports. A missing folder is created.
    public var destination: String
    public var options: Exporter.Options
    public var naming: ExportNaming
    public var templates = PageTemplates.builtIn
    /// The metadata records for the images of a batch; `nil` without metadata records.
    public var records: ImageRecords?
    /// The printed label of the book page that is exported.
    var pageLabel: String?
    /// The future path of the destination; `nil` if the destination is not moved.
    var futureDestination: String?
    /// The folder that holds hidden folders, if the destination is the folder of a book; otherwise
    /// `nil`. Another process can remove the book, and this process does not create it again.
    var drafts: String?
    /// Records each complete tile.
    package var writtenTiles: RunningExportTiles?

    /// - Parameter layouts: `nil` means the container's default layouts.
    public init(
        destination: String = "Output", layouts: [any Layout]? = nil,
        container: any ContainerFormat = Formats.folder,
        naming: ExportNaming = ExportNaming()
    ) {
        self.init(
            destination: destination,
            options: Exporter.Options(layouts: layouts, container: container), naming: naming)
    }

    public init(
        destination: String, options: Exporter.Options,
        naming: ExportNaming = ExportNaming()
    ) {
        self.destination = destination
        self.options = options
        self.naming = naming
    }

    /// Checks that the options fit all layouts.
    ///
    /// - Throws: `ZigguratError` with the code `invalidOptions`. With these options, every export
    ///   would fail.
    public func checkOptions() throws(ZigguratError) {
        guard options.pageAssets != .destination || options.container.isFolder else {
            throw ZigguratError(OptionError.sharedAssets(container: options.container.name))
        }
        try options.checkFormats()
        try options.checkOffline()
        try PageWriter(templates).check(language: options.language)
        for layout in options.layouts {
            try options.container.check(layout)
            try layout.check(
                options.tiling, options.levels, rules: options.container.rules(of: layout))
            try layout.check([])
        }
        if options.threshold != nil { try options.container.check(.single) }
        if let encoding = options.tiling.encoding { try TileEncoders.check(encoding) }
        for name in options.collections {
            guard let collection = options.formats.collection(named: name) else {
                throw ZigguratError(OptionError.unknownCollection(name))
            }
            try collection.check(options.layouts, in: options.container)
        }
    }

    /// Plans an export from the header of an image.
    public func plan(_ image: String) throws(ZigguratError) -> ExportPlan {
        let page = options.source.page ?? 1
        return try plan(image, name: naming.name(of: image, number: 1, page: page))
    }

    /// - Parameters:
    ///   - record: the metadata record of the image.
    ///   - checksMemory: whether a plan is rejected if the export needs too much memory.
    package func plan(
        _ path: String, name: String, record: ImageRecord? = nil, checksMemory: Bool = true
    ) throws(ZigguratError) -> ExportPlan {
        try ExportName.check(name, source: path)
        // The states are read before any other file of the existing export.
        let states = try EntryStates(of: folder.folder(of: name))
        var options = options
        options.templates = templates.digest
        try options.takeTour(of: record)
        let keepsTexts = options.keepParts(
            of: keptExport(named: name, of: path), in: folder.folder(of: name),
            keepsTour: record?.tourPlace == nil)
        if record?.label != nil { options.caption.title = pageLabel }
        if let record {
            options.caption = record.caption(
                over: options.caption,
                inheriting: options.settings.book == nil ? Caption() : self.options.caption)
        }
        if let annotations = record?.annotations { options.annotations = annotations }
        options.caption.title = options.caption.title ?? pageLabel
        options.caption = options.caption.expanded(
            for: path, name: name, page: options.source.page ?? 1)
        do throws(ZigguratError) {
            var request = options.source
            request.sampleBits = options.tiling.encoding?.bits ?? 8
            var trust = options.trust
            trust.isolation?.unplannedMemory =
                options.memoryLimit - ExportPlan.Memory.unplannedBytes
            let plan = try ExportPlan(
                of: SourceImage(path: path, request: request, trust: trust),
                name: name, upon: states, options: options, pages: pages,
                completesCaption: !keepsTexts)
            if checksMemory { try plan.checkMemory(options.memoryLimit) }
            return plan
        } catch {
            throw error.orAbout(path)
        }
    }
}

extension Exporter {
    /// Creates the pages of exports; `nil` if exports have no pages.
    package var pages: PageWriter? {
        options.settings.hasPages(in: options.container) ? PageWriter(templates) : nil
    }

    /// Returns the existing export that a new export adds to, and whether its source is unchanged;
    /// returns `nil` if the existing export is replaced.
    private func keptExport(
        named name: String, of path: String
    ) -> (export: Manifest, isUnchanged: Bool)? {
        guard !options.replaces, let source = try? Manifest.Source(path: path),
            let old = try? ManifestCache.shared.manifest(ofExport: folder.folder(of: name)),
            old.isOurs
        else { return nil }
        if source.isUnchanged(since: old.source) { return (old, true) }
        let located = source.located(at: path, in: futureDestination ?? destination)
        let isOther = located.isOther(than: old.source)
        return isOther ? nil : (old, false)
    }

    package var folder: Destination {
        Destination(destination, syncs: options.syncs, drafts: drafts)
    }
}

/// A plan, and the changes that it would make in the destination.
package struct PlannedExport: Sendable {
    package let plan: ExportPlan
    /// The header of the plan. If only the pixels determine which values become black and white,
    /// the header contains these values.
    package let header: SourceHeader
    /// Whether the run would keep the existing export unchanged.
    package let isUpToDate: Bool
    /// The changes by bundle; `nil` if the export does not exist or is up to date.
    package let changes: ExportResult.BundleChanges?
}

extension Exporter {
    /// Returns the changes that a plan would make in the destination. Writes nothing.
    ///
    /// - Throws: ``ZigguratError`` if the export of the plan would be rejected.
    func changes(by plan: ExportPlan) throws(ZigguratError) -> PlannedExport {
        let update = try update(plan).update
        let isUpToDate = update.isUpToDate && !options.isForced
        if !isUpToDate { try checkReplacement(by: plan) }
        return PlannedExport(
            plan: plan, header: plan.header.finding(try plan.source.valueRangeSteps()),
            isUpToDate: isUpToDate, changes: isUpToDate ? nil : update.bundles)
    }
}
