public import ZigguratFormats
public import ZigguratImaging
public import ZigguratSystem
internal import ZigguratViewer

/// Exports images as static tile pyramids, each with a viewer page.
///
///     let exporter = Exporter(destination: "Output", layouts: [Formats.dzi, Formats.iiif3])
///     let result = try exporter.export("photo.tif") { progress in
///         print("\(progress.tilesDone) of \(progress.tileCount) tiles")
///     }
///     try exporter.writeGallery()
public struct Exporter: Sendable {
    /// The folder for exports; it is created if it is missing.
    public var destination: String
    public var options: ExportOptions
    /// Names the exports.
    public var naming: ExportNaming
    /// The templates of pages and the gallery.
    public var templates = PageTemplates.builtIn

    /// - Parameter layouts: `nil` means the container's default layouts.
    public init(
        destination: String = "Output", layouts: [any Layout]? = nil,
        container: any ContainerFormat = Formats.folder, naming: ExportNaming = ExportNaming()
    ) {
        self.init(
            destination: destination,
            options: ExportOptions(layouts: layouts, container: container), naming: naming)
    }

    public init(destination: String, options: ExportOptions, naming: ExportNaming = ExportNaming())
    {
        self.destination = destination
        self.options = options
        self.naming = naming
    }

    /// Checks that the options fit the layouts.
    ///
    /// - Throws: ``ZigguratError`` of the code `invalidOptions`, which every export would throw.
    public func checkOptions() throws(ZigguratError) {
        guard options.pageAssets != .destination || options.container.isFolder else {
            throw ZigguratError(OptionFailure.sharedAssets(container: options.container.name))
        }
        for layout in options.layouts {
            try options.container.check(layout)
            try layout.check(
                options.tiling, options.levels, rules: options.container.rules(of: layout))
            try layout.check([])
        }
        if options.threshold != nil { try options.container.check(.single) }
        if let encoding = options.tiling.encoding { try TileEncoders.check(encoding) }
        for collection in options.collections { try collection.check(options) }
    }

    /// Plans an export from the header of an image.
    public func plan(_ image: String) throws(ZigguratError) -> ExportPlan {
        let page = options.source.page ?? 1
        return try imageExport.plan(image, name: naming.name(of: image, number: 1, page: page))
    }

    /// Exports one image. The export appears in the destination when it is complete and replaces an
    /// older one; an export that is up to date is kept.
    ///
    /// - Parameter progress: called often, on the calling thread.
    /// - Throws: ``ZigguratError``; the destination is as it was.
    @discardableResult
    public func export(
        _ image: String, cancellation: Cancellation = Cancellation(),
        progress: (ExportProgress) -> Void = { _ in }
    ) throws(ZigguratError) -> ExportResult {
        try export(try plan(image), cancellation: cancellation, progress: progress)
    }

    /// Carries out a plan that this exporter made.
    @discardableResult
    public func export(
        _ plan: ExportPlan, cancellation: Cancellation = Cancellation(),
        progress: (ExportProgress) -> Void = { _ in }
    ) throws(ZigguratError) -> ExportResult {
        try imageExport.run(plan) { step in
            progress(step)
            return !cancellation.isCancelled
        }
    }

    /// Writes the page that lists every export of the destination.
    ///
    /// - Returns: the path of the page; `nil` if another program's page is there, which is kept.
    @discardableResult
    public func writeGallery() throws(ZigguratError) -> String? {
        try Gallery(of: destination, pages: PageWriter(templates)).write()
    }

    /// Writes the collections of the destination: those that are there, those that ``options`` ask
    /// for, and a IIIF collection where there are IIIF manifests.
    ///
    /// - Parameter looksClosely: whether what is up to date is read to its end, too, and what is
    ///   damaged in it made anew.
    @discardableResult
    public func writeCollections(
        looksClosely: Bool = false
    ) throws(ZigguratError) -> Collections.Result {
        try writeCollections(begunBy: nil, looksClosely: looksClosely)
    }

    /// As ``writeCollections(looksClosely:)``, where exports with these ``options`` are all that is
    /// new: a collection that nobody asks for is begun where they can be in it.
    func writeCollectionsOfRun() throws(ZigguratError) -> Collections.Result {
        try writeCollections(begunBy: options.layouts.map(\.name), looksClosely: false)
    }

    private func writeCollections(
        begunBy layouts: [String]?, looksClosely: Bool
    ) throws(ZigguratError) -> Collections.Result {
        try Collections(of: destination).update(
            adding: options.collections.map(\.name)
                + CollectionRegistry.names(begunBy: layouts), looksClosely: looksClosely)
    }

    /// The collections in the destination.
    public func collections() throws(ZigguratError) -> [Collections.Entry] {
        try Collections(of: destination).entries()
    }

    /// The manifests of the exports in the destination, by name.
    public func exports() throws(ZigguratError) -> [Manifest] {
        try ExportLibrary(destination).manifests()
    }

    /// Removes an export from the destination.
    ///
    /// - Returns: the removed folder.
    @discardableResult
    public func remove(_ name: String) throws(ZigguratError) -> String {
        try ExportLibrary(destination).remove(name)
    }

    /// Removes the hidden folders that killed runs left in the destination.
    ///
    /// - Throws: ``ZigguratError`` if one of them cannot be removed, or if the destination exists
    ///   and cannot be read.
    package func clearLeftovers() throws(ZigguratError) {
        guard FileSystem.isFolder(destination) else { return }
        try ExportLibrary(destination).clearLeftovers()
    }

    func plan(_ entry: BatchList.Entry) throws(ZigguratError) -> ExportPlan {
        var exporter = self
        if let page = entry.page { exporter.options.source.page = page }
        if let image = entry.associatedImage {
            exporter.options.source.associatedImage = image
            // The crop applies to the slide only.
            exporter.options.source.crop = nil
        }
        return try exporter.imageExport.plan(entry.path, name: entry.name)
    }

    private var imageExport: ImageExport {
        var options = self.options
        options.templates = templates.digest
        return ImageExport(to: destination, options: options, pages: PageWriter(templates))
    }
}
