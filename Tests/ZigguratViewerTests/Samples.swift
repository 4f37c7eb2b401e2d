import Testing
import ZigguratViewer

/// A small Deep Zoom picture and what a stranger may have written about it.
enum Samples {
    static let hostile = [
        "</script><img src=x onerror=alert(1)>",
        "\"'><script>alert(1)</script>",
        "<!--<script>",
        "{{title}} {{{config}}} {{#links}}",
        "line\u{2028}separator\u{2029}end",
        "Ære & Öl 🏔 \u{0}\u{7F} back\\slash",
    ]

    static func description(title: String = "A picture") -> PageDescription {
        PageDescription(
            name: "photo", title: title, width: 290, height: 442, tileWidth: 254, tileHeight: 254,
            overlap: 1, edge: .crop,
            levels: [
                .init(
                    width: 145, height: 221, columns: 1, rows: 1, scaleFactor: 2,
                    template: "photo_files/8/{column}_{row}.jpg"),
                .init(
                    width: 290, height: 442, columns: 2, rows: 2, scaleFactor: 1, z: 9,
                    tiles: ["a.jpg", nil, "c.jpg", "d.jpg"]),
            ])
    }

    /// The same in tiles that do not overlap.
    static func flat() -> PageDescription {
        PageDescription(
            name: "photo", title: "A picture", width: 290, height: 442, tileWidth: 256,
            tileHeight: 256, overlap: 0, edge: .crop,
            levels: [
                .init(
                    width: 145, height: 221, columns: 1, rows: 1, scaleFactor: 2,
                    template: "0/{x}/{y}.jpg"),
                .init(
                    width: 290, height: 442, columns: 2, rows: 2, scaleFactor: 1,
                    template: "1/{x}/{y}.jpg"),
            ])
    }

    static func gallery(titles: [String]) -> [GalleryEntry] {
        titles.map { title in
            GalleryEntry(
                name: title, title: title, width: 12_000, height: 8_000,
                thumbnail: "\(title)/thumbnail.jpg",
                pages: [.init(layout: "dzi", path: "\(title)/dzi/index.html")])
        }
    }
}

/// The parts of a page that tests look at.
struct Page {
    let html: String

    init(_ files: [ViewerFile]) throws {
        let file = try #require(files.first { $0.path == "index.html" })
        html = String(decoding: file.bytes, as: UTF8.self)
    }

    /// What stands between the first `start` and the next `end` after it.
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
