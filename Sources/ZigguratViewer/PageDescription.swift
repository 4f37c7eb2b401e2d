public import ZigguratCore
internal import ZigguratSystem

/// Everything that a bundle's page has to know about its picture.
///
/// It is also the page's configuration: encoded as JSON it stands in the page, where scripts find
/// it as `window.ziggurat.config` under the same names. All paths are relative to the page, with
/// `/` between segments, and raw: what has to be percent-encoded is encoded by the page.
public struct PageDescription: Codable, Equatable, Sendable {
    /// The name of the export, from which its files are named.
    public var name: String
    /// What a person calls the picture.
    public var title: String
    /// The size of the picture in pixels.
    public var width: Int
    public var height: Int
    /// The size of a tile in pixels of its level, without overlap.
    public var tileWidth: Int
    public var tileHeight: Int
    /// The pixels that a tile shares with its neighbour, on each inner side.
    public var overlap: Int
    public var edge: Edge
    /// Whether tiles may be transparent; what lies behind shows through.
    public var transparent: Bool
    /// The levels that were written, the smallest first.
    public var levels: [Level]
    /// A CSS colour behind the picture; that of the person's colour scheme where there is none.
    public var background: String?
    public var caption: Caption
    /// What is offered beside the caption, for example the descriptor or the gallery.
    public var links: [Link]
    /// The layout, by its name: from picture to picture of a destination it stays the same.
    public var layout: String? = nil
    /// Where the page lies in its destination; nil where it lies in none, or inside an archive.
    public var place: Place? = nil
    /// What is said of places in the picture.
    public var annotations: [Annotation]? = nil
    /// The length of a pixel's side in the world, in micrometres, where it is known: a ruler is
    /// shown.
    public var micronsPerPixel: Double? = nil
    /// The path of a small version of the picture, for browsers without JavaScript.
    public var thumbnail: String?
    /// Where the folder of the page will be published, without a slash at the end; nil where nobody
    /// said.
    public var address: String? = nil
    /// A very small JPEG of the whole picture, shown until the first tiles are there. It stands in
    /// the page as an image and therefore not in the configuration.
    public var placeholder: [UInt8]? = nil

    /// What tiles at the right and bottom edge are like.
    public enum Edge: String, Codable, Sendable {
        /// As large as what they show.
        case crop
        /// As large as every tile, with the picture at the top left.
        case pad
    }

    private enum CodingKeys: String, CodingKey {
        case name, title, width, height, tileWidth, tileHeight, overlap, edge, transparent
        case levels, background, caption, links, layout, place, annotations
        case micronsPerPixel, thumbnail, address
    }

    public init(
        name: String, title: String, width: Int, height: Int, tileWidth: Int, tileHeight: Int,
        overlap: Int, edge: Edge, levels: [Level], transparent: Bool = false,
        background: String? = nil, caption: Caption = Caption(), links: [Link] = [],
        thumbnail: String? = nil, address: String? = nil, placeholder: [UInt8]? = nil
    ) {
        self.name = name
        self.title = title
        self.width = width
        self.height = height
        self.tileWidth = tileWidth
        self.tileHeight = tileHeight
        self.overlap = overlap
        self.edge = edge
        self.levels = levels
        self.transparent = transparent
        self.background = background
        self.caption = caption
        self.links = links
        self.thumbnail = thumbnail
        self.address = address
        self.placeholder = placeholder
    }
}

extension PageDescription {
    /// What is said about the picture. Plain text, shown as it is.
    public struct Caption: Codable, Equatable, Sendable {
        public var description: String?
        public var attribution: String?
        /// A statement, or the http(s) address of one, which becomes a link.
        public var rights: String?

        public init(
            description: String? = nil, attribution: String? = nil, rights: String? = nil
        ) {
            self.description = description
            self.attribution = attribution
            self.rights = rights
        }
    }

    /// The page among the other files of its destination. Once its bundle was moved elsewhere, what
    /// it says is no longer so: the page compares it with its own address.
    public struct Place: Codable, Equatable, Sendable {
        /// The bundle's folder relative to the destination: `photo/dzi`.
        public var path: String
        /// The destination's folder relative to the page: `../../`.
        public var root: String
        /// The script that tells other pages of the destination about this picture.
        public var script: String

        /// - Parameter path: the bundle's folder relative to the destination.
        public init(path: String) {
            self.path = path
            root = path.split(separator: "/").map { _ in "../" }.joined()
            script = PictureScript.path
        }
    }

    /// A link under the caption.
    public struct Link: Codable, Equatable, Sendable {
        public var title: String
        /// What goes into `href`: a percent-encoded relative address, or an http(s) one.
        public var address: String
        /// What it leads to, for those who give it a look of its own: `layout`, `manifest`,
        /// `original`.
        public var kind: String? = nil
        /// Whether that lies beside the bundle, and is not there when the bundle was moved alone.
        public var isBeside: Bool? = nil

        /// A link to a file beside the page.
        public init(
            title: String, path: String, kind: String? = nil, isBeside: Bool? = nil
        ) {
            self.title = title
            self.kind = kind
            self.isBeside = isBeside
            self.address = PercentEncoding.address(ofPath: path)
        }

        /// A link to anywhere; ``ViewerPage/files()`` refuses schemes other than http and https.
        public init(title: String, address: String) {
            self.title = title
            self.address = address
        }
    }
}
