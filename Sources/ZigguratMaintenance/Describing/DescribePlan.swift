internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratStore
internal import ZigguratSystem
internal import ZigguratViewer

/// The exports and books of a destination, with their new texts.
struct DescribePlan {
    /// An export, its new texts, and the path of its new tour; `nil` means the tour in the options.
    typealias Work = (manifest: Manifest, texts: Manifest.Texts, tourPlace: String?)

    /// The exports of the destination, or the exports of a book's pages.
    struct Part {
        let exporter: Exporter
        var work: [Work] = []
        /// The book with its new texts; `nil` for the destination.
        var book: StoredBook?
        /// The state of the book before it was read.
        var states = EntryStates()
    }

    private let tour: Tour?
    private(set) var parts: [Part] = []
    package private(set) var failures: [ZigguratError] = []
    /// A note on exports without a record; `nil` if each export has a record.
    private(set) var note: ExportNote?
    private let options: Exporter.Options

    init(_ exporter: Exporter) throws(ZigguratError) {
        tour = exporter.options.tour
        var targets: [RecordMatch.Target] = []
        var undescribed: [String] = []
        options = exporter.options
        let isForAll = options.caption != Caption() || options.changesLanguage || tour != nil
        let library = try ExportLibrary(exporter.destination)
        let (manifests, invalid) = try library.contents()
        for name in invalid { fail(name, in: exporter) }
        var books: [(exporter: Exporter, book: StoredBook, pages: [Manifest])] = []
        var states: [EntryStates] = []
        for known in try library.books() {
            let place = exporter.folder.folder(of: known.name)
            let state = try EntryStates(of: place)
            guard let book = try StoredBook.read(from: place), !book.pages.isEmpty else { continue }
            states.append(state)
            var pages = exporter
            pages.destination = place
            pages.options.caption = exporter.options.caption.ofPages
            let (manifests, invalid) = try ExportLibrary(pages.destination).contents()
            for name in invalid { fail(name, in: pages) }
            let byName = Dictionary(
                manifests.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
            books.append((pages, book, book.pages.compactMap { byName[$0.name] }))
        }
        targets = manifests.map { RecordMatch.Target(path: $0.pathOfSource, name: $0.name) }
        var starts: [Int] = []
        for (_, book, pages) in books {
            starts.append(targets.count)
            targets.append(RecordMatch.Target(path: book.source, name: book.name))
            if book.isFile { continue }
            targets += pages.map {
                RecordMatch.Target(path: "\(book.source)/\($0.source.file)")
            }
        }
        let match = exporter.records.map { RecordMatch($0, targets, areExports: true) }
        failures += match?.failures ?? []
        guard failures.isEmpty else { return }

        var part = Part(exporter: exporter)
        for (index, manifest) in manifests.enumerated() {
            let record = match?.record(of: index, page: manifest.image.page)
            if record == nil, match != nil { undescribed.append(manifest.name) }
            guard record != nil || isForAll else { continue }
            let base = manifest.settings.caption.overlaid(by: exporter.options.caption)
            part.work.append(
                (manifest, texts(of: manifest, record, over: base), record?.tourPlace))
        }
        parts.append(part)
        for ((start, states), (pagesExporter, book, pages)) in zip(zip(starts, states), books) {
            let whole = match?.record(of: start)
            if whole == nil, match != nil { undescribed.append(book.name) }
            let records = pages.indices.map { index -> ImageRecord? in
                guard book.isFile else { return match?.record(of: start + 1 + index) }
                let record = match?.record(of: start, page: pages[index].image.page)
                return record?.page == nil ? nil : record
            }
            guard isForAll || whole != nil || records.contains(where: { $0 != nil }) else {
                continue
            }
            let base = book.caption.overlaid(by: exporter.options.caption)
            let caption = (whole?.caption(over: base) ?? base).expanded(
                for: book.source, name: book.name, page: 1)
            let options = pagesExporter.options.caption
            var part = Part(exporter: pagesExporter, book: book, states: states)
            part.work = zip(pages, records).map { manifest, record in
                var base = manifest.settings.caption.overlaid(by: options)
                base.inherit(from: book.caption, to: caption)
                if let label = record?.label { base.title = label }
                var texts = texts(of: manifest, record, over: base, inheriting: caption.ofPages)
                // A page without a title shows its label.
                texts.caption.title =
                    texts.caption.title ?? record?.label
                    ?? book.pages.first { $0.name == manifest.name }?.label
                return (manifest, texts, record?.tourPlace)
            }
            part.book?.describe(caption, Array(zip(pages.map(\.name), records)))
            parts.append(part)
        }
        if let first = undescribed.first {
            note = .undescribed(image: first, count: undescribed.count)
        }
    }

    /// Removes all exports and books from the plan except those in the given folders. If a book is
    /// kept, all its pages are kept.
    mutating func limit(to folders: Set<String>) {
        parts = parts.map { part in
            var part = part
            let destination = part.exporter.folder
            if part.book != nil, folders.contains(destination.path) { return part }
            part.work = part.work.filter {
                folders.contains(destination.folder(of: $0.manifest.name))
            }
            part.book = nil
            return part
        }
    }

    private mutating func texts(
        of manifest: Manifest, _ record: ImageRecord?, over base: Caption,
        inheriting inherited: Caption = Caption()
    ) -> Manifest.Texts {
        let caption = (record?.caption(over: base, inheriting: inherited) ?? base).expanded(
            for: manifest.pathOfSource, name: manifest.name, page: manifest.image.page)
        let annotations = record?.annotations ?? manifest.settings.annotations
        var tour = tour ?? manifest.settings.tour
        do throws(ZigguratError) {
            try ExportPlan.check(annotations, in: manifest.image.size)
            if let place = record?.tourPlace {
                tour = place.isEmpty ? nil : try TourFile(place).tour
            }
            try tour?.check(in: manifest.image.size)
            if let tour, tour != manifest.settings.tour,
                !manifest.bundles.contains(where: { $0.page != nil })
            {
                throw ZigguratError(TourError.noPage)
            }
        } catch {
            failures.append(error.orAbout(record?.place ?? manifest.name))
        }
        return Manifest.Texts(
            caption: caption, annotations: annotations, tour: tour,
            language: options.changesLanguage ? options.language : manifest.settings.language)
    }

    private mutating func fail(_ name: String, in exporter: Exporter) {
        failures.append(
            ZigguratError(
                VerificationError.invalidManifest, exporter.folder.folder(of: name)))
    }
}

extension StoredBook {
    /// Changes the texts of a book, and the labels and sections of all pages that have a record.
    fileprivate mutating func describe(
        _ caption: Caption, _ records: [(page: String, record: ImageRecord?)]
    ) {
        self.caption = caption
        let byPage = Dictionary(records, uniquingKeysWith: { first, _ in first })
        pages = pages.map { page in
            guard let record = byPage[page.name] ?? nil, let label = record.label ?? record.title
            else { return page }
            return Page(name: page.name, label: label)
        }
        guard byPage.values.contains(where: { $0?.section != nil }) else { return }
        sections = BookPlan.sections(
            of: pages.map { page in
                BookPlan.Page(
                    name: page.name, label: page.label,
                    section: (byPage[page.name] ?? nil)?.sectionPath ?? [])
            })
    }
}
