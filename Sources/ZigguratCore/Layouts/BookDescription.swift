package import ZigguratSystem

/// The document that describes a book whose pages are bundles of a layout:
/// ``LayoutAbilities/book``.
package protocol BookDescribing: Sendable {
    /// The path of the book's document, relative to its folder.
    var bookDocument: String { get }
    /// Returns the document of a book whose pages are bundles of this layout.
    func makeBookDocument(of book: BookDescription) throws(ZigguratError) -> BundleFile
}

/// A book: images in order, with their labels and a table of contents.
package struct BookDescription: Sendable {
    /// A page of the book.
    package struct Page: Sendable {
        package let bundle: BundleDescription
        package let label: String
        /// The texts of this page only; empty if the page has no texts.
        package let caption: Caption

        package init(_ bundle: BundleDescription, label: String, caption: Caption) {
            (self.bundle, self.label, self.caption) = (bundle, label, caption)
        }
    }

    package let name: String
    package let caption: Caption
    /// The public address of the destination; `nil` if unknown.
    package let baseURL: String?
    package let pages: [Page]
    package let sections: [BookSection]
    /// Whether the book has a page with a viewer.
    package var hasPage = false
    /// The direction in which the pages follow each other; `nil` if unknown.
    package var readingDirection: ReadingDirection?
    /// The copy of the source, relative to the book's folder; `nil` without one.
    package var original: BundleDescription.SourceCopy?

    package init(
        name: String, caption: Caption, baseURL: String?, pages: [Page], sections: [BookSection]
    ) {
        (self.name, self.caption, self.baseURL) = (name, caption, baseURL)
        (self.pages, self.sections) = (pages, sections)
    }

    /// The address of the book's folder, percent-encoded, without a slash at the end.
    package var address: String {
        let base = BundleDescription.withoutEndingSlashes(baseURL ?? BundleDescription.previewURL)
        return "\(base)/\(PercentEncoding.segment(name))"
    }
}

/// A part of a book, such as a chapter. A section ends at the next section with an equal or smaller
/// depth.
package struct BookSection: Hashable, Sendable, Codable {
    package let title: String
    /// The number of sections that contain this section.
    package let depth: Int
    /// The number of the section's first page, from 1.
    package let page: Int

    package init(_ title: String, depth: Int, page: Int) {
        (self.title, self.depth, self.page) = (title, depth, page)
    }
}
