internal import Synchronization
internal import ZigguratCore
internal import ZigguratImaging
package import ZigguratSystem
package import ZigguratViewer

/// The exports in a destination.
package struct ExportLibrary {
    package let destination: Destination

    /// - Throws: ``DestinationError/folderNotFound``.
    package init(_ destination: String) throws(ZigguratError) {
        guard FileSystem.isFolder(destination) else {
            throw ZigguratError(DestinationError.folderNotFound, destination)
        }
        self.destination = Destination(destination)
    }

    /// Returns the manifests, sorted by the order in their captions and then by name, and the names
    /// of exports with an invalid manifest.
    ///
    /// - Throws: ``ZigguratError`` if a manifest cannot be read, because the list would be
    ///   incomplete.
    package func contents() throws(ZigguratError) -> (manifests: [Manifest], invalid: [String]) {
        let names = try destination.exportNames()
        let folders = names.map(destination.folder)
        let results = ConcurrentWork.map(
            below: names.count, threads: WorkerThreads.defaultCount
        ) { number in
            Result { () throws(ZigguratError) in
                try ManifestCache.shared.manifest(ofExport: folders[number])
            }
        }
        var (manifests, invalid): ([Manifest], [String]) = ([], [])
        for (name, result) in zip(names, results) {
            if let manifest = try result.get() {
                // If the manifest of an export in a subfolder states another name, the export
                // belongs to another destination.
                if ExportName.parents(of: name).isEmpty || manifest.name == name {
                    manifests.append(manifest)
                }
            } else if destination.isStored(name) {
                invalid.append(name)
            }
        }
        if manifests.contains(where: { $0.settings.caption.order != nil }) {
            manifests.sort { ($0.position, $0.name) < ($1.position, $1.name) }
        }
        return (manifests, invalid)
    }

    /// Returns the books, sorted by name. Books that are damaged or have no page are left out.
    package func books() throws(ZigguratError) -> [StoredBook] {
        var books: [StoredBook] = []
        for name in try destination.bookNames() {
            if let book = try StoredBook.read(from: destination.folder(of: name)) {
                books.append(book)
            }
        }
        return books.filter { !$0.pages.isEmpty }
    }

    /// Returns the gallery entry of each book; `nil` for a book without a page.
    package func entries(of books: [StoredBook]) throws(ZigguratError) -> [GalleryEntry?] {
        try books.map { book throws(ZigguratError) in
            let first = try book.pages.first.flatMap { page throws(ZigguratError) in
                try ManifestCache.shared.manifest(
                    ofExport: destination.folder(of: "\(book.name)/\(page.name)"))
            }
            return book.galleryEntry(first)
        }
    }

    /// Returns the comparisons, sorted by name. Damaged comparisons are left out.
    package func comparisons() throws(ZigguratError) -> [StoredComparison] {
        var comparisons: [StoredComparison] = []
        for name in try destination.comparisonNames() {
            // A comparison that was moved belongs to another destination.
            if let found = try StoredComparison.read(from: destination.folder(of: name)),
                found.name == name
            {
                comparisons.append(found)
            }
        }
        return comparisons
    }

    /// Returns the comparisons that show a missing bundle, or an image whose size has changed. The
    /// path of the first missing or changed bundle is relative to the destination.
    package func damagedComparisons() throws(ZigguratError) -> [(name: String, bundle: String)] {
        var damaged: [(name: String, bundle: String)] = []
        for comparison in try comparisons() {
            for picture in comparison.pictures {
                let folder = destination.folder(of: picture.export)
                let manifest = try ManifestCache.shared.manifest(ofExport: folder)
                let isThere = manifest?.bundles.contains { $0.path == picture.bundle } ?? false
                if isThere, manifest?.image.size == picture.size { continue }
                damaged.append((comparison.name, "\(picture.export)/\(picture.bundle)"))
                break
            }
        }
        return damaged
    }

    /// Returns the gallery entries of comparisons. Comparisons with a missing export are left out.
    package func entries(
        of comparisons: [StoredComparison]
    ) throws(ZigguratError) -> [GalleryEntry] {
        var entries: [GalleryEntry] = []
        for comparison in comparisons {
            var manifests: [Manifest] = []
            for picture in comparison.pictures {
                let folder = destination.folder(of: picture.export)
                if let found = try ManifestCache.shared.manifest(ofExport: folder) {
                    manifests.append(found)
                }
            }
            guard manifests.count == comparison.pictures.count else { continue }
            if let entry = comparison.galleryEntry(manifests) { entries.append(entry) }
        }
        return entries
    }
}

extension Manifest {
    fileprivate var position: Double { settings.caption.order ?? .infinity }
}

/// Caches manifests, because the gallery and each collection read all manifests.
///
/// A cached manifest is valid while its file keeps its inode, size and status change time, which
/// programs cannot set. A file that has just changed is read again.
package final class ManifestCache: Sendable {
    package static let shared = ManifestCache()

    private let known = Mutex<[String: (file: FileAttributes, manifest: Manifest)]>([:])

    /// Returns the manifest of an export from the cache, or reads it; see
    /// ``Manifest/readValid(fromExport:)``.
    ///
    /// - Parameter now: the current time in seconds since 1970; `nil` reads the clock.
    package func manifest(ofExport folder: String, now: Int? = nil) throws(ZigguratError)
        -> Manifest?
    {
        let file = FileSystem.attributes(of: "\(folder)/\(Manifest.fileName)")
        if let found = known.withLock({ $0[folder] }), found.file == file { return found.manifest }
        let manifest = try Manifest.readValid(fromExport: folder)
        if let file, let manifest, file.hasSettled(now: now) {
            known.withLock { $0[folder] = (file, manifest) }
        }
        return manifest
    }
}

/// Removes exports, books and comparisons.
extension ExportLibrary {
    /// Removes an export, unless a comparison shows the export or it is the only page of a book.
    ///
    /// - Parameter withComparisons: whether comparisons that show the export are removed, too.
    /// - Returns: the removed folders.
    /// - Throws: ``DestinationError/isCompared(_:)``, ``DestinationError/containsExports(_:)``,
    ///   ``DestinationError/lastPage(book:)``.
    package func remove(
        _ name: String, withComparisons: Bool = false
    ) throws(ZigguratError) -> [String] {
        let folder = destination.folder(of: name)
        guard ExportName.isUsable(name) else {
            throw ZigguratError(DestinationError.exportNotFound, folder)
        }
        var removed: [String] = []
        if withComparisons, let (site, comparisons) = try comparisons(showing: name) {
            for comparison in comparisons { removed += try site.remove(comparison) }
        }
        try checkUse(of: name)
        let wasInterrupted = try destination.removeInterrupted(name)
        // Checked again under the lock, because another process may have written a comparison
        // meanwhile.
        let isRemoved = try destination.remove(name) { () throws(ZigguratError) in
            try checkUse(of: name)
        }
        guard !isRemoved, try !destination.finishRemoval(of: name), !wasInterrupted else {
            return removed + [folder]
        }
        throw ZigguratError(DestinationError.exportNotFound, folder)
    }

    /// - Throws: ``ZigguratError`` if a comparison or a book needs the export, or if the export
    ///   contains other exports.
    private func checkUse(of name: String) throws(ZigguratError) {
        let folder = destination.folder(of: name)
        if let comparisons = try comparisons(showing: name)?.names, !comparisons.isEmpty {
            throw ZigguratError(DestinationError.isCompared(comparisons), folder)
        }
        let inner = try innerExports(of: folder)
        guard inner.isEmpty else {
            throw ZigguratError(DestinationError.containsExports(inner), folder)
        }
        guard let book = try StoredBook.read(from: destination.path) else { return }
        if book.pages.map(\.name) == [name] {
            throw ZigguratError(DestinationError.lastPage(book: book.name), folder)
        }
    }

    /// Returns the names of the exports in the folder of an export, or in the folders of a book's
    /// pages. Older versions of Ziggurat wrote such exports.
    private func innerExports(of folder: String) throws(ZigguratError) -> [String] {
        guard FileSystem.isFolder(folder) else { return [] }
        let names = try Destination(folder).storedNames()
        guard StoredBook.marks(folder) else { return names }
        var inner: [String] = []
        for name in names {
            inner += try innerExports(of: "\(folder)/\(name)").map { "\(name)/\($0)" }
        }
        return inner
    }

    /// Returns the comparisons that show an export or a page of a book, and the destination that
    /// contains them. Comparisons of a book's pages are in the folder that contains the book.
    ///
    /// - Returns: `nil` if the destination with the comparisons is not found.
    private func comparisons(
        showing name: String
    ) throws(ZigguratError) -> (site: ExportLibrary, names: [String])? {
        var (site, path) = (self, name)
        if let book = try StoredBook.read(from: destination.path) {
            guard let outer = Self.destination(of: book, in: destination.path) else { return nil }
            (site, path) = (try ExportLibrary(outer), "\(book.name)/\(name)")
        }
        let names = try site.comparisons().filter { comparison in
            comparison.pictures.contains { $0.export == path || $0.export.hasPrefix("\(path)/") }
        }.map(\.name)
        return (site, names)
    }

    /// Returns the path of the destination that contains a book; returns `nil` if the book was
    /// moved.
    package static func destination(of book: StoredBook, in folder: String) -> String? {
        let path = FileSystem.resolved(folder) ?? folder
        guard path.hasSuffix("/\(book.name)") else { return nil }
        return String(path.dropLast(book.name.utf8.count + 1))
    }
}
