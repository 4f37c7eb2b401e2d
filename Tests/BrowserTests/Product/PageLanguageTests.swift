import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Pages and galleries in the visitor's language, in Chromium and Firefox.
@Suite struct PageLanguageTests {
    /// The visitor's languages, the page's language and direction, and two of its texts.
    static let visitors = [
        ("en-GB,en", "en", "ltr", "About", "2 images", 0),
        ("de-CH,en", "de", "ltr", "Info", "2 Bilder", 1),
        ("ar", "ar", "rtl", "معلومات", "صورتان", 1),
        ("ja", "ja", "ltr", "詳細", "2 点の画像", 1),
        ("zh-TW", "zh-Hant", "ltr", "詳細資訊", "2 張影像", 1),
        // The page uses the first language that has a file, or English if no language has a file.
        ("sv,pl", "pl", "ltr", "Info", "2 obrazy", 1),
        ("sv", "en", "ltr", "About", "2 images", 0),
    ]

    /// The language, direction and texts of a page or gallery, now and in its first frames.
    private static let state = """
        const text = (selector) => document.querySelector(selector)?.textContent ?? '';
        const { lang, dir } = document.documentElement;
        return { lang, dir, about: text('#about summary'), count: text('#count'),
          frames: [...window.frames_] };
        """

    /// Records the text of each frame, beginning with the first frame.
    private static let watch = """
        window.frames_ = new Set();
        const look = () => {
          const about = document.querySelector('#about summary, #order');
          if (about) {
            const { lang, dir } = document.documentElement;
            window.frames_.add(`${lang} ${dir}`);
            if (about.matches('summary')) window.frames_.add(about.textContent);
          }
          requestAnimationFrame(look);
        };
        look();
        """

    private static func set(_ languages: String, _ browser: Browser) async throws {
        let agent = try await browser.run("return navigator.userAgent")
        try await browser.devTools(
            "Emulation.setUserAgentOverride",
            ["userAgent": agent, "acceptLanguage": .string(languages)])
    }

    @Test("A page uses the visitor's language from its first frame on, with one more request")
    func visitors() async throws {
        try await TemporaryFolder.with { folder in
            try await PagerTests.publish(["one", "two"], to: folder)
            try await WebServer.with(serving: folder.url) { server in
                try await Browser.with(width: 900, height: 700) { browser in
                    try await browser.devTools(
                        "Page.addScriptToEvaluateOnNewDocument", ["source": .string(Self.watch)])
                    for (languages, tag, direction, about, count, requests) in Self.visitors {
                        try await Self.set(languages, browser)
                        for root in languages == "ar" ? [server.url, folder.url] : [server.url] {
                            _ = try await browser.report()
                            try await browser.open(root.appending(path: "one/dzi/index.html"))
                            #expect(try await browser.run(PageVisit.readiness) == "ready")
                            let state = try await browser.run(Self.state)
                            #expect(state["lang"].string == tag && state["dir"].string == direction)
                            #expect(
                                (state["frames"].array ?? []).compactMap(\.string)
                                    == ["\(tag) \(direction)", about])
                            let report = try await browser.report()
                            #expect(report.complaints == [])
                            let files = report.requests.filter { $0.url.contains("/languages/") }
                            #expect(files.count == requests, "\(languages)")
                            try await browser.open(root.appending(path: "index.html"))
                            let gallery = try await browser.run(Self.state)
                            #expect(
                                gallery["count"].string == count && gallery["lang"].string == tag)
                            #expect(gallery["frames"].array?.count == 1)
                            try await browser.expectNoComplaint()
                        }
                    }
                    try await checkMissing(browser, server, folder)
                }
            }
        }
    }

    /// If the file of the language is missing, the page is English and reports no error.
    private func checkMissing(
        _ browser: Browser, _ server: WebServer, _ folder: TemporaryFolder
    ) async throws {
        let file = folder["one/dzi/viewer/languages/ar.js"]
        try FileManager.default.removeItem(at: file)
        try await Self.set("ar", browser)
        _ = try await browser.report()
        try await browser.devTools("Network.clearBrowserCache", [:])
        try await browser.open(server.url.appending(path: "one/dzi/index.html"))
        #expect(try await browser.run(PageVisit.readiness) == "ready")
        let state = try await browser.run(Self.state)
        #expect(state["lang"] == "en" && state["dir"] == "ltr" && state["about"] == "About")
        #expect(
            try await browser.run("return document.getElementById('message').hidden") == true)
        let requests = try await browser.report().requests.filter {
            $0.url.hasSuffix("one/dzi/viewer/languages/ar.js")
        }
        #expect(requests.map(\.status) == [404])
    }

    @Test("A right-to-left page is mirrored without its image, and axe finds no fault")
    func mirrored() async throws {
        try await TemporaryFolder.with { folder in
            try await PageFeatureTests.publish(to: folder)
            try await PagerTests.publish(["another"], to: folder)
            try await Browser.with(width: 900, height: 700) { browser in
                try await Self.set("ar", browser)
                for scheme in ["light", "dark"] {
                    try await browser.prefer(scheme, for: "color-scheme")
                    try await browser.open(folder["photo/dzi/index.html"])
                    #expect(try await browser.run(PageVisit.readiness) == "ready")
                    try await browser.wait(until: "return !document.getElementById('pager').hidden")
                    if scheme == "light" {
                        #expect(try await Self.mirrorFaults(browser) == [])
                        Screenshots.save(try await browser.screenshot(), as: "arabic-page")
                    }
                    try await browser.run(
                        """
                        document.getElementById('about').open = true;
                        document.querySelector('#notes li button').click();
                        """)
                    #expect(try await AccessibilityTests.violations(browser) == [], "\(scheme)")
                    #expect(try await AccessibilityTests.faintTexts(browser) == [], "\(scheme)")
                    try await browser.open(folder["index.html"])
                    #expect(try await AccessibilityTests.violations(browser) == [], "\(scheme)")
                    #expect(try await AccessibilityTests.smallTargets(browser) == [])
                    Screenshots.save(try await browser.screenshot(), as: "arabic-gallery-\(scheme)")
                }
                // Arrow keys follow the visible order of the cards.
                try await browser.run("document.querySelector('.open').focus()")
                try await browser.press(["\u{E012}"])
                #expect(
                    try await browser.run(
                        "return document.activeElement.closest('li').previousElementSibling !== null"
                    )
                        == true)
                // The negative control: a page that is not mirrored has faults.
                try await Self.set("en", browser)
                try await browser.open(folder["photo/dzi/index.html"])
                #expect(try await browser.run(PageVisit.readiness) == "ready")
                try await browser.wait(until: "return !document.getElementById('pager').hidden")
                #expect(try await Self.mirrorFaults(browser).count > 4)
            }
        }
    }

    /// Parts that are not mirrored, and parts that are mirrored by mistake.
    private static func mirrorFaults(_ browser: Browser) async throws -> [String] {
        let answer = try await browser.run(
            """
            const box = (selector) => document.querySelector(selector).getBoundingClientRect();
            const action = (name) => `.bar [data-action="${name}"]`;
            const faults = [];
            const check = (name, isRight) => isRight || faults.push(name);
            check('direction', document.documentElement.dir === 'rtl');
            check('caption', box('#caption').left > innerWidth / 2);
            check('pager', box('#pager').right < innerWidth / 2);
            check('toolbar', box(action('zoomIn')).left > box(action('zoomOut')).right - 1);
            check('previous', box(action('previous')).left > box(action('next')).right - 1);
            check('arrow', getComputedStyle(
              document.querySelector(`${action('next')} svg`)).scale === '-1 1');
            document.querySelector(action('zoomIn')).focus();
            document.activeElement.dispatchEvent(
              new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
            check('keys', document.activeElement.dataset.action === 'zoomOut');
            const [a, b, c, d, x] = window.ziggurat.lens.matrix();
            check('image', a > 0 && b === 0 && x >= 0);
            const pin = box('.pin'), dot = box('.pin b');
            check('pin', pin.left < dot.left - 1 && dot.right > pin.right - 6);
            return faults;
            """)
        return (answer.array ?? []).map { $0.string ?? "?" }
    }

    @Test("Firefox shows pages in the visitor's language")
    func firefox() async throws {
        try await TemporaryFolder.with { folder in
            try await PagerTests.publish(["one", "two"], to: folder)
            try await WebServer.with(serving: folder.url) { server in
                let look = """
                    return window.ziggurat.ready.then(() => {
                      const { lang, dir } = document.documentElement;
                      return [lang, dir, document.querySelector('#about summary').textContent];
                    });
                    """
                let pages = Self.visitors.prefix(4).map { languages, _, _, _, _, _ in
                    var page = Firefox.Page(
                        server.url.appending(path: "one/dzi/index.html"), width: 800, height: 600,
                        steps: [.script(look)])
                    page.languages = languages.split(separator: ",").map(String.init)
                    return page
                }
                let visits = try await Firefox.visit(pages)
                for (visit, visitor) in zip(visits, Self.visitors) {
                    #expect(
                        visit.values == [
                            [.string(visitor.1), .string(visitor.2), .string(visitor.3)]
                        ])
                    #expect(visit.complaints == [])
                    let files = visit.requests.filter { $0.url.contains("/languages/") }
                    #expect(files.count == visitor.5, "\(visitor.0)")
                }
            }
        }
    }
}
