internal import CommandLineParsing
internal import ZigguratKit

/// `ziggurat export`: the main job.
struct ExportCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "export", abstract: "Cut images into tile pyramids",
        discussion: """
            Each image becomes a folder in the destination, with a bundle for each layout that can be \
            published as it stands. It appears there when it is complete. What is up to date is left \
            alone; a run that was interrupted is simply started again.
            """,
        examples: [
            .init("ziggurat export photo.tif"),
            .init(
                "ziggurat export scans/ -o public --layout dzi,iiif3 --base-url https://example.org/p"
            ),
            .init("ziggurat export map.png -l xyz -f webp -q 80"),
        ])

    @Argument(valueName: "IMAGE", help: "Image files; a folder means every image directly in it.")
    var images: [PathArgument]

    @OptionGroup("Destination") var destination: DestinationOptions
    @OptionGroup("Source") var source: SourceOptions
    @OptionGroup("Tiles") var tiles: TileOptions
    @OptionGroup("Page") var page: PageOptions

    @Flag(help: "Export again what is up to date.")
    var force: Bool

    @OptionGroup() var running: RunOptions

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let exporter = try exporter()
        let (paths, unreadable) = images.texts()
        let batch = ExportBatch(
            paths, exporter: exporter, everyPage: source.page == .all,
            everyAssociatedImage: source.associated)
        if running.dryRun {
            let plans = unreadable.map { .failure($0) } + batch.plans()
            return try PlanReport(plans).print(asJSON: running.json, on: context.console)
        }
        var report = ExportReport(
            progress: running.progress, asJSON: running.json, on: context.console)
        for error in unreadable { report.take(.failed(error)) }
        let isComplete = batch.run(cancellation: context.cancellation) { report.take($0) }
        try report.close()
        if context.cancellation.isCancelled { return .interrupted }
        return isComplete && unreadable.isEmpty ? .done : .failed
    }

    private func exporter() throws(ZigguratError) -> Exporter {
        var options = ExportOptions(
            source: source.request, trust: source.trust, layouts: try tiles.layouts(),
            container: tiles.containerFormat, tiling: tiles.request,
            levels: tiles.levelRequest, blankTolerance: tiles.skipBlanks,
            threshold: tiles.threshold,
            sizes: tiles.sizes, background: tiles.background, alpha: tiles.alpha,
            caption: page.caption, viewer: page.viewer, pageAssets: page.assets,
            fixity: destination.fixity,
            isForced: force, threadCount: running.jobs, memoryLimit: source.memoryLimit)
        options.includesSource = page.includeSource
        if let annotations = page.annotations {
            options.annotations = try Annotation.read(try annotations.textOrError())
        }
        options.baseURL = destination.baseURL.map { url in
            String(url.reversed().drop { $0 == "/" }.reversed())
        }
        options.collections = tiles.collections
        var exporter = Exporter(
            destination: try destination.destination(), options: options,
            naming: try destination.naming())
        exporter.templates = try page.templates.read()
        try exporter.checkOptions()
        return exporter
    }
}
