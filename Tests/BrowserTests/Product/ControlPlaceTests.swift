import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The controls around the image have their place at many sizes of the window.
@Suite struct ControlPlaceTests {
    /// Sizes of windows; the second list is for pages with an open tour.
    private static let sizes = [
        (320, 640), (390, 844), (641, 480), (700, 500), (760, 500), (791, 600), (844, 390),
        (930, 600), (1280, 800),
    ]
    private static let tourSizes = [(700, 500), (891, 600), (1000, 700), (1131, 700), (1341, 800)]

    /// Returns the controls that are cut off, and pairs of controls that overlap. The script adds a
    /// ruler and a long title.
    private static let faults = """
        document.querySelector('h1').textContent = 'The bridge over the river near the town';
        const ruler = document.querySelector('#ruler');
        ruler.hidden = false;
        ruler.style.width = '140px';
        const parts = ['#toolbar', '#overview', '#pager', '#caption', '#ruler', '#tour']
          .map((name) => [name, document.querySelector(name)])
          .filter(([, part]) => part?.checkVisibility({ visibilityProperty: true }))
          .map(([name, part]) => [name, part.getBoundingClientRect()]);
        const cut = parts.filter(([, { left, top, right, bottom }]) =>
          left < 0 || top < 0 || right > innerWidth || bottom > innerHeight);
        const pairs = parts.flatMap(([name, box], index) => parts.slice(index + 1)
          .filter(([, other]) => box.left < other.right && other.left < box.right
            && box.top < other.bottom && other.top < box.bottom)
          .map(([other]) => `${name} ${other}`));
        return [parts.length > 3, ...cut.map(([name]) => name), ...pairs];
        """

    @Test("Controls are inside the window and do not cover each other")
    func places() async throws {
        try await TemporaryFolder.with { folder in
            try await TourPageTests.publish(to: folder)
            let page = folder["photo/xyz/index.html"]
            let tour = try #require(URL(string: "#step=1", relativeTo: page)?.absoluteURL)
            try await Browser.with(width: 1280, height: 800) { browser in
                for (address, sizes) in [(page, Self.sizes), (tour, Self.tourSizes)] {
                    try await browser.open(address)
                    #expect(try await browser.run(PageVisit.readiness) == "ready")
                    try await browser.wait(until: "return !document.getElementById('pager').hidden")
                    for (width, height) in sizes {
                        try await Self.resize(width, height, browser)
                        let faults = try await browser.run(Self.faults)
                        #expect(
                            faults == [true], "\(address.fragment ?? ""), \(width) × \(height)")
                    }
                }
                // The negative control: a caption, an overview and a ruler that do not fit.
                try await browser.open(page)
                #expect(try await browser.run(PageVisit.readiness) == "ready")
                try await Self.resize(700, 500, browser)
                try await browser.run(
                    """
                    for (const rule of ['#caption { width: 90%; max-width: none !important }',
                      '#ruler { bottom: 12px !important; inset-inline: auto 12px !important }',
                      '#toolbar { translate: 300px 0 }'])
                      document.styleSheets[0].insertRule(rule);
                    """)
                let faults = try await browser.run(Self.faults)
                for expected in ["#toolbar", "#pager #caption", "#overview #ruler"] {
                    #expect(faults.array?.contains(.string(expected)) == true, "\(faults)")
                }
            }
        }
    }

    private static func resize(_ width: Int, _ height: Int, _ browser: Browser) async throws {
        try await browser.fit(width: width, height: height)
        try await browser.wait(until: "return innerWidth === \(width)")
    }
}
