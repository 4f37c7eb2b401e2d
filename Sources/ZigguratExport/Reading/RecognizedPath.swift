package import ZigguratCore
package import ZigguratFormats
package import ZigguratStore
package import ZigguratSystem

/// The contents of a path, as `verify`, `repack` and `serve` recognise them.
package enum RecognizedPath {
    /// An export, or one bundle of an export.
    case export(StoredExport)
    /// The folder of a book.
    case book(Destination)
    /// The folder of a comparison.
    case comparison(String)
    /// A folder of exports and books, with their sorted names.
    case destination(Destination, exports: [String])
    /// A container file outside an export.
    case container(any ContainerReader)
    /// A folder of files. If the path is a descriptor, the folder of the descriptor.
    case files(FolderFiles, descriptor: String?)

    /// - Throws: ``PyramidError/notFound`` if the path does not exist.
    package init(at path: String, _ formats: Formats) throws(ZigguratError) {
        guard FileSystem.attributes(of: path) != nil else {
            throw ZigguratError(PyramidError.notFound, path)
        }
        let isFolder = FileSystem.isFolder(path)
        let isExport = [Manifest.fileName, FileHashes.fileName].contains {
            FileSystem.exists("\(path)/\($0)")
        }
        if isFolder, isExport {
            self = .export(try StoredExport(path))
        } else if isFolder, StoredBook.marks(path) {
            self = .book(Destination(path))
        } else if isFolder, StoredComparison.marks(path) {
            self = .comparison(path)
        } else if let export = try StoredExport(holding: path) {
            self = .export(export)
        } else if isFolder {
            let destination = Destination(path)
            let exports = try destination.storedNames()
            let record = exports.isEmpty ? try GalleryRecord.stored(in: destination) : nil
            self =
                exports.isEmpty && record == nil
                ? .files(FolderFiles(path), descriptor: nil)
                : .destination(destination, exports: exports)
        } else if let reader = try formats.reader(of: path) {
            self = .container(reader)
        } else {
            let (folder, name) = Path.split(path)
            self =
                name == Manifest.fileName
                ? .export(try StoredExport(folder))
                : .files(FolderFiles(folder), descriptor: name)
        }
    }

    /// The folder that the contents belong to, such as the folder of a bundle's export; `nil` if
    /// the path is a container file.
    package var place: String? {
        switch self {
        case .export(let export): export.folder
        case .book(let destination), .destination(let destination, _): destination.path
        case .comparison(let folder): folder
        case .container: nil
        case .files(let files, _): files.folder
        }
    }

    /// Returns the destination that contains the entry at a path.
    package func destination(of place: String) -> Destination {
        let name: String?
        if case .export(let export) = self { name = export.manifest?.name } else { name = nil }
        let folders = ExportName.parents(of: name ?? "").count
        return Destination("\(place)/.." + String(repeating: "/..", count: folders))
    }
}

extension EntryStates {
    /// Adds the state of the entry that a path belongs to, and then recognises the contents of the
    /// path.
    package mutating func open(
        _ path: String, _ formats: Formats
    ) throws(ZigguratError) -> RecognizedPath {
        let place = try RecognizedPath(at: path, formats).place ?? path
        try add(place)
        let contents = try RecognizedPath(at: path, formats)
        guard contents.place ?? path == place else {
            throw ZigguratError(DestinationError.changedMeanwhile, place)
        }
        return contents
    }
}
