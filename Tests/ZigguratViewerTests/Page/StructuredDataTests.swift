import Foundation
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ZigguratViewer

/// Pages and galleries contain JSON-LD for search engines.
@Suite struct StructuredDataTests {
    private static let start = "<script type=\"application/ld+json\">"

    /// The JSON-LD of a page, parsed with Foundation.
    private func data(_ page: Page) throws -> JSONValue {
        let text = try page.part(from: Self.start, to: "</script>")
        return try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }

    private func page(
        _ caption: Caption, _ baseURL: String? = "https://example.org/p"
    ) throws -> Page {
        var page = Samples.page(caption, baseURL: baseURL)
        page.thumbnail = "viewer/thumbnail.jpg"
        page.canonicalFolder = "xyz"
        page.card = PageCard(path: "../card.jpg", size: PixelSize(width: 1250, height: 938))
        return try Page(PageWriter().files(for: page))
    }

    @Test("A page describes its image")
    func image() throws {
        var caption = Caption(
            title: "A picture", description: "Of a tower", attribution: "Museum",
            rights: "All rights reserved", creator: "A. Person", date: "1889-04")
        caption.licence = "https://creativecommons.org/licenses/by/4.0/"
        caption.language = "en"
        let folder = "https://example.org/p/photo"
        #expect(
            try data(page(caption)) == [
                "@context": "https://schema.org", "@type": "ImageObject", "name": "A picture",
                "description": "Of a tower", "url": .string("\(folder)/xyz/"),
                "contentUrl": .string("\(folder)/card.jpg"), "width": 1250, "height": 938,
                "thumbnailUrl": .string("\(folder)/dzi/viewer/thumbnail.jpg"),
                "encodingFormat": "image/jpeg",
                "creator": ["@type": "Person", "name": "A. Person"], "creditText": "Museum",
                "copyrightNotice": "All rights reserved",
                "license": "https://creativecommons.org/licenses/by/4.0/",
                "dateCreated": "1889-04", "inLanguage": "en",
                "isPartOf": ["@type": "CollectionPage", "url": "https://example.org/p/"],
            ])
    }

    @Test(
        "Only dates of ISO 8601 are dates",
        arguments: [
            ("1889", true), ("1889-04-30", true), ("around 1889", false), ("1889-13", false),
            ("30.4.1889", false),
        ])
    func date(text: String, isDate: Bool) throws {
        let found = try data(page(Caption(date: text)))["dateCreated"]
        #expect(found == (isDate ? .string(text) : .null))
    }

    @Test("A page without a base address has no JSON-LD")
    func unknownAddress() throws {
        #expect(try page(Caption(), nil).count(of: Self.start) == 0)
        let entries = Samples.gallery(titles: ["one"])
        #expect(try Page(PageWriter().gallery(of: entries)).count(of: "application/ld+json") == 0)
    }

    @Test("Hostile text is escaped", arguments: Samples.hostile)
    func hostileText(text: String) throws {
        let page = try page(Caption(title: text, description: text, creator: text))
        let data = try data(page)
        #expect(data["name"] == .string(text) && data["creator"]["name"] == .string(text))
        #expect(page.count(of: "<script") == (try self.page(Caption()).count(of: "<script")))
    }

    private static func entries(_ bases: [String?]) -> [GalleryEntry] {
        zip(Samples.gallery(titles: bases.indices.map { "a & \($0)" }), bases).map { entry, base in
            var entry = entry
            (entry.baseURL, entry.pageFolder) = (base, "\(entry.name)/dzi")
            return entry
        }
    }

    @Test("A gallery describes its first images")
    func collection() throws {
        let base = "https://example.org/p"
        let page = try Page(
            PageWriter().gallery(of: Self.entries(Array(repeating: base, count: 70))))
        let data = try data(page)
        #expect(data["@type"] == "CollectionPage" && data["url"] == .string("\(base)/"))
        #expect(data["hasPart"].array?.count == 60)
        #expect(
            data["hasPart"][0] == [
                "@type": "ImageObject", "name": "a & 0",
                "url": .string("\(base)/a%20%26%200/dzi/"),
                "thumbnailUrl": .string("\(base)/a%20%26%200/thumbnail.jpg"),
            ])
        #expect(page.count(of: "rel=\"canonical\" href=\"\(base)/\"") == 1)
        #expect(page.count(of: "\"og:image\" content=\"\(base)/a%20%26%200/thumbnail.jpg\"") == 1)
    }

    @Test("A gallery of images with different base addresses has no JSON-LD")
    func differentAddresses() throws {
        let entries = Self.entries(["https://a.example", "https://b.example"])
        #expect(GalleryEntry.baseURL(of: entries) == nil)
        #expect(try Page(PageWriter().gallery(of: entries)).count(of: "canonical") == 0)
        #expect(try Sitemap.file(of: entries) == nil)
        #expect(GalleryEntry.baseURL(of: Self.entries(["https://a.example", nil])) != nil)
    }

    @Test("A sitemap has at most 50,000 addresses")
    func sitemapLimit() throws {
        let entries = Self.entries(Array(repeating: "https://a.example", count: 50_001))
        let file = try #require(try Sitemap.file(of: entries))
        let text = String(decoding: file.bytes, as: UTF8.self)
        #expect(text.ranges(of: "<url>").count == 50_000)
        #expect(Sitemap.isOurs(file.bytes))
    }
}
