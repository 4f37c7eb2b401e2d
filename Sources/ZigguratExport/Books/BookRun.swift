internal import ZigguratCore
internal import ZigguratStore
internal import ZigguratSystem

/// A book whose pages are being exported.
///
/// A new book is written into a hidden folder of the destination, and appears when it is complete.
/// If the run is killed or cancelled, the hidden folder keeps the finished pages, and the next run
/// of the book continues there. In an existing book, pages are replaced one by one.
struct BookRun {
    /// The index of the book in the batch.
    package let index: Int
    /// Exports the pages.
    package let pages: Exporter
    let isNew: Bool
    private let plan: BookPlan
    private let exporter: Exporter
    /// The path of the book, even before the book appears.
    private let place: String
    /// The hidden folder of a new book. For an existing book, this folder is empty and tells other
    /// processes that the book is changing.
    private let draft: Destination.Draft
    /// The identity of the existing book's folder; `nil` for a new book.
    private let identity: FileAttributes.Identity?
    private let createdDestination: Bool

    /// Prepares the folder of a book.
    ///
    /// - Throws: ``ZigguratError`` if the name belongs to an entry that is not a book.
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
                isExport ? DestinationError.isExport : .notAnExport, place)
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
            // The book may be a link to another file system, so the hidden folders are inside the
            // book.
            let isLink = FileAttributes(path: place, followsLink: false)?.isFolder != true
            pages.drafts = isLink ? place : destination.path
        }
        self.pages = pages
    }

    /// Whether the existing book was not replaced, or the new book's name is still free.
    package var isCurrent: Bool {
        isNew ? !FileSystem.exists(place) : FileSystem.attributes(of: place)?.identity == identity
    }

    /// Completes the book from the exports of its pages.
    ///
    /// - Returns: the book, and notes on the book; `nil` if no page was exported.
    /// - Throws: ``DestinationError/changedMeanwhile`` if another process has created or removed
    ///   the book. In this case, the files of a new book are removed. After other errors, the next
    ///   run continues.
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
                throw ZigguratError(DestinationError.changedMeanwhile, place)
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
                throw ZigguratError(DestinationError.changedMeanwhile, place)
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
        // The lock prevents other processes from removing the book.
        return try exporter.folder.withLock { () throws(ZigguratError) in
            guard isCurrent else {
                throw ZigguratError(DestinationError.changedMeanwhile, place)
            }
            let (book, notes) = try exporter.write(
                plan, present, in: pages.folder, others: others)
            return (Exporter.Book(book, in: exporter.folder), notes)
        }
    }

    /// Returns the exports in the book's folder that no longer belong to the book.
    ///
    /// - Parameter areRemoved: whether to remove these exports and return an empty list.
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
        // If the folder cannot be removed, the next run removes it.
        try? FileSystem.remove(draft.path)
        draft.lock.unlock()
        // Fails if the destination is not empty, so a destination with content stays.
        if createdDestination { _ = FileSystem.removeEmptyFolder(exporter.folder.path) }
    }

    /// Returns the result of a page with the path that the page has when the book is in place.
    func inPlace(_ result: ExportResult) -> ExportResult {
        guard isNew else { return result }
        var result = result
        result.folder = place + result.folder.dropFirst(pages.destination.count)
        return result
    }

    /// Returns the error of a page with the path that the page has when the book is in place.
    func inPlace(_ error: ZigguratError) -> ZigguratError {
        isNew ? error.hiding(pages.destination, behind: place) : error
    }
}
