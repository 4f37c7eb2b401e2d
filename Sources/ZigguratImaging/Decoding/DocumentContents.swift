internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

/// The labels of the pages of a document, and the table of contents.
package struct DocumentContents: Hashable, Sendable, Codable {
    /// An entry of the table of contents.
    package struct Section: Hashable, Sendable, Codable {
        package let title: String
        /// The nesting depth; 0 for top-level entries.
        package let depth: Int
        /// The page number, from 1.
        package let page: Int
    }

    /// The labels of all pages, such as `iv`; an empty text for a page without a label.
    package private(set) var labels: [String] = []
    package private(set) var sections: [Section] = []

    /// The maximum number of pages, and of sections, that are read.
    package static let limit = 100_000
    package static let deepest = 16

    /// Reads the contents of a PDF.
    package init?(ofPDF path: String) {
        guard (try? VipsRuntime.start()) != nil,
            let lines = zig_document_contents(path, Int32(Self.limit))
        else { return nil }
        defer { g_free(lines) }
        // First a line `Llabel` for each page, then a line `Sdepth page title` for each section.
        for line in String(cString: lines).split(separator: "\n") {
            let text = line.dropFirst()
            guard line.first == "S" else {
                labels.append(String(text))
                continue
            }
            let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, let depth = Int(parts[0]), let page = Int(parts[1]), page > 0,
                !parts[2].isEmpty
            else { continue }
            sections.append(Section(title: String(parts[2]), depth: depth, page: page))
        }
    }
}
