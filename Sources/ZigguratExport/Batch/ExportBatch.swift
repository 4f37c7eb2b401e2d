public import ZigguratCore
internal import ZigguratImaging
public import ZigguratPyramid
public import ZigguratStore
public import ZigguratSystem

/// Exports many images. A failed image does not stop the others.
///
/// Several small images are exported at the same time. Events keep the order of the images.
public struct ExportBatch: Sendable {
    /// An event of a batch.
    public enum Event: Sendable {
        case started(ExportPlan, number: Int, count: Int)
        case progressed(ExportProgress)
        case finished(ExportResult, seconds: Double)
        case failed(ZigguratError)
        /// The tiles of a band are encoded. The band belongs to an image that is divided among
        /// shards.
        case encodedBand(Int, count: Int, ExportPlan, seconds: Double)
        case noted(ExportNote)
        /// All pages of a book are exported, and its IIIF manifest and its page are written.
        case bound(Exporter.Book)
        /// The collections of the destination are up to date.
        case collected([Exporter.Collection])
    }

    package let exporter: Exporter
    package let images: [String]
    let selection: Selection
    let everyPage: Bool
    let everyAssociatedImage: Bool
    /// The files in folders that are considered; `nil` considers all files.
    let only: Set<String>?
    package let books: Books
    /// The images of a shard, which have their names already; `nil` for other batches.
    let planned: BatchList?

    /// - Parameters:
    ///   - images: files, and folders that contain images.
    ///   - selection: the files in folders that are exported. The default is every image directly
    ///     in a folder.
    ///   - everyPage: whether each page or frame of a file is exported: `photo-p001`,
    ///     `photo-p002`, … A file with one page keeps its name.
    ///   - books: the images that become pages of books. Implies `everyPage`.
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

    /// - Parameter only: the files in folders that are considered; `nil` considers all files.
    package init(
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

    /// Creates a batch of a shard's images. The batch does not write shared files of the
    /// destination, such as the gallery.
    package init(_ planned: BatchList, exporter: Exporter) {
        (self.planned, self.exporter) = (planned, exporter)
        (images, selection, only, books) = ([], Selection(), nil, .none)
        (everyPage, everyAssociatedImage) = (false, false)
    }

    /// Exports all images, then writes the destination's gallery, even after a cancellation.
    ///
    /// A book is completed after its last page, with the pages that were exported.
    ///
    /// - Parameter report: called on the calling thread, in order.
    /// - Returns: whether all images were exported.
    public func run(
        cancellation: Cancellation = Cancellation(), report: (Event) -> Void
    ) -> Bool {
        exporter.folder.whileInUse { run(cancellation, report) }
    }

    private func run(_ cancellation: Cancellation, _ report: (Event) -> Void) -> Bool {
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
        var book: BookRun?
        var restarted: Set<Int> = []
        /// Returns to the first page of a book, if another process has created or removed the book
        /// meanwhile.
        func startOver(_ index: Int) -> Bool {
            guard restarted.insert(index).inserted,
                let first = list.entries.firstIndex(where: { $0.book == index })
            else { return false }
            rest = list.entries[first...]
            return true
        }
        func finishBook() {
            guard let finished = book else { return }
            book = nil
            guard !isCancelled || !finished.isNew else { return finished.keep() }
            attempt { () throws(ZigguratError) in
                do throws(ZigguratError) {
                    guard let (made, notes) = try finished.finish() else { return }
                    for note in notes { report(.noted(note)) }
                    report(.bound(made))
                    exportedAny = true
                } catch {
                    if !isCancelled, error.isChangeByOthers, startOver(finished.index) {
                        return
                    }
                    throw error
                }
            }
        }
        while !isCancelled {
            if rest.first?.book != book?.index { finishBook() }
            guard let next = rest.first else { break }
            if let index = next.book, book == nil {
                attempt { () throws(ZigguratError) in
                    book = try BookRun(list.books[index], index: index, exporter)
                }
                guard book != nil else {
                    rest = rest.drop { $0.book == index }
                    continue
                }
            }
            let (writer, current) = (book?.pages ?? exporter, book)
            let window = BatchWindow(
                entries: rest.prefix(windowSize).prefix { $0.book == current?.index },
                exporter: writer, cancellation: cancellation)
            let start = ContinuousClock.now
            for outcome in window.run() {
                let entry = rest.removeFirst()
                attempt { () throws(ZigguratError) in
                    do throws(ZigguratError) {
                        let number = list.entries.count - rest.count
                        try tell(
                            outcome, of: entry, in: current, by: writer, number,
                            of: list.entries.count, cancellation, report)
                        exportedAny = exportedAny || current?.isNew != true
                    } catch {
                        isCancelled = error.code == .cancelled
                        if !isCancelled, let current, !current.isCurrent {
                            if startOver(current.index) {
                                current.end()
                                book = nil
                                return
                            }
                        }
                        throw current?.inPlace(error) ?? error
                    }
                }
                if isCancelled || book?.index != current?.index { break }
            }
            // A window takes about half a second, so that reports come often.
            let elapsed = (ContinuousClock.now - start) / .seconds(1)
            let fitting = Double(window.entries.count) * 0.5 / max(elapsed, 0.001)
            windowSize = min(max(Int(fitting), threadCount), 256)
        }
        finishBook()
        guard planned == nil else { return succeeded }
        if only == nil, !isCancelled {
            attempt { () throws(ZigguratError) in
                let folders = images.filter(FileSystem.isFolder)
                let found = list.images(in: folders)
                for note in try exporter.folder.record(found) { report(.noted(note)) }
            }
        }
        guard exportedAny else { return succeeded }
        // Collections can take long, so after a cancellation the next run writes them.
        return exporter.completeDestination(withCollections: !isCancelled, report) && succeeded
    }

    /// Reports the outcome of an image, after exporting a large image.
    ///
    /// If another process has changed the existing export meanwhile, the image is planned and
    /// exported once more.
    private func tell(
        _ outcome: BatchWindow.Outcome, of entry: BatchList.Entry, in book: BookRun?,
        by exporter: Exporter, _ number: Int, of count: Int, _ cancellation: Cancellation,
        _ report: (Event) -> Void
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
            report(.finished(book?.inPlace(final) ?? final, seconds: seconds))
        case .large(let plan):
            report(.started(plan, number: number, count: count))
            let start = ContinuousClock.now
            let result = try startingOver { () throws(ZigguratError) in try export(plan) }
            report(
                .finished(
                    book?.inPlace(result) ?? result,
                    seconds: (ContinuousClock.now - start) / .seconds(1)))
        }
    }
}

extension ExportBatch {
    /// The images of a batch that become pages of books.
    public enum Books: Hashable, Sendable {
        /// Each image and each page becomes a separate export.
        case none
        /// Each file with several pages becomes a book.
        case ofPages
        /// Each file and each folder that the user named becomes a book.
        case all
    }
}
