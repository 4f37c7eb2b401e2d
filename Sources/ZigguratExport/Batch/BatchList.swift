internal import ZigguratCore
internal import ZigguratImaging
package import ZigguratSystem

/// The images of a batch, each once and with a name of its own, and the failures of the rest.
struct BatchList {
    struct Entry {
        let path: String
        let name: String
        /// `nil` is the page in the options.
        var page: Int?
        /// An associated image of a slide; `nil` is the slide itself.
        var associatedImage: String?
        /// The metadata record of the image.
        var record: ImageRecord? { storedRecord?.value }
        // A record is large, and most lists have none.
        private let storedRecord: Box<ImageRecord>?
        /// The index of the book whose page it is.
        var book: Int?
        /// The label of the page of a book, which is its title if it has no other one.
        var label: String?
        /// The identity of the file in a plan; a changed file is not exported.
        var identity: SourceIdentity? {
            get { storedIdentity?.value }
            set { storedIdentity = newValue.map(Box.init) }
        }
        private var storedIdentity: Box<SourceIdentity>?

        init(
            path: String, name: String, page: Int? = nil, associatedImage: String? = nil,
            record: ImageRecord? = nil
        ) {
            (self.path, self.name) = (path, name)
            (self.page, self.associatedImage) = (page, associatedImage)
            storedRecord = record.map(Box.init)
        }

        private final class Box<Value: Sendable>: Sendable {
            let value: Value

            init(_ value: Value) { self.value = value }
        }

        /// - Parameter exporter: for a page of a book, that of the book's pages.
        func plan(
            with exporter: Exporter, cancellation: Cancellation = Cancellation()
        ) throws(ZigguratError) -> ExportPlan {
            try identity?.check(cancellation)
            var exporter = exporter
            exporter.pageLabel = label
            if let page { exporter.options.source.page = page }
            if let associatedImage {
                exporter.options.source.associatedImage = associatedImage
                // The crop applies to the slide only.
                exporter.options.source.crop = nil
            }
            return try exporter.plan(path, name: name, record: record)
        }
    }

    private(set) var entries: [Entry] = []
    private(set) var books: [BookPlan] = []
    private(set) var failures: [ZigguratError] = []
    /// The images that the metadata do not describe; empty without metadata.
    private(set) var undescribed: [String] = []
    private(set) var notes: [ExportNote] = []
    /// The folders of files without symbolic links, by their written form.
    private var folders: [String: String] = [:]

    /// The images of a shard.
    init(of entries: [Entry]) { self.entries = entries }

    /// - Parameters:
    ///   - images: files, and folders, which mean the images in them.
    ///   - destination: the folder of the exports, which is not searched.
    ///   - selection: which files of folders are exported.
    ///   - only: the files of folders that are looked at; `nil` for all.
    ///   - pageCount: the number of pages of a file, each of which becomes an entry; `nil` for one
    ///     entry per file.
    ///   - contents: the labels and the sections of a file with several pages.
    ///   - associatedImages: the associated images of a file, each of which becomes an entry; `nil`
    ///     for none.
    ///   - makesBooks: which images become pages of books.
    ///   - records: descriptions of the images. If one has no image, the list has no entry, unless
    ///     only some files are looked at.
    ///   - isolation: for decoders that are asked whether they recognise a file of a folder.
    init(
        of images: [String], to destination: String, naming: ExportBatch.Naming,
        selection: ExportBatch.Selection = ExportBatch.Selection(), only: Set<String>? = nil,
        pageCount: ((String) -> Int)? = nil, makesBooks: ExportBatch.Books = .none,
        contents: ((String) -> DocumentContents?)? = nil,
        associatedImages: ((String) -> [String])? = nil, records: ImageRecords? = nil,
        isolation: SourceRequest.Isolation? = nil
    ) {
        var seen: Set<[UInt8]> = []
        var images = images.flatMap { path -> [Image] in
            guard FileSystem.isFolder(path) else {
                return [Image(path: path, folder: nil)]
            }
            return expanded(path, selection, only, destination, isolation).map {
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
        var number = 0
        for (index, image) in images.enumerated() {
            let path = image.path
            let count = max(1, pageCount?(path) ?? 1)
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
            } else if makesBooks == .all || (makesBooks == .ofPages && count > 1) {
                number += 1
                let name = naming.name(of: path, number: number)
                books.append(
                    BookPlan(
                        name: whole?.name ?? name, path: path, isFile: true, record: whole,
                        contents: count > 1 ? contents?(path) : nil))
            }
            let isBook = makesBooks == .all || (makesBooks == .ofPages && count > 1)
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
        sortBooks()
        dropClashes()
    }

    /// An image, and the folder of images that is a book.
    private struct Image {
        let path: String
        let folder: String?
    }

    /// The folders that are books, each once.
    private static func folders(of images: [Image]) -> [String] {
        var folders: [String] = []
        for case let folder? in images.lazy.map(\.folder) where folders.last != folder {
            folders.append(folder)
        }
        return folders
    }

    /// Adds a page to a book. A page of a file is named after its number, an image of a folder after
    /// its file.
    private mutating func add(
        _ entry: Entry, toBook index: Int, page: Int, of count: Int
    ) {
        let stem = ExportName.stem(of: entry.path)
        let number = ExportBatch.Naming.page(page, of: count)
        let isFile = books[index].isFile
        let record = entry.record
        let name =
            (count == 1 || record?.page != nil ? record?.name : nil)
            ?? (isFile ? "p\(number)" : count > 1 ? "\(stem)-p\(number)" : stem)
        var named = Entry(path: entry.path, name: name, page: entry.page, record: record)
        named.book = index
        let label =
            record?.label ?? record?.title
            ?? (isFile ? books[index].contents?.label(ofPage: page) ?? String(page) : name)
        named.label = label
        entries.append(named)
        books[index].pages.append(
            BookPlan.Page(
                name: name, label: label, section: record?.sectionPath ?? [],
                number: page, order: record?.order))
    }

    /// Sorts the pages of each book: those with a position in the metadata come first.
    private mutating func sortBooks() {
        for index in books.indices {
            guard books[index].pages.contains(where: { $0.order != nil }) else { continue }
            let sorted = books[index].pages.enumerated().sorted {
                ($0.element.order ?? .infinity, $0.offset)
                    < ($1.element.order ?? .infinity, $1.offset)
            }
            books[index].pages = sorted.map(\.element)
        }
    }

    /// Removes entries that have the same name; none of them is exported.
    private mutating func dropClashes() {
        guard entries.count > 1 else { return }
        // In bytes of a path: no name has a slash.
        func place(_ entry: Entry) -> String {
            (entry.book.map { "\(books[$0].name)/" } ?? "") + entry.name
        }
        var counts: [String: Int] = [:]
        counts.reserveCapacity(entries.count)
        for entry in entries { counts[place(entry), default: 0] += 1 }
        var clashing: [String: [Entry]] = [:]
        if counts.count < entries.count || !books.isEmpty {
            let names = Set(books.map(\.name))
            let candidates = entries.filter {
                counts[place($0), default: 0] > 1 || names.contains(place($0))
            }
            clashing = Dictionary(grouping: candidates, by: place)
        }
        let byPlace = clashing
        clashing = clashing.filter { $0.value.count > 1 }
        for (_, rivals) in clashing.sorted(by: { $0.key < $1.key }) {
            failures.append(Self.clash(of: rivals.map(\.path), over: rivals[0].name))
        }
        // Books, and images of the same name.
        let byName = Dictionary(grouping: books.indices, by: { books[$0].name })
        for (name, indexes) in byName.sorted(by: { $0.key < $1.key }) {
            let paths = indexes.map { books[$0].path } + (byPlace[name] ?? []).map(\.path)
            guard paths.count > 1 else { continue }
            failures.append(Self.clash(of: paths, over: name))
            clashing[name] = []
            for entry in entries where entry.book.map(indexes.contains) ?? false {
                clashing[place(entry)] = []
            }
        }
        func isTaken(_ name: String) -> Bool { counts[name] != nil || byName[name] != nil }
        for entry in entries where clashing[place(entry)] == nil {
            let name = entry.book.map { books[$0].name } ?? entry.name
            guard let outer = ExportName.parents(of: name).first(where: isTaken) else {
                continue
            }
            failures.append(
                ZigguratError(
                    ExportBatch.Naming.Failure.insideOther(name, export: outer), entry.path))
            clashing[place(entry)] = []
        }
        guard !clashing.isEmpty else { return }
        for index in books.indices {
            let name = books[index].name
            books[index].pages.removeAll { clashing["\(name)/\($0.name)"] != nil }
        }
        entries.removeAll { clashing[place($0)] != nil }
    }

    private static func clash(of rivals: [String], over name: String) -> ZigguratError {
        // A simple template that gives each a name of its own, if there is one.
        let template = ["{stem}-{ext}", "{parent}-{stem}"].first { template in
            guard let naming = try? ExportBatch.Naming(template) else { return false }
            return Set(rivals.map { naming.name(of: $0, number: 1) }).count == rivals.count
        }
        return ZigguratError(
            ExportBatch.Naming.Failure.clash(
                name, count: rivals.count, template: template ?? "{stem}-{number}"),
            rivals.joined(separator: " and "))
    }

    /// The folder of a file without symbolic links, and its name. In bytes, because equal
    /// characters with different code points are different files.
    private mutating func place(of path: String) -> [UInt8] {
        let (folder, name) = PathContents.split(path)
        let place = folders[folder] ?? FileSystem.resolved(folder) ?? folder
        folders[folder] = place
        return [UInt8](place.utf8) + [UInt8(ascii: "/")] + [UInt8](name.utf8)
    }

    private mutating func expanded(
        _ folder: String, _ selection: ExportBatch.Selection, _ only: Set<String>?,
        _ destination: String, _ isolation: SourceRequest.Isolation?
    ) -> [String] {
        let search = ImageSearch(
            folder, selection, destination: destination, isolation, only: only)
        failures += search.failures
        if only != nil {
            // The rest of the folder was reported before.
        } else if search.images.isEmpty, search.failures.isEmpty {
            failures.append(ZigguratError(BatchFailure.noImages, folder))
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

/// Why a path does not name an image to export.
package enum BatchFailure: FailureReason {
    case noImages
    case nameNotUTF8

    package var code: ZigguratError.Code { .unreadableSource }
}
