internal import ZigguratCore
internal import ZigguratFormats
public import ZigguratStore
public import ZigguratSystem
internal import ZigguratViewer

/// What all exports of the destination have in common.
extension Exporter {
    /// Writes the page that lists every export of the destination.
    ///
    /// - Returns: the path of the page; `nil` if another program's page is there, which is kept.
    @discardableResult
    public func writeGallery() throws(ZigguratError) -> String? {
        try Gallery(destination: folder, pages: PageWriter(templates)).write(options.formats)
    }

    /// The path of the page that lists the exports.
    package var galleryPath: String { Destination(destination).folder(of: "index.html") }

    /// Whether the destination has a gallery that Ziggurat wrote.
    package var hasGallery: Bool {
        Gallery(destination: folder, pages: PageWriter(templates)).isWritten
    }

    /// Writes the collections of the destination: those that exist, those that ``options`` ask for,
    /// and a IIIF collection if there are IIIF manifests.
    ///
    /// - Parameter looksClosely: whether collections that are up to date are read completely, and
    ///   their damaged parts written again.
    @discardableResult
    public func writeCollections(
        looksClosely: Bool = false
    ) throws(ZigguratError) -> [Collection] {
        try updateCollections(begunBy: nil, looksClosely: looksClosely).entries
    }

    /// As ``writeCollections(looksClosely:)``, with notes; with the names of exported layouts, a
    /// collection that ``options`` do not ask for is created only if it can contain one of them.
    package func updateCollections(
        begunBy layouts: [String]? = nil, looksClosely: Bool = false
    ) throws(ZigguratError) -> Collections.Result {
        // Its own failure is not that of the collections; the next run tries again.
        try? clearLeftovers()
        return try Collections(
            of: destination, formats: options.formats, syncs: options.syncs
        ).update(
            adding: options.collections, begunBy: layouts, looksClosely: looksClosely)
    }

    public func collections() throws(ZigguratError) -> [Exporter.Collection] {
        try Collections(of: destination, formats: options.formats).entries()
    }

    /// The names of the exports and books in the destination, without reading them; empty if the folder
    /// cannot be read.
    package var names: [String] { (try? Destination(destination).storedNames()) ?? [] }

    /// The manifests of the exports in the destination, by name.
    public func exports() throws(ZigguratError) -> [Manifest] {
        try ExportLibrary(destination).contents().manifests
    }

    /// Removes an export from the destination, unless a comparison shows it or it is the only page of a
    /// book.
    ///
    /// - Parameter withComparisons: whether comparisons that show the export are removed before it.
    /// - Returns: the removed folders; that of the export is the last one.
    @discardableResult
    public func remove(
        _ name: String, withComparisons: Bool = false
    ) throws(ZigguratError) -> [String] {
        try ExportLibrary(destination).remove(name, withComparisons: withComparisons)
    }

    /// Whether there is a comparison of a name.
    package func isComparison(_ name: String) -> Bool {
        StoredComparison.marks(folder.folder(of: name))
    }

    /// The book that the destination is, and the path of the destination around it; `nil` if the
    /// destination is no book.
    package func ownBook() throws(ZigguratError) -> (book: Book, destination: String)? {
        guard let book = try StoredBook.read(from: destination),
            let outer = ExportLibrary.destination(of: book, in: destination)
        else { return nil }
        return (Book(book, in: Destination(outer)), outer)
    }

    /// Runs a command that changes the destination and then its gallery. Until its end, `verify` does not
    /// check the gallery and the collections.
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
    /// - Throws: ``ZigguratError`` if one of them cannot be removed, or if the destination exists
    ///   and cannot be read.
    package func clearLeftovers() throws(ZigguratError) {
        guard FileSystem.isFolder(destination) else { return }
        let folder = Destination(destination)
        try folder.withLock { () throws(ZigguratError) in try folder.clearLeftovers() }
    }
}
