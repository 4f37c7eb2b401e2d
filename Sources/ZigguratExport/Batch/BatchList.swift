internal import ZigguratCore
package import ZigguratImaging
package import ZigguratStore
package import ZigguratSystem

/// The images of a batch, each once and with a name of its own, and the failures of the rest.
package struct BatchList {
    package var entries: [Entry] = []
    package var books: [BookPlan] = []
    package var failures: [ZigguratError] = []
    /// The images that the metadata do not describe; empty without metadata.
    package private(set) var undescribed: [String] = []
    package private(set) var notes: [ExportNote] = []
    /// The folders of files without symbolic links, by their written form.
    private var folders: [String: String] = [:]

    /// The images of a shard.
    package init(of entries: [Entry]) { self.entries = entries }

    /// - Parameters:
    ///   - images: files, and folders, which mean the images in them.
    ///   - destination: the folder of the exports, which is not searched.
    ///   - selection: which files of folders are exported.
    ///   - only: the files of folders that are looked at; `nil` for all.
    ///   - pageCount: the number of pages of a file, each of which becomes an entry; `nil` for one
    ///     entry per file.
    ///   - contents: the labels and the sections of a file with several pages.
    ///   - isDocument: whether a file of one page is a document, of which a user expects a book.
    ///   - associatedImages: the associated images of a file, each of which becomes an entry; `nil`
    ///     for none.
    ///   - makesBooks: which images become pages of books.
    ///   - records: descriptions of the images. If one has no image, the list has no entry, unless
    ///     only some files are looked at.
    ///   - recognise: returns the images among the files of a folder.
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
            // Books come last: the records of images have their indexes.
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
        // In a watched folder, an image may arrive later.
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
        // Of exports in folders of the destination, only the new ones are compared.
        let inLowerCase = Set(names.lazy.map { $0.lowercased() })
        let stored = ((try? FileSystem.entries(in: destination)) ?? []).filter { name in
            inLowerCase.contains(name.lowercased()) && !names.contains(name)
                && Destination(destination).isStored(name)
        }
        let both = names.union(stored).sorted()
        if let note = CaseClash.note(on: both) { notes.append(note) }
    }

    /// An image, and the folder of images that is a book.
    private struct Image {
        package let path: String
        package let folder: String?
    }

    /// The folders that are books, each once.
    private static func folders(of images: [Image]) -> [String] {
        var folders: [String] = []
        for case let folder? in images.lazy.map(\.folder) where folders.last != folder {
            folders.append(folder)
        }
        return folders
    }

    /// The images in some folders: the path of each, relative to the folder, by the name of its export.
    package func images(in folders: [String]) -> [String: [String: String]] {
        var found: [String: [String: String]] = [:]
        for folder in folders {
            found[folder.utf8.last == UInt8(ascii: "/") ? String(folder.dropLast()) : folder] = [:]
        }
        guard !found.isEmpty else { return found }
        // A book has notes of its own on pages that it does not have any more.
        for entry in entries where entry.book == nil {
            // The innermost of the folders.
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

    /// The folder of a file without symbolic links, and its name. In bytes, because equal
    /// characters with different code points are different files.
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
            // The rest of the folder was reported before.
        } else if search.images.isEmpty, search.failures.isEmpty {
            var deep = selection
            deep.isRecursive = true
            let isBelow =
                !selection.isRecursive
                && !ImageSearch(folder, deep, destination: destination, recognise: recognise)
                    .images.isEmpty
            failures.append(
                ZigguratError(isBelow ? BatchFailure.imagesInFolders : .noImages, folder))
        } else if search.otherFiles + search.specialFiles > 0 {
            notes.append(
                .skippedFiles(
                    folder: folder, notImages: search.otherFiles, special: search.specialFiles))
        }
        return search.images.filter { hasReadableName($0) }
    }

    /// A name that is not UTF-8 is read with replacement characters; no file has that name.
    private mutating func hasReadableName(_ path: String) -> Bool {
        guard path.unicodeScalars.contains("\u{FFFD}"), !FileSystem.exists(path) else {
            return true
        }
        failures.append(ZigguratError(BatchFailure.nameNotUTF8, path))
        return false
    }
}
