internal import ZigguratCore
internal import ZigguratSystem

/// The values of the placeholders in `gallery.html`.
struct GalleryFields: Encodable {
    let policy, style, script, title, count: String
    let hasEntries: Bool
    let entries: [Entry]

    /// The length of a part of the list. A browser lays out only the parts near the window, and
    /// `gallery.css` relies on full rows for every number of columns that divides it.
    private static let partLength = 60

    struct Entry: Encodable {
        let title, address, size: String
        let thumbnail: String?
        let pages: [Link]
        /// Whether a new part of the list begins with it.
        let startsPart: Bool

        init(_ entry: GalleryEntry, index: Int) throws(ZigguratError) {
            title = entry.title
            size = entry.size.grouped
            thumbnail = entry.thumbnail.map(PercentEncoding.path)
            pages = entry.links.map {
                Link(
                    title: $0.title, address: PercentEncoding.path($0.path),
                    label: "\(entry.title), \($0.title)")
            }
            guard let first = pages.first else {
                throw ZigguratError(PageFailure.noPage(export: entry.name))
            }
            address = first.address
            startsPart = index > 0 && index.isMultiple(of: GalleryFields.partLength)
        }
    }

    struct Link: Encodable {
        let title, address: String
        /// For screen readers: the link's own text does not name the image.
        let label: String
    }

    /// A test compares these with the encoded names.
    static let rules = TemplateCheck.Rules(
        names: [
            "title", "count", "hasEntries", "entries", "address", "size", "thumbnail", "pages",
            "label", "startsPart",
        ],
        code: ["policy", "style", "script"],
        required: [
            #"<meta http-equiv="Content-Security-Policy" content="{{{policy}}}">"#,
            "{{{style}}}", "{{{script}}}",
            // By this line the gallery is recognised and replaced.
            #"<meta name="generator" content="Ziggurat">"#,
        ])
}
