import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The list *Share* of pages that compare images, and the licences of the images.
extension ComparisonPageTests {
    private typealias Sample = ComparisonSample

    /// Returns the saved view of a comparison, and its size in words.
    private static func saved(
        _ page: URL, _ view: String, _ browser: Browser
    ) async throws -> (PixelPicture, String) {
        try await open(page, view, browser)
        try await browser.run(
            """
            document.querySelector('[data-part=save]').click();
            return (async () => { \(CiteTests.opened) })();
            """)
        let size = try await browser.run(
            "return document.getElementById('citing-size').textContent")
        let picture = try await CiteTests.pixels(browser.run(CiteTests.saving("image/png"))[2])
        try await browser.run("document.getElementById('citing').close()")
        return (picture, size.string ?? "")
    }

    /// The largest distance between a disc of an image and its place, in pixels.
    static func error(
        _ picture: PixelPicture, place: (PointTransform.Point) -> PointTransform.Point
    ) -> Double {
        Sample.discs.map { disc in
            let place = place(disc)
            let spot = Sample.spot(near: place.x, place.y, in: picture)
            return spot.map { max(abs($0.x - place.x), abs($0.y - place.y)) } ?? .infinity
        }.max() ?? .infinity
    }

    func checkShare(_ output: URL, _ browser: Browser) async throws {
        try await WebServer.with(serving: output) { server in
            let pair = server.url("pair/index.html")
            // Saved views have the pixels of the first image, and all images at their places.
            var (picture, size) = try await Self.saved(pair, "divider=30", browser)
            #expect(size == "1,200 × 900 pixels" && picture.width == 1200 && picture.height == 900)
            // The curtain is at 30 percent of the window, which shows the image from 0 to 1200.
            #expect(Self.near(picture[359, 300], Sample.red))
            #expect(Self.near(picture[361, 300], Sample.blue))
            let middle = try await browser.run(
                "return [location.pathname, document.getElementById('citing-status').textContent]")
            #expect(middle[1] == "Saved as pair-0-0-1200-900.png.")
            (picture, _) = try await Self.saved(pair, "mode=overlay&opacity=100", browser)
            #expect(Self.near(picture[600, 300], Sample.blue))
            #expect(Self.error(picture) { $0 } < 0.75)
            // The negative control: the discs are not 3 pixels further.
            #expect(Self.error(picture) { Sample.point($0.x + 3, $0.y) } > 2)
            (picture, size) = try await Self.saved(
                pair, "mode=overlay&opacity=100&rotate=90&flip=1", browser)
            #expect(size == "900 × 1,200 pixels")
            #expect(Self.error(picture) { Sample.point($0.y, $0.x) } < 0.75)
            (picture, size) = try await Self.saved(pair, "mode=side", browser)
            #expect(size == "2,404 × 900 pixels")
            #expect(Self.error(picture) { $0 } < 0.75)
            #expect(Self.error(picture) { Sample.point($0.x + 1204, $0.y) } < 0.75)
            (picture, _) = try await Self.saved(
                server.url("layers/index.html"), "layer=3.5&blend=1", browser)
            let grey = Double(Sample.greyOf(2) + Sample.greyOf(3)) / 2
            #expect(Self.near(picture[150, 100], [grey, grey, grey]))
            try await checkCitation(pair, browser)
        }
    }

    private func checkCitation(_ pair: URL, _ browser: Browser) async throws {
        try await Self.open(pair, "divider=30", browser)
        let facts = try await browser.run(
            """
            const value = (id) => document.getElementById(id).value;
            const terms = (place) => [...document.querySelectorAll(`${place} a[rel=license]`)]
              .map((link) => [link.textContent, link.href]);
            document.getElementById('cite').click();
            document.getElementById('about').open = true;
            return (async () => {
              \(CiteTests.opened)
              document.getElementById('citing').close();
              document.getElementById('embed').click();
              while (!document.getElementById('embedding').open) { await \(Frames.pass(1)); }
              document.getElementById('embedding').close();
              return [value('citing-text'), value('embedding-code'),
                document.getElementById('embedding-kinds').checkVisibility(),
                terms('.terms'), terms('.pictures')];
            })();
            """)
        let citation = facts[0].string ?? ""
        #expect(
            citation.hasPrefix(
                "City Museum; A. Person, “Photograph, 2020 · X-ray”, CC BY-SA 4.0; In Copyright. "
                    + "\(pair.absoluteString)#divider=30 (acc"), "\(citation)")
        #expect(facts[1].string?.contains("/pair/index.html?embed=1#divider=30\"") == true)
        #expect(facts[2] == false)
        let terms: JSONValue = [
            ["CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0/"],
            ["In Copyright", "https://rightsstatements.org/vocab/InC/1.0/"],
        ]
        #expect(facts[3] == terms && facts[4] == terms)
        for id in ["citing", "embedding"] {
            try await browser.run("document.getElementById('\(id)').showModal()")
            #expect(try await AccessibilityTests.violations(browser) == [], "\(id)")
            try await browser.run("document.getElementById('\(id)').close()")
        }
        let embedded = try #require(URL(string: "\(pair.absoluteString)?embed=1"))
        try await Self.open(embedded, "", browser)
        #expect(
            try await browser.run(
                """
                const credit = document.getElementById('credit');
                return [credit.textContent, credit.checkVisibility(),
                  document.getElementById('controls').checkVisibility()];
                """) == [
                    "City Museum; A. Person · CC BY-SA 4.0 · In Copyright", true, true,
                ])
        Screenshots.save(try await browser.screenshot(), as: "compare-embedded")
    }
}
