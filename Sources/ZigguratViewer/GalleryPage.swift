internal import ZigguratSystem

/// The index page of a destination: every picture with a link to its pages, and a search by title.
public struct GalleryPage: Sendable {
    private let entries: [GalleryEntry]
    private let title: String
    private let templates: TemplateSet

    /// The entries appear in the order given.
    public init(entries: [GalleryEntry], title: String, templates: TemplateSet = .builtIn) {
        self.entries = entries
        self.title = title
        self.templates = templates
    }

    /// One file, `index.html`, which holds its style and its script.
    ///
    /// Throws a ``ViewerError`` where an entry has no page.
    public func files() throws -> [ViewerFile] {
        let count = PixelSize.grouped(entries.count)
        let style = templates.bytes("gallery.css")
        let script = InlineScript.safe(templates.bytes("gallery.js"))
        let content = GalleryContent(
            policy: ContentPolicy.page(style: style, scripts: [script]),
            style: String(decoding: style, as: UTF8.self),
            script: String(decoding: script, as: UTF8.self),
            title: title,
            count: entries.count == 1 ? "1 picture" : "\(count) pictures",
            hasEntries: !entries.isEmpty,
            entries: try entries.enumerated().map(card))
        let page = try templates.template("gallery.html").rendered(with: content)
        return [ViewerFile(path: "index.html", bytes: page)]
    }

    private func card(_ number: Int, _ entry: GalleryEntry) throws -> GalleryContent.Card {
        let links = entry.pages.map {
            GalleryContent.Page(
                title: $0.layout, address: PercentEncoding.address(ofPath: $0.path),
                label: "\(entry.title), \($0.layout)")
        }
        guard let first = links.first else {
            throw ViewerError(
                "the gallery cannot be written: “\(entry.name)” has no page that could be opened")
        }
        return GalleryContent.Card(
            title: entry.title, address: first.address,
            size: PixelSize.text(width: entry.width, height: entry.height),
            thumbnail: entry.thumbnail.map(PercentEncoding.address(ofPath:)), pages: links,
            startsPart: number > 0 && number.isMultiple(of: GalleryContent.partLength))
    }
}
