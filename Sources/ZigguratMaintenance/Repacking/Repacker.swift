public import ZigguratCore
public import ZigguratExport
public import ZigguratFormats
internal import ZigguratImaging
public import ZigguratStore
public import ZigguratSystem
public import ZigguratViewer

/// Writes a pyramid in another container or layout. The tiles keep their bytes.
///
///     let repacker = Repacker("map.mbtiles", to: "public", options: .init(container: .pmtiles))
///     let result = try repacker.run(try repacker.plan())
///
/// The result is an ordinary export with a manifest, a thumbnail and, if the container can hold it,
/// a page. Whole images, and levels that the old pyramid lacks, are made from one of its small
/// levels.
public struct Repacker: Sendable {
    private let path: String
    private let destination: Destination
    private let options: Repacker.Options
    private let pages = PageWriter()

    /// - Parameters:
    ///   - path: an export, a bundle, a descriptor or a container file.
    ///   - destination: the folder that the new export is written to.
    public init(
        _ path: String, to destination: String, options: Repacker.Options = Repacker.Options()
    ) {
        self.path = path
        self.destination = Destination(destination, syncs: options.syncs)
        self.options = options
    }

    /// Plans a repack. Reads descriptors, but no tiles.
    ///
    /// - Throws: `ZigguratError` if the path has no pyramid, or if its tiles would have to be
    ///   encoded again.
    public func plan() throws(ZigguratError) -> Repacker.Plan {
        try startingOverOnce { () throws(ZigguratError) in
            var states = EntryStates()
            let contents = try states.open(path, options.formats)
            do throws(ZigguratError) {
                return try plan(contents, &states)
            } catch {
                throw states.blaming(error)
            }
        }
    }

    private func plan(
        _ contents: RecognizedPath, _ states: inout EntryStates
    ) throws(ZigguratError) -> Repacker.Plan {
        let opened = try OpenedPyramids(path, contents, options.formats)
        let name = try ExportName.expanded(options.name, for: opened.name)
        try states.add(destination.folder(of: name))
        let plan = try Repacker.Plan(opened, upon: states, options)
        guard
            plan.settings.hasPages(in: plan.container)
                || plan.settings.hasPagesBeside(plan.container)
        else { return plan }
        for bundle in plan.bundles {
            try pages.check(
                plan.settings.viewer, shows: bundle.pyramid, layout: bundle.layout.name)
        }
        return plan
    }

    /// Runs a plan.
    ///
    /// The export appears in the destination when it is complete, and replaces an older export. An
    /// export that is up to date is kept.
    ///
    /// - Parameter progress: called on the calling thread with the number of finished tiles and the
    ///   number of all tiles.
    @discardableResult
    public func run(
        _ plan: Repacker.Plan, cancellation: Cancellation = Cancellation(),
        progress: (_ done: Int, _ count: Int) -> Void = { _, _ in }
    ) throws(ZigguratError) -> ExportResult {
        var next: Repacker.Plan? = plan
        return try startingOverOnce { () throws(ZigguratError) in
            let plan = if let next { next } else { try self.plan() }
            next = nil
            do throws(ZigguratError) {
                return try carryOut(plan, cancellation, progress)
            } catch {
                throw plan.states.blaming(error)
            }
        }
    }

    private func carryOut(
        _ plan: Repacker.Plan, _ cancellation: Cancellation,
        _ progress: (_ done: Int, _ count: Int) -> Void
    ) throws(ZigguratError) -> ExportResult {
        let place = destination.folder(of: plan.name)
        let (update, source, header) = try update(plan)
        if !options.isForced, update.isUpToDate, let old = update.old {
            return ExportResult(
                outcome: .upToDate, folder: place, manifest: old, notes: plan.notes,
                changes: nil)
        }
        try checkReplacement(by: plan)
        return try destination.withStaging { staging throws(ZigguratError) in
            let result = try staging.write(
                plan.name, upon: plan.states, update.bundles, notes: plan.notes
            ) { draft throws(ZigguratError) in
                try RepackWriter(
                    plan, source, header, pages: pages, threadCount: options.threadCount,
                    at: draft, replacing: ReplacedExport(at: place),
                    keeping: KeptBundles(update, at: place, options.formats)
                ).write { done, count in
                    progress(done, count)
                    return !cancellation.isCancelled
                }
            }
            try staging.publish(plan.name)
            return result
        }
    }

    /// Returns the changes that a plan would make to the bundles of an existing export; `nil` if
    /// the export is missing or up to date.
    ///
    /// - Throws: ``ZigguratError`` if the repack would be rejected.
    package func changes(
        by plan: Repacker.Plan
    ) throws(ZigguratError) -> (isUpToDate: Bool, bundles: ExportResult.BundleChanges?) {
        let update = try update(plan).update
        let isUpToDate = update.isUpToDate && !options.isForced
        if !isUpToDate { try checkReplacement(by: plan) }
        return (isUpToDate, isUpToDate ? nil : update.bundles)
    }

    /// Checks that the plan does not remove files of the user without `--replace`.
    private func checkReplacement(by plan: Repacker.Plan) throws(ZigguratError) {
        if !options.replaces { try destination.checkForeignFiles(ofExport: plan.name) }
    }

    private func update(
        _ plan: Repacker.Plan
    ) throws(ZigguratError) -> (
        update: ExportDiff, source: Manifest.Source, header: SourceHeader
    ) {
        try destination.checkPlace(of: plan.name)
        try destination.checkApart(path, from: plan.name)
        let place = destination.folder(of: plan.name)
        let old = try ManifestCache.shared.manifest(ofExport: place)
        let (source, header) = try plan.opened.provenance(in: destination.path, beside: old)
        let update = try ExportDiff(
            of: old, by: plan.bundles.map(\.target), plan.settings, of: source, at: path,
            header, replaces: options.replaces, in: place)
        return (update, source, header)
    }
}

extension Repacker {
    /// The options for repacking a pyramid.
    public struct Options: Sendable {
        /// The layouts to write; `nil` keeps the layouts of the source.
        public var layouts: [any Layout]?
        public var container: any ContainerFormat
        /// The name of the export, which may contain placeholders of `ExportNaming` for parts of
        /// the old name; `nil` uses the name of the pyramid.
        public var name: String?
        /// The settings of layouts as text, by the names of their options. Settings that are not
        /// listed are kept.
        package var layoutSettings: [String: String] = [:]
        /// The public address of the destination; `nil` keeps the address of the old export.
        public var baseURL: String?
        /// The viewer on pages; `nil` keeps the viewer of the old export.
        public var viewer: PageTemplates.Viewer?
        /// Whether the export replaces an existing export completely; see
        /// `Exporter.Options.replaces`.
        public var replaces = false
        /// Whether an export that is up to date is written again.
        public var isForced: Bool
        /// Whether files are flushed before the export appears.
        public var syncs = true
        public var threadCount: Int
        public var formats = Formats.standard

        public init(
            layouts: [any Layout]? = nil, container: any ContainerFormat = Formats.folder,
            name: String? = nil, baseURL: String? = nil, viewer: PageTemplates.Viewer? = nil,
            isForced: Bool = false, threadCount: Int = Exporter.Options.defaultThreadCount
        ) {
            self.layouts = layouts
            self.container = container
            self.name = name
            self.baseURL = baseURL
            self.viewer = viewer
            self.isForced = isForced
            self.threadCount = max(1, threadCount)
        }
    }
}
