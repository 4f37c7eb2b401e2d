import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A destination has a slideshow of its images.
@Suite struct SlideshowTests {
    private static let isPlaying = "return document.documentElement.classList.contains('idle')"

    @Test("The slideshow shows the images in turn until the next input")
    func slideshow() async throws {
        try await TemporaryFolder.with { folder in
            try await PagerTests.publish(["a", "b", "c"], to: folder)
            try await Browser.with(width: 800, height: 600) { browser in
                try await browser.open(folder["b/dzi/index.html"])
                _ = try await PagerTests.arrive(at: "b", browser)
                // Shorten intervals to a tenth of their time.
                try await browser.run(
                    """
                    const slow = window.setInterval;
                    window.setInterval = (run, time) => slow(run, time / 10);
                    window.names = [];
                    document.querySelector('[data-action="slideshow"]').click();
                    slow(() => {
                      const { name } = window.ziggurat.config;
                      if (names[names.length - 1] !== name) names.push(name);
                    }, 20);
                    """)
                #expect(try await browser.run(Self.isPlaying) == true)
                try await browser.wait(until: "return names.length > 3")
                try await browser.press(["\u{E00C}"])
                #expect(try await browser.run(Self.isPlaying) == false)
                let names = try await browser.run("return names")
                #expect(names.array?.prefix(4) == ["b", "c", "a", "b"])
                try await browser.pass(frames: 54)
                #expect(try await browser.run("return names") == names)

                // The gallery starts the slideshow.
                try await browser.open(folder["index.html"])
                try await browser.run("document.getElementById('slideshow').click()")
                try await browser.wait(until: "return window.ziggurat?.config.name === 'a'")
                try await browser.wait(until: Self.isPlaying)
                try await browser.expectNoComplaint()
                // The control: a page that is opened without the slideshow.
                try await browser.open(folder["a/xyz/index.html"])
                #expect(try await browser.run(PageVisit.readiness) == "ready")
                #expect(try await browser.run(Self.isPlaying) == false)
            }
        }
    }
}
