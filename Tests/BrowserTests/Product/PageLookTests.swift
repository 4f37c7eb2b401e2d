import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The title and the overview have their place on the page while it loads.
@Suite struct PageLookTests {
    static let title = """
        The tower of seven steps as it was seen by all who came from the west, in the evening, by ship
        """

    /// Whether the whole title is visible, its number of lines, and whether the pager is apart.
    static let heading = """
        const title = document.querySelector('h1');
        const caption = document.querySelector('#caption').getBoundingClientRect();
        const pager = document.querySelector('#pager').getBoundingClientRect();
        return {
          whole: title.scrollHeight <= title.clientHeight + 1, text: title.textContent,
          lines: Math.round(title.clientHeight / parseFloat(getComputedStyle(title).lineHeight)),
          apart: caption.right <= pager.left || caption.bottom <= pager.top,
        };
        """

    /// Whether the overview is visible.
    static let overview = """
        return getComputedStyle(document.getElementById('overview')).visibility === 'visible'
        """

    /// Whether the overview shows tiles.
    static let isDrawn = """
        return ziggurat.viewer.navigator.world.getItemAt(0).getTilesToDraw().length > 0
        """

    @Test func titlesAndNavigatorHaveTheirPlace() async throws {
        try await TemporaryFolder.with { folder in
            let image = try await Publication.plainImage(
                width: 1200, height: 800, to: folder["a.png"])
            let other = try await Publication.plainImage(
                width: 600, height: 400, to: folder["b.png"])
            try await Publication.export(
                [image], to: folder["out"],
                options: Exporter.Options(caption: Caption(title: Self.title)))
            try await Publication.export([other], to: folder["out"], options: Exporter.Options())
            let page = folder["out/a/dzi/index.html"]
            try await Browser.with(width: 360, height: 640) { browser in
                try await browser.open(page)
                #expect(try await browser.run(PageVisit.readiness) == "ready")
                try await browser.wait(until: "return !document.getElementById('pager').hidden")
                let short = try await browser.run(Self.heading)
                #expect(short["whole"] == false && short["lines"] == 2 && short["apart"] == true)
                #expect(short["text"].string == Self.title)
                try await browser.run("document.getElementById('about').open = true")
                let long = try await browser.run(Self.heading)
                #expect(long["whole"] == true && (long["lines"].integer ?? 0) > 1, "\(long)")
            }
            try await Browser.with(width: 900, height: 700) { browser in
                try await browser.open(page)
                try await browser.wait(until: Self.overview)
                #expect(try await browser.run(Self.isDrawn) == true)
                // If the viewer cannot draw, the page shows no empty overview.
                let bundle = folder["out/a/dzi"]
                try FileManager.default.removeItem(
                    at: bundle.appending(path: "viewer/openseadragon.min.js"))
                _ = try await browser.report()
                try await browser.open(page)
                try await browser.run("document.documentElement.classList.add('live')")
                #expect(try await browser.run(Self.overview) == false)
                // The page requests the first tiles before the script that shows them.
                let asked = try await browser.report().requests.map(\.url)
                #expect(Set(asked.filter { $0.contains("_files/") }).count == 6, "\(asked)")
                // The negative control: without the rule, the empty overview is visible.
                try Publication.replace(
                    "#overview:not(.drawn)", by: "#overview:not(.never, .drawn, *)",
                    in: bundle.appending(path: "index.html"))
                try Publication.replace(
                    "style-src ", by: "style-src 'unsafe-inline'; x-src ",
                    in: bundle.appending(path: "index.html"))
                try await browser.open(page)
                try await browser.run("document.documentElement.classList.add('live')")
                #expect(try await browser.run(Self.overview) == true)
            }
        }
    }
}
