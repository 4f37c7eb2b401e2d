internal import ZigguratSystem

/// Removes exports, books and comparisons.
extension ExportLibrary {
    /// Removes an export, unless a comparison shows it, or it is the only page of a book.
    ///
    /// - Parameter withComparisons: whether comparisons that show the export are removed before it.
    /// - Returns: the removed folders.
    /// - Throws: ``DestinationFailure/isCompared(_:)``, ``DestinationFailure/lastPage(book:)``.
    func remove(
        _ name: String, withComparisons: Bool = false
    ) throws(ZigguratError) -> [String] {
        let folder = destination.folder(of: name)
        guard ExportName.isUsable(name) else {
            throw ZigguratError(DestinationFailure.exportNotFound, folder)
        }
        var removed: [String] = []
        if withComparisons, let (site, comparisons) = try comparisons(showing: name) {
            for comparison in comparisons { removed += try site.remove(comparison) }
        }
        try checkUse(of: name)
        let wasInterrupted = try destination.removeInterrupted(name)
        // In the lock, because another process may have written a comparison meanwhile.
        let isRemoved = try destination.remove(name) { () throws(ZigguratError) in
            try checkUse(of: name)
        }
        guard !isRemoved, try !destination.finishRemoval(of: name), !wasInterrupted else {
            return removed + [folder]
        }
        throw ZigguratError(DestinationFailure.exportNotFound, folder)
    }

    /// - Throws: ``ZigguratError`` if another page of the destination needs an export.
    private func checkUse(of name: String) throws(ZigguratError) {
        let folder = destination.folder(of: name)
        if let comparisons = try comparisons(showing: name)?.names, !comparisons.isEmpty {
            throw ZigguratError(DestinationFailure.isCompared(comparisons), folder)
        }
        guard let book = try StoredBook.read(from: destination.path) else { return }
        if book.pages.map(\.name) == [name] {
            throw ZigguratError(DestinationFailure.lastPage(book: book.name), folder)
        }
    }

    /// The comparisons that show an export, or a page of a book, and the destination that has them.
    /// Pages of a book are shown by comparisons beside the book.
    ///
    /// - Returns: `nil` if the destination with the comparisons is missing.
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

    /// The path of the destination around a book; `nil` if the book was moved.
    static func destination(of book: StoredBook, in folder: String) -> String? {
        let path = FileSystem.resolved(folder) ?? folder
        guard path.hasSuffix("/\(book.name)") else { return nil }
        return String(path.dropLast(book.name.utf8.count + 1))
    }
}
