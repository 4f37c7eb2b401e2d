internal import Glibc
internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
public import ZigguratSystem
internal import ZigguratViewer

extension Exporter {
    /// A book that exists.
    public struct Book: Hashable, Sendable, Codable {
        public let name: String
        /// The path of its folder, destination included.
        public let folder: String
        /// The number of its pages.
        public let pages: Int
        /// The path of its page with a viewer; `nil` if it has none.
        public let page: String?
        /// The path of its IIIF manifest; `nil` if its pages have none.
        public let manifest: String?
    }

    /// The books in the destination.
    public func books() throws(ZigguratError) -> [Book] {
        try ExportLibrary(destination).books().map { Book($0, in: folder) }
    }

    /// Writes the manifests and pages of all books in the destination again.
    package func updateBooks() throws(ZigguratError) {
        for name in try folder.bookNames() { try writer(ofBook: name).update() }
    }

    private func writer(ofBook name: String) -> BookWriter {
        BookWriter(
            destination: Destination(folder.folder(of: name), syncs: options.syncs),
            pages: PageWriter(templates), formats: options.formats)
    }

    /// Prepares the folder of a book.
    ///
    /// - Throws: ``ZigguratError`` if something else has the name.
    func begin(_ plan: BookPlan) throws(ZigguratError) {
        try ExportName.check(plan.name, source: plan.path)
        let place = folder.folder(of: plan.name)
        if try StoredBook.read(from: place) != nil { return }
        guard !FileSystem.exists(place) || StoredBook.marks(place) else {
            let isExport = try Manifest.marksWholeOrDamaged(place)
            throw ZigguratError(
                isExport ? DestinationFailure.isExport : .notAnExport, place)
        }
        try FileSystem.makeFolders(place)
        let book = StoredBook(
            plan, caption: plan.caption(options), baseURL: options.baseURL)
        let record = try BundleFile.json(StoredBook.fileName, book)
        try FileSystem.replace("\(place)/\(record.path)", with: record.bytes, syncs: options.syncs)
    }

    /// Completes a book from the exports of its pages; removes it if no page exists.
    ///
    /// - Returns: the book, and notes on it; `nil` if no page could be exported.
    func finish(_ plan: BookPlan) throws(ZigguratError) -> (book: Book, notes: [ExportNote])? {
        let place = folder.folder(of: plan.name)
        let pages = Destination(place)
        let present = plan.pages.filter {
            FileSystem.exists("\(pages.folder(of: $0.name))/\(Manifest.fileName)")
        }
        guard let first = present.first else {
            try removeEmpty(pages)
            return nil
        }
        var caption = plan.caption(options)
        let old = try StoredBook.read(from: place)
        if let old, !old.pages.isEmpty { caption = old.caption.overlaid(by: caption) }
        let manifest = try ManifestCache.shared.manifest(ofExport: pages.folder(of: first.name))
        if plan.isFile, let manifest { caption = caption.completed(by: manifest.image.metadata) }
        var book = StoredBook(
            plan, caption: caption, baseURL: options.baseURL ?? old?.baseURL)
        book.hashes = old?.hashes ?? [:]
        book.pages = present.map { StoredBook.Page(name: $0.name, label: $0.label) }
        book.sections = plan.sections(of: present)
        // As texts, labels and sections that are not given are kept.
        if records == nil, let old, !old.pages.isEmpty { book.keepContents(of: old) }
        if plan.isFile, options.includesSource || old?.original != nil {
            book.original = ExportName.file(of: plan.path)
            if let path = book.originalPath {
                book.hashes[path] = try copySource(plan, to: "\(place)/\(path)", book.hashes[path])
            }
        }
        let written = try writer(ofBook: plan.name).write(book)
        var notes: [ExportNote] = []
        if written.document == nil { notes.append(.bookWithoutManifest(book: place)) }
        let others = try pages.exportNames().filter { name in
            !book.pages.contains { $0.name == name }
        }
        if options.replaces {
            for name in others { try pages.remove(name) }
        } else if let other = others.first {
            notes.append(.notInBook(book: place, export: other, count: others.count))
        }
        return (Book(written, in: folder), notes)
    }

    /// Writes a book with other texts.
    func describe(_ book: StoredBook) throws(ZigguratError) -> Book {
        Book(try writer(ofBook: book.name).write(book), in: folder)
    }

    /// Copies the file of a book, unless the copy is up to date.
    ///
    /// - Parameter known: the hash of the older copy.
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
        try FileSystem.makeFolders(PathContents.split(copy).folder)
        if old != nil { try FileSystem.remove(copy) }
        try FileSystem.copy(plan.path, to: copy)
        return try XXH3.digits(ofFile: plan.path)
    }

    /// Removes the folder of a book without pages, unless it has other files.
    private func removeEmpty(_ pages: Destination) throws(ZigguratError) {
        guard FileSystem.exists(pages.path),
            try FileSystem.entries(in: pages.path)
                == [StoredBook.fileName]
        else { return }
        try FileSystem.remove(pages.path)
        // Fails if the folder is not empty, as it should. `unsafe`: Swift keeps the C string of the
        // path until the call returns.
        _ = unsafe rmdir(folder.path)
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
