package import ZigguratCore

/// An image or a book in a gallery. Paths are relative to the destination and not percent-encoded.
package struct GalleryEntry: Sendable {
    /// The title and the path of a page or of a container file. The title is the layout, for
    /// example `dzi`.
    package typealias Link = (title: String, path: String, isPage: Bool)

    package let name: String
    let title: String
    /// The size of an image, or the number of the pages of a book.
    let extent: Extent
    let thumbnail: String?
    /// The links, one for each layout. The image links to the first of them.
    let links: [Link]
    /// The size of the image, or of the first image of a book or a comparison. The thumbnail has
    /// the shape of this image.
    package var firstSize: PixelSize?
    /// The larger thumbnails for dense screens, and their widths in pixels.
    package var largerThumbnails: [(path: String, width: Int)] = []
    /// The width of the thumbnail in pixels.
    package var thumbnailWidth: Int?
    /// The mean colour of the image, `#rrggbb`.
    package var colour: String?
    /// The path of the image for link previews; `nil` to use the thumbnail.
    package var linkPreview: String?
    /// The public address of the destination, without a slash at the end; `nil` if unknown.
    package var baseURL: String?
    /// The folder of the page that represents all layouts in search engines; `nil` without a page.
    package var pageFolder: String?
    /// The facts by which the gallery finds and groups images: labels and values. A value without a
    /// label is only used for searching.
    package var facts: [(label: String, value: String)] = []
    /// The creator, or the credit line, and the date, shown below the title.
    package var creator: String?
    package var date: String?
    /// The titles in further languages, by language.
    package var titles: [String: String] = [:]
    /// The language of the title; `nil` if unknown.
    package var language: String?

    package init(name: String, title: String, size: PixelSize, thumbnail: String?, links: [Link]) {
        (self.name, self.title, extent) = (name, title, .pixels(size))
        (self.thumbnail, self.links) = (thumbnail, links)
    }

    /// Creates the entry of a book and its page.
    package init(name: String, title: String, pageCount: Int, thumbnail: String?, page: String) {
        (self.name, self.title, extent) = (name, title, .pages(pageCount))
        self.thumbnail = thumbnail
        links = [(title: "book", path: page, isPage: true)]
    }

    /// Creates the entry of a comparison, of several images or of layers of one image, and its
    /// page.
    package init(
        name: String, title: String, imageCount: Int, thumbnail: String?, page: String
    ) {
        (self.name, self.title) = (name, title)
        extent = .compared(imageCount)
        self.thumbnail = thumbnail
        links = [(title: "comparison", path: page, isPage: true)]
    }

    /// The size of an image; `nil` for a book or a comparison.
    package var size: PixelSize? { if case .pixels(let size) = extent { size } else { nil } }

    enum Extent: Sendable {
        case pixels(PixelSize)
        case pages(Int)
        case compared(Int)

        /// The English text and its values, for example `12,000 × 8,000 pixels`.
        var text: (source: String, values: [String: PageLanguage.Value]) {
            switch self {
            case .pixels(let size): (PageText.pixels, PageText.values(of: size))
            case .pages(let count): (PageText.pages, ["count": .number(count)])
            case .compared(let count): (PageText.images, ["count": .number(count)])
            }
        }
    }

    /// All thumbnails with their widths, as in the attribute `srcset`; `nil` without a larger
    /// thumbnail.
    var thumbnailSet: String? {
        guard let thumbnail, let first = largerThumbnails.first else { return nil }
        let small = (path: thumbnail, width: thumbnailWidth ?? (first.width + 1) / 2)
        return ([small] + largerThumbnails).map { "\(PercentEncoding.path($0.path)) \($0.width)w" }
            .joined(separator: ", ")
    }

    /// The creator and the date, as in `Claude Monet, 1872`; of a date, only the year. `nil` if both
    /// are unknown.
    var byline: String? {
        let year = date.map { date in
            date.prefixMatch(of: /(\d{4})(-\d\d.*)?$/).map { String($0.output.1) } ?? date
        }
        let parts = [creator, year].compactMap(\.self).filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    var titlesJSON: JSONValue? {
        titles.isEmpty ? nil : .object(titles.mapValues(JSONValue.string))
    }

    /// The facts, for the search and the lists of the gallery; `nil` without facts.
    ///
    /// - Parameter withTitles: whether the titles in further languages are added, because the page
    ///   does not have them otherwise.
    func factsJSON(withTitles: Bool) -> JSONValue? {
        let all =
            facts + (withTitles ? titles.sorted { $0.key < $1.key }.map { ("", $0.value) } : [])
        return all.isEmpty ? nil : .array(all.map { .array([.string($0.0), .string($0.1)]) })
    }

    /// Whether the list that `page/pager.js` reads contains the entry. The list contains only images
    /// with a page: the pages of a book are in the book's own list.
    package var isListed: Bool { size != nil && links.contains(where: \.isPage) }

    /// The entry in the list that `page/pager.js` reads; `nil` if the list does not contain the entry.
    var listed: JSONValue? {
        guard isListed else { return nil }
        let pages = links.filter(\.isPage).map { link -> JSONValue in
            ["layout": .string(link.title), "path": .string(link.path)]
        }
        return .object(present: [
            "name": .string(name), "title": .string(title),
            "titles": titlesJSON, "language": language.map(JSONValue.string),
            "thumbnail": thumbnail.map(JSONValue.string), "pages": .array(pages),
        ])
    }
}
