internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

/// The labels of the pages of a document, and its table of contents.
package struct DocumentContents: Hashable, Sendable, Codable {
    /// An entry of the table of contents.
    package struct Section: Hashable, Sendable, Codable {
        package let title: String
        /// 0 for an entry that is in no other one.
        package let depth: Int
        /// From 1.
        package let page: Int
    }

    /// The labels, such as `iv`, of all pages; empty texts for pages without one.
    package private(set) var labels: [String] = []
    package private(set) var sections: [Section] = []

    /// The most pages and the most sections that are read.
    static let limit = 100_000
    private static let deepest = 16

    /// Reads the contents of a PDF.
    init?(ofPDF path: String) {
        guard (try? VipsRuntime.start()) != nil,
            let lines = zig_document_contents(path, Int32(Self.limit))
        else { return nil }
        defer { g_free(lines) }
        // A line for each page, `Llabel`, then one for each section, `Sdepth page title`.
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

    /// Whether all texts can be shown; a process that a hostile file has taken over may say anything.
    var isPlausible: Bool {
        labels.count <= Self.limit && sections.count <= Self.limit
            && labels.allSatisfy { $0.isLine(atMost: 4096) }
            && sections.allSatisfy {
                $0.title.isLine(atMost: 4096) && (0..<Self.deepest).contains($0.depth)
                    && (1...Self.limit).contains($0.page)
            }
    }
}
