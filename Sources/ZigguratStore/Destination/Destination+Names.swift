package import ZigguratSystem

/// Finds exports by name, in the destination and in its folders.
extension Destination {
    /// Returns the sorted names of the exports that have a manifest.
    package func exportNames() throws(ZigguratError) -> [String] {
        try names { FileSystem.exists("\(folder(of: $0))/\(Manifest.fileName)") }
    }

    package func bookNames() throws(ZigguratError) -> [String] {
        try names { StoredBook.marks(folder(of: $0)) }
    }

    func comparisonNames() throws(ZigguratError) -> [String] {
        try names { StoredComparison.marks(folder(of: $0)) }
    }

    /// Returns the sorted names of all books, comparisons and exports. Exports without their
    /// manifest are included.
    package func storedNames() throws(ZigguratError) -> [String] { try names(where: isStored) }

    /// Whether the name belongs to a book, a comparison or an export. An export may lack its
    /// manifest.
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

    /// Adds the exports below a folder.
    ///
    /// Links are not followed, and folders that cannot be read are skipped. Folders with a gallery
    /// are skipped, because their exports belong to that gallery.
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

/// The folders that contain exports.
extension Destination {
    /// Creates the folders that contain an export.
    ///
    /// - Precondition: the destination is locked.
    package func makeParents(of name: String) throws(ZigguratError) {
        guard let parent = ExportName.parents(of: name).last else { return }
        try FileSystem.makeFolders(folder(of: parent))
    }

    /// Removes the folders that contained an export, if they are empty.
    package func removeEmptyParents(of name: String) {
        for parent in ExportName.parents(of: name).reversed() {
            guard FileSystem.removeEmptyFolder(folder(of: parent)) else { return }
        }
    }

    /// Flushes the directory entries of the destination and of the folders that contain exports.
    package func flushNames(around exports: some Sequence<String>) throws(ZigguratError) {
        guard syncs else { return }
        for parent in Set(exports.flatMap(ExportName.parents)).map(folder)
        where FileSystem.isFolder(parent) {
            try FileSystem.flushNames(in: parent)
        }
        try flushNames()
    }
}

/// Checks whether a new entry may have a name.
extension Destination {
    /// - Throws: ``DestinationError/replacesSource`` if a file or folder to be read is the export
    ///   of the name, or lies in it.
    package func checkApart(_ source: String, from name: String) throws(ZigguratError) {
        let folder = folder(of: name)
        guard let new = FileSystem.attributes(of: folder)?.identity else { return }
        var place = FileSystem.resolved(source) ?? source
        while true {
            guard FileSystem.attributes(of: place)?.identity != new else {
                throw ZigguratError(DestinationError.replacesSource, folder)
            }
            let parent = Path.split(place).folder
            guard parent != place, parent != "." else { return }
            place = parent
        }
    }

    /// - Throws: ``ZigguratError`` if the name belongs to a file or folder that is not an export,
    ///   or if the export would be inside another export.
    package func checkPlace(of name: String) throws(ZigguratError) {
        try checkParents(of: name)
        let place = folder(of: name)
        if StoredBook.marks(place) { throw ZigguratError(DestinationError.isBook, place) }
        guard FileSystem.exists(place),
            try ManifestCache.shared.manifest(ofExport: place)?.isOurs != true,
            try !Manifest.marksWholeOrDamaged(place)
        else { return }
        throw ZigguratError(DestinationError.notAnExport, place)
    }

    /// Checks that the destination is not, and is not inside, an export, a book or a comparison.
    ///
    /// Ziggurat replaces and removes these entries with all files in their folders. The folder of a
    /// book may be the destination of the book's pages.
    ///
    /// - Throws: ``DestinationError/insideEntry(_:)``.
    package func checkOutside() throws(ZigguratError) {
        var place = FileSystem.resolvedBeyondEnd(path)
        if drafts != nil { place = Path.split(place).folder }
        while true {
            guard try StoredBook.read(from: place) == nil,
                try !Manifest.marksWholeOrDamaged(place), !StoredComparison.isOurs(place)
            else { throw ZigguratError(DestinationError.insideEntry(place), path) }
            let parent = Path.split(place).folder
            guard parent != place else { return }
            place = parent
        }
    }

    /// - Throws: ``ZigguratError`` if the destination is in an entry, or if an entry of this name
    ///   would be inside an export, a comparison or a file. A comparison is always replaced as a
    ///   whole.
    package func checkParents(of name: String) throws(ZigguratError) {
        try checkOutside()
        let place = folder(of: name)
        for parent in ExportName.parents(of: name).map(folder) {
            guard let attributes = FileAttributes(path: parent, followsLink: false) else { break }
            // The search for exports does not follow links.
            guard attributes.isFolder else {
                throw ZigguratError(DestinationError.parentNotFolder, parent)
            }
            guard try !Manifest.marksWholeOrDamaged(parent), !StoredComparison.isOurs(parent)
            else {
                throw ZigguratError(DestinationError.insideExport(parent), place)
            }
        }
    }
}
