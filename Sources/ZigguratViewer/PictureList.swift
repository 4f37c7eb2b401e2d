internal import ZigguratSystem

/// The pictures of a destination as a script at its root, from which every page in it knows what
/// comes before and after its own; written again when a picture is added, which changes no page.
public struct PictureList: Sendable {
    /// Relative to the destination; `pager.js` knows it too.
    public static let path = "pictures.js"

    /// A picture that has a page. Paths are raw and relative to the destination.
    public struct Picture: Encodable, Equatable, Sendable {
        public var name: String
        public var title: String
        public var thumbnail: String?
        public var pages: [Page]

        /// - Parameter pages: the path of the page of each layout, by the layout's name.
        public init(
            name: String, title: String, thumbnail: String?, pages: [(layout: String, path: String)]
        ) {
            self.name = name
            self.title = title
            self.thumbnail = thumbnail
            self.pages = pages.map { Page(layout: $0.layout, path: $0.path) }
        }

        public struct Page: Encodable, Equatable, Sendable {
            public var layout: String
            public var path: String
        }
    }

    private let pictures: [Picture]

    /// The pictures follow each other in the order given.
    public init(_ pictures: [Picture]) {
        self.pictures = pictures
    }

    /// A picture a line, so that a version that is kept under version control shows what changed.
    public func file() throws -> ViewerFile {
        let lines = try pictures.map { try JSON.embedded($0) }
        return ViewerFile(
            path: Self.path,
            bytes: Array(
                "window.zigguratPictures = [\n\(lines.joined(separator: ",\n"))\n];\n".utf8))
    }
}
