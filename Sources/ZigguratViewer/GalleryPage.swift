/// The index page of a destination: every picture with a link to its pages, and a search by title.
public struct GalleryPage: Sendable {
    private let entries: [GalleryEntry]
    private let title: String

    /// The entries appear in the order given.
    public init(entries: [GalleryEntry], title: String) {
        self.entries = entries
        self.title = title
    }

    /// One file, `index.html`, which holds its style and its script.
    ///
    /// Throws a ``ViewerError`` where an entry has no page.
    public func files() throws -> [ViewerFile] {
        let count = PixelSize.grouped(entries.count)
        let content = Content(
            policy: ContentPolicy.page(style: Asset.galleryStyle, script: Asset.galleryScript),
            style: String(decoding: Asset.galleryStyle, as: UTF8.self),
            script: String(decoding: Asset.galleryScript, as: UTF8.self),
            title: title,
            count: entries.count == 1 ? "1 picture" : "\(count) pictures",
            hasEntries: !entries.isEmpty,
            entries: try entries.map(card))
        let template = Template(name: "gallery.html", bytes: Asset.galleryTemplate)
        return [ViewerFile(path: "index.html", bytes: try template.rendered(with: content))]
    }

    private func card(_ entry: GalleryEntry) throws -> Card {
        let links = entry.pages.map {
            PageDescription.Link(title: $0.layout, path: $0.path)
        }
        guard let first = links.first else {
            throw ViewerError(
                "the gallery cannot be written: “\(entry.name)” has no page that could be opened")
        }
        return Card(
            title: entry.title, address: first.address,
            size: PixelSize.text(width: entry.width, height: entry.height),
            thumbnail: entry.thumbnail.map(PercentEncoding.address(ofPath:)), pages: links)
    }

    /// What `gallery.html` has placeholders for.
    private struct Content: Encodable {
        var policy: String
        var style: String
        var script: String
        var title: String
        var count: String
        var hasEntries: Bool
        var entries: [Card]
    }

    private struct Card: Encodable {
        var title: String
        var address: String
        var size: String
        var thumbnail: String?
        var pages: [PageDescription.Link]
    }
}
