import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The index page of a destination.
@Suite struct GalleryTests {
    /// Titles by name. One wants to be more than text.
    static let titles = [
        "ecole": "École d’été", "tower": "A tower of bricks",
        "50% #1": "<img src=x onerror=alert(1)> & co.",
    ]

    static let visible = """
        return [...document.querySelectorAll('#entries > li')].filter((entry) => !entry.hidden)
          .map((entry) => entry.querySelector('b').textContent);
        """

    static func export(to folder: TemporaryFolder) async throws {
        try await TemporaryFolder.with { sources in
            for (name, title) in titles {
                let image = try await TestPicture(width: 400, height: 300)
                    .write(to: sources["\(name).png"])
                try await Publication.export(
                    [image], to: folder.url,
                    options: ExportOptions(
                        layouts: [.dzi, .xyz], caption: Caption(title: title)))
            }
        }
    }

    static func type(_ text: String, in browser: Browser) async throws -> JSONValue {
        try await browser.run("document.getElementById('find').select()")
        try await browser.press(text.map(String.init))
        return try await browser.run(
            "return new Promise((done) => setTimeout(() => { done((() => { \(visible) })()) }, 300))"
        )
    }

    @Test func galleryFindsShowsAndOpensEveryPicture() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.export(to: folder)
            try await WebServer.with(serving: folder.url) { server in
                try await Browser.with(width: 900, height: 700) { browser in
                    for page in [folder["index.html"], server.url("")] {
                        try await browser.open(page)
                        try await browser.wait(
                            until: """
                                return [...document.images].every((image) => image.naturalWidth > 0)
                                """)
                        #expect(try await browser.run("return document.images.length") == 3)
                        Keepsake.keep(try await browser.screenshot(), as: "gallery")
                        #expect(try await Self.type("ecole", in: browser) == ["École d’été"])
                        #expect(try await Self.type("tower", in: browser) == ["A tower of bricks"])
                        #expect(
                            try await Self.type("img", in: browser)
                                == ["<img src=x onerror=alert(1)> & co."])
                        #expect(try await Self.type("nowhere", in: browser) == [])
                        let links = try await browser.run(
                            "return [...document.querySelectorAll('.pages a')].map((a) => a.href)")
                        #expect(links.array?.count == 6)
                        for link in links.array ?? [] {
                            let address = try #require(URL(string: link.string ?? ""))
                            try await browser.open(address)
                            #expect(try await browser.run(PageVisit.readiness) == "ready")
                        }
                    }
                    #expect(try await browser.report().complaints == [])
                }
            }
        }
    }

    @Test func aThousandPicturesAreStillFound() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.export(to: folder)
            let manifest = try String(contentsOf: folder["ecole/ziggurat.json"], encoding: .utf8)
            for number in 1...1000 {
                let name = "picture-\(number)"
                try folder.write(
                    manifest.replacing("\"name\" : \"ecole\"", with: "\"name\" : \"\(name)\"")
                        .replacing("École d’été", with: "Picture \(number)"),
                    to: "\(name)/ziggurat.json")
                try FileManager.default.createSymbolicLink(
                    at: folder["\(name)/thumbnail.jpg"],
                    withDestinationURL: folder["ecole/thumbnail.jpg"])
            }
            try Exporter(destination: folder.path).writeGallery()
            try await Browser.with(width: 900, height: 700) { browser in
                try await browser.open(folder["index.html"])
                #expect(
                    try await browser.run(
                        "return document.querySelectorAll('#entries > li').length")
                        == 1003)
                // Only what is near the window is loaded.
                let loaded = try await browser.report()
                #expect(loaded.requests.count { $0.url.hasSuffix("thumbnail.jpg") } < 300)
                #expect(try await Self.type("picture 999", in: browser) == ["Picture 999"])
                #expect(try await Self.type("ecole", in: browser) == ["École d’été"])
                #expect(loaded.complaints == [])
                #expect(try await browser.report().complaints == [])
            }
        }
    }
}
