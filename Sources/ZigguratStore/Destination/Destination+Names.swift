package import ZigguratSystem

/// Finds exports by their names, in the destination and in its folders.
extension Destination {
    /// The sorted names of the exports with a manifest.
    package func exportNames() throws(ZigguratError) -> [String] {
        try names { FileSystem.exists("\(folder(of: $0))/\(Manifest.fileName)") }
    }

    package func bookNames() throws(ZigguratError) -> [String] {
        try names { StoredBook.marks(folder(of: $0)) }
    }

    func comparisonNames() throws(ZigguratError) -> [String] {
        try names { StoredComparison.marks(folder(of: $0)) }
    }

    /// The sorted names of books, comparisons, and of exports, also of those that have lost their manifest.
    package func storedNames() throws(ZigguratError) -> [String] { try names(where: isStored) }

    /// Whether there is a book, a comparison or an export of a name, even without its manifest.
    package func isStored(_ name: String) -> Bool {
        let folder = folder(of: name)
        return [
            Manifest.fileName, FileHashes.fileName, StoredBook.fileName, StoredComparison.fileName,
        ].contains { FileSystem.exists("\(folder)/\($0)") }
    }

    private func names(where isExport: (String) -> Bool) throws(ZigguratError) -> [String] {
        let entries = try FileSystem.entries(in: path).filter { !$0.hasPrefix(".") }
        var names = entries.filter(isExport)
        let exports = Set(names)
        for folder in try FileSystem.folders(in: path) where !exports.contains(folder) {
            collect(&names, in: folder, depth: 1, where: isExport)
        }
        return names.count > exports.count ? names.sorted() : names
    }

    /// Adds the exports below a folder. Links are not followed, and a folder that cannot be read has
    /// no exports. The exports of a folder with a gallery belong to that gallery.
    private func collect(
        _ names: inout [String], in parent: String, depth: Int, where isExport: (String) -> Bool
    ) {
        guard ExportName.isUsable(parent), depth < ExportName.mostPieces,
            !FileSystem.exists("\(folder(of: parent))/\(GalleryRecord.list)"),
            !StoredBook.marks(folder(of: parent)),
            let folders = try? FileSystem.folders(in: folder(of: parent))
        else { return }
        for folder in folders where !folder.hasPrefix(".") {
            let name = "\(parent)/\(folder)"
            if isExport(name) {
                names.append(name)
            } else {
                collect(&names, in: name, depth: depth + 1, where: isExport)
            }
        }
    }
}

/// The folders around exports.
extension Destination {
    /// Creates the folders around an export.
    ///
    /// - Precondition: the destination is locked.
    package func makeParents(of name: String) throws(ZigguratError) {
        guard let parent = ExportName.parents(of: name).last else { return }
        try FileSystem.makeFolders(folder(of: parent))
    }

    /// Removes the folders around an export that are empty.
    package func removeEmptyParents(of name: String) {
        for parent in ExportName.parents(of: name).reversed() {
            guard FileSystem.removeEmptyFolder(folder(of: parent)) else { return }
        }
    }

    /// Writes the names in the destination, and in the folders around exports, to the disk.
    package func flushNames(around exports: some Sequence<String>) throws(ZigguratError) {
        guard syncs else { return }
        for parent in Set(exports.flatMap(ExportName.parents)).map(folder)
        where FileSystem.isFolder(parent) {
            try FileSystem.flushNames(in: parent)
        }
        try flushNames()
    }
}
