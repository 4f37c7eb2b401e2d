package import ZigguratCore
package import ZigguratImaging
package import ZigguratStore
internal import ZigguratSystem
internal import ZigguratViewer

/// A book of a batch.
package struct BookPlan: Sendable {
    /// A page of a book. Pages are listed in the order of the book.
    package struct Page: Sendable {
        package let name: String
        let label: String
        /// The titles of the section that contains the page, from the outermost section.
        let section: [String]
        /// The page number in the file, from 1.
        package var number = 1
        /// The position in the book. Pages without a position come last.
        var order: Double?

        package init(
            name: String, label: String, section: [String], number: Int = 1, order: Double? = nil
        ) {
            self.name = name
            self.label = label
            self.section = section
            self.number = number
            self.order = order
        }
    }

    package let name: String
    /// The file that contains the pages, or the folder of images.
    package let path: String
    let isFile: Bool
    /// The metadata record of the book.
    package let record: ImageRecord?
    /// The page labels and sections that the file states.
    package var contents: DocumentContents?
    package var pages: [Page] = []

    /// Returns the sections. A page whose section equals the section of the previous page belongs
    /// to that section.
    package static func sections(of pages: [Page]) -> [BookSection] {
        var sections: [BookSection] = []
        var current: [String] = []
        for (index, page) in pages.enumerated() where !page.section.isEmpty {
            let shared = zip(current, page.section).prefix { $0 == $1 }.count
            for depth in shared..<page.section.count {
                sections.append(
                    BookSection(page.section[depth], depth: depth, page: index + 1))
            }
            current = page.section
        }
        return sections
    }

    /// Returns the sections in the metadata; without them, returns the sections in the file.
    func sections(of present: [Page]) -> [BookSection] {
        guard present.allSatisfy(\.section.isEmpty), let contents else {
            return Self.sections(of: present)
        }
        return contents.sections.compactMap { section in
            present.firstIndex { $0.number == section.page }.map {
                BookSection(section.title, depth: section.depth, page: $0 + 1)
            }
        }
    }

    /// Returns the texts of the book. Texts of the record take precedence over texts of the
    /// options.
    package func caption(_ options: Exporter.Options) -> Caption {
        (record?.caption(over: options.caption) ?? options.caption)
            .expanded(for: path, name: name, page: 1)
    }
}

extension DocumentContents {
    /// - Parameter page: the page number, from 1.
    func label(ofPage page: Int) -> String? {
        guard labels.indices.contains(page - 1), !labels[page - 1].isEmpty else { return nil }
        return labels[page - 1]
    }
}

extension ImageRecord {
    var order: Double? { caption(over: Caption()).order }
    package var title: String? { caption(over: Caption()).title }

    /// The titles of the section and of the sections that contain it, from the outermost section.
    package var sectionPath: [String] {
        (section ?? "").split(separator: ">").map(\.trimmed).filter { !$0.isEmpty }
    }
}

extension Exporter {
    /// Returns the exporter of a book's pages, with the folder of the book as destination.
    func pagesExporter(of book: BookPlan) -> Exporter {
        var exporter = self
        exporter.destination = folder.folder(of: book.name)
        exporter.records = nil
        exporter.options.settings.book = book.name
        exporter.options.collections = []
        // A book can have hundreds of pages, so they share their scripts.
        exporter.options.pageAssets = .destination
        exporter.options.caption = book.caption(options).ofPages
        // If the book is one file, the book has the copy of the file instead of its pages.
        if book.isFile { exporter.options.includesSource = false }
        return exporter
    }
}
