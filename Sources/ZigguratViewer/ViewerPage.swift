/// The page of a bundle: a zoomable picture with its caption, for any browser, from a web server
/// or from the disk.
public struct ViewerPage: Sendable {
    private let description: PageDescription

    public init(_ description: PageDescription) {
        self.description = description
    }

    /// The page, `index.html`, and what it loads, in the folder `viewer`.
    ///
    /// Throws a ``ViewerError`` where the description contradicts itself.
    public func files() throws -> [ViewerFile] {
        try description.check()
        let script =
            description.place == nil ? [] : [try PictureScript(description: description).file()]
        return [
            ViewerFile(path: "index.html", bytes: try page()),
            ViewerFile(path: Self.folder + "openseadragon.min.js", bytes: Asset.openSeadragon),
            ViewerFile(path: Self.folder + "ziggurat.js", bytes: Asset.pageScript),
        ] + script
    }

    /// What a page takes at least: everything but the description of the picture.
    public static let assetByteCount = [
        Asset.pageTemplate, Asset.pageStyle, Asset.openSeadragon, Asset.pageScript,
    ].reduce(0) { $0 + $1.count }

    private static let folder = "viewer/"

    private func page() throws -> [UInt8] {
        let content = Content(
            policy: ContentPolicy.page(style: Asset.pageStyle),
            style: String(decoding: Asset.pageStyle, as: UTF8.self),
            scripts: Self.folder,
            config: try JSON.embedded(description),
            title: description.title,
            size: PixelSize.text(width: description.width, height: description.height),
            caption: description.caption,
            rightsAddress: description.caption.rights.flatMap(WebAddress.init)?.text,
            links: description.links.map(LinkContent.init),
            thumbnail: description.thumbnail.map(PercentEncoding.address(ofPath:)),
            placeholder: description.placeholder.map { JPEGAddress.text(of: $0) })
        return try Template(name: "page.html", bytes: Asset.pageTemplate).rendered(with: content)
    }

    /// A link with what a template can ask for.
    private struct LinkContent: Encodable {
        let title: String
        let address: String
        let kind: String?
        let isBeside: Bool
        let isManifest: Bool
        let isOriginal: Bool

        init(_ link: PageDescription.Link) {
            title = link.title
            address = link.address
            kind = link.kind
            isBeside = link.isBeside ?? false
            isManifest = link.kind == "manifest"
            isOriginal = link.kind == "original"
        }
    }

    /// What `page.html` has placeholders for.
    private struct Content: Encodable {
        var policy: String
        var style: String
        var scripts: String
        var config: String
        var title: String
        var size: String
        var caption: PageDescription.Caption
        var rightsAddress: String?
        var links: [LinkContent]
        var thumbnail: String?
        var placeholder: String?
    }
}
