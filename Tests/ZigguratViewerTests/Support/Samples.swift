import Testing
import ZigguratCore
import ZigguratViewer

/// A page of a small Deep Zoom pyramid, and hostile texts for its metadata.
enum Samples {
    static let hostile = [
        "</script><img src=x onerror=alert(1)>",
        "\"'><script>alert(1)</script>",
        "<!--<script>",
        "{{title}} {{{config}}} {{#links}}",
        "line\u{2028}separator\u{2029}end",
        "Ære & Öl 🏔 \u{0}\u{7F} back\\slash",
    ]

    static func page(
        _ caption: Caption = Caption(title: "A picture"), name: String = "photo",
        overlap: Int = 1, shape: PyramidShape = PyramidShape(depth: .levels(2)),
        absent: AbsentTiles = .none, baseURL: String? = nil,
        naming: any NamingStrategy = .template("{name}_files/{z}/{column}_{row}.{ext}")
    ) -> PageDescription {
        let pyramid = Pyramid(
            name: name, imageSize: PixelSize(width: 290, height: 441),
            tiling: Tiling(tileSize: PixelSize(square: 254), overlap: overlap), shape: shape)
        return PageDescription(
            of: BundleDescription(
                layout: "dzi", pyramid: pyramid, caption: caption, baseURL: baseURL,
                absent: absent), naming: naming)
    }

    /// A page with a text in each field that metadata can fill.
    static func page(everywhere text: String) -> PageDescription {
        var page = page(
            Caption(title: text, description: text, attribution: text, rights: text), name: text)
        page.links = [PageLink(to: .container(text), path: text)]
        page.thumbnail = text
        page.annotations = [Annotation(label: text, text: text)]
        return page
    }

    static func gallery(titles: [String]) -> [GalleryEntry] {
        titles.map { title in
            GalleryEntry(
                name: title, title: title, size: PixelSize(width: 12_000, height: 8_000),
                thumbnail: "\(title)/thumbnail.jpg",
                links: [(title: "dzi", path: "\(title)/dzi/index.html", isPage: true)])
        }
    }
}

/// A naming without a template for pages.
struct TableNaming: NamingStrategy {
    func path(of tile: Tile) -> String { "\(tile.level.index)/\(tile.row)-\(tile.column).jpg" }
}

/// The HTML of a page, and access to its parts.
struct Page {
    let html: String

    init(_ files: [BundleFile]) throws {
        let file = try #require(files.first { $0.path == "index.html" })
        html = String(decoding: file.bytes, as: UTF8.self)
    }

    /// The text between the first `start` and the next `end` after it.
    func part(from start: String, to end: String) throws -> String {
        let first = try #require(html.firstRange(of: start))
        let last = try #require(html[first.upperBound...].firstRange(of: end))
        return String(html[first.upperBound..<last.lowerBound])
    }

    func config() throws -> String {
        try part(from: "id=\"ziggurat-config\">", to: "</script>")
    }

    func policy() throws -> String {
        try part(from: "Content-Security-Policy\" content=\"", to: "\">")
    }

    func count(of text: String) -> Int {
        html.ranges(of: text).count
    }
}
