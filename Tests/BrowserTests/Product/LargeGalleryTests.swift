import Foundation
import TestSupport
import Testing
import ZigguratKit
import ZigguratViewer

/// The gallery of thousands of images stays fast and usable.
@Suite struct LargeGalleryTests {
    /// The text of the focused element.
    static let focused = "return document.activeElement.textContent.trim()"

    /// The number of cards that the browser has laid out, and the number of all boxes. Also whether
    /// each card in the window shows its loaded image.
    private static let laidOut = """
        const cards = [...document.querySelectorAll('#entries li')];
        const [above] = arguments;
        scrollTo(0, above * (document.documentElement.scrollHeight - innerHeight));
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        return (async () => {
          for (let turn = 0; turn < 300; turn += 1) {
            await frame();
            const drawn = cards.filter((card) => card.checkVisibility({ contentVisibilityAuto: true }));
            const seen = drawn.filter((card) => {
              const { top, bottom } = card.getBoundingClientRect();
              return bottom > 100 && top < innerHeight;
            });
            if (seen.length > 2 && seen.every((card) => card.querySelector('img').naturalWidth > 0)) {
              return { drawn: drawn.length, seen: seen.length,
                height: document.documentElement.scrollHeight };
            }
          }
          return null;
        })();
        """

    @Test func `Ten thousand images are found and browsed`() async throws {
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
                    size: PixelSize(width: 64, height: 48), thumbnail: "t/\(number).jpg",
                    links: [(title: "dzi", path: "\(number)/dzi/index.html", isPage: true)])
            }
            for file in try PageWriter().gallery(of: entries) {
                try folder.write(Data(file.bytes), to: file.path)
            }
            try await Browser.with(width: 900, height: 700) { browser in
                try await browser.open(folder["index.html"])
                let rows = "return document.querySelectorAll('#entries li').length"
                #expect(try await browser.run(rows) == .number(Double(count)))
                // Only images near the window are loaded. The last image is loaded after scrolling
                // to it.
                let loaded = try await browser.report()
                #expect(loaded.complaints == [])
                #expect((4..<300).contains(Self.thumbnails(loaded)))
                let last = "return document.images[document.images.length - 1].naturalWidth"
                #expect(try await browser.run(last) == 0)
                try await checkScrolling(browser)
                #expect(Self.thumbnails(try await browser.report()) < 600)

                #expect(try await GalleryTests.type("no.999", in: browser).array?.count == 11)
                #expect(try await GalleryTests.type("no.9999", in: browser) == ["No.9999"])
                #expect(try await GalleryTests.type("ecole", in: browser) == ["École d’été"])
                #expect(
                    try await browser.run("return document.getElementById('count').textContent")
                        == "1 of 10,000 images")
                #expect(try await GalleryTests.type("nowhere", in: browser) == [])
                #expect(try await GalleryTests.type("no.123", in: browser).array?.count == 11)

                // The keyboard reaches the search, the results and the cards.
                try await browser.run("document.activeElement.blur(); window.scrollTo(0, 0)")
                try await browser.press(["/"])
                #expect(try await browser.run("return document.activeElement.id") == "find")
                try await browser.run("document.getElementById('slideshow').focus()")
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
                // The Down key moves to the next row at any window width.
                let columns = try await browser.run(
                    """
                    const cards = [...document.querySelectorAll('#entries li')];
                    return cards.filter(({ offsetTop }) => offsetTop === cards[0].offsetTop).length
                    """)
                try await browser.press(["\u{E015}"])
                let below = (columns.integer ?? 0) + 1228
                #expect(try await browser.run(Self.focused) == .string("No.\(below + 1)"))
                try await browser.expectNoComplaint()
            }
        }
    }

    /// At each scroll position, only a few hundred cards are laid out, and the height of the page
    /// does not change. The search finds cards that are not laid out.
    private func checkScrolling(_ browser: Browser) async throws {
        var heights: [Double] = []
        for share in [0, 0.01, 0.5, 0.99, 1] {
            let state = try await browser.run(Self.laidOut, [.number(share)])
            #expect((3...480).contains(state["drawn"].integer ?? 0), "\(share): \(state)")
            heights.append(state["height"].number ?? 0)
        }
        let (lowest, highest) = (heights.min() ?? 0, heights.max() ?? 0)
        #expect(lowest > 100_000 && highest / lowest < 1.001, "\(heights)")
        let found = """
            const is = find('No.4321');
            const card = getSelection().anchorNode?.parentElement?.closest('li');
            return is && card?.querySelector('b').textContent;
            """
        #expect(try await browser.run(found) == "No.4321")
        // Keys move from one part of the list to the next, and to both ends.
        try await browser.run("document.querySelectorAll('#entries .open')[59].focus()")
        let walk = [
            (["\u{E004}"], "No.61"), (["\u{E012}"], "No.60"),
            (["\u{E015}"], "No.63"), (["\u{E010}"], "No.10000"), (["\u{E011}"], "No.1"),
        ]
        for (keys, title) in walk {
            try await browser.press(keys)
            #expect(try await browser.run(Self.focused) == .string(title))
        }
        // The control: without `content-visibility`, all cards are laid out.
        try await browser.run(
            "document.styleSheets[0].insertRule('ul { content-visibility: visible !important }')")
        let state = try await browser.run(Self.laidOut, [.number(0)])
        #expect(state["drawn"] == 10_000)
        try await browser.run("document.styleSheets[0].deleteRule(0)")
    }

    private static func thumbnails(_ report: PageReport) -> Int {
        Set(report.requests.map(\.url).filter { $0.hasSuffix(".jpg") }).count
    }
}
