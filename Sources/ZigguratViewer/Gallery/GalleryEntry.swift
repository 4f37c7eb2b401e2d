package import ZigguratCore
internal import ZigguratSystem

/// An image in a gallery. Paths are relative to the destination and not percent-encoded.
package struct GalleryEntry: Hashable, Sendable {
    package let name: String
    package let title: String
    package let size: PixelSize
    package let thumbnail: String?
    /// One for each layout; the image itself links to the first.
    package let links: [Link]

    package init(name: String, title: String, size: PixelSize, thumbnail: String?, links: [Link]) {
        self.name = name
        self.title = title
        self.size = size
        self.thumbnail = thumbnail
        self.links = links
    }

    package struct Link: Hashable, Sendable {
        /// For example `dzi`.
        package let title: String
        package let path: String
        /// Whether the path is that of a page, not that of a container.
        package let isPage: Bool

        package init(title: String, path: String, isPage: Bool = true) {
            self.title = title
            self.path = path
            self.isPage = isPage
        }
    }
}
