internal import CommandLineParsing
internal import ZigguratKit

struct ExportCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "export", abstract: "Export images as tile pyramids",
        discussion: """
            Writes one folder for each image, with a bundle for each layout. A folder appears \
            when it is complete. Exports that are up to date are skipped, so an interrupted run \
            can be started again. The finished tiles of an interrupted image of 100 megapixels or \
            more are kept for 7 days, and the same command continues there. An export that replaces another one writes only the files that \
            differ.
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
    @Flag(help: "Start over; do not continue an interrupted export")
    var noResume: Bool

    @OptionGroup("Run") var running: RunOptions

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        if running.dryRun { return try plan(in: context) }
        let exporter = try exporter(context.isolation)
        let output = running.report
        let (batch, errors) = input.batch(exporter)
        var report = ExportReport(
            progress: output.progress, asJSON: output.json, on: context.console)
        for error in errors { report.take(.failed(error)) }
        let isComplete = batch.run(cancellation: context.cancellation) { report.take($0) }
        try report.close()
        if context.cancellation.isCancelled { return .interrupted }
        return isComplete && errors.isEmpty ? .done : .failed
    }

    /// Prints what the export would write.
    func plan(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        try input.printPlans(
            of: try exporter(context.isolation), asJSON: running.report.json, on: context.console)
    }

    private func exporter(
        _ isolation: SourceRequest.Isolation?
    ) throws(ZigguratError) -> Exporter {
        var options = try input.exportOptions(isolation)
        options.isForced = running.force
        options.syncs = !running.noSync
        options.continuesInterrupted = !noResume
        options.threadCount = running.threads.jobs
        try page.apply(to: &options)
        var exporter = try input.exporter(options, templates: try page.templates.read())
        exporter.records = try page.texts.records()
        return exporter
    }
}

/// Prints the events of an export run as lines, or one document at the end.
struct ExportReport {
    private let console: Console
    private let asJSON: Bool
    private var display: ProgressDisplay
    private var exports: [JSONObject] = []
    private var collections: [Exporter.Collection] = []
    private var errors: [ZigguratError] = []
    private var notes: [String] = []
    private var imageSize = PixelSize(square: 1)
    private var remarks = Remarks()

    init(progress: ProgressStyle, asJSON: Bool, on console: Console) {
        self.console = console
        self.asJSON = asJSON
        display = ProgressDisplay(progress, on: console)
    }

    mutating func take(_ event: ExportBatch.Event) {
        switch event {
        case .started(let plan, let number, let count):
            imageSize = plan.header.size
            display.begin(count > 1 ? "\(plan.name) (\(number) of \(count))" : plan.name)
        case .progressed(let progress):
            let size = imageSize
            display.update { ProgressReport(progress, of: size, elapsed: $0) }
        case .finished(let result, let seconds):
            display.end()
            finished(result, seconds)
        case .failed(let error):
            display.end()
            console.report(error)
            errors.append(error)
        case .collected(let entries):
            display.end()
            collections = entries
            guard !asJSON else { return }
            // Collections that are written automatically are not printed.
            for entry in entries where Formats.standard.requestableCollections.contains(entry.name)
            {
                console.print(entry.text)
            }
        case .noted(let note):
            display.end()
            let message = note.message
            console.note(message)
            notes.append(message.line)
        }
    }

    func close() throws(ZigguratError) {
        remarks.print(of: "export", on: console)
        guard asJSON else { return }
        try console.print(json: [
            "exports": exports, "collections": collections, "errors": errors.map(\.document),
            "notes": notes,
        ])
    }

    private mutating func finished(_ result: ExportResult, _ seconds: Double) {
        for note in result.notes { remarks.add(note.message, on: result.folder) }
        guard !asJSON else {
            exports.append([
                "outcome": result.outcome, "folder": result.folder, "seconds": seconds,
                "manifest": result.manifest, "changes": result.changes,
                "notes": result.notes.map(\.message.line),
            ])
            return
        }
        switch result.outcome {
        case .upToDate:
            console.print("\(result.folder): up to date")
        case .described:
            console.print("\(result.folder): described")
        case .exported:
            console.print(
                "\(result.folder): \(result.manifest.bundlesText), \(result.manifest.sizeText) "
                    + "in \(Amount.duration(seconds))\(result.changesText)")
        }
    }
}

extension ZigguratError {
    var document: JSONObject {
        let message = message
        return [
            "code": code, "subject": subject, "problem": message.problem, "remedy": message.hint,
        ]
    }
}

extension ProgressReport {
    /// - Parameter elapsed: the seconds since the export of the image began.
    init(_ progress: ExportProgress, of imageSize: PixelSize, elapsed: Double) {
        let fraction = progress.fraction
        let megapixels = Double(imageSize.width * progress.rowsRead) / 1_000_000
        let speed = megapixels / max(elapsed, 0.001)
        let secondsLeft = fraction > 0.01 ? elapsed * (1 - fraction) / fraction : nil
        let left = secondsLeft.map { ", \(Amount.duration($0)) left" } ?? ""
        self.init(
            fraction: fraction,
            text:
                "\(Amount.count(progress.tilesDone)) of \(Amount.count(progress.tileCount)) tiles, "
                + "\(Amount.short(speed)) MP/s\(left)",
            event: [
                "tilesDone": progress.tilesDone, "tileCount": progress.tileCount,
                "megapixelsPerSecond": speed, "secondsLeft": secondsLeft,
            ])
    }
}
