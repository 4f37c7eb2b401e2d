internal import FoundationEssentials
internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem
internal import ZigguratViewer

/// `book.json`: a folder of exports that are the pages of a book.
///
/// The folder of a book is a destination inside the destination. It has the exports of the pages and,
/// in the place of a gallery, the book's page and its manifest.
struct StoredBook: Hashable, Sendable, Codable {
    static let fileName = "book.json"

    /// The version of the format; a book of another version is exported again.
    private static let currentFormat = 1

    struct Page: Hashable, Sendable, Codable {
        /// The name of the export, which is its folder.
        let name: String
        /// The number that is printed on the page, such as `iv`, or another short text.
        let label: String
    }

    private(set) var format = currentFormat
    private(set) var generator = Ziggurat.generator
    let name: String
    /// The name of the file with the pages, or of the folder of images.
    let source: String
    let isFile: Bool
    var caption: Caption
    /// The public address of the destination; `nil` if unknown.
    var baseURL: String?
    /// `nil` if it is not stated.
    var readingDirection: ReadingDirection?
    /// Empty while the pages of a new book are exported.
    var pages: [Page] = []
    var sections: [BookSection] = []
    /// The file that all pages are made from, if the book has a copy of it.
    var original: String?
    /// The book's page and its manifest, relative to its folder; `nil` if it has none.
    var page: String?
    var document: String?
    /// The XXH3 of files that do not follow from the exports of the pages, in hexadecimal digits, by
    /// their paths in the book's folder: its page and the copy of its file.
    var hashes: [String: String] = [:]

    /// The path of the thumbnail, relative to the book's folder.
    var thumbnail: String { "thumbnail.jpg" }

    /// The path of the copy of the source, relative to the book's folder.
    var originalPath: String? { original.map { "\(Original.folder)/\($0)" } }

    /// Whether a folder looks like a book.
    static func marks(_ folder: String) -> Bool { FileSystem.exists("\(folder)/\(fileName)") }

    /// Reads the record of a folder; `nil` if it is missing, damaged, of another version, or not
    /// written by Ziggurat.
    static func read(from folder: String) throws(ZigguratError) -> StoredBook? {
        guard let bytes = try FileSystem.contents(of: "\(folder)/\(fileName)"),
            let book = try? JSONDecoder().decode(StoredBook.self, from: Data(bytes)),
            book.format == currentFormat, Ziggurat.isGenerator(book.generator)
        else { return nil }
        return book
    }

    /// Takes the labels and sections of an older book, by the names of its pages.
    mutating func keepContents(of old: StoredBook) {
        let labels = Dictionary(
            old.pages.map { ($0.name, $0.label) }, uniquingKeysWith: { first, _ in first })
        pages = pages.map { Page(name: $0.name, label: labels[$0.name] ?? $0.label) }
        let numbers = Dictionary(
            zip(pages.map(\.name), 1...), uniquingKeysWith: { first, _ in first })
        sections = old.sections.compactMap { section in
            guard old.pages.indices.contains(section.page - 1),
                let number = numbers[old.pages[section.page - 1].name]
            else { return nil }
            return BookSection(section.title, depth: section.depth, page: number)
        }.sorted { $0.page < $1.page }
    }

    /// The book as a gallery shows it; `nil` without a page.
    ///
    /// - Parameter first: the manifest of its first page.
    func galleryEntry(_ first: Manifest?) -> GalleryEntry? {
        guard let page else { return nil }
        var entry = GalleryEntry(
            name: name, title: caption.title ?? ReadableTitle.of(name), pageCount: pages.count,
            thumbnail: "\(name)/\(thumbnail)", page: "\(name)/\(page)")
        if let first {
            entry.show(first, in: "\(name)/\(first.name)")
        }
        entry.pageFolder = name
        entry.baseURL = BaseAddress.ofDestination(baseURL)
        entry.facts = caption.facts
        entry.titles = caption.translations.compactMapValues(\.title)
        entry.language = caption.language
        return entry
    }
}

extension Caption {
    /// The texts that another caption does not have, without title, language and order.
    func without(_ other: Caption) -> Caption {
        var caption = Caption()
        let texts: [WritableKeyPath<Caption, String?>] = [
            \.description, \.attribution, \.rights, \.licence, \.creator, \.date,
        ]
        for text in texts where self[keyPath: text] != other[keyPath: text] {
            caption[keyPath: text] = self[keyPath: text]
            for (language, translation) in translations {
                if let value = translation[keyPath: text] {
                    caption.translations[language, default: Caption()][keyPath: text] = value
                }
            }
        }
        caption.language = language
        caption.fields = fields.filter { !other.fields.contains($0) }
        return caption
    }

    /// The texts of a book that its pages have, too: all but the title, the description and the
    /// position.
    var ofPages: Caption {
        var caption = Caption()
        for text in Self.textsOfPages { caption[keyPath: text] = self[keyPath: text] }
        caption.fields = fields
        caption.translations = translations.mapValues(\.ofPages).filter { $0.value != Caption() }
        return caption
    }

    private static var textsOfPages: [WritableKeyPath<Caption, String?>] {
        [
            \.attribution, \.rights, \.licence, \.creator, \.date, \.language, \.homepage, \.partOf,
        ]
    }

    /// Changes the texts that a page has from its book, after those of the book have changed.
    mutating func inherit(from old: Caption, to new: Caption) {
        let (old, new) = (old.ofPages, new.ofPages)
        let languages = Set(old.translations.keys).union(new.translations.keys)
        for text in Self.textsOfPages {
            if self[keyPath: text] == old[keyPath: text] {
                self[keyPath: text] = new[keyPath: text]
            }
            for language in languages {
                var own = translations[language] ?? Caption()
                guard own[keyPath: text] == old.translations[language]?[keyPath: text] else {
                    continue
                }
                own[keyPath: text] = new.translations[language]?[keyPath: text]
                translations[language] = own == Caption() ? nil : own
            }
        }
        let own = fields.filter { !old.fields.contains($0) }
        fields =
            new.fields.map { field in own.first { $0.label == field.label } ?? field }
            + own.filter { field in !new.fields.contains { $0.label == field.label } }
    }
}
