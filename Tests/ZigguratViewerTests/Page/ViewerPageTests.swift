import Foundation
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ZigguratViewer

@Suite struct ViewerPageTests {
    private func page(_ description: PageDescription) throws -> Page {
        try Page(try PageWriter().files(for: description))
    }

    @Test("A bundle has its page, its scripts and OpenSeadragon's licence")
    func bundle() throws {
        let files = try PageWriter().files(for: Samples.page())
        #expect(
            files.map(\.path).filter { !$0.contains("/languages/") } == [
                "index.html", "viewer/ziggurat.js", "viewer/openseadragon.min.js",
                "viewer/ziggurat-viewer.js", "viewer/ziggurat-frame.js",
                "viewer/cite.js", "viewer/embed.js", "viewer/grid.js", "viewer/notes.js",
            ])
        #expect(files.allSatisfy { !$0.bytes.isEmpty })
        let page = try Page(files)
        for file in files[1...2] {
            #expect(page.count(of: "<script src=\"\(file.path)\" defer></script>") == 1)
        }
        #expect(page.count(of: "{{") == 0)
        let script = String(decoding: files[2].bytes.prefix(4_000), as: UTF8.self)
        #expect(script.hasPrefix("//! openseadragon 6.1.1"))
        #expect(script.contains("Redistributions in binary form must reproduce"))
    }

    /// The names are an interface, because templates of users read them.
    @Test("The configuration has the pyramid and the caption")
    func configuration() throws {
        var description = Samples.page(
            Caption(title: "t", description: "d", attribution: "a", rights: "r", creator: "c"),
            absent: AbsentTiles([1: [1]]))
        description.background = "#123456"
        description.links = [
            PageLink(to: .layout("xyz"), path: "../xyz/index.html"),
            PageLink(to: .container("a b.zip"), path: "../a b.zip", query: "?file"),
        ]
        description.thumbnail = "thumbnail.jpg"
        description.isTransparent = true
        description.place = "photo/dzi"
        let expected: JSONValue = [
            "name": "photo", "title": "t", "width": 290, "height": 441, "tileWidth": 254,
            "tileHeight": 254, "overlap": 1, "edge": "crop", "transparent": true,
            "background": "#123456", "layout": "dzi", "thumbnail": "thumbnail.jpg",
            "caption": ["description": "d", "attribution": "a", "rights": "r", "creator": "c"],
            "levels": [
                [
                    "width": 145, "height": 221, "columns": 1, "rows": 1, "scaleFactor": 2,
                    "z": 0, "template": "photo_files/0/{column}_{row}.jpg",
                ],
                [
                    "width": 290, "height": 441, "columns": 2, "rows": 2, "scaleFactor": 1,
                    "z": 1, "template": "photo_files/1/{column}_{row}.jpg", "absent": [1, 1],
                ],
            ],
            "links": [
                [
                    "title": "Same image in the format xyz", "address": "../xyz/index.html",
                    "kind": "layout", "isBeside": true,
                    "text": "Same image in the format {name}", "values": ["name": "xyz"],
                ],
                ["title": "a b.zip", "address": "../a%20b.zip?file"],
            ],
            "place": ["path": "photo/dzi", "root": "../../", "script": "viewer/picture.js"],
            "component": [
                "script": "viewer/ziggurat-viewer.js", "frame": "viewer/ziggurat-frame.js",
            ],
            "scripts": [
                "cite": "viewer/cite.js", "embed": "viewer/embed.js", "grid": "viewer/grid.js",
                "notes": "viewer/notes.js",
            ],
        ]
        #expect(try Self.json(page(description).config()) == expected)
    }

    @Test("A naming without a template gives a table of paths")
    func table() throws {
        var description = Samples.page(naming: TableNaming())
        description.tileFolder = "in/"
        let level = try Self.json(page(description).config())["levels"][1]
        #expect(level["tiles"] == ["in/1/0-0.jpg", "in/1/0-1.jpg", "in/1/1-0.jpg", "in/1/1-1.jpg"])
        #expect(level["template"] == .null)
    }

    @Test("Tile counts and shifts of the layout are in the configuration")
    func countedTiles() throws {
        let counted = Samples.page(naming: .template("Group{group}/{z}-{x}-{y}.{ext}"))
        let levels = try Self.json(page(counted).config())["levels"]
        #expect(levels[0]["firstTile"] == 0 && levels[1]["firstTile"] == 1)
        let shifted = Samples.page(
            overlap: 0, shape: PyramidShape(depth: .levels(2), origin: .bottomLeft))
        #expect(try Self.json(page(shifted).config())["levels"][1]["shiftY"] == 67)
    }

    @Test("Hostile text is escaped", arguments: Samples.hostile)
    func hostileText(text: String) throws {
        let hostile = try page(Samples.page(everywhere: text))
        // The text neither creates nor ends an element, so the numbers equal the numbers for
        // harmless text.
        let tame = try page(Samples.page(everywhere: "x"))
        for tag in ["<script", "</script", "<img", "<!--", "<a ", "<style", "onerror=\""] {
            #expect(hostile.count(of: tag) == tame.count(of: tag), "\(tag)")
        }
        let config = try hostile.config()
        #expect(!config.contains("<") && !config.contains("\u{2028}"))
        let decoded = try Self.json(config)
        #expect(decoded["title"].string == text)
        #expect(decoded["caption"]["description"].string == text)
    }

    @Test("The comparison detects an element that is not escaped")
    func unescapedTitle() throws {
        let template = Template(place: "bad.html", bytes: Array("{{{title}}}".utf8))
        let rendered = try template.rendered(with: ["title": Samples.hostile[0]])
        #expect(String(decoding: rendered, as: UTF8.self).contains("<img"))
    }

    @Test("The policy allows only the page's own style and files")
    func policy() throws {
        let page = try page(Samples.page())
        func hash(_ start: String, _ end: String) throws -> String {
            let text = try page.part(from: start, to: end)
            return Data(SHA256.digest(of: Array(text.utf8)).bytes).base64EncodedString()
        }
        let style = try hash("<style data-openseadragon-mobile-css>", "</style>")
        let script = try hash("<script>", "</script>")
        #expect(
            try page.policy()
                == "default-src 'none'; script-src 'self' 'sha256-\(script)'; "
                + "style-src 'sha256-\(style)'; img-src 'self' data:; base-uri 'none'; "
                + "form-action 'none'")
        #expect(page.count(of: "<style") == 1)
        #expect(page.count(of: " style=") == 0)
        #expect(page.html.firstMatch(of: /<[^>]+\son[a-z]+=/) == nil)
    }

    @Test("The placeholder is inside the page")
    func placeholder() throws {
        var description = Samples.page()
        description.placeholder = [0xFF, 0xD8, 0xFF, 0xD9]
        let image = "src=\"data:image/jpeg;base64,/9j/2Q==\""
        #expect(try page(description).count(of: image) == 1)
        description.placeholder = nil
        #expect(try page(description).count(of: "id=\"placeholder\"") == 0)
    }

    @Test("Rights are a link, in About and below the title, only if they are an address")
    func rights() throws {
        func links(_ rights: String) throws -> Int {
            try page(Samples.page(Caption(rights: rights)))
                .count(of: "<a rel=\"license\" href=\"https://rights.example/by?a=1&amp;b=2\">")
        }
        #expect(try links("https://rights.example/by?a=1&b=2") == 2)
        #expect(try links("javascript:alert(1)") == 0)
    }

    @Test(
        "Only web addresses are links",
        arguments: [
            ("http://a.example/b?c=1&d=2", true), ("HTTPS://a.example", true),
            ("javascript:alert(1)", false), ("data:text/html,x", false), ("CC BY 4.0", false),
            ("https://a.example and more", false), ("", false),
        ])
    func webAddresses(text: String, isAddress: Bool) {
        #expect((WebAddress.of(text) != nil) == isAddress)
    }

    @Test(
        "A name with braces is not taken for a placeholder",
        arguments: [
            ("photo", "photo"), ("{column}", "{{column}}"), ("a{b}c}", "a{{b}}c}}"), ("", ""),
        ])
    func escapedNames(name: String, escaped: String) {
        #expect(PageDescription.escaped(name) == escaped)
    }

    @Test(
        "Sizes have a comma after each three digits",
        arguments: [(1, "1"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")])
    func grouped(number: Int, text: String) {
        #expect(number.grouped == text)
    }

    @Test("Links to the original show its size")
    func original() {
        for (bytes, text) in [(999, "999 bytes"), (1_250, "1.3 kB"), (23_000_000, "23 MB")] {
            let link = PageLink(
                to: .original(name: "a.tif", bytes: bytes), path: "../original/a.tif")
            let english = PageTemplates.builtIn.english
            #expect(link.title(in: english) == "Original: a.tif, \(text)")
        }
    }

    private static func json(_ text: String) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }
}
