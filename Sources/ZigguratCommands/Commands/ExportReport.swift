internal import ZigguratKit

/// The report of an export run: lines for events, or one document at the end.
struct ExportReport {
    private let console: Console
    private let asJSON: Bool
    /// Whether to print exports of a batch that are up to date.
    private let isVerbose: Bool
    private let start = ContinuousClock.now
    private var display: ProgressDisplay
    private var exports: [JSONObject] = []
    private var collections: [Exporter.Collection] = []
    private var books: [Exporter.Book] = []
    private var errors: [ZigguratError] = []
    private var notes: [String] = []
    private var imageSize = PixelSize(square: 1)
    private var remarks = Remarks()
    private var summary = ExportSummary()

    /// - Parameter isOpenEnded: whether the run continues until the user ends it.
    init(
        progress: ProgressStyle, asJSON: Bool, isVerbose: Bool = false, isOpenEnded: Bool = false,
        on console: Console
    ) {
        summary.isOpenEnded = isOpenEnded
        self.isVerbose = isVerbose
        self.console = console
        self.asJSON = asJSON
        display = ProgressDisplay(progress, on: console)
    }

    mutating func take(_ event: ExportBatch.Event) {
        switch event {
        case .started(let plan, let number, let count):
            imageSize = plan.header.size
            summary.imageCount = count
            display.begin(count > 1 ? "\(plan.name) (\(number) of \(count))" : plan.name)
        case .progressed(let progress):
            let size = imageSize
            display.update { ProgressReport(progress, of: size, elapsed: $0) }
        case .finished(let result, let seconds):
            display.end()
            finished(result, seconds)
        case .failed(let failure):
            let error = StandardInput.named(failure)
            display.end()
            console.report(error)
            errors.append(error)
            summary.failed += failure.imageCount
        case .encodedBand(let number, let count, let plan, let seconds):
            display.end()
            guard !asJSON else { return }
            console.print(
                "\(plan.name): band \(number) of \(count) in \(Amount.duration(seconds))")
        case .bound(let book):
            display.end()
            books.append(book)
            summary.add(book)
            if !asJSON { console.print(book.text) }
        case .collected(let entries):
            display.end()
            collections = entries
            guard !asJSON else { return }
            // Collections that are always written are not printed.
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

    /// Prints the remarks and, with `--json`, the document.
    func close() throws(ZigguratError) {
        remarks.print(of: "export", on: console)
        if asJSON { try console.print(json: document) }
    }

    /// Prints the remarks, the summary of a batch and the page to open.
    ///
    /// - Parameter gallery: the path of the gallery; `nil` without a gallery.
    func close(gallery: String?) throws(ZigguratError) {
        remarks.print(of: "export", on: console)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let page = summary.page(gallery: gallery)
        guard asJSON else {
            if summary.isOfBatch { console.print(summary.text(seconds)) }
            if let page { console.print("open \(page)") }
            return
        }
        var document = document
        document["summary"] = summary.document(seconds)
        document["open"] = page
        try console.print(json: document)
    }

    private var document: JSONObject {
        [
            "exports": exports, "books": books, "collections": collections,
            "errors": errors.map { $0.document(console.message(of: $0)) },
            "notes": notes,
        ]
    }

    private mutating func finished(_ result: ExportResult, _ seconds: Double) {
        summary.add(result)
        for note in result.notes { remarks.add(note.message, on: result.folder) }
        guard !asJSON else {
            exports.append([
                "outcome": result.outcome, "folder": result.folder, "seconds": seconds,
                "manifest": result.manifest, "changes": result.changes,
                "bundles": result.bundles,
                "notes": result.notes.map(\.message.line),
            ])
            return
        }
        switch result.outcome {
        case .upToDate:
            if isVerbose || !summary.isOfBatch { console.print("\(result.folder): up to date") }
        case .described: console.print("\(result.folder): described")
        case .exported:
            console.print(
                "\(result.folder): \(result.bundlesText) \(result.sizeText) "
                    + "in \(Amount.duration(seconds))\(result.changesText)")
        }
    }
}

extension ZigguratError {
    /// The number of images that this error prevents from being exported.
    fileprivate var imageCount: Int {
        guard case .clash(_, let count, _)? = reason as? ExportNamingError else {
            return 1
        }
        return count
    }

    var document: JSONObject { document(message) }

    /// - Parameter message: the message for the error.
    func document(_ message: Message) -> JSONObject {
        ["code": code, "subject": subject, "problem": message.problem, "remedy": message.hint]
    }
}

extension ProgressReport {
    /// - Parameter elapsed: the seconds since the start of the image's export.
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

/// The counts of an export run, and the page to open.
struct ExportSummary {
    /// The known number of images in the run.
    var imageCount = 1
    var failed = 0
    private var exported = 0
    private var upToDate = 0
    /// Whether the run continues until the user ends it.
    var isOpenEnded = false
    /// The page of the export, if the run has a single export.
    private var pageOfOnly: String?
    private var books: [Exporter.Book] = []
    private var pagesInBooks = 0

    /// Whether the run is a batch of several images.
    var isOfBatch: Bool { isOpenEnded || max(imageCount, exported + upToDate + failed) > 1 }

    mutating func add(_ result: ExportResult) {
        switch result.outcome {
        case .exported, .described: exported += 1
        case .upToDate: upToDate += 1
        }
        let (manifest, kept) = (result.manifest, result.bundles?.kept ?? [])
        let new = manifest.bundles.filter { !kept.contains(manifest.title(of: $0)) }
        let page = (new + manifest.bundles).lazy.compactMap(\.page).first
        pageOfOnly = page.map { "\(result.folder)/\($0)" }
    }

    /// Returns the page of a single export, or the gallery; `nil` without a page.
    func page(gallery: String?) -> String? {
        if books.count == 1, let page = books[0].page, exported + upToDate <= pagesInBooks {
            return page
        }
        return switch exported + upToDate {
        case 0: nil
        case 1: pageOfOnly ?? gallery
        default: gallery
        }
    }

    mutating func add(_ book: Exporter.Book) {
        books.append(book)
        pagesInBooks += book.pages
    }

    /// Returns a text such as `1 exported, 10,000 up to date, 0 failed, 12.3 s`.
    func text(_ seconds: Double) -> String {
        let time = seconds < 60 ? "\(Amount.short(seconds)) s" : Amount.duration(seconds)
        return "\(Amount.count(exported)) exported, \(Amount.count(upToDate)) up to date, "
            + "\(Amount.count(failed)) failed, \(time)"
    }

    func document(_ seconds: Double) -> JSONObject {
        ["exported": exported, "upToDate": upToDate, "failed": failed, "seconds": seconds]
    }
}
