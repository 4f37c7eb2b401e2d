package import ZigguratCore
package import ZigguratSystem

/// The facts about a book that its pages need: the title, the page labels, the sections and the
/// gallery.
package struct BookContents: Sendable {
    /// A section: its title, its depth (0 at the top), and the number of its first page, from 1.
    package typealias Section = (title: String, depth: Int, page: Int)

    let title: String
    /// The titles in further languages, by language.
    let titles: [String: String]
    /// The language of the title; `nil` if unknown.
    let language: String?
    let labels: [String]
    /// The reading direction; `nil` if it is not stated.
    let direction: ReadingDirection?
    let sections: [Section]
    /// The destination's index page, relative to the book.
    let gallery: String

    package init(
        title: String, titles: [String: String], language: String?, labels: [String],
        direction: ReadingDirection?, sections: [Section], gallery: String
    ) {
        (self.title, self.titles, self.language) = (title, titles, language)
        (self.labels, self.direction) = (labels, direction)
        (self.sections, self.gallery) = (sections, gallery)
    }

    /// Returns a line of the list of images that `page/pager.js` reads.
    package func line() throws(ZigguratError) -> [UInt8] {
        let sections = sections.map { section -> JSONValue in
            [
                "title": .string(section.title), "depth": .integer(section.depth),
                "page": .integer(section.page),
            ]
        }
        let book = JSONValue.object(present: [
            "title": .string(title),
            "titles": titles.isEmpty ? nil : .object(titles.mapValues(JSONValue.string)),
            "language": language.map(JSONValue.string),
            "labels": .array(labels.map(JSONValue.string)),
            "direction": direction.map { .string($0.rawValue) }, "sections": .array(sections),
            "gallery": .string(gallery),
        ])
        return Array("window.zigguratBook = \(try book.scriptText());\n".utf8)
    }
}
