internal import CommandLineParsing
internal import ZigguratKit

/// `ziggurat export`
struct ExportCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "export", abstract: "Export images as tile pyramids",
        discussion: """
            Writes one folder for each image, with a bundle for each layout. A folder appears \
            when it is complete. Exports that are up to date are skipped, so an interrupted run \
            can be started again.
            """,
        examples: [
            .init("ziggurat export photo.tif"),
            .init(
                "ziggurat export scans/ -o public --layout dzi,iiif3 --base-url https://example.org/p"
            ),
            .init("ziggurat export map.png -l xyz -f webp -q 80"),
        ])

    @OptionGroup var input: ImageOptions
    @OptionGroup("Page") var page: PageOptions
    @OptionGroup var running: RunOptions

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let exporter = try exporter()
        let output = running.report
        if running.dryRun {
            return try input.printPlans(of: exporter, asJSON: output.json, on: context.console)
        }
        let (batch, errors) = input.batch(exporter)
        var report = ExportReport(
            progress: output.progress, asJSON: output.json, on: context.console)
        for error in errors { report.take(.failed(error)) }
        let isComplete = batch.run(cancellation: context.cancellation) { report.take($0) }
        try report.close()
        if context.cancellation.isCancelled { return .interrupted }
        return isComplete && errors.isEmpty ? .done : .failed
    }

    private func exporter() throws(ZigguratError) -> Exporter {
        var options = try input.exportOptions()
        options.isForced = running.force
        options.threadCount = running.threads.jobs
        try page.apply(to: &options)
        return try input.exporter(options, templates: try page.templates.read())
    }
}
