internal import ZigguratKit

/// Prints what an export run does: lines for people as it happens, or one document at the end.
struct ExportReport {
    private let console: Console
    private let asJSON: Bool
    private var display: ProgressDisplay
    private var document = Document()
    private var started = Clock.now
    private var shownNotes: Set<String> = []

    init(progress: ProgressStyle, asJSON: Bool, on console: Console) {
        self.console = console
        self.asJSON = asJSON
        display = ProgressDisplay(progress, on: console)
    }

    mutating func take(_ event: ExportBatch.Event) {
        switch event {
        case .started(let plan, let number, let count):
            started = Clock.now
            display.begin(plan, number: number, count: count)
        case .progressed(let progress):
            display.update(progress)
        case .finished(let result):
            display.end()
            finished(result)
        case .failed(let error):
            display.end()
            console.complain(error.description)
            document.errors.append(ErrorEntry(error))
        case .noted(let text):
            display.end()
            note(text)
        }
    }

    /// Prints the document, where one was asked for.
    func close() throws(ZigguratError) {
        if asJSON { try console.print(json: document) }
    }

    private mutating func finished(_ result: ImageExport.Result) {
        let seconds = Clock.now - started
        document.exports.append(
            ExportEntry(
                outcome: result.outcome, folder: result.folder, seconds: seconds,
                manifest: result.manifest))
        for text in result.notes { note("\(result.folder): \(text)") }
        guard !asJSON else { return }
        switch result.outcome {
        case .upToDate:
            console.print("\(result.folder): up to date")
        case .exported:
            let bundles = result.manifest.bundles
            let tiles = bundles.reduce(0) { $0 + $1.tiles }
            let bytes = bundles.reduce(0) { $0 + $1.bytes }
            let layouts = bundles.map(\.layout).joined(separator: ", ")
            console.print(
                "\(result.folder): \(layouts), \(Amount.count(tiles, of: "tile")), "
                    + "\(Amount.bytes(bytes)) in \(Amount.duration(seconds))")
        }
    }

    /// The same remark on a hundred images is one remark.
    private mutating func note(_ text: String) {
        guard shownNotes.insert(text).inserted else { return }
        console.note("note: \(text)")
        document.notes.append(text)
    }

    private struct Document: Encodable {
        var exports: [ExportEntry] = []
        var errors: [ErrorEntry] = []
        var notes: [String] = []
    }

    private struct ExportEntry: Encodable {
        let outcome: ImageExport.Result.Outcome
        let folder: String
        let seconds: Double
        let manifest: Manifest
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
        problem = error.problem
        remedy = error.remedy
    }
}
