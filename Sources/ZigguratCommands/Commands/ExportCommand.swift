internal import CommandLineParsing
internal import ZigguratKit

struct ExportCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "export", abstract: "Export images as tile pyramids",
        discussion: """
            Writes one folder for each image, with a bundle for each layout. A folder appears \
            when it is complete. Exports that are up to date are skipped, so an interrupted run \
            can be started again. The finished tiles of an interrupted image of 100 megapixels or \
            more are kept for 7 days, and the same command continues there. Another layout or \
            container is added to an existing export. Only files that differ are written again.
            """,
        examples: [
            .init("ziggurat export photo.tif"),
            .init(
                "ziggurat export scans/ -o public --layout dzi,iiif3 --base-url https://example.org/p"
            ),
            .init("ziggurat export map.png -l xyz -f webp -q 80"),
            .init("ziggurat export --watch scans -o public"),
        ])

    @Argument(
        valueName: "IMAGE", help: "Image files, folders of image files, or - for standard input")
    var images: [PathArgument]

    @OptionGroup var input: ImageOptions
    @OptionGroup("Page") var page: PageOptions
    @Flag(help: "Start over; do not continue an interrupted export")
    var noResume: Bool

    @Flag(help: "Reuse tiles from the cache of “serve --live”")
    var fromCache: Bool

    @OptionGroup var cache: CacheOptions

    @OptionGroup("Batch") var batch: BatchOptions
    @OptionGroup("Run") var running: RunOptions

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        if running.dryRun { return try plan(in: context) }
        let exporter = try exporter(context.isolation)
        if batch.watch { return try watch(exporter, in: context) }
        let output = running.report
        return try input.withBatch(of: images, exporter, in: context) {
            images, errors throws(ZigguratError) in
            var report = ExportReport(
                progress: output.progress, asJSON: output.json, isVerbose: batch.verbose,
                on: context.console)
            for error in errors { report.take(.failed(error)) }
            let isComplete = images.run(cancellation: context.cancellation) { report.take($0) }
            try remember(exporter)
            try report.close(gallery: exporter.hasGallery ? exporter.galleryPath : nil)
            if context.cancellation.isCancelled { return .interrupted }
            return isComplete && errors.isEmpty ? .done : .failed
        }
    }

    /// Exports images as they arrive. The user ends the command with Ctrl-C, which interrupts only
    /// an export in progress.
    private func watch(
        _ exporter: Exporter, in context: CommandContext
    ) throws(ZigguratError) -> ExitStatus {
        let (folders, errors) = images.texts()
        if let error = errors.first { throw error }
        defer { try? remember(exporter) }
        let watch = try ExportWatch(
            folders, exporter: exporter, selection: input.folders.selection,
            everyPage: input.source.page == .all, everyAssociatedImage: input.source.associated,
            books: try input.books(exporter))
        var report = ExportReport(
            progress: running.report.progress, asJSON: running.report.json,
            isVerbose: batch.verbose, isOpenEnded: true, on: context.console)
        var isInterrupted = false
        let isComplete = try watch.run(cancellation: context.cancellation) {
            context.console.note(.watching(folders))
        } report: { event in
            if case .failed(let error) = event, error.code == .cancelled { isInterrupted = true }
            report.take(event)
        }
        try report.close(gallery: exporter.hasGallery ? exporter.galleryPath : nil)
        return isInterrupted ? .interrupted : isComplete ? .done : .failed
    }

    /// Records the templates and the language of pages, for later commands.
    private func remember(_ exporter: Exporter) throws(ZigguratError) {
        try page.templates.remember(
            page.language, in: exporter.destination, syncs: exporter.options.syncs)
    }

    /// Prints what the export would write.
    func plan(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        try input.printPlans(
            of: images, with: try exporter(context.isolation), asJSON: running.report.json,
            in: context)
    }

    func validate() throws(CommandLineError) { try input.check(images) }

    private func exporter(
        _ isolation: SourceRequest.Isolation?
    ) throws(ZigguratError) -> Exporter {
        var options = try input.exportOptions(isolation)
        options.isForced = running.force
        options.replaces = batch.replacement.replace
        options.syncs = !running.noSync
        options.continuesInterrupted = !noResume
        options.threadCount = running.threads.jobs
        if fromCache { options.cachedTiles = LiveCache(try cache.root()) }
        let record = try DestinationRecord(of: try input.destination.output.textOrError())
        try page.apply(to: &options, besides: record)
        var exporter = try input.exporter(
            options, templates: try page.templates.read(besides: record))
        exporter.records = try page.texts.records()
        try exporter.checkDestination()
        return exporter
    }
}
