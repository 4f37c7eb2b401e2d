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
        /// What the metadata say about it.
        var record: ImageRecord?

        func plan(with exporter: Exporter) throws(ZigguratError) -> ExportPlan {
            var exporter = exporter
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
    private(set) var failures: [ZigguratError] = []
    /// The images that the metadata do not describe; empty without metadata.
    private(set) var undescribed: [String] = []
    private(set) var notes: [ExportNote] = []
    /// The folders of files without symbolic links, by their written form.
    private var folders: [String: String] = [:]

    /// - Parameters:
    ///   - images: files, and folders, which mean the images in them.
    ///   - destination: the folder of the exports, which is not searched.
    ///   - selection: which files of folders are exported.
    ///   - only: the files of folders that are looked at; `nil` for all.
    ///   - pageCount: the number of pages of a file, each of which becomes an entry; `nil` for one
    ///     entry per file.
    ///   - associatedImages: the associated images of a file, each of which becomes an entry; `nil`
    ///     for none.
    ///   - records: descriptions of the images. If one has no image, the list has no entry.
    ///   - isolation: for decoders that are asked whether they recognise a file of a folder.
    init(
        of images: [String], to destination: String, naming: ExportBatch.Naming,
        selection: ExportBatch.Selection = ExportBatch.Selection(), only: Set<String>? = nil,
        pageCount: ((String) -> Int)? = nil,
        associatedImages: ((String) -> [String])? = nil, records: ImageRecords? = nil,
        isolation: SourceRequest.Isolation? = nil
    ) {
        var seen: Set<[UInt8]> = []
        var paths = images.flatMap { path in
            FileSystem.isFolder(path)
                ? expanded(path, selection, only, destination, isolation) : [path]
        }
        if paths.count > 1 { paths = paths.filter { seen.insert(place(of: $0)).inserted } }
        let match = records.map { records in
            RecordMatch(
                records,
                paths.map { RecordMatch.Target(path: $0, name: naming.name(of: $0, number: 1)) })
        }
        if let match, !match.failures.isEmpty {
            failures += match.failures
            return
        }
        for (index, path) in paths.enumerated() {
            let count = pageCount?(path) ?? 1
            for page in 1...max(1, count) {
                let record = match?.record(of: index, page: page)
                if match != nil, record == nil, page == 1 { undescribed.append(path) }
                let name =
                    (count == 1 || record?.page != nil ? record?.name : nil)
                    ?? naming.name(
                        of: path, number: entries.count + 1, page: page, pageCount: count)
                entries.append(
                    Entry(
                        path: path, name: name, page: count > 1 ? page : nil, record: record))
            }
            let name = naming.name(of: path, number: entries.count)
            for image in associatedImages?(path) ?? [] {
                entries.append(
                    Entry(path: path, name: "\(name)-\(image)", associatedImage: image))
            }
        }
        dropClashes()
    }

    /// Removes entries that have the same name; none of them is exported.
    private mutating func dropClashes() {
        guard entries.count > 1 else { return }
        let byName = Dictionary(grouping: entries, by: \.name)
        let clashing = byName.filter { $0.value.count > 1 }
        for (name, rivals) in clashing.sorted(by: { $0.key < $1.key }) {
            failures.append(Self.clash(of: rivals, over: name))
        }
        for entry in entries where clashing[entry.name] == nil {
            guard let outer = ExportName.parents(of: entry.name).first(where: { byName[$0] != nil })
            else { continue }
            failures.append(
                ZigguratError(
                    ExportBatch.Naming.Failure.insideOther(entry.name, export: outer), entry.path))
        }
        entries.removeAll { entry in
            clashing[entry.name] != nil
                || ExportName.parents(of: entry.name).contains { byName[$0] != nil }
        }
    }

    private static func clash(of rivals: [Entry], over name: String) -> ZigguratError {
        // A simple template that gives each a name of its own, if there is one.
        let template = ["{stem}-{ext}", "{parent}-{stem}"].first { template in
            guard let naming = try? ExportBatch.Naming(template) else { return false }
            return Set(rivals.map { naming.name(of: $0.path, number: 1) }).count == rivals.count
        }
        return ZigguratError(
            ExportBatch.Naming.Failure.clash(
                name, count: rivals.count, template: template ?? "{stem}-{number}"),
            rivals.map(\.path).joined(separator: " and "))
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
