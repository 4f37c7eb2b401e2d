internal import FoundationEssentials
package import ZigguratCore
package import ZigguratSystem
internal import ZigguratViewer

/// The record `book.json`: the pages and texts of a book.
///
/// The folder of a book is a destination inside another destination. The folder contains the
/// exports of the pages. In place of a gallery, it contains the book's page and IIIF manifest.
package struct StoredBook: Hashable, Sendable, Codable {
    package static let fileName = "book.json"

    /// The version of the format. A book with another version is exported again.
    private static let currentFormat = 1

    package struct Page: Hashable, Sendable, Codable {
        /// The name of the page's export, which is also the name of its folder.
        package let name: String
        /// The number printed on the page, such as `iv`, or another short text.
        package let label: String

        package init(name: String, label: String) {
            (self.name, self.label) = (name, label)
        }
    }

    package private(set) var format = currentFormat
    private(set) var generator = Ziggurat.generator
    package let name: String
    /// The name of the file that contains the pages, or of the folder of images.
    package let source: String
    package let isFile: Bool
    package var caption: Caption
    /// The public address of the destination; `nil` if unknown.
    package var baseURL: String?
    /// The reading direction; `nil` if it is not stated.
    package var readingDirection: ReadingDirection?
    /// The pages. Empty while the pages of a new book are exported.
    package var pages: [Page] = []
    package var sections: [BookSection] = []
    /// The name of the file that all pages were made from, if the book has a copy of it.
    package var original: String?
    /// The book's page and its IIIF manifest, relative to the book's folder; `nil` if missing.
    package var page: String?
    package var document: String?
    /// The XXH3 of the book's page and of the source copy, in hexadecimal digits, by their paths in
    /// the book's folder. These files cannot be derived from the exports of the pages.
    package var hashes: [String: String] = [:]

    /// Creates the record of a new book without pages.
    ///
    /// - Parameter path: the file with the pages, or the folder of images.
    package init(
        _ name: String, at path: String, isFile: Bool, caption: Caption, baseURL: String?
    ) {
        (self.name, self.isFile) = (name, isFile)
        source = Path.name(of: FileSystem.resolved(path) ?? path)
        (self.caption, self.baseURL) = (caption, baseURL)
    }

    /// The path of the thumbnail, relative to the book's folder.
    package var thumbnail: String { "thumbnail.jpg" }

    /// The path of the copy of the source, relative to the book's folder.
    package var originalPath: String? { original.map { "\(SourceCopy.folder)/\($0)" } }

    /// Whether a folder contains the record of a book.
    package static func marks(_ folder: String) -> Bool {
        FileSystem.exists("\(folder)/\(fileName)")
    }

    /// Reads the record of a folder. Returns `nil` if the record is missing, damaged, of another
    /// version, or not written by Ziggurat.
    package static func read(from folder: String) throws(ZigguratError) -> StoredBook? {
        guard let bytes = try FileSystem.contents(of: "\(folder)/\(fileName)"),
            let book = try? JSONDecoder().decode(StoredBook.self, from: Data(bytes)),
            book.format == currentFormat, Ziggurat.isGenerator(book.generator)
        else { return nil }
        return book
    }

    /// Takes the labels and sections from an older version of the book, matching pages by name.
    package mutating func keepContents(of old: StoredBook) {
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

    /// Returns the gallery entry of the book; returns `nil` if the book has no page file.
    ///
    /// - Parameter first: the manifest of the book's first page.
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
        entry.show(caption)
        entry.titles = caption.translations.compactMapValues(\.title)
        entry.language = caption.language
        return entry
    }
}
