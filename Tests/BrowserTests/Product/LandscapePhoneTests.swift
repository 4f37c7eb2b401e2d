import Foundation
import TestSupport
import Testing
import ZigguratKit

/// On a phone in landscape orientation, the title and the buttons are beside the image.
@Suite struct LandscapePhoneTests {
    /// The parts that cover the image, with a normal and with a long title, and the zoom after many
    /// steps.
    private static let state = """
        const [scale, , , , left, top] = window.ziggurat.lens.matrix();
        const { width, height } = window.ziggurat.config;
        document.querySelector('#caption h1').textContent =
          'The bridge over the river near the town, seen from the north';
        const covers = ['#caption', '#toolbar', '#pager'].filter((selector) => {
          const box = document.querySelector(selector).getBoundingClientRect();
          return box.right > left + 1 && box.left < left + width * scale - 1
            && box.bottom > top + 1 && box.top < top + height * scale - 1;
        });
        const outside = [...document.querySelectorAll('.bar button')].filter((each) => {
          const { right, bottom, width } = each.getBoundingClientRect();
          return width > 0 && (right > innerWidth || bottom > innerHeight);
        });
        for (let turn = 0; turn < 20; turn += 1) window.ziggurat.lens.zoomBy(1.6);
        const { viewport } = window.ziggurat.viewer;
        return [covers, outside.length,
          viewport.viewportToImageZoom(viewport.getZoom()).toFixed(2)];
        """

    @Test("Neither the title nor a button covers the image, and the zoom ends at its limit")
    func buttons() async throws {
        try await TemporaryFolder.with { folder in
            try await PagerTests.publish(["one", "two"], to: folder)
            try await Browser.with(width: 844, height: 390, hasFingers: true) { browser in
                for (width, height) in [(844, 390), (568, 320)] {
                    try await browser.fit(width: width, height: height, scale: 2, isMobile: true)
                    try await browser.open(folder["one/dzi/index.html"])
                    #expect(try await browser.run(PageVisit.readiness) == "ready")
                    try await browser.wait(until: "return !document.getElementById('pager').hidden")
                    Screenshots.save(try await browser.screenshot(), as: "landscape-\(width)")
                    #expect(try await browser.run(Self.state) == [[], 0, "4.00"], "\(width)")
                }
                try Publication.replace(
                    "\"name\":\"one\"", by: "\"maxZoom\":16,\"name\":\"one\"",
                    in: folder["one/dzi/index.html"])
                // The negative control: without the rule, the bar covers the image.
                try Publication.replace(
                    "html:not(.embed) .bar {", by: "html:not(.embed) .bars {",
                    in: folder["one/dzi/index.html"])
                try await browser.open(folder["one/dzi/index.html"])
                #expect(try await browser.run(PageVisit.readiness) == "ready")
                try await browser.wait(until: "return !document.getElementById('pager').hidden")
                let state = try await browser.run(Self.state)
                #expect(state[2] == "16.00")
            }
        }
    }
}
