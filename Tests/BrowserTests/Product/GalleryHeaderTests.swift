import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratKit
import ZigguratViewer

/// The header of the gallery: two lines, a sheet on phones, and the search in the address.
@Suite struct GalleryHeaderTests {
    /// Writes a gallery of images by two people, with titles in two languages.
    private static func write(to folder: TemporaryFolder, count: Int = 12) async throws {
        let entries = (0..<count).map { number in
            var entry = GalleryEntry(
                name: "\(number)", title: "Bridge \(number)",
                size: PixelSize(width: 800, height: number.isMultiple(of: 2) ? 600 : 1000),
                thumbnail: "t.png", links: [(title: "dzi", path: "a.html", isPage: true)])
            let creator = number < 5 ? "Ada" : "Émile"
            entry.facts = [
                ("Creator", creator), ("Date", "\(1889 + number % 3)-01-02"),
                ("Collection", number < 8 ? "Prints" : "Paintings"),
            ]
            (entry.creator, entry.date) = (creator, "\(1889 + number % 3)-01-02")
            entry.titles = number == 3 ? ["de": "Brücke am Abend"] : [:]
            entry.language = "en"
            entry.largerThumbnails = [(path: "t.png", width: 900)]
            return entry
        }
        for file in try PageWriter().gallery(of: entries) {
            try folder.write(Data(file.bytes), to: file.path)
        }
        // As wide as the list of thumbnails states: of a much smaller image, `naturalWidth` is 0.
        let samples = Array(repeating: 99 as UInt8, count: 900 * 675 * 3)
        _ = try await PixelPicture(width: 900, height: 675, bands: 3, samples: samples)
            .write(to: folder["t.png"])
    }

    /// The lines of the header: the distinct vertical middles of its parts. Also returns the parts
    /// that are cut off, and whether the page is wider than the window.
    private static let header = """
        const parts = [...document.querySelectorAll('header :is(h1, #count, search, select, button, a)')]
          .filter((each) => each.checkVisibility());
        const boxes = parts.map((each) => each.getBoundingClientRect());
        const middles = boxes.map(({ top, bottom }) => (top + bottom) / 2);
        const lines = [];
        for (const middle of middles) {
          if (!lines.some((each) => Math.abs(each - middle) < 12)) lines.push(middle);
        }
        return [lines.length,
          parts.filter((_, index) => boxes[index].right > innerWidth || boxes[index].left < 0).length];
        """

    @Test("The header has two lines, and nothing in it is cut off")
    func lines() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.write(to: folder)
            try await Browser.with(width: 1280, height: 800) { browser in
                try await browser.open(folder["index.html"])
                for width in [320, 360, 390, 560, 760, 820, 1024, 1280, 1440, 1920, 2560] {
                    try await browser.fit(width: width, height: 800)
                    try await browser.wait(until: "return innerWidth === \(width)")
                    #expect(try await browser.run(Self.header) == [2, 0], "\(width)")
                }
                // The control: a heading that fills the first line.
                try await browser.run(
                    "document.querySelector('h1').textContent = 'Bridges '.repeat(60)")
                #expect(try await browser.run(Self.header)[0] != 2)
            }
        }
    }

    private static let titles = """
        return [...document.querySelectorAll('#entries b')].map((each) => each.textContent);
        """

    @Test("Search, lists and order are in the address, which restores them")
    func address() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.write(to: folder)
            try await WebServer.with(serving: folder.url) { server in
                try await Browser.with(width: 1000, height: 800) { browser in
                    for page in [server.url("index.html"), folder["index.html"]] {
                        try await browser.open(page)
                        _ = try await GalleryTests.type("bridge", in: browser)
                        try await browser.run(
                            """
                            for (const [name, value] of [['[data-label=Creator]', 'Émile'],
                              ['#order', 'size']]) {
                              const select = document.querySelector(`select${name}`);
                              select.value = value;
                              select.dispatchEvent(new Event('change'));
                            }
                            """)
                        let found = try await browser.run(Self.titles)
                        #expect(found.array?.count == 7)
                        #expect(found[0] == "Bridge 5")
                        let address = try await browser.run("return location.href")
                        try await browser.open(try #require(URL(string: "about:blank")))
                        try await browser.open(
                            try #require(URL(string: address.string ?? "")))
                        #expect(try await browser.run(Self.titles) == found)
                        let values =
                            "return [document.getElementById('find').value,"
                            + " document.getElementById('order').value]"
                        #expect(try await browser.run(values) == ["bridge", "size"])
                        // Without a search, the address has no fragment.
                        try await browser.run("document.getElementById('sheet-reset').click()")
                        #expect(try await browser.run("return location.hash") == "")
                        #expect(try await browser.run(Self.titles).array?.count == 12)
                    }
                    try await browser.expectNoComplaint()
                }
            }
        }
    }

    @Test("The search finds titles in all languages, and cards show creator and year")
    func languages() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.write(to: folder)
            try await Browser.with(width: 1000, height: 800) { browser in
                try await browser.open(folder["index.html"])
                let line = "return document.querySelector('#entries li p').textContent"
                let byline = try await browser.run(line)
                #expect(byline == "Ada, 1889")
                let found = try await GalleryTests.type("brücke", in: browser)
                #expect(found == ["Bridge 3"])
                let other = try await GalleryTests.type("brook", in: browser)
                #expect(other == [])
            }
        }
    }

    @Test("On a phone, the lists are in a sheet")
    func sheet() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.write(to: folder)
            try await Browser.with(width: 390, height: 844) { browser in
                try await browser.open(folder["index.html"])
                let seen = "return document.getElementById('order').checkVisibility()"
                #expect(try await browser.run(seen) == false)
                try await browser.run("document.getElementById('filters').click()")
                #expect(try await browser.run(seen) == true)
                #expect(try await AccessibilityTests.violations(browser) == [])
                try await browser.run(
                    """
                    const select = document.querySelector('select[data-label=Creator]');
                    select.value = 'Ada';
                    select.dispatchEvent(new Event('change'));
                    """)
                try await browser.press(["\u{E00C}"])
                #expect(try await browser.run(seen) == false)
                #expect(
                    try await browser.run("return document.getElementById('filters').textContent")
                        == "Filters (1)")
                #expect(try await browser.run(Self.titles).array?.count == 5)
            }
        }
    }

    @Test("A single image is a cover without search and order")
    func cover() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.write(to: folder, count: 1)
            try await Browser.with(width: 1280, height: 800) { browser in
                try await browser.open(folder["index.html"])
                let look = try await browser.run(
                    """
                    const { width, height } =
                      document.querySelector('#entries img').getBoundingClientRect();
                    return [document.querySelectorAll('input, select, header button').length,
                      width > 700 && height > 500, document.documentElement.scrollWidth <= innerWidth];
                    """)
                #expect(look == [0, true, true])
                #expect(try await AccessibilityTests.violations(browser) == [])
            }
        }
    }
}
