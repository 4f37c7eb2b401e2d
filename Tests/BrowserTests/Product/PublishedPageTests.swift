import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A browser reads the metadata for search engines and link previews.
@Suite struct PublishedPageTests {
    /// The JSON-LD, and the addresses in other elements; `null` if the JSON is invalid.
    private static let facts = """
        const attribute = (selector, name) => document.querySelector(selector)?.getAttribute(name);
        try {
          const data = JSON.parse(
            document.querySelector('script[type="application/ld+json"]').textContent);
          return [data['@type'], data.name, data.url === attribute('link[rel=canonical]', 'href'),
            data.url === attribute('meta[property="og:url"]', 'content')];
        } catch {
          return null;
        }
        """

    @Test("A browser reads the JSON-LD of pages and galleries")
    func facts() async throws {
        try await TemporaryFolder.with { folder in
            let title = PageTextTests.hostile
            let image = try await Publication.plainImage(
                width: 300, height: 200, to: folder["photo.png"])
            try await Publication.export(
                [image], to: folder["out"],
                options: Exporter.Options(
                    caption: Caption(title: title), baseURL: "https://example.org"))
            try await Browser.with { browser in
                for (path, facts) in [
                    ("photo/dzi/index.html", ["ImageObject", .string(title), true, true]),
                    ("index.html", ["CollectionPage", "Images", true, true]),
                ] as [(String, JSONValue)] {
                    let page = folder["out/\(path)"]
                    try await browser.open(page)
                    #expect(try await browser.run(Self.facts) == facts, "\(path)")
                    #expect(try await browser.report().complaints == [], "\(path)")
                    // The control: invalid JSON.
                    try Publication.replace("\"@type\":", by: "@type:", in: page)
                    try await browser.open(page)
                    #expect(try await browser.run(Self.facts) == .null, "\(path)")
                }
            }
        }
    }
}
