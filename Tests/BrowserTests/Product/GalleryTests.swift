import Foundation
import TestSupport
import Testing
import ZigguratKit
import ZigguratViewer

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
                        // Everything comes back when nothing is looked for.
                        try await browser.run(
                            """
                            const find = document.getElementById('find');
                            find.value = '';
                            find.dispatchEvent(new Event('input'));
                            """)
                        try await browser.wait(
                            until: "return document.querySelectorAll('#entries > li').length === 3")
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
                    try await checkControls(browser, folder)
                }
            }
        }
    }

    /// What is looked for would be found: a thumbnail that is missing, a script that is stopped.
    private func checkControls(_ browser: Browser, _ folder: TemporaryFolder) async throws {
        try FileManager.default.removeItem(at: folder["tower/thumbnail.jpg"])
        try Publication.replace("const find =", by: "const  find =", in: folder["index.html"])
        try await browser.open(folder["index.html"])
        try await browser.wait(
            until: "return [...document.images].every(({ complete }) => complete)")
        let shown = "return [...document.images].filter((each) => each.naturalWidth > 0).length"
        #expect(try await browser.run(shown) == 2)
        let complaints = try await browser.report().complaints
        for expected in ["thumbnail", "Content Security Policy"] {
            #expect(complaints.contains { $0.contains(expected) }, "\(complaints)")
        }
        #expect(try await browser.run("return document.querySelector('search').hidden") == true)
    }

    /// What has the focus.
    static let focused = "return document.activeElement.textContent.trim()"

    @Test func tenThousandPicturesAreFoundAndWalkedThrough() async throws {
        try await TemporaryFolder.with { folder in
            let count = 10_000
            let image = try await TestPicture(width: 64, height: 48)
                .write(to: folder["picture.jpg"])
            let files = FileManager.default
            try files.createDirectory(at: folder["t"], withIntermediateDirectories: true)
            let entries = try (1...count).map { number in
                try files.createSymbolicLink(
                    at: folder["t/\(number).jpg"], withDestinationURL: image)
                return GalleryEntry(
                    name: "\(number)", title: number == 7_777 ? "École d’été" : "No.\(number)",
                    width: 64, height: 48, thumbnail: "t/\(number).jpg",
                    pages: [.init(layout: "dzi", path: "\(number)/dzi/index.html")])
            }
            for file in try GalleryPage(entries: entries, title: "Pictures").files() {
                try folder.write(Data(file.bytes), to: file.path)
            }
            try await Browser.with(width: 900, height: 700) { browser in
                try await browser.open(folder["index.html"])
                let rows = "return document.querySelectorAll('#entries > li').length"
                #expect(try await browser.run(rows) == .number(Double(count)))
                // Only what is near the window is loaded, and the last when one goes there.
                let loaded = try await browser.report()
                #expect(loaded.complaints == [])
                #expect((4..<300).contains(Self.thumbnails(loaded)))
                let last = "return document.images[document.images.length - 1].naturalWidth"
                #expect(try await browser.run(last) == 0)
                try await browser.run("window.scrollTo(0, document.documentElement.scrollHeight)")
                try await browser.wait(until: last)
                #expect(Self.thumbnails(try await browser.report()) < 300)

                #expect(try await Self.type("no.999", in: browser).array?.count == 11)
                #expect(try await Self.type("no.9999", in: browser) == ["No.9999"])
                #expect(try await Self.type("ecole", in: browser) == ["École d’été"])
                #expect(
                    try await browser.run("return document.getElementById('count').textContent")
                        == "1 of 10,000 pictures")
                #expect(try await Self.type("nowhere", in: browser) == [])
                #expect(try await Self.type("no.123", in: browser).array?.count == 11)

                // By keyboard alone: to the search, to the pictures that are shown, and through them.
                try await browser.run("document.activeElement.blur(); window.scrollTo(0, 0)")
                try await browser.press(["/"])
                #expect(try await browser.run("return document.activeElement.id") == "find")
                try await browser.press(["\u{E004}"])
                #expect(try await browser.run(Self.focused) == "No.123")
                let walk = [
                    ("\u{E014}", "No.1230"), ("\u{E014}", "No.1231"),
                    ("\u{E012}", "No.1230"), ("\u{E010}", "No.1239"),
                    ("\u{E015}", "No.1239"), ("\u{E011}", "No.123"),
                ]
                for (key, title) in walk {
                    try await browser.press([key])
                    #expect(try await browser.run(Self.focused) == .string(title), "\(key)")
                }
                // Down is a row further, whatever the width of the window.
                let columns = try await browser.run(
                    """
                    return getComputedStyle(document.getElementById('entries'))
                      .gridTemplateColumns.split(' ').length
                    """)
                try await browser.press(["\u{E015}"])
                let below = (columns.integer ?? 0) + 1228
                #expect(try await browser.run(Self.focused) == .string("No.\(below + 1)"))
                #expect(try await browser.report().complaints == [])
            }
        }
    }

    private static func thumbnails(_ report: PageReport) -> Int {
        Set(report.requests.map(\.url).filter { $0.hasSuffix(".jpg") }).count
    }

    /// What a screen reader is told.
    @Test func galleryIsReadOut() async throws {
        try await TemporaryFolder.with { folder in
            let entries = ["École d’été", "A <b>tower"].map {
                GalleryEntry(
                    name: $0, title: $0, width: 640, height: 480, thumbnail: nil,
                    pages: [
                        .init(layout: "dzi", path: "a.html"), .init(layout: "xyz", path: "b.html"),
                    ])
            }
            for file in try GalleryPage(entries: entries, title: "Pictures").files() {
                try folder.write(Data(file.bytes), to: file.path)
            }
            try await Browser.with { browser in
                try await browser.open(folder["index.html"])
                try await browser.devTools("Accessibility.enable", [:])
                let tree = try await browser.devTools("Accessibility.getFullAXTree", [:])
                let said = (tree["nodes"].array ?? []).map {
                    "\($0["role"]["value"].string ?? "") \($0["name"]["value"].string ?? "")"
                }
                for expected in [
                    "heading Pictures", "searchbox Find", "list Pictures", "link École d’été",
                    "link École d’été, dzi", "link A <b>tower", "link A <b>tower, xyz",
                ] {
                    #expect(said.contains(expected), "\(expected): \(said)")
                }
                #expect(said.count { $0.hasPrefix("listitem") } == 2)
                #expect(said.count { $0.hasPrefix("status") } == 1)
            }
        }
    }
}
