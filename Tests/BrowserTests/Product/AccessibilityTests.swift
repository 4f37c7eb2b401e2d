import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Pages follow the rules of axe-core. Text over an image has enough contrast, which axe-core
/// cannot measure.
@Suite struct AccessibilityTests {
    /// The script of axe-core, from PyPI; see Tests/requirements.txt.
    static func axe() throws -> String {
        let file = Repository.root.appending(
            path: ".build/python/axe_playwright_python/axe.min.js")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            throw MissingPrerequisite("axe-core (\(file.path))")
        }
        return text
    }

    /// The violated rules, each with the elements that violate it.
    static func violations(_ browser: Browser) async throws -> [String] {
        if try await browser.run("return typeof window.axe") == "undefined" {
            try await browser.run("\(axe()); window.axe = axe;")
        }
        let answer = try await browser.run(
            """
            return axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
              violations.map(({ id, nodes }) =>
                `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`));
            """)
        return (answer.array ?? []).map { $0.string ?? "?" }
    }

    /// Texts on translucent panels whose contrast is below 4.5 to 1 over a black or a white image.
    static func faintTexts(_ browser: Browser) async throws -> [String] {
        let answer = try await browser.run(
            """
            const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
            const over = (top, bottom) => [0, 1, 2].map((index) =>
              top[index] * (top[3] ?? 1) + bottom[index] * (1 - (top[3] ?? 1)));
            const light = (colour) => {
              const [r, g, b] = colour.map((value) => value / 255)
                .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
              return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const faint = new Set();
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            let count = 0;
            while (walker.nextNode()) {
              const element = walker.currentNode.parentElement;
              if (!walker.currentNode.data.trim() || element.closest('script, noscript, .unseen')
                || !element.checkVisibility() || element.matches('.bar button > span')
                || element.closest(':disabled')) continue;
              count += 1;
              for (const picture of [[0, 0, 0], [255, 255, 255]]) {
                const layers = [];
                for (let each = element; each; each = each.parentElement) {
                  layers.unshift(channels(getComputedStyle(each).backgroundColor));
                  if (each.parentElement?.id === 'stage') break;
                }
                const ground = layers.reduce((below, layer) => over(layer, below), picture);
                const ink = over(channels(getComputedStyle(element).color), ground);
                const [high, low] = [light(ink), light(ground)].sort((a, b) => b - a);
                if ((high + 0.05) / (low + 0.05) < 4.5) faint.add(walker.currentNode.data.trim());
              }
            }
            return [...faint, ...(count < 10 ? ['too few texts were looked at'] : [])];
            """)
        return (answer.array ?? []).map { $0.string ?? "?" }
    }

    /// Links and buttons that are less than 24 pixels wide or high.
    static func smallTargets(_ browser: Browser) async throws -> JSONValue {
        try await browser.run(
            """
            return [...document.querySelectorAll('a[href], button, summary, select')].filter((each) => {
              const { width, height } = each.getBoundingClientRect();
              return each.checkVisibility() && Math.min(width, height) < 24;
            }).map((each) => each.outerHTML.slice(0, 80));
            """)
    }

    @Test func pagesKeepNobodyOut() async throws {
        try await TemporaryFolder.with { folder in
            try await PageFeatureTests.publish(to: folder)
            try await PagerTests.publish(["another"], to: folder)
            let page = folder["photo/dzi/index.html"]
            try await Browser.with(width: 900, height: 700) { browser in
                for scheme in ["light", "dark"] {
                    try await browser.prefer(scheme, for: "color-scheme")
                    try await browser.open(page)
                    #expect(try await browser.run(PageVisit.readiness) == "ready")
                    try await browser.wait(until: "return !document.getElementById('pager').hidden")
                    #expect(try await Self.violations(browser) == [], "\(scheme)")
                    // Opens all panels.
                    try await browser.run(
                        """
                        document.getElementById('about').open = true;
                        document.querySelector('#notes li button').click();
                        """)
                    try await browser.press(["g", "t"])
                    try await browser.wait(
                        until: "return document.querySelectorAll('#strip img').length")
                    try await browser.run("document.getElementById('notes').open = true")
                    #expect(try await Self.violations(browser) == [], "\(scheme), open")
                    #expect(try await Self.faintTexts(browser) == [], "\(scheme)")
                    #expect(try await Self.smallTargets(browser) == [], "\(scheme)")
                    Screenshots.save(try await browser.screenshot(), as: "everything-\(scheme)")
                }
                #expect(try await Self.focusFaults(browser) == [])
                try await checkStillness(browser, page)
                // The negative controls: a skipped button, and focus without a mark.
                try await browser.run(
                    """
                    document.querySelector('[data-action=zoomIn]').tabIndex = -1;
                    const { style } = document.querySelector('summary');
                    style.setProperty('outline', 'none', 'important');
                    style.setProperty('box-shadow', 'none', 'important');
                    """)
                let faults = try await Self.focusFaults(browser)
                #expect(faults.contains { $0.hasPrefix("is not reached: <button") }, "\(faults)")
                #expect(faults.contains { $0.hasPrefix("is not marked: <summary") }, "\(faults)")
                try await browser.run(
                    """
                    document.querySelector('[data-action=home] span').remove();
                    document.querySelector('[data-action=home]').removeAttribute('title');
                    document.querySelector('summary').style.color = '#999';
                    document.querySelector('[data-action=zoomOut]').style.height = '20px';
                    """)
                #expect(try await Self.smallTargets(browser).array?.count == 1)
                #expect(try await Self.violations(browser).contains { $0.hasPrefix("button-name") })
                #expect(try await Self.faintTexts(browser).contains("About"))
                try await browser.open(folder["index.html"])
                #expect(try await Self.violations(browser) == [])
                #expect(try await Self.smallTargets(browser) == [])
            }
        }
    }

    /// Faults of keyboard focus: buttons that the Tab key does not reach, and focused elements
    /// without a visible mark.
    static func focusFaults(_ browser: Browser) async throws -> [String] {
        try await browser.run(
            """
            document.activeElement.blur();
            for (const each of document.querySelectorAll('[data-seen]')) delete each.dataset.seen;
            """)
        var seen: Set<String> = []
        var faults: [String] = []
        let (tab, right) = ("\u{E004}", "\u{E014}")
        var key = tab
        for _ in 0..<80 {
            try await browser.press([key])
            let focus = try await browser.run(
                """
                const element = document.activeElement;
                if (element === document.body) return null;
                const { outlineStyle, boxShadow } = getComputedStyle(element);
                const after = getComputedStyle(element, '::after').boxShadow;
                element.dataset.seen ??= String(document.querySelectorAll('[data-seen]').length);
                return [element.dataset.seen, element.outerHTML.slice(0, 80),
                  outlineStyle !== 'none' || boxShadow !== 'none' || after !== 'none',
                  element.closest('[data-roving]') !== null];
                """)
            guard let name = focus[0].string else { continue }
            guard seen.insert(name).inserted else {
                if key == tab { break }
                key = tab
                continue
            }
            // A group such as a toolbar is one Tab stop, and arrow keys move inside it.
            key = focus[3] == true ? right : tab
            if focus[2] != true { faults.append("is not marked: \(focus[1].string ?? "")") }
        }
        let missed = try await browser.run(
            """
            const all = document.querySelectorAll(
              'button, a, summary, input, [role=application]');
            return [...all].filter((each) => each.checkVisibility() && !each.disabled
              && !each.dataset.seen).map((each) => each.outerHTML.slice(0, 80));
            """)
        return faults
            + (missed.array ?? []).map { "is not reached: \($0.string ?? "")" }
            + (seen.count < 10 ? ["too little has the focus"] : [])
    }

    /// Checks that zooming has no animation if the visitor prefers reduced motion.
    private func checkStillness(_ browser: Browser, _ page: URL) async throws {
        for (preference, moves) in [("reduce", false), ("no-preference", true)] {
            try await browser.prefer(preference, for: "reduced-motion")
            try await browser.open(page)
            #expect(try await browser.run(PageVisit.readiness) == "ready")
            let isMoving = try await browser.run(
                """
                const { viewport } = window.ziggurat.viewer;
                document.querySelector('[data-action=zoomIn]').click();
                return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
                  done(Math.abs(viewport.getZoom(true) - viewport.getZoom()) > 1e-6))));
                """)
            #expect(isMoving == .boolean(moves), "\(preference)")
        }
    }
}
