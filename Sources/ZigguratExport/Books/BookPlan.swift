package import ZigguratCore
package import ZigguratFormats
package import ZigguratImaging
package import ZigguratStore
internal import ZigguratSystem
internal import ZigguratViewer

/// A book of a batch.
package struct BookPlan: Sendable {
    /// A page, in the order of the book.
    package struct Page: Sendable {
        package let name: String
        let label: String
        /// The path of titles of the section that begins at the page, or in which it is.
        let section: [String]
        /// The page of the file, from 1.
        package var number = 1
        /// The position in the book; pages without one follow.
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
    /// The file with the pages, or the folder of images.
    package let path: String
    let isFile: Bool
    /// What the metadata say about the book.
    package let record: ImageRecord?
    /// What the file says about its pages.
    package var contents: DocumentContents?
    package var pages: [Page] = []

    /// The sections: a page that names the same section as the page before it is inside it.
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

    /// The sections of the list, or else those of the file.
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

    /// The texts of the book: those of the record before those of the options.
    package func caption(_ options: Exporter.Options) -> Caption {
        (record?.caption(over: options.caption) ?? options.caption)
            .expanded(for: path, name: name, page: 1)
    }
}

extension DocumentContents {
    /// - Parameter page: from 1.
    func label(ofPage page: Int) -> String? {
        guard labels.indices.contains(page - 1), !labels[page - 1].isEmpty else { return nil }
        return labels[page - 1]
    }
}

extension ImageRecord {
    var order: Double? { caption(over: Caption()).order }
    package var title: String? { caption(over: Caption()).title }

    /// The titles of the section, from the outermost one.
    package var sectionPath: [String] {
        (section ?? "").split(separator: ">").map(\.trimmed).filter { !$0.isEmpty }
    }
}

extension Exporter {
    /// The exporter of the pages of a book, whose folder is their destination.
    func pagesExporter(of book: BookPlan) -> Exporter {
        var exporter = self
        exporter.destination = folder.folder(of: book.name)
        exporter.records = nil
        exporter.options.settings.book = book.name
        exporter.options.collections = []
        // Hundreds of pages do not have scripts of their own.
        exporter.options.pageAssets = .destination
        exporter.options.caption = book.caption(options).ofPages
        // The book has the copy of a file with all pages.
        if book.isFile { exporter.options.includesSource = false }
        return exporter
    }
}
