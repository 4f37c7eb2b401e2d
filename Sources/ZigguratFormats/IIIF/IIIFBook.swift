internal import ZigguratCore

/// A Presentation 3 manifest of a book: a canvas for each page, and a range for each section.
///
/// Source: IIIF Presentation API 3.0, sections 3.2 (behaviour and viewing direction), 5.2 (manifest),
/// 5.3 (canvas) and 5.4 (range).
struct IIIFBook {
    let book: BookDescription
    let version: IIIFLayout.Version

    private var canvases: [IIIFCanvas] {
        book.pages.map { IIIFCanvas(bundle: $0.bundle, version: version) }
    }

    var json: JSONValue {
        let canvases = canvases
        var manifest = IIIFCaption(caption: book.caption, name: book.name)
            .members(page: book.hasPage && book.baseURL != nil ? book.address + "/" : nil)
        manifest["@context"] = IIIFManifest.context
        manifest["id"] = "\(book.address)/\(IIIFManifest.path)"
        manifest["type"] = "Manifest"
        // Clients show two pages at a time.
        manifest["behavior"] = ["paged"]
        manifest["viewingDirection"] = (book.readingDirection?.name).map(JSONValue.string)
        if let first = canvases.first { manifest["thumbnail"] = [first.thumbnail] }
        if let original = book.original {
            manifest["rendering"] = [
                IIIFManifest.rendering(
                    of: original,
                    at: "\(book.address)/\(PercentEncoding.path(original.path))")
            ]
        }
        manifest["items"] = .array(
            zip(book.pages, canvases).map { $1.json(texts: Self.texts(of: $0)) })
        let ranges = ranges(of: canvases)
        if !ranges.isEmpty { manifest["structures"] = .array(ranges) }
        return .object(manifest)
    }

    private static func texts(of page: BookDescription.Page) -> [String: JSONValue] {
        let members = IIIFCaption(caption: page.caption, name: page.label).members(page: nil)
        var texts = members.filter { ["metadata", "summary"].contains($0.key) }
        texts["label"] = IIIFText.map(page.label)
        if let original = page.bundle.original {
            texts["rendering"] = [IIIFManifest.rendering(of: original, of: page.bundle)]
        }
        return texts
    }

    /// Returns the ranges of the top-level sections. A range contains the ranges of its
    /// subsections.
    private func ranges(of canvases: [IIIFCanvas]) -> [JSONValue] {
        guard !canvases.isEmpty else { return [] }
        let sections = book.sections.filter { (1...canvases.count).contains($0.page) }
        var index = 0
        /// Reads sections of at least a depth, up to the first section with a smaller depth.
        func read(_ depth: Int) -> [JSONValue] {
            var ranges: [JSONValue] = []
            while index < sections.count, sections[index].depth >= depth {
                let (number, section) = (index + 1, sections[index])
                index += 1
                let firstInside = index
                let inside = read(section.depth + 1)
                // A range contains the pages before its first subsection, or all its pages without
                // subsections.
                let next = firstInside < sections.count ? sections[firstInside].page : nil
                let end = max(section.page, (next ?? canvases.count + 1) - 1)
                let own = inside.isEmpty || end > section.page || next != section.page
                let pages = own ? Array(section.page...end) : []
                ranges.append([
                    "id": "\(book.address)/range/\(number)", "type": "Range",
                    "label": IIIFText.map(section.title),
                    "items": .array(
                        pages.map { ["id": .string(canvases[$0 - 1].id), "type": "Canvas"] }
                            + inside),
                ])
            }
            return ranges
        }
        return read(0)
    }
}

extension ReadingDirection {
    /// The value of `viewingDirection`.
    fileprivate var name: String {
        switch self {
        case .ltr: "left-to-right"
        case .rtl: "right-to-left"
        case .ttb: "top-to-bottom"
        case .btt: "bottom-to-top"
        }
    }
}
