import Foundation
import TestSupport
import Testing
import ZigguratKit
import ZigguratViewer

/// The gallery can be used by keyboard, and marks deleted images.
@Suite struct GalleryKeyTests {
    private static let names = ["one", "two", "three"]

    /// Writes a gallery of three images in two formats.
    private static func write(
        to folder: TemporaryFolder, in place: String = ".", hasThumbnails: Bool = false
    ) throws {
        let entries = names.map { name in
            GalleryEntry(
                name: name, title: name, size: PixelSize(width: 640, height: 480),
                thumbnail: hasThumbnails ? "\(name)/thumbnail.jpg" : nil,
                links: ["dzi", "xyz"].map { (title: $0, path: "\(name)/\($0).html", isPage: true) })
        }
        for file in try PageWriter().gallery(of: entries) {
            try folder.write(Data(file.bytes), to: "\(place)/\(file.path)")
        }
    }

    /// The focused element and its text.
    private static let focus = """
        const { tagName, textContent, id } = document.activeElement;
        return `${tagName} ${id || textContent.trim()}`;
        """

    private static func stops(_ count: Int, _ browser: Browser) async throws -> [JSONValue] {
        try await browser.run("document.getElementById('density').focus()")
        var stops = [try await browser.run(Self.focus)]
        while stops.count < count {
            try await browser.press(["\u{E004}"])
            stops.append(try await browser.run(Self.focus))
        }
        return stops
    }

    @Test("Each image is one stop of the Tab key, and F opens its formats")
    func keys() async throws {
        try await TemporaryFolder.with { folder in
            try Self.write(to: folder)
            try await Browser.with(width: 900, height: 700) { browser in
                try await browser.open(folder["index.html"])
                let stops = try await Self.stops(4, browser)
                #expect(stops == ["BUTTON density", "A one", "A two", "A three"])
                let open = "return document.querySelectorAll('details[open]').length"
                for (key, focus, count) in [
                    ("f", "A dzi", 1.0), ("\u{E004}", "A xyz", 1), ("\u{E00C}", "A three", 0),
                    ("F", "A dzi", 1), ("\u{E00C}", "A three", 0),
                ] {
                    try await browser.press([key])
                    #expect(try await browser.run(Self.focus) == .string(focus), "\(key)")
                    #expect(try await browser.run(open) == .number(count), "\(key)")
                }
                for scheme in ["light", "dark"] {
                    try await browser.prefer(scheme, for: "color-scheme")
                    #expect(try await AccessibilityTests.violations(browser) == [], "\(scheme)")
                }
                try await browser.expectNoComplaint()
                // The control: formats that the Tab key reaches.
                try await browser.run(
                    "for (const each of document.querySelectorAll('summary')) each.tabIndex = 0")
                #expect(try await Self.stops(3, browser)[2] == "SUMMARY Formats")
            }
        }
    }

    /// The titles of the marked images, the result of a click on the second image, and whether its
    /// card is as accessible as the others.
    private static let deleted = """
        const marked = [...document.querySelectorAll('.gone')].map((card) => [
          card.querySelector('b').textContent, card.querySelector('p').textContent,
          card.querySelectorAll('a[href], details').length]);
        const here = location.href;
        document.querySelectorAll('.open')[1].click();
        return [marked, location.href === here];
        """

    @Test("The card of an image that was deleted by hand is marked and opens no page")
    func deletedImage() async throws {
        try await TemporaryFolder.with { folder in
            let image = try await TestPicture(width: 64, height: 48)
                .write(to: folder["picture.jpg"])
            // Each case has its own folder, because the browser caches images that it has shown.
            for (place, names) in [("all", Self.names), ("less", ["one", "three"])] {
                try Self.write(to: folder, in: place, hasThumbnails: true)
                for name in names {
                    try folder.write(
                        try Data(contentsOf: image), to: "\(place)/\(name)/thumbnail.jpg")
                }
            }
            try await WebServer.with(serving: folder.url) { server in
                try await Browser.with(width: 900, height: 700) { browser in
                    for root in [server.url(""), folder.url] {
                        // The control: all images exist.
                        try await browser.open(root.appending(path: "all/index.html"))
                        try await browser.wait(
                            until: "return [...document.images].every((each) => each.complete)")
                        let marked = "return document.querySelectorAll('.gone').length"
                        #expect(try await browser.run(marked) == 0)
                        try await browser.expectNoComplaint()

                        try await browser.open(root.appending(path: "less/index.html"))
                        try await browser.wait(until: "return document.querySelector('.gone')")
                        #expect(
                            try await browser.run(Self.deleted)
                                == [[["two", "Not available", 0]], true])
                        #expect(
                            try await Self.stops(4, browser)
                                == ["BUTTON density", "A one", "A two", "A three"])
                        try await browser.press(["\u{E012}", "f", "\u{E007}"])
                        #expect(try await browser.run(Self.focus) == "A two")
                        #expect(try await AccessibilityTests.violations(browser) == [])
                        let complaints = try await browser.report().complaints
                        #expect(complaints.allSatisfy { $0.contains("two/thumbnail.jpg") })
                    }
                    // The control: without the script, the image leads to an error of the server.
                    try Publication.replace(
                        "<script>", by: "<script>throw 0;", in: folder["less/index.html"])
                    try await browser.open(server.url("less/index.html"))
                    try await browser.run("document.querySelectorAll('.open')[1].click()")
                    try await browser.wait(
                        until: "return location.pathname === '/less/two/dzi.html'")
                    _ = try await browser.report()
                }
            }
        }
    }
}
