import Foundation
import TestSupport
import Testing
import ZigguratKit
import ZigguratViewer

/// The gallery by keyboard, and images that are not there any more.
@Suite struct GalleryKeyTests {
    /// A gallery of three images in two formats.
    private static func write(to folder: TemporaryFolder, thumbnails: [String] = []) throws {
        let entries = ["one", "two", "three"].map { name in
            GalleryEntry(
                name: name, title: name, size: PixelSize(width: 640, height: 480),
                thumbnail: thumbnails.isEmpty ? nil : "\(name)/thumbnail.jpg",
                links: ["dzi", "xyz"].map { (title: $0, path: "\(name)/\($0).html", isPage: true) })
        }
        for file in try PageWriter().gallery(of: entries) {
            try folder.write(Data(file.bytes), to: file.path)
        }
    }

    /// The element that has the focus, and its text.
    private static let focus = """
        const { tagName, textContent, id } = document.activeElement;
        return `${tagName} ${id || textContent.trim()}`;
        """

    private static func stops(_ count: Int, _ browser: Browser) async throws -> [JSONValue] {
        try await browser.run("document.activeElement.blur(); scrollTo(0, 0)")
        var stops: [JSONValue] = []
        for _ in 0..<count {
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
                #expect(stops == ["INPUT find", "A one", "A two", "A three"])
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
                    try await browser.devTools(
                        "Emulation.setEmulatedMedia",
                        ["features": [["name": "prefers-color-scheme", "value": .string(scheme)]]])
                    #expect(try await AccessibilityTests.violations(browser) == [], "\(scheme)")
                }
                #expect(try await browser.report().complaints == [])
                // The control: formats that the Tab key reaches.
                try await browser.run(
                    "for (const each of document.querySelectorAll('summary')) each.tabIndex = 0")
                #expect(try await Self.stops(3, browser)[2] == "SUMMARY Formats")
            }
        }
    }
}
