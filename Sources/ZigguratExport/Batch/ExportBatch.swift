public import ZigguratCore
public import ZigguratImaging
public import ZigguratSystem

/// Exports many images. One that fails does not stop the others. Small images are exported several
/// at a time; their events keep the order of the images.
public struct ExportBatch: Sendable {
    /// What a batch reports.
    public enum Event: Sendable {
        case started(ExportPlan, number: Int, count: Int)
        case progressed(ExportProgress)
        case finished(ExportResult, seconds: Double)
        case failed(ZigguratError)
        /// The tiles of a band of an image that is divided among shards are encoded.
        case encodedBand(Int, count: Int, ExportPlan, seconds: Double)
        case noted(ExportNote)
        /// All pages of a book are exported, and its manifest and its page are written.
        case bound(Exporter.Book)
        /// The collections of the destination are up to date.
        case collected([Exporter.Collection])
    }

    let exporter: Exporter
    private let images: [String]
    private let selection: Selection
    private let everyPage: Bool
    private let everyAssociatedImage: Bool
    /// The files of folders that are looked at; `nil` for all.
    private let only: Set<String>?
    private let books: Books
    /// The images of a shard, which already have their names.
    private let planned: BatchList?

    /// - Parameters:
    ///   - images: files, and folders, which mean the images in them.
    ///   - selection: which files of folders are exported; by default every image directly in them.
    ///   - everyPage: whether each page or frame of a file is exported: `photo-p001`,
    ///     `photo-p002`, … A file with one page keeps its name.
    ///   - books: which images become pages of books; implies `everyPage`.
    ///   - everyAssociatedImage: whether the associated images of a slide are exported, too:
    ///     `slide-label`, `slide-macro`, …
    public init(
        _ images: [String], exporter: Exporter, selection: Selection = Selection(),
        everyPage: Bool = false, everyAssociatedImage: Bool = false, books: Books = .none
    ) {
        self.init(
            images, exporter: exporter, selection: selection, everyPage: everyPage,
            everyAssociatedImage: everyAssociatedImage, books: books, only: nil)
    }

    /// - Parameter only: the files of folders that are looked at; `nil` for all.
    init(
        _ images: [String], exporter: Exporter, selection: Selection, everyPage: Bool,
        everyAssociatedImage: Bool, books: Books, only: Set<String>?
    ) {
        (self.books, planned) = (books, nil)
        self.selection = selection
        self.images = images
        self.exporter = exporter
        self.everyPage = everyPage
        self.everyAssociatedImage = everyAssociatedImage
        self.only = only
    }

    /// A batch of the images of a shard. Does not write shared files of the destination, such as
    /// the gallery.
    init(_ planned: BatchList, exporter: Exporter) {
        (self.planned, self.exporter) = (planned, exporter)
        (images, selection, only, books) = ([], Selection(), nil, .none)
        (everyPage, everyAssociatedImage) = (false, false)
    }

    public func plans() -> [Result<ExportPlan, ZigguratError>] {
        plans(of: list()) { plan, _ in plan }
    }

    /// As ``plans()``, with what each export would change in the destination, and notes on folders.
    package func plansAndNotes() -> (
        plans: [Result<PlannedExport, ZigguratError>], notes: [ExportNote]
    ) {
        let list = list()
        let plans = plans(of: list) { plan, exporter throws(ZigguratError) in
            try exporter.changes(by: plan)
        }
        return (plans, list.notes)
    }

    private func plans<Planned>(
        of list: BatchList,
        _ finish: (ExportPlan, Exporter) throws(ZigguratError) -> Planned
    ) -> [Result<Planned, ZigguratError>] {
        let pages = list.books.map(exporter.pagesExporter)
        return list.failures.map { .failure($0) }
            + list.entries.map { entry in
                Result { () throws(ZigguratError) in
                    let exporter = entry.book.map { pages[$0] } ?? exporter
                    return try finish(try entry.plan(with: exporter), exporter)
                }
            }
    }

    /// Exports everything, then writes the destination's gallery, also after a cancellation. A book
    /// is completed after its last page, with the pages that could be exported.
    ///
    /// - Parameter report: called on the calling thread, in order.
    /// - Returns: whether all images are exported.
    public func run(
        cancellation: Cancellation = Cancellation(), report: (Event) -> Void
    ) -> Bool {
        let list = list()
        var succeeded = list.failures.isEmpty
        func attempt(_ body: () throws(ZigguratError) -> Void) {
            do throws(ZigguratError) {
                try body()
            } catch {
                report(.failed(error))
                succeeded = false
            }
        }
        for note in list.notes { report(.noted(note)) }
        for failure in list.failures { report(.failed(failure)) }
        if let first = list.undescribed.first {
            report(.noted(.undescribed(image: first, count: list.undescribed.count)))
        }
        attempt { () throws(ZigguratError) in try exporter.clearLeftovers() }
        var (exportedAny, isCancelled) = (false, false)
        var rest = list.entries[...]
        let threadCount = max(2, exporter.options.threadCount)
        var windowSize = threadCount
        var book: Int?
        func finishBook() {
            guard let index = book else { return }
            attempt { () throws(ZigguratError) in
                guard let (book, notes) = try exporter.finish(list.books[index]) else { return }
                for note in notes { report(.noted(note)) }
                report(.bound(book))
                exportedAny = true
            }
        }
        while let next = rest.first, !isCancelled {
            var writer = exporter
            if next.book != book { finishBook() }
            if let index = next.book {
                writer = exporter.pagesExporter(of: list.books[index])
                if index != book {
                    book = nil
                    attempt { () throws(ZigguratError) in
                        try exporter.begin(list.books[index])
                        book = index
                    }
                    guard book == index else {
                        rest = rest.drop { $0.book == index }
                        continue
                    }
                }
            } else {
                book = nil
            }
            let window = BatchWindow(
                entries: rest.prefix(windowSize).prefix { $0.book == book }, exporter: writer,
                cancellation: cancellation)
            let start = ContinuousClock.now
            for outcome in window.run() {
                let entry = rest.removeFirst()
                attempt { () throws(ZigguratError) in
                    do throws(ZigguratError) {
                        let number = list.entries.count - rest.count
                        try tell(
                            outcome, of: entry, by: writer, number, of: list.entries.count,
                            cancellation, report)
                        exportedAny = true
                    } catch {
                        isCancelled = error.code == .cancelled
                        throw error
                    }
                }
                if isCancelled { break }
            }
            // As many images at a time as take about half a second, so that reports come often.
            let elapsed = (ContinuousClock.now - start) / .seconds(1)
            let fitting = Double(window.entries.count) * 0.5 / max(elapsed, 0.001)
            windowSize = min(max(Int(fitting), threadCount), 256)
        }
        finishBook()
        guard exportedAny, planned == nil else { return succeeded }
        // After a cancellation collections have to wait for the next run: they may take long.
        return exporter.completeDestination(withCollections: !isCancelled, report) && succeeded
    }

    func list() -> BatchList {
        if let planned { return planned }
        return BatchList(
            of: images, to: exporter.destination, naming: exporter.naming, selection: selection,
            only: only,
            pageCount: everyPage || books != .none ? { header(of: $0)?.pages ?? 1 } : nil,
            makesBooks: books,
            contents: { DocumentContents(of: $0, trust: exporter.options.trust) },
            associatedImages: everyAssociatedImage
                ? { header(of: $0)?.associatedImages ?? [] } : nil, records: exporter.records,
            isolation: exporter.options.trust.isolation)
    }

    /// The header of a file; `nil` if it cannot be read, which its own export reports.
    private func header(of path: String) -> SourceHeader? {
        var request = exporter.options.source
        request.page = nil
        request.crop = nil
        let trust = exporter.options.trust
        return try? SourceImage(path: path, request: request, trust: trust).header
    }

    /// Reports the outcome of an image; exports a large image first. If another process has changed the
    /// export meanwhile, the image is planned and exported once more.
    private func tell(
        _ outcome: BatchWindow.Outcome, of entry: BatchList.Entry, by exporter: Exporter,
        _ number: Int, of count: Int, _ cancellation: Cancellation, _ report: (Event) -> Void
    ) throws(ZigguratError) {
        func export(_ plan: ExportPlan) throws(ZigguratError) -> ExportResult {
            try exporter.export(
                plan, cancellation, noted: { report(.noted($0)) },
                progress: { report(.progressed($0)) })
        }
        func startingOver(
            _ attempt: () throws(ZigguratError) -> ExportResult
        ) throws(ZigguratError) -> ExportResult {
            do throws(ZigguratError) {
                return try attempt()
            } catch {
                guard error.isChangeByOthers else { throw error }
                return try export(try entry.plan(with: exporter, cancellation: cancellation))
            }
        }
        switch outcome {
        case .unplanned(let error): throw error
        case .done(let plan, let result, let seconds):
            report(.started(plan, number: number, count: count))
            let final = try startingOver { () throws(ZigguratError) in try result.get() }
            report(.finished(final, seconds: seconds))
        case .large(let plan):
            report(.started(plan, number: number, count: count))
            let start = ContinuousClock.now
            let result = try startingOver { () throws(ZigguratError) in try export(plan) }
            report(.finished(result, seconds: (ContinuousClock.now - start) / .seconds(1)))
        }
    }
}
