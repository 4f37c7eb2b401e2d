internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
package import ZigguratStore
public import ZigguratSystem
internal import ZigguratViewer

extension Exporter {
    /// An existing book.
    public struct Book: Hashable, Sendable, Codable {
        public let name: String
        /// The path of the book's folder, including the destination.
        public let folder: String
        /// The number of pages in the book.
        public let pages: Int
        /// The path of the book's viewer page; `nil` if the book has no viewer page.
        public let page: String?
        /// The path of the book's IIIF manifest; `nil` if the pages have no IIIF manifests.
        public let manifest: String?
    }

    /// Returns the books in the destination.
    public func books() throws(ZigguratError) -> [Book] {
        try ExportLibrary(destination).books().map { Book($0, in: folder) }
    }

    /// Writes the manifests and pages of all books in the destination again.
    package func updateBooks() throws(ZigguratError) {
        for name in try folder.bookNames() {
            // The lock prevents other processes from removing the book.
            try folder.withLock { () throws(ZigguratError) in
                _ = try writer(ofBook: name).update()
            }
        }
    }

    private func writer(ofBook name: String) -> BookWriter {
        BookWriter(
            destination: Destination(folder.folder(of: name), syncs: options.syncs),
            pages: PageWriter(templates), formats: options.formats)
    }

    /// Writes the files of a book from the exports of its pages.
    ///
    /// - Parameters:
    ///   - present: the exported pages; at least one page.
    ///   - pages: the folder of the book. The caller prevents other processes from removing or
    ///     replacing it.
    ///   - others: the exports in the folder that no longer belong to the book.
    /// - Returns: the record of the book, and notes on the book.
    func write(
        _ plan: BookPlan, _ present: [BookPlan.Page], in pages: Destination, others: [String]
    ) throws(ZigguratError) -> (book: StoredBook, notes: [ExportNote]) {
        let place = folder.folder(of: plan.name)
        let writer = BookWriter(
            destination: pages, pages: PageWriter(templates), formats: options.formats)
        // The record is read again under the lock, because another process may have changed its
        // texts.
        let written = try pages.withLock { () throws(ZigguratError) in
            try writer.write(try book(plan, present, in: pages))
        }
        var notes: [ExportNote] = []
        if written.document == nil { notes.append(.bookWithoutManifest(book: place)) }
        if let other = others.first {
            notes.append(.notInBook(book: place, export: other, count: others.count))
        }
        return (written, notes)
    }

    private func book(
        _ plan: BookPlan, _ present: [BookPlan.Page], in pages: Destination
    ) throws(ZigguratError) -> StoredBook {
        var caption = plan.caption(options)
        let old = try StoredBook.read(from: pages.path)
        if let old, !old.pages.isEmpty { caption = old.caption.overlaid(by: caption) }
        if plan.isFile, let first = present.first,
            let manifest = try ManifestCache.shared.manifest(ofExport: pages.folder(of: first.name))
        {
            caption = caption.completed(by: manifest.image.metadata)
        }
        var book = StoredBook(
            plan.name, at: plan.path, isFile: plan.isFile, caption: caption,
            baseURL: options.baseURL ?? old?.baseURL)
        book.readingDirection = options.readingDirection ?? old?.readingDirection
        book.hashes = old?.hashes ?? [:]
        book.pages = present.map { StoredBook.Page(name: $0.name, label: $0.label) }
        book.sections = plan.sections(of: present)
        // Labels and sections that are not given are kept.
        if records == nil, let old, !old.pages.isEmpty { book.keepContents(of: old) }
        if plan.isFile, options.includesSource || old?.original != nil {
            book.original = Path.name(of: plan.path)
            if let path = book.originalPath {
                book.hashes[path] = try copySource(
                    plan, to: pages.folder(of: path), book.hashes[path])
            }
        }
        return book
    }

    /// Writes a book with new texts.
    ///
    /// - Parameter states: the state of the book before it was read.
    package func describe(
        _ book: StoredBook, upon states: EntryStates
    ) throws(ZigguratError) -> Book {
        let writer = writer(ofBook: book.name)
        return try folder.withLock { () throws(ZigguratError) in
            try writer.destination.withLock { () throws(ZigguratError) in
                try states.check()
                return Book(try writer.write(book), in: folder)
            }
        }
    }

    /// Copies the file of a book, unless the copy is up to date.
    ///
    /// - Parameter known: the hash of the existing copy; `nil` without a copy.
    /// - Returns: the hash of the copy.
    private func copySource(
        _ plan: BookPlan, to copy: String, _ known: String?
    ) throws(ZigguratError) -> String {
        let (new, old) = (
            FileSystem.attributes(of: plan.path), FileSystem.attributes(of: copy)
        )
        if !options.isForced, let known, let new, let old, new.byteCount == old.byteCount,
            new.modified.seconds <= old.modified.seconds
        {
            return known
        }
        try FileSystem.makeFolders(Path.split(copy).folder)
        if old != nil { try FileSystem.remove(copy) }
        try FileSystem.copy(plan.path, to: copy)
        return try XXH3.digits(ofFile: plan.path)
    }
}

extension Exporter.Book {
    init(_ book: StoredBook, in destination: Destination) {
        let folder = destination.folder(of: book.name)
        self.init(
            name: book.name, folder: folder, pages: book.pages.count,
            page: book.page.map { "\(folder)/\($0)" },
            manifest: book.document.map { "\(folder)/\($0)" })
    }
}

extension Exporter.Options {
    /// Replaces the default layout by the layout that IIIF manifests of books refer to, if the
    /// other options allow this layout.
    package mutating func prefersBookLayout() {
        let names = formats.collections.filter(\.listsBooks).flatMap(\.layouts)
        guard container.isFolder, let layout = names.lazy.compactMap(formats.layout).first,
            (try? layout.check(tiling, settings.levels, rules: container.rules(of: layout))) != nil
        else { return }
        layouts = [layout]
    }
}
