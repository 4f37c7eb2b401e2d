import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Targets for fingers are large enough (WCAG 2.5.8), and pages of 320 pixels need no horizontal
/// scrolling (WCAG 1.4.10).
@Suite struct TargetSizeTests {
    /// The controls with less than 44 pixels in a direction, and the elements that are outside the
    /// window on a side or have cut texts. Text links inside sentences may be smaller.
    private static let faults = """
        const seen = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true })
          && each.getClientRects().length > 0;
        // A phone's window grows with content that is too wide.
        const edge = document.documentElement.clientWidth;
        const target = (each) => each.closest('label') ?? each;
        const name = (each) => `${each.localName}#${each.id || each.className || each.dataset.action}`;
        const controls = [...document.querySelectorAll(
          'a[href], button, summary, select, input, [role=slider]')].filter(seen);
        const small = controls.filter((each) => {
          const { width, height } = target(each).getBoundingClientRect();
          const around = getComputedStyle(each, '::before');
          const inset = around.position === 'absolute' ? -2 * parseFloat(around.top) : 0;
          return Math.min(width + inset, height + inset) < 43.5
            && !each.closest('.unseen, #strip') && !each.matches('#pins > *');
        }).map(name);
        const outside = [...document.querySelectorAll('button, summary, h1, h2, label, select, p, dd')]
          .filter((each) => {
            const { left, right, width } = each.getBoundingClientRect();
            const scrolls = each.closest('#strip, #pins, .label, #panels');
            return seen(each) && !scrolls && width > 1 && (left < -1 || right > edge + 1);
          }).map(name);
        return { count: controls.length, small: [...new Set(small)], outside: [...new Set(outside)],
          scrolls: document.documentElement.scrollWidth > edge };
        """

    /// A page, and the scripts that show its states.
    private static let pages: KeyValuePairs<String, [String]> = [
        "photo/dzi/index.html": [
            "", "document.getElementById('about').open = true",
            "document.getElementById('about').open = false;"
                + "document.getElementById('notes').open = true",
            "document.querySelector('.cite').click()",
        ],
        "index.html": [""],
    ]

    private static func check(
        _ page: URL, _ states: [String], _ size: (Int, Int), _ browser: Browser
    ) async throws {
        try await browser.fit(width: size.0, height: size.1, scale: 2, isMobile: true)
        try await browser.open(page)
        if page.pathComponents.count > 3, page.path.contains("viewer") || page.path.contains("dzi")
        {
            #expect(try await browser.run(PageVisit.readiness) == "ready")
            try await browser.wait(until: "return !document.getElementById('pager').hidden")
        }
        for state in states {
            try await browser.run(state)
            try await browser.pass()
            let found = try await browser.run(Self.faults)
            let place = Comment(rawValue: "\(page.lastPathComponent) \(size) \(state): \(found)")
            #expect(found["small"] == [] && found["outside"] == [], place)
            #expect(found["scrolls"] == false && (found["count"].integer ?? 0) > 3, place)
            Screenshots.save(
                try await browser.screenshot(), as: "targets-\(size.0)-\(state.count)")
        }
    }

    @Test("Fingers have targets of 44 pixels, and nothing is outside a window of 320 pixels")
    func targets() async throws {
        try await TemporaryFolder.with { folder in
            try await PageFeatureTests.publish(to: folder)
            try await PagerTests.publish(["another"], to: folder)
            try await Browser.with(width: 390, height: 844, hasFingers: true) { browser in
                for size in [(320, 568), (320, 256), (390, 844), (820, 1180)] {
                    for (path, states) in Self.pages {
                        try await Self.check(folder[path], states, size, browser)
                    }
                }
                // The control: a small button, and a text that is too wide.
                try await browser.run(
                    """
                    document.styleSheets[0].insertRule(
                      'select { min-height: 30px !important; height: 30px; }', 0);
                    document.querySelector('h1').style.minWidth = '2000px';
                    """)
                let found = try await browser.run(Self.faults)
                #expect(found["small"].array?.isEmpty == false, "\(found)")
                #expect(found["outside"].array?.isEmpty == false, "\(found)")
            }
        }
    }

    @Test("Comparisons have targets of 44 pixels for fingers")
    func comparisons() async throws {
        try await TemporaryFolder.with { folder in
            let output = try await ComparisonSample.publish(to: folder)
            try await Browser.with(width: 390, height: 844, hasFingers: true) { browser in
                for size in [(320, 568), (390, 844)] {
                    for name in ["pair", "layers"] {
                        try await Self.check(
                            output.appending(path: "\(name)/index.html"),
                            ["", "document.querySelector('[value=overlay]')?.click()"], size,
                            browser)
                    }
                }
            }
        }
    }
}
