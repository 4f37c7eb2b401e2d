internal import ZigguratCore
internal import ZigguratFormats
public import ZigguratStore
public import ZigguratSystem
internal import ZigguratViewer

/// The files and commands that concern all exports of the destination.
extension Exporter {
    /// Writes the page that lists all exports of the destination.
    ///
    /// - Returns: the path of the page; `nil` if a page of another program has this path. That page
    ///   is kept.
    @discardableResult
    public func writeGallery() throws(ZigguratError) -> String? {
        try Gallery(destination: folder, pages: PageWriter(templates)).write(options.formats)
    }

    /// Stores the title of the gallery in `gallery.json`; other members of the file stay unchanged.
    ///
    /// - Throws: `ZigguratError` if the file is invalid or cannot be written.
    public func setGalleryTitle(_ title: String) throws(ZigguratError) {
        try folder.withLock { () throws(ZigguratError) in
            let path = folder.folder(of: GalleryCover.file)
            let old = try FileSystem.contents(of: path)
            let new = try Result { () throws(ZigguratError) in
                try GalleryCover.bytes(old, title: title)
            }.mapError { $0.about(path) }.get()
            try folder.update([BundleFile(path: GalleryCover.file, bytes: new)])
        }
    }

    /// Checks that the destination is not, and is not inside, an export, a book or a comparison.
    ///
    /// - Parameter allowsBook: whether the destination may be the folder of a book.
    /// - Throws: `DestinationError.insideEntry`.
    package func checkDestination(allowsBook: Bool = false) throws(ZigguratError) {
        if allowsBook, StoredBook.marks(folder.path) { return }
        try folder.checkOutside()
    }

    /// The path of the page that lists the exports.
    package var galleryPath: String { Destination(destination).folder(of: "index.html") }

    /// Whether the destination has a gallery that Ziggurat wrote.
    package var hasGallery: Bool {
        Gallery(destination: folder, pages: PageWriter(templates)).isWritten
    }

    /// Writes the collections of the destination.
    ///
    /// These are the existing collections, the collections that ``options`` request, and a IIIF
    /// collection if the destination has IIIF manifests.
    ///
    /// - Parameter looksClosely: whether collections that are up to date are read completely, and
    ///   damaged parts are written again.
    @discardableResult
    public func writeCollections(
        looksClosely: Bool = false
    ) throws(ZigguratError) -> [Collection] {
        try updateCollections(begunBy: nil, looksClosely: looksClosely).entries
    }

    /// Writes the collections as ``writeCollections(looksClosely:)`` does, and returns notes.
    ///
    /// If `layouts` are given, a collection without a request is created only if it can list one of
    /// them.
    package func updateCollections(
        begunBy layouts: [String]? = nil, looksClosely: Bool = false
    ) throws(ZigguratError) -> Collections.Result {
        // Leftovers that cannot be removed do not prevent the update. The next run removes them.
        try? clearLeftovers()
        return try Collections(
            of: destination, formats: options.formats, syncs: options.syncs
        ).update(
            adding: options.collections, begunBy: layouts, looksClosely: looksClosely)
    }

    /// Returns a note on each comparison that shows a missing bundle, or an image with a new size.
    package func comparisonNotes() throws(ZigguratError) -> [ExportNote] {
        try ExportLibrary(destination).damagedComparisons().map {
            .damagedComparison($0.name, bundle: $0.bundle)
        }
    }

    public func collections() throws(ZigguratError) -> [Exporter.Collection] {
        try Collections(of: destination, formats: options.formats).entries()
    }

    /// The names of the exports and books in the destination, found without reading them. Empty if
    /// the folder cannot be read.
    package var names: [String] { (try? Destination(destination).storedNames()) ?? [] }

    /// Returns the manifests of the exports in the destination, sorted by the order in their
    /// captions and then by name.
    public func exports() throws(ZigguratError) -> [Manifest] {
        try ExportLibrary(destination).contents().manifests
    }

    /// Removes an export from the destination, unless a comparison shows the export or it is the
    /// only page of a book.
    ///
    /// - Parameter withComparisons: whether comparisons that show the export are removed, too.
    /// - Returns: the removed folders. The last folder is the folder of the export.
    @discardableResult
    public func remove(
        _ name: String, withComparisons: Bool = false
    ) throws(ZigguratError) -> [String] {
        try ExportLibrary(destination).remove(name, withComparisons: withComparisons)
    }

    /// Whether the name belongs to a comparison.
    package func isComparison(_ name: String) -> Bool {
        StoredComparison.marks(folder.folder(of: name))
    }

    /// Returns the book whose folder is the destination, and the path of the destination that
    /// contains the book. Returns `nil` if the destination is not a book.
    package func ownBook() throws(ZigguratError) -> (book: Book, destination: String)? {
        guard let book = try StoredBook.read(from: destination),
            let outer = ExportLibrary.destination(of: book, in: destination)
        else { return nil }
        return (Book(book, in: Destination(outer)), outer)
    }

    /// Runs a command that changes the destination and then its gallery. Until the command ends,
    /// `verify` skips the gallery and the collections.
    package func whileInUse<Result>(
        _ body: () throws(ZigguratError) -> Result
    ) throws(ZigguratError) -> Result {
        try folder.whileInUse { () -> Swift.Result<Result, ZigguratError> in
            do throws(ZigguratError) {
                return .success(try body())
            } catch {
                return .failure(error)
            }
        }.get()
    }

    /// Removes the hidden folders that killed runs left in the destination.
    ///
    /// - Throws: ``ZigguratError`` if a folder cannot be removed, or if the destination exists but
    ///   cannot be read.
    package func clearLeftovers() throws(ZigguratError) {
        guard FileSystem.isFolder(destination) else { return }
        let folder = Destination(destination)
        try folder.withLock { () throws(ZigguratError) in try folder.clearLeftovers() }
    }
}
