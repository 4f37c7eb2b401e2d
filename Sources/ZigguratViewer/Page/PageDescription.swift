package import ZigguratCore

/// The content of a page: a pyramid, the positions of its tiles, and its caption.
package struct PageDescription: Sendable {
    /// The pyramid with its caption, absent tiles and address; its layout is empty in a preview.
    package var bundle: BundleDescription
    package var naming: any NamingStrategy
    /// The folder of the tiles relative to the page, with a slash at the end.
    package var tileFolder = ""
    package var isTransparent = false
    /// The CSS colour behind the image; `nil` for the colour of the visitor's colour scheme.
    package var background: String?
    package var links: [PageLink] = []
    /// The page's folder relative to the destination, such as `photo/dzi`; `nil` if the page is in
    /// a container.
    package var place: String?
    /// The bundle's folder, relative to the export's folder, whose page represents all layouts in
    /// search engines; `nil` for this page's bundle.
    package var canonicalFolder: String?
    /// The archive that contains the tiles; `nil` if the tiles are files.
    package var archive: PageArchive?
    /// The path from the page to its destination, with a slash at the end; `nil` if the page is in
    /// the folder of its bundle.
    package var root: String?
    /// The title of the page; `nil` for the title of the image.
    package var heading: String?
    package var annotations: [Annotation] = []
    package var tour: Tour?
    /// The path of a small version of the image, relative to the page.
    package var thumbnail: String?
    /// The image for link previews; `nil` to use the thumbnail.
    package var card: PageCard?
    /// A very small JPEG of the image, which the page shows until the first tiles arrive.
    package var placeholder: [UInt8]?
    /// The language of the page (BCP 47); `nil` for English, with texts in the visitor's language.
    package var language: String?
    /// The largest magnification, in screen pixels per image pixel; `nil` for 4.
    package var maxZoom: Double?
    /// The parts of *Share*.
    package var share = Set(SharePart.allCases)
    /// The text over saved and embedded views; `nil` without a text.
    package var watermark: String?
    package var viewer = PageTemplates.Viewer.openseadragon
    package var assets = PageTemplates.Assets.bundle

    /// The tiles in another format; `nil` if no other format exists.
    package var alternative: Alternative?
    /// A text that changes whenever the tiles change; `nil` if visitors cannot keep the image.
    package var offlineVersion: String?

    /// Tiles in another format, for browsers that can decode it.
    package struct Alternative: Sendable {
        let tiles: TileSet
        let isTransparent: Bool

        /// - Parameter tileFolder: the folder of the tiles relative to the page, with a slash at
        ///   the end.
        package init(pyramid: Pyramid, tileFolder: String, isTransparent: Bool) {
            tiles = TileSet(pyramid: pyramid, folder: tileFolder)
            self.isTransparent = isTransparent
        }
    }

    /// A pyramid and the folder of its tiles.
    struct TileSet: Sendable {
        let pyramid: Pyramid
        package let folder: String
    }

    var tiles: TileSet { TileSet(pyramid: bundle.pyramid, folder: tileFolder) }

    /// The public address of the page's folder, without a slash at the end; `nil` if unknown.
    package var address: String?
    /// The address of the image's canvas in a IIIF manifest; `nil` if the manifest is missing or
    /// the address is unknown.
    package var canvas: String?

    package init(of bundle: BundleDescription, naming: any NamingStrategy) {
        self.bundle = bundle
        self.naming = naming
        address = bundle.baseURL == nil ? nil : bundle.address
    }

    /// The page with texts about the image in ``language``.
    var inItsLanguage: PageDescription {
        guard let language else { return self }
        var page = self
        page.bundle.caption = bundle.caption.texts(in: language)
        page.annotations = annotations.map { $0.texts(in: language) }
        return page
    }

    /// Returns the template from which the page computes the tile paths of a level.
    func template(of level: Level, in tiles: TileSet) -> String? {
        naming.pageTemplate(for: level, of: tiles.pyramid).map {
            Self.escaped(tiles.folder) + $0
        }
    }

    /// Doubles the braces in a name, so that the name contains no placeholder.
    static func escaped(_ name: String) -> String {
        String(
            String.UnicodeScalarView(
                name.unicodeScalars.flatMap { $0 == "{" || $0 == "}" ? [$0, $0] : [$0] }))
    }
}

/// A part of *Share* on the page of an image. A publisher may leave out parts.
public enum SharePart: String, Hashable, Sendable, Codable, CaseIterable {
    /// The link to the view.
    case link
    /// The citation of the view.
    case cite
    /// The view as an image file.
    case save
    /// The HTML that embeds the view in another page.
    case embed
}

/// A link below the caption.
package struct PageLink: Hashable, Sendable {
    package enum Target: Hashable, Sendable {
        /// A page that shows the image in another layout.
        case layout(String)
        /// A IIIF Presentation manifest. With a layout, it is the manifest of the bundle with this
        /// layout.
        case manifest(layout: String?)
        case original(name: String, bytes: Int)
        /// The archive or database that contains the pyramid.
        case container(String)
    }

    package let target: Target
    /// The percent-encoded address, relative to the page.
    let address: String

    /// - Parameter path: the path relative to the page, not percent-encoded.
    package init(to target: Target, path: String, query: String = "") {
        self.target = target
        address = PercentEncoding.path(path) + query
    }

    /// The CSS class of the link: `layout`, `manifest`, `original`.
    var kind: String? {
        switch target {
        case .layout: "layout"
        case .manifest: "manifest"
        case .original: "original"
        case .container: nil
        }
    }

    /// Whether the file is outside the bundle, so that it can be missing after the bundle was
    /// moved.
    var isBeside: Bool? { kind == nil ? nil : address.hasPrefix("../") }

    /// - Parameter language: the language of the title.
    func json(in language: PageLanguage) -> JSONValue {
        let (source, values) = text
        return .object(present: [
            "title": .string(title(in: language)), "address": .string(address),
            "kind": kind.map(JSONValue.string), "isBeside": isBeside.map(JSONValue.boolean),
            // The script translates the text, because the visitor may have another language.
            "text": source.map(JSONValue.string),
            "values": values.isEmpty ? nil : .object(values.mapValues(\.json)),
        ])
    }

    func title(in language: PageLanguage) -> String {
        if case .container(let name) = target { return name }
        let (source, values) = text
        return source.map { language.text($0, values) } ?? ""
    }

    /// The English text of the title with its values; `nil` if the title is a name.
    var text: (source: String?, values: [String: PageLanguage.Value]) {
        switch target {
        case .layout(let name): (PageText.layout, ["name": .text(name)])
        case .manifest(let layout?): (PageText.manifestOf, ["name": .text(layout)])
        case .manifest: (PageText.manifest, [:])
        case .original(let name, let bytes):
            (PageText.original, ["name": .text(name), "bytes": .bytes(bytes)])
        case .container: (nil, [:])
        }
    }
}

/// The image in a preview of a link to a page, which other sites show.
package struct PageCard: Hashable, Sendable {
    /// The path relative to the page, not percent-encoded.
    package let path: String
    package let size: PixelSize

    /// The least width of a large preview. Social networks show a narrower image as a small square
    /// beside the text.
    private static let largeWidth = 600

    package init(path: String, size: PixelSize) {
        (self.path, self.size) = (path, size)
    }

    var isLarge: Bool { size.width >= Self.largeWidth && size.height >= Self.largeWidth / 2 }
}

/// The archive, beside the page, that contains the tiles of a page.
package struct PageArchive: Hashable, Sendable {
    /// The kind of archive, which decides how the page finds tiles.
    package let kind: ArchiveKind
    /// The path of the archive relative to the page.
    package let path: String
    /// The size of the archive in bytes.
    package let byteCount: Int
    /// The name of the bundle in the list of all images, such as `xyz (pmtiles)`.
    package let title: String

    package init(_ kind: ArchiveKind, path: String, byteCount: Int, title: String) {
        (self.kind, self.path, self.byteCount, self.title) = (kind, path, byteCount, title)
    }

    /// The configuration that `archive/archive.js` reads.
    var json: JSONValue {
        [
            "file": .string(path), "kind": .string(kind.rawValue), "size": .integer(byteCount),
        ]
    }
}
