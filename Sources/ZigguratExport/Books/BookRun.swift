internal import ZigguratCore
internal import ZigguratStore
internal import ZigguratSystem

/// A book whose pages are being exported.
///
/// A new book is written into a hidden folder of the destination and appears when it is complete. The
/// hidden folder of a killed or cancelled run has finished pages; the next run of the book continues
/// there. In a book that exists, pages are replaced one by one.
struct BookRun {
    /// The index in the batch.
    package let index: Int
    /// Exports the pages.
    package let pages: Exporter
    let isNew: Bool
    private let plan: BookPlan
    private let exporter: Exporter
    /// Where the book is, or appears.
    private let place: String
    /// The hidden folder of a new book. In a book that exists it is empty, and shows other processes
    /// that the book is changing.
    private let draft: Destination.Draft
    /// The folder of the book that exists.
    private let identity: FileAttributes.Identity?
    private let createdDestination: Bool

    /// Prepares the folder of a book.
    ///
    /// - Throws: ``ZigguratError`` if something else has the name.
    init(_ plan: BookPlan, index: Int, _ exporter: Exporter) throws(ZigguratError) {
        (self.plan, self.index, self.exporter) = (plan, index, exporter)
        try ExportName.check(plan.name, source: plan.path)
        let destination = exporter.folder
        place = destination.folder(of: plan.name)
        createdDestination = !FileSystem.exists(destination.path)
        identity = FileSystem.attributes(of: place)?.identity
        isNew = !FileSystem.exists(place)
        guard isNew || StoredBook.marks(place) else {
            let isExport = try Manifest.marksWholeOrDamaged(place)
            throw ZigguratError(
                isExport ? DestinationFailure.isExport : .notAnExport, place)
        }
        try destination.checkParents(of: plan.name)
        var pages = exporter.pagesExporter(of: plan)
        if isNew {
            draft = try destination.makeDraft(
                ofBook: plan.name, continues: exporter.options.continuesInterrupted)
            pages.futureDestination = place
            pages.destination = "\(draft.path)/\(plan.name)"
            try FileSystem.makeFolders(pages.destination)
            pages.drafts = pages.destination
        } else {
            draft = try Destination(place, drafts: place).makeFirstDraft()
            // A link can lead to another file system.
            let isLink = FileAttributes(path: place, followsLink: false)?.isFolder != true
            pages.drafts = isLink ? place : destination.path
        }
        self.pages = pages
    }

    /// Whether the book is where it was, or is still missing.
    package var isCurrent: Bool {
        isNew ? !FileSystem.exists(place) : FileSystem.attributes(of: place)?.identity == identity
    }

    /// Completes the book from the exports of its pages.
    ///
    /// - Returns: the book, and notes on it; `nil` if no page could be exported.
    /// - Throws: ``DestinationFailure/changedMeanwhile`` if another process has created or removed the
    ///   book; nothing is left of a new one. After other errors, the next run continues.
    func finish() throws(ZigguratError) -> (book: Exporter.Book, notes: [ExportNote])? {
        let present = plan.pages.filter {
            FileSystem.exists("\(pages.destination)/\($0.name)/\(Manifest.fileName)")
        }
        guard !present.isEmpty else {
            end()
            return nil
        }
        do throws(ZigguratError) {
            let result = isNew ? try publish(present) : try update(present)
            end()
            return result
        } catch {
            guard isCurrent else {
                end()
                throw ZigguratError(DestinationFailure.changedMeanwhile, place)
            }
            if isNew { draft.lock.unlock() } else { end() }
            throw error.hiding(pages.destination, behind: place)
        }
    }

    private func publish(
        _ present: [BookPlan.Page]
    ) throws(ZigguratError) -> (book: Exporter.Book, notes: [ExportNote]) {
        let (book, notes) = try exporter.write(
            plan, present, in: pages.folder, others: try others(present, areRemoved: true))
        let destination = exporter.folder
        if destination.syncs { try FileSystem.flushFiles(in: draft.path) }
        try destination.withLock { () throws(ZigguratError) in
            guard isCurrent else {
                throw ZigguratError(DestinationFailure.changedMeanwhile, place)
            }
            try destination.checkParents(of: plan.name)
            do throws(ZigguratError) {
                try destination.makeParents(of: plan.name)
                try FileSystem.move(pages.destination, to: place)
            } catch {
                destination.removeEmptyParents(of: plan.name)
                throw error
            }
        }
        try destination.flushNames(around: [plan.name])
        return (Exporter.Book(book, in: destination), notes)
    }

    private func update(
        _ present: [BookPlan.Page]
    ) throws(ZigguratError) -> (book: Exporter.Book, notes: [ExportNote]) {
        let others = try others(present, areRemoved: exporter.options.replaces)
        // In this lock no process removes the book.
        return try exporter.folder.withLock { () throws(ZigguratError) in
            guard isCurrent else {
                throw ZigguratError(DestinationFailure.changedMeanwhile, place)
            }
            let (book, notes) = try exporter.write(
                plan, present, in: pages.folder, others: others)
            return (Exporter.Book(book, in: exporter.folder), notes)
        }
    }

    /// The exports in the folder that are not pages of the book any more.
    ///
    /// - Parameter areRemoved: whether to remove them and return an empty list.
    private func others(
        _ present: [BookPlan.Page], areRemoved: Bool
    ) throws(ZigguratError) -> [String] {
        let others = try pages.folder.exportNames().filter { name in
            !present.contains { $0.name == name }
        }
        guard areRemoved else { return others }
        for name in others { try pages.folder.remove(name) }
        return []
    }

    /// Keeps the finished pages of a new book for the next run.
    package func keep() {
        let isEmpty = (try? FileSystem.folders(in: pages.destination))?.isEmpty ?? true
        if isNew, !isEmpty { draft.lock.unlock() } else { end() }
    }

    /// Removes the hidden folder.
    func end() {
        // The next run removes what remains.
        try? FileSystem.remove(draft.path)
        draft.lock.unlock()
        // Fails if the folder is not empty, as it should.
        if createdDestination { _ = FileSystem.removeEmptyFolder(exporter.folder.path) }
    }

    /// A result of a page as it is when the book is in its place.
    func inPlace(_ result: ExportResult) -> ExportResult {
        guard isNew else { return result }
        var result = result
        result.folder = place + result.folder.dropFirst(pages.destination.count)
        return result
    }

    /// An error of a page with the path that the page has when the book is in its place.
    func inPlace(_ error: ZigguratError) -> ZigguratError {
        isNew ? error.hiding(pages.destination, behind: place) : error
    }
}
