internal import ZigguratSystem

/// A picture in a gallery. Paths are raw and relative to the gallery's page.
public struct GalleryEntry: Equatable, Sendable {
    public var name: String
    public var title: String
    /// The size of the picture in pixels.
    public var width: Int
    public var height: Int
    /// The path of a small version of the picture.
    public var thumbnail: String?
    /// The page of each layout; a click on the picture opens the first.
    public var pages: [Page]

    public init(
        name: String, title: String, width: Int, height: Int, thumbnail: String?, pages: [Page]
    ) {
        self.name = name
        self.title = title
        self.width = width
        self.height = height
        self.thumbnail = thumbnail
        self.pages = pages
    }

    public struct Page: Equatable, Sendable {
        /// What the link says, for example `dzi`.
        public var layout: String
        public var path: String

        public init(layout: String, path: String) {
            self.layout = layout
            self.path = path
        }
    }
}
