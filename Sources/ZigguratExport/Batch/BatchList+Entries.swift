package import ZigguratCore
internal import ZigguratImaging
package import ZigguratStore
package import ZigguratSystem

extension BatchList {
    /// An image of a batch.
    package struct Entry {
        package let path: String
        package let name: String
        /// The page to read; `nil` means the page in the options.
        package var page: Int?
        /// The associated image of a slide to read; `nil` means the slide itself.
        package var associatedImage: String?
        /// The metadata record of the image.
        package var record: ImageRecord? { storedRecord?.value }
        // A box, because a record is large and most lists have no records.
        private let storedRecord: Box<ImageRecord>?
        /// The index of the book that the image is a page of.
        package var book: Int?
        /// The label of a book's page, which is the title if the page has no other title.
        var label: String?
        /// The identity of the file in a shard plan. If the file has changed since, it is not
        /// exported.
        package var identity: SourceIdentity? {
            get { storedIdentity?.value }
            set { storedIdentity = newValue.map(Box.init) }
        }
        private var storedIdentity: Box<SourceIdentity>?

        package init(
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

        /// - Parameter exporter: the exporter; for a page of a book, the exporter of the book's
        ///   pages.
        package func plan(
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
}

extension BatchList {
    /// Adds a page to a book.
    ///
    /// The page of a document is named after its number. An image in a folder is named after its
    /// file.
    package mutating func add(
        _ entry: Entry, toBook index: Int, page: Int, of count: Int
    ) {
        let stem = Path.stem(of: entry.path)
        let number = ExportNaming.page(page, of: count)
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

    /// Sorts the pages of each book. Pages with a position in the metadata come first.
    mutating func sortBooks() {
        for index in books.indices {
            guard books[index].pages.contains(where: { $0.order != nil }) else { continue }
            let sorted = books[index].pages.enumerated().sorted {
                ($0.element.order ?? .infinity, $0.offset)
                    < ($1.element.order ?? .infinity, $1.offset)
            }
            books[index].pages = sorted.map(\.element)
        }
    }
}

extension BatchList {
    /// Removes all entries whose names clash with other entries, and records a failure for each
    /// clash.
    mutating func dropClashes() {
        guard entries.count > 1 else { return }
        // The path of an entry's export. Names of single exports are compared with paths of book
        // pages.
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
        // Finds books that share their name with another book or an image.
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
                    ExportNamingError.insideOther(name, export: outer), entry.path))
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
        // Suggests a simple template that gives each image a different name, if one exists.
        let template = ["{stem}-{ext}", "{parent}-{stem}"].first { template in
            guard let naming = try? ExportNaming(template) else { return false }
            return Set(rivals.map { naming.name(of: $0, number: 1) }).count == rivals.count
        }
        return ZigguratError(
            ExportNamingError.clash(
                name, count: rivals.count, template: template ?? "{stem}-{number}"),
            rivals.joined(separator: " and "))
    }
}

/// Finds names that macOS and Windows treat as equal.
package enum CaseClash {
    /// Returns a note on names that differ only in case; returns `nil` without such names.
    ///
    /// - Parameter names: the names. Duplicates count once.
    package static func note(on names: some Sequence<String>) -> ExportNote? {
        var known: [String: String] = [:]
        var pairs: [(String, String)] = []
        for name in names {
            if let other = known.updateValue(name, forKey: name.lowercased()), other != name {
                pairs.append((other, name))
            }
        }
        return pairs.first.map { .sameNameInOtherCase($0.0, $0.1, count: pairs.count) }
    }
}
