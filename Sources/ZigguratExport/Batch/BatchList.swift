internal import ZigguratCore
package import ZigguratImaging
package import ZigguratStore
package import ZigguratSystem

/// The images of a batch, each once and with a unique name, and the failures of all other images.
package struct BatchList {
    package var entries: [Entry] = []
    package var books: [BookPlan] = []
    package var failures: [ZigguratError] = []
    /// The images without a metadata record; empty without metadata.
    package private(set) var undescribed: [String] = []
    package private(set) var notes: [ExportNote] = []
    /// The resolved paths of folders, by the paths that the user wrote.
    private var folders: [String: String] = [:]

    /// Creates the list of a shard's images.
    package init(of entries: [Entry]) { self.entries = entries }

    /// - Parameters:
    ///   - images: files, and folders that contain images.
    ///   - destination: the folder of the exports, which is not searched.
    ///   - selection: the files in folders that are exported.
    ///   - only: the files in folders that are considered; `nil` considers all files.
    ///   - pageCount: returns the number of pages of a file, each of which becomes an entry; `nil`
    ///     creates one entry for each file.
    ///   - contents: returns the page labels and the sections of a file with several pages.
    ///   - isDocument: returns whether a file with one page is a document, which users expect to
    ///     become a book.
    ///   - associatedImages: returns the associated images of a file, each of which becomes an
    ///     entry; `nil` skips associated images.
    ///   - makesBooks: the images that become pages of books.
    ///   - records: the metadata records of the images. If a record has no image, the list stays
    ///     empty, unless `only` is set.
    ///   - recognise: returns the files of a folder that are images.
    package init(
        of images: [String], to destination: String, naming: ExportNaming,
        selection: ExportBatch.Selection = ExportBatch.Selection(), only: Set<String>? = nil,
        pageCount: ((String) -> Int)? = nil, makesBooks: ExportBatch.Books = .none,
        contents: ((String) -> DocumentContents?)? = nil, isDocument: ((String) -> Bool)? = nil,
        associatedImages: ((String) -> [String])? = nil, records: ImageRecords? = nil,
        recognise: @escaping ([String]) -> [String]
    ) {
        var seen: Set<[UInt8]> = []
        var images = images.flatMap { path -> [Image] in
            guard FileSystem.isFolder(path) else {
                return [Image(path: path, folder: nil)]
            }
            return expanded(path, selection, only, destination, recognise).map {
                Image(path: $0, folder: makesBooks == .all ? path : nil)
            }
        }
        if images.count > 1 { images = images.filter { seen.insert(place(of: $0.path)).inserted } }
        let folders = Self.folders(of: images)
        let match = records.map { records in
            // Books come last, so that the records of images keep the indexes of the images.
            RecordMatch(
                records,
                images.map {
                    RecordMatch.Target(
                        path: $0.path, name: naming.name(of: $0.path, number: 1))
                }
                    + folders.map {
                        RecordMatch.Target(path: $0, name: naming.name(ofFolder: $0, number: 1))
                    })
        }
        // In a watched folder, the image of a record may arrive later.
        let unmatched = (match?.failures ?? []).filter { only == nil || !$0.isOfUnknownFile }
        failures += unmatched
        guard unmatched.isEmpty else { return }
        entries.reserveCapacity(images.count)
        var bookOfFolder: [String: Int] = [:]
        var singles: [String] = []
        var number = 0
        for (index, image) in images.enumerated() {
            let path = image.path
            let count = max(1, pageCount?(path) ?? 1)
            if makesBooks == .ofPages, count == 1, isDocument?(path) == true {
                singles.append(path)
            }
            let isBook = makesBooks == .all || (makesBooks == .ofPages && count > 1)
            let whole = match?.record(of: index)
            if match != nil, match?.records[index] == nil { undescribed.append(path) }
            if let folder = image.folder {
                if bookOfFolder[folder] == nil {
                    number += 1
                    bookOfFolder[folder] = books.count
                    let record = folders.firstIndex(of: folder).flatMap {
                        match?.record(of: images.count + $0)
                    }
                    let name = naming.name(ofFolder: folder, number: number)
                    books.append(
                        BookPlan(
                            name: record?.name ?? name, path: folder, isFile: false,
                            record: record))
                }
            } else if isBook {
                number += 1
                let name = naming.name(of: path, number: number)
                books.append(
                    BookPlan(
                        name: whole?.name ?? name, path: path, isFile: true, record: whole,
                        contents: count > 1 ? contents?(path) : nil))
            }
            for page in 1...count {
                let record = match?.record(of: index, page: page)
                guard !isBook else {
                    let isOfPage = record?.page != nil || image.folder != nil
                    add(
                        Entry(
                            path: path, name: "", page: count > 1 ? page : nil,
                            record: isOfPage ? record : nil),
                        toBook: image.folder.flatMap { bookOfFolder[$0] } ?? books.count - 1,
                        page: page, of: count)
                    continue
                }
                number += 1
                let name =
                    (count == 1 || record?.page != nil ? record?.name : nil)
                    ?? naming.name(of: path, number: number, page: page, pageCount: count)
                entries.append(
                    Entry(
                        path: path, name: name, page: count > 1 ? page : nil, record: record))
            }
            let name = naming.name(of: path, number: number)
            for associated in associatedImages?(path) ?? [] {
                number += 1
                entries.append(
                    Entry(
                        path: path, name: "\(name)-\(associated)", associatedImage: associated))
            }
        }
        if let first = singles.first {
            notes.append(.notBooks(path: first, count: singles.count))
        }
        sortBooks()
        dropClashes()
        let names = Set(entries.map { entry in entry.book.map { books[$0].name } ?? entry.name })
        // In subfolders of the destination, only the new exports are compared.
        let inLowerCase = Set(names.lazy.map { $0.lowercased() })
        let stored = ((try? FileSystem.entries(in: destination)) ?? []).filter { name in
            inLowerCase.contains(name.lowercased()) && !names.contains(name)
                && Destination(destination).isStored(name)
        }
        let both = names.union(stored).sorted()
        if let note = CaseClash.note(on: both) { notes.append(note) }
    }

    /// An image, and the folder that becomes its book.
    private struct Image {
        package let path: String
        package let folder: String?
    }

    /// Returns the folders that become books, without duplicates.
    private static func folders(of images: [Image]) -> [String] {
        var folders: [String] = []
        for case let folder? in images.lazy.map(\.folder) where folders.last != folder {
            folders.append(folder)
        }
        return folders
    }

    /// Returns the images in some folders: the path of each image, relative to its folder, by the
    /// name of its export.
    package func images(in folders: [String]) -> [String: [String: String]] {
        var found: [String: [String: String]] = [:]
        for folder in folders {
            found[folder.utf8.last == UInt8(ascii: "/") ? String(folder.dropLast()) : folder] = [:]
        }
        guard !found.isEmpty else { return found }
        // Pages that a book has lost are reported with the book.
        for entry in entries where entry.book == nil {
            // The search from the file upwards finds the innermost folder first.
            var parent = entry.path[...]
            while let slash = parent.lastIndex(of: "/") {
                parent = parent[..<slash]
                let folder = String(parent)
                guard found[folder] != nil else { continue }
                found[folder]?[entry.name] = String(entry.path[slash...].dropFirst())
                break
            }
        }
        return found
    }

    /// Returns the resolved path of a file as bytes.
    ///
    /// Bytes are compared because file names with equal characters, but different code points, are
    /// different files.
    private mutating func place(of path: String) -> [UInt8] {
        let (folder, name) = Path.split(path)
        let place = folders[folder] ?? FileSystem.resolved(folder) ?? folder
        folders[folder] = place
        return [UInt8](place.utf8) + [UInt8(ascii: "/")] + [UInt8](name.utf8)
    }

    private mutating func expanded(
        _ folder: String, _ selection: ExportBatch.Selection, _ only: Set<String>?,
        _ destination: String, _ recognise: @escaping ([String]) -> [String]
    ) -> [String] {
        let search = ImageSearch(
            folder, selection, destination: destination, only: only, recognise: recognise)
        failures += search.failures
        if only != nil {
            // The first search has already reported the state of the whole folder.
        } else if search.images.isEmpty, search.failures.isEmpty {
            var deep = selection
            deep.isRecursive = true
            let isBelow =
                !selection.isRecursive
                && !ImageSearch(folder, deep, destination: destination, recognise: recognise)
                    .images.isEmpty
            failures.append(
                ZigguratError(isBelow ? BatchError.imagesInFolders : .noImages, folder))
        } else if search.otherFiles + search.specialFiles > 0 {
            notes.append(
                .skippedFiles(
                    folder: folder, notImages: search.otherFiles, special: search.specialFiles))
        }
        return search.images.filter { hasReadableName($0) }
    }

    /// Returns `false` and records a failure if a file name is not UTF-8. Such a name is read with
    /// replacement characters, so its path does not exist.
    private mutating func hasReadableName(_ path: String) -> Bool {
        guard path.unicodeScalars.contains("\u{FFFD}"), !FileSystem.exists(path) else {
            return true
        }
        failures.append(ZigguratError(BatchError.nameNotUTF8, path))
        return false
    }
}

/// Why a path does not name an image to export.
package enum BatchError: ErrorReason {
    case noImages
    /// The folder itself contains no images, but its subfolders do.
    case imagesInFolders
    case nameNotUTF8

    package var code: ZigguratError.Code { .unreadableSource }
}

extension BatchError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noImages: "not found: no image in this folder"
        case .imagesInFolders: "not found: no image directly in this folder"
        case .nameNotUTF8: "invalid name: not UTF-8"
        }
    }
}
