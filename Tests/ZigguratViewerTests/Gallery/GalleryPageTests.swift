import Foundation
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ZigguratViewer

@Suite struct GalleryPageTests {
    private func page(_ titles: [String], title: String = "Output") throws -> Page {
        try Page(
            PageWriter().gallery(
                of: Samples.gallery(titles: titles), cover: GalleryCover(title: title)))
    }

    @Test("Every image has a card")
    func cards() throws {
        let page = try page(["one", "two #2"])
        #expect(page.count(of: "<li role=") == 2)
        #expect(page.count(of: "12,000 × 8,000") == 2)
        #expect(page.count(of: "href=\"two%20%232/dzi/index.html\"") == 1)
        #expect(page.count(of: "src=\"two%20%232/thumbnail.jpg\"") == 1)
        #expect(page.count(of: ">2 images<") == 1)
    }

    @Test(
        "The images are counted",
        arguments: [(0, "0 images"), (1, "1 image"), (1_500, "1,500 images")])
    func counted(count: Int, text: String) throws {
        let page = try page((0..<count).map { "image \($0)" })
        #expect(page.count(of: ">\(text)<") == 1)
        #expect(page.count(of: "<li role=") == count)
        #expect(page.count(of: "No images yet") == (count == 0 ? 1 : 0))
    }

    @Test(
        "The list has parts of 60 images",
        arguments: [(0, 1), (1, 1), (60, 1), (61, 2), (120, 2), (121, 3)])
    func parts(count: Int, parts: Int) throws {
        let page = try page((0..<count).map { "image \($0)" })
        #expect(page.count(of: "<ul role=\"none\">") == parts)
        #expect(page.count(of: "</ul>") == parts)
    }

    @Test("Hostile text is escaped", arguments: Samples.hostile)
    func hostileText(text: String) throws {
        let (hostile, tame) = (try page([text], title: text), try page(["x"], title: "x"))
        for tag in ["<script", "</script", "<img", "<!--", "<a ", "<style"] {
            #expect(hostile.count(of: tag) == tame.count(of: tag), "\(tag)")
        }
    }

    @Test("The policy allows the page's own style and script")
    func policy() throws {
        let page = try page(["one"])
        func hashes(_ tag: String) throws -> String {
            let ends = page.html.split(separator: "</\(tag)>").filter { $0.contains("<\(tag)>") }
            return ends.map { part in
                let start = part.ranges(of: "<\(tag)>").first?.upperBound ?? part.startIndex
                let text = part[start...]
                let hash = SHA256.digest(of: Array(text.utf8))
                return "'sha256-\(Data(hash.bytes).base64EncodedString())'"
            }.joined(separator: " ")
        }
        #expect(
            try page.policy()
                == "default-src 'none'; script-src 'self' \(hashes("script")); "
                + "style-src \(hashes("style")); img-src 'self' data:; "
                + "base-uri 'none'; form-action 'none'")
    }

    @Test("A cover has a title, a text and a logo")
    func cover() throws {
        let cover = try GalleryCover(
            Array(#"{"title": "Maps & more", "text": "A <b>", "logo": "a b.svg"}"#.utf8))
        let page = try Page(
            try PageWriter().gallery(of: Samples.gallery(titles: ["one"]), cover: cover))
        #expect(page.count(of: ">Maps &amp; more</h1>") == 1 && page.count(of: "<h1") == 1)
        #expect(page.count(of: "<p>A &lt;b&gt;</p>") == 1)
        #expect(page.count(of: #"<img src="a%20b.svg" alt="">"#) == 1)
        for cover in [nil, try GalleryCover(Array(#"{"language": "de"}"#.utf8))] {
            let page = try Page(PageWriter().gallery(of: [], cover: cover))
            #expect(page.count(of: #"id="cover""#) == 0)
        }
    }

    @Test("A cover has a link on the logo, and a footer with links")
    func footer() throws {
        let json = """
            {"title": "Maps", "logo": "a.svg", "link": "https://museum.example/?a=1&b",
             "footer": {"en": "Open daily", "de": "Täglich geöffnet"},
             "links": [{"text": "Imprint", "link": "imprint.html"}]}
            """
        let cover = try GalleryCover(Array(json.utf8))
        for (language, text) in [(nil, "Open daily"), ("de", "Täglich geöffnet")] {
            let page = try Page(PageWriter().gallery(of: [], cover: cover, in: language))
            #expect(
                page.count(of: #"<a href="https://museum.example/?a=1&amp;b" aria-labelledby="#)
                    == 1)
            #expect(page.count(of: ">\(text)</span>") == 1)
            #expect(page.count(of: #"<a href="imprint.html">Imprint</a>"#) == 1)
        }
        let other = try GalleryCover(GalleryCover.bytes(Array(json.utf8), title: "Plans"))
        #expect(other.titles == ["": "Plans"] && other.links == cover.links)
        #expect(try GalleryCover(GalleryCover.bytes(nil, title: "Plans")) == .init(title: "Plans"))
        #expect(throws: ZigguratError.self) { try GalleryCover.bytes([1], title: "Plans") }
    }

    @Test(
        "An invalid cover is rejected",
        arguments: [
            ("", nil), ("[]", nil), (#"{"titel": "x"}"#, "titel"), (#"{"title": 1}"#, "title"),
            (#"{"title": {}}"#, "title"), (#"{"text": {"de": 1}}"#, "text"),
            (#"{"text": {"a b": "x"}}"#, "text"), (#"{"language": 1}"#, "language"),
            (#"{"logo": "https://example.org/a.svg"}"#, "logo"), (#"{"logo": "../a.svg"}"#, "logo"),
            (#"{"logo": "/a.svg"}"#, "logo"), (#"{"link": "javascript:alert(1)"}"#, "link"),
            (#"{"links": [{"text": "x"}]}"#, "links"), (#"{"footer": 1}"#, "footer"),
            (#"{"links": [{"text": "x", "link": "data:,"}]}"#, "links"),
        ] as [(String, String?)])
    func invalidCover(text: String, member: String?) {
        let error = #expect(throws: ZigguratError.self) { try GalleryCover(Array(text.utf8)) }
        #expect(error?.reason as? PageError == .invalidCover(member: member))
    }

    @Test("An image without a page is rejected")
    func noPage() {
        let entry = GalleryEntry(
            name: "one", title: "one", size: PixelSize(square: 1), thumbnail: nil, links: [])
        let error = #expect(throws: ZigguratError.self) { try PageWriter().gallery(of: [entry]) }
        #expect(error?.reason as? PageError == .noPage(export: "one"))
    }
}

@Suite struct GalleryBylineTests {
    @Test(
        "A card has the creator and the year; the size only if both are unknown",
        arguments: [
            ("Ada", "1889-05-31", "Ada, 1889"), ("Ada", "around 1890", "Ada, around 1890"),
            ("Ada", nil, "Ada"), (nil, "1889", "1889"), (nil, nil, nil), ("", nil, nil),
        ] as [(String?, String?, String?)])
    func byline(creator: String?, date: String?, expected: String?) throws {
        var entry = try #require(Samples.gallery(titles: ["one"]).first)
        (entry.creator, entry.date) = (creator, date)
        #expect(entry.byline == expected)
        let page = try Page(PageWriter().gallery(of: [entry]))
        #expect(page.count(of: "12,000 × 8,000") == (expected == nil ? 1 : 0))
        if let expected { #expect(page.count(of: "<p>\(expected)</p>") == 1) }
    }

    @Test("A book has its number of pages after the creator")
    func book() throws {
        var entry = GalleryEntry(
            name: "a", title: "A book", pageCount: 12, thumbnail: nil, page: "a/index.html")
        entry.creator = "Ada"
        let page = try Page(PageWriter().gallery(of: [entry]))
        #expect(page.count(of: "<p>Ada · <span") == 1 && page.count(of: ">12 pages</span>") >= 1)
    }
}
