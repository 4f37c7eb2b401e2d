internal import ZigguratKit

/// Prints what an export run does: lines for people as it happens, or one document at the end.
struct ExportReport {
    private let console: Console
    private let asJSON: Bool
    private var display: ProgressDisplay
    private var document = Document()
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
            display.update { ExportProgressState(progress, of: size, elapsed: $0) }
        case .finished(let result, let seconds):
            display.end()
            finished(result, seconds)
        case .failed(let error):
            display.end()
            console.report(error)
            document.errors.append(ErrorEntry(error))
        case .collected(let entries):
            display.end()
            document.collections = entries
            guard !asJSON else { return }
            // The others are there of themselves, like the gallery.
            for entry in entries where CollectionRegistry.names.contains(entry.name) {
                console.print(entry.text)
            }
        case .noted(let note):
            display.end()
            let message = Message(note)
            console.note(message)
            document.notes.append(message.line)
        }
    }

    /// Says what there is to remark and prints the document, where one was asked for.
    func close() throws(ZigguratError) {
        remarks.print(of: "export", on: console)
        if asJSON { try console.print(json: document) }
    }

    private mutating func finished(_ result: ExportResult, _ seconds: Double) {
        document.exports.append(
            ExportEntry(
                outcome: result.outcome, folder: result.folder, seconds: seconds,
                manifest: result.manifest, notes: result.notes.map { Message($0).line }))
        for note in result.notes { remarks.add(Message(note), on: result.folder) }
        guard !asJSON else { return }
        switch result.outcome {
        case .upToDate:
            console.print("\(result.folder): up to date")
        case .exported:
            let bundles = result.manifest.bundles
            let tiles = bundles.reduce(0) { $0 + $1.tiles }
            let bytes = bundles.reduce(0) { $0 + $1.bytes }
            let absent = bundles.reduce(0) { $0 + ($1.absent?.count ?? 0) }
            console.print(
                "\(result.folder): \(result.manifest.bundlesText), \(Amount.count(tiles, of: "tile")), "
                    + (absent > 0 ? "\(Amount.count(absent, of: "blank tile")) skipped, " : "")
                    + "\(Amount.bytes(bytes)) in \(Amount.duration(seconds))")
        }
    }

    private struct Document: Encodable {
        var exports: [ExportEntry] = []
        var collections: [Collections.Entry] = []
        var errors: [ErrorEntry] = []
        var notes: [String] = []
    }

    private struct ExportEntry: Encodable {
        let outcome: ExportResult.Outcome
        let folder: String
        let seconds: Double
        let manifest: Manifest
        let notes: [String]
    }
}

/// An error in a JSON document.
struct ErrorEntry: Encodable {
    let code: ZigguratError.Code
    let subject: String
    let problem: String
    let remedy: String

    init(_ error: ZigguratError) {
        code = error.code
        subject = error.subject
        let message = error.message
        problem = message.problem
        remedy = message.hint
    }
}
