import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The page with Leaflet has what the other one has, but for what Leaflet cannot: turning, flipping
/// and a navigator.
@Suite struct LeafletPageTests {
    /// Something a person does, and the body of a function that is true soon after. `q` finds an
    /// element, `text` what stands in it, `lens` is the page's.
    struct Case: Sendable {
        let name: String
        var keys: [String] = []
        var modifiers: [String] = []
        var act = ""
        let outcome: String

        static let words = """
            const q = (selector) => document.querySelector(selector);
            const text = (selector) => q(selector).textContent.trim();
            const { lens, viewer, config } = window.ziggurat;
            const near = (one, other, most = 1) => one.every(
              (value, index) => Math.abs(value - other[index]) <= most);
            const seen = () => {
              const { x, y, width, height } = lens.region();
              return [x, y, width, height];
            };
            const middle = (element) => {
              const { left, top, width, height } = element.getBoundingClientRect();
              return [left + width / 2, top + height / 2];
            };

            """
    }

    static let left = "\u{E012}", right = "\u{E014}", down = "\u{E015}", shift = "\u{E008}"

    /// In a window of 800 × 600, which shows a picture of 1600 × 1200 in half its size.
    static let cases = [
        Case(
            name: "the whole picture at first",
            outcome: "return near(seen(), [0, 0, 1600, 1200]) && !q('#placeholder')"),
        Case(
            name: "scale and ruler",
            outcome: """
                return text('#scale') === '50%' && text('#ruler') === '2 mm' &&
                  Math.round(q('#ruler').getBoundingClientRect().width) === 80
                """),
        Case(
            name: "no button and no line for what cannot be done",
            act: "q('#about').open = true",
            outcome: """
                return ['button[data-action=rotate]', 'button[data-action=flip]', '#overview',
                  '[data-key=rotate]', '[data-key=flip]'].every((each) => !q(each).checkVisibility())
                  && q('[data-key=grid]').checkVisibility()
                """),
        Case(
            name: "what is known of the picture",
            outcome: """
                return text('h1') === 'A photo' && text('[data-about=attribution]') === 'Somebody' &&
                  q('[data-about=rights] a').href === 'https://example.org/r' &&
                  [...document.querySelectorAll('.links a')].map((link) => link.className + ' ' +
                    link.hasAttribute('download')).join() ===
                    'layout false,manifest false,original true' &&
                  q('a.manifest').draggable
                """),
        Case(
            name: "actual pixels, and said so", keys: ["1"],
            outcome: """
                return text('#scale') === '100%' && text('#announcement') === 'Shown at 100%' &&
                  location.hash === '#xywh=400,300,800,600'
                """),
        Case(
            name: "back", act: "history.back()",
            outcome: "return text('#scale') === '50%' && location.hash === ''"),
        Case(
            name: "forward", act: "history.forward()",
            outcome: "return near(seen(), [400, 300, 800, 600])"),
        Case(
            name: "arrows", keys: [right, down],
            outcome: "return near(seen(), [520, 390, 800, 600])"),
        Case(
            name: "further with Shift", keys: [left], modifiers: [shift],
            outcome: "return near(seen(), [0, 390, 800, 600])"),
        Case(
            name: "plus", keys: ["+"],
            outcome: "return text('#scale') === '160%' && near(seen().slice(2), [500, 375])"),
        Case(name: "minus", keys: ["-"], outcome: "return text('#scale') === '100%'"),
        Case(
            name: "an address that somebody changed",
            act: "location.hash = '#xywh=percent:50,50,25,25'",
            outcome: "return near(seen(), [800, 600, 400, 300])"),
        Case(name: "home", keys: ["0"], outcome: "return location.hash === ''"),
        Case(
            name: "the borders of tiles", keys: ["g"],
            outcome: """
                const { data } = q('#grid').getContext('2d').getImageData(0, 220, 800, 1);
                const lines = [...Array(800).keys()].filter((x) =>
                  data[4 * x] > 240 && data[4 * x + 1] > 190 && data[4 * x + 3] === 255);
                return lines.length < 12 && [256, 512, 768].every(
                  (x) => lines.includes(x)) && q('[data-action=grid]').ariaPressed === 'true'
                """),
        Case(
            name: "without borders", act: "q('[data-action=grid]').click()",
            outcome: "return !q('#grid')"),
        Case(
            name: "pins, shapes and the list",
            outcome: """
                const pins = [...document.querySelectorAll('.pin')];
                return pins.length === 2 && near(middle(pins[0].querySelector('b')), [200, 150], 6) &&
                  near(middle(q('#shapes path')), [600, 375], 1) &&
                  document.querySelectorAll('#notes li button').length === 3
                """),
        Case(
            name: "the keyboard reaches a pin",
            act: "document.querySelectorAll('.pin')[1].focus()",
            outcome: """
                return document.querySelectorAll('.pin')[1].matches('.marked:focus')
                """),
        Case(
            name: "and goes there", keys: ["\u{E007}"],
            outcome: """
                const [x, , width] = seen();
                return location.hash.startsWith('#xywh=') && q('#notes').open &&
                  x < 1000 && x + width > 1400 && width < 1600
                """),
        Case(
            name: "notes can be hidden", act: "q('#notesShown').click()",
            outcome: "return q('#pins').hidden"),
        Case(
            name: "the link is copied", keys: ["c"],
            outcome: """
                return text('#message').startsWith('The link to this view was copied') ||
                  text('#message').includes('#xywh=')
                """),
        Case(
            name: "HTML for other pages", act: "q('#embed').click()",
            outcome: """
                return q('#embedding').open && q('#embedding-code').value.includes('?embed=1#xywh=')
                """),
        Case(
            name: "the dialogue closes", act: "q('#embedding-close').click()",
            outcome: "return !q('#embedding').open"),
        Case(
            name: "the next picture", keys: ["p"],
            outcome: """
                return text('h1') === 'another' && text('#count') === '1 / 2' &&
                  location.hash === '#page=1' && document.title === 'another' &&
                  near(seen(), [0, -12.5, 700, 525]) && !q('#placeholder')
                """),
        Case(
            name: "the strip", keys: ["t"],
            outcome: "return q('#strip [aria-current]').title === 'another'"),
        Case(
            name: "back to the first", act: "q('#strip li:nth-child(2) button').click()",
            outcome: "return text('h1') === 'A photo' && near(seen(), [0, 0, 1600, 1200])"),
        Case(
            name: "full screen", keys: ["f"], modifiers: [shift],
            outcome: """
                return document.fullscreenElement === q('#stage') &&
                  q('[data-action=fullScreen]').ariaPressed === 'true'
                """),
        Case(
            name: "no full screen", keys: ["f"], modifiers: [shift],
            outcome: "return !document.fullscreenElement"),
    ]

    static func publish(to folder: TemporaryFolder) async throws {
        try await TemporaryFolder.with { sources in
            var options = ExportOptions(
                layouts: [.xyz, .iiif3],
                caption: Caption(
                    title: "A photo", attribution: "Somebody", rights: "https://example.org/r"),
                viewer: .leaflet)
            options.annotations = PageFeatureTests.annotations
            options.includesSource = true
            try await TestPicture(width: 1600, height: 1200).write(to: sources["photo.png"])
            try await Publication.export([sources["photo.png"]], to: folder.url, options: options)
            try await TestPicture(width: 700, height: 500).write(to: sources["another.png"])
            try await Publication.export(
                [sources["another.png"]], to: folder.url,
                options: ExportOptions(layouts: [.xyz], viewer: .leaflet))
        }
        try Publication.replace(
            "\"overlap\":", by: "\"micronsPerPixel\":12.5,\"overlap\":",
            in: folder["photo/xyz/index.html"])
    }

    @Test func pageHasTheSameControls() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.publish(to: folder)
            try await WebServer.with(serving: folder.url) { server in
                try await Browser.with(width: 800, height: 600) { browser in
                    for root in [folder.url, server.url("")] {
                        try await checkStart(browser, root)
                        for each in Self.cases { try await check(each, browser) }
                        #expect(try await browser.report().complaints == [])
                    }
                    try await checkZoom(browser)
                    try await checkSchemes(browser, server.url("photo/xyz/index.html"))
                    #expect(try await browser.report().complaints == [])
                }
                try await checkFingers(server)
            }
        }
    }

    private func check(_ each: Case, _ browser: Browser) async throws {
        if !each.act.isEmpty { try await browser.run(Case.words + each.act) }
        if !each.keys.isEmpty { try await browser.press(each.keys, holding: each.modifiers) }
        do {
            try await browser.wait(until: Case.words + each.outcome, timeout: .seconds(15))
        } catch {
            let state = try await browser.run(
                """
                \(Case.words)
                return [seen(), location.hash, text('#scale'), text('#announcement'), text('#message'),
                  text('#count'), document.activeElement.outerHTML.slice(0, 60)];
                """)
            Issue.record("\(each.name): \(state)")
        }
    }

    /// The small picture is there before any script; the big one takes its place.
    private func checkStart(_ browser: Browser, _ root: URL) async throws {
        let page = root.appending(path: "photo/xyz/index.html")
        try await browser.devTools("Emulation.setScriptExecutionDisabled", ["value": true])
        try await browser.open(page)
        let small = try await browser.run(
            """
            const { width, height } = document.getElementById('placeholder').getBoundingClientRect();
            return [width, height, document.getElementById('placeholder').naturalWidth > 0,
              document.getElementById('controls').checkVisibility()];
            """)
        #expect(small == [800, 600, true, false])
        try await browser.devTools("Emulation.setScriptExecutionDisabled", ["value": false])
        try await browser.open(page)
        #expect(try await browser.run(PageVisit.readiness) == "ready")
    }

    /// What lies on the picture stays on it while Leaflet zooms.
    private func checkZoom(_ browser: Browser) async throws {
        let seen = try await browser.run(
            """
            \(Case.words)
            lens.goHome(true);
            const [start] = lens.matrix();
            const moments = new Promise((done) => viewer.once('zoomanim', () => done(
              [50, 100, 150, 200].map((time) => {
                for (const motion of document.getAnimations()) {
                  motion.pause();
                  motion.currentTime = time;
                }
                // The first tile of a level begins where the picture does.
                const { left, top } = q('.tiles img[src$="/0/0.jpg"]').getBoundingClientRect();
                const [scale, , , , x, y] = lens.matrix();
                return [scale / start, left - x, top - y];
              }))));
            q('[data-action=zoomIn]').click();
            return moments;
            """)
        let moments = (seen.array ?? []).map { ($0.array ?? []).compactMap(\.number) }
        let scales = moments.compactMap(\.first)
        #expect(scales.count == 4 && scales == scales.sorted() && Set(scales).count == 4)
        #expect(scales.allSatisfy { $0 > 1.01 && $0 < 1.59 }, "\(seen)")
        #expect(moments.allSatisfy { $0.dropFirst().allSatisfy { abs($0) < 1.5 } }, "\(seen)")
    }

    /// Light and dark, more and less motion; axe-core finds nothing.
    private func checkSchemes(_ browser: Browser, _ page: URL) async throws {
        var grounds: Set<String> = []
        for (scheme, motion) in [("light", "no-preference"), ("dark", "reduce")] {
            try await browser.devTools(
                "Emulation.setEmulatedMedia",
                [
                    "features": [
                        ["name": "prefers-color-scheme", "value": .string(scheme)],
                        ["name": "prefers-reduced-motion", "value": .string(motion)],
                    ]
                ])
            try await browser.open(page)
            #expect(try await browser.run(PageVisit.readiness) == "ready")
            try await browser.wait(until: "return !document.getElementById('pager').hidden")
            try await browser.run(
                """
                document.getElementById('about').open = true;
                document.getElementById('notes').open = true;
                """)
            #expect(try await AccessibilityTests.violations(browser) == [], "\(scheme)")
            #expect(try await AccessibilityTests.faintTexts(browser) == [], "\(scheme)")
            if scheme == "light" {
                #expect(try await AccessibilityTests.focusFaults(browser) == [])
            }
            grounds.insert(
                try await browser.run("return getComputedStyle(document.body).backgroundColor")
                    .string ?? "")
            Keepsake.keep(try await browser.screenshot(), as: "leaflet-\(scheme)")
            let isMoving = try await browser.run(
                """
                \(Case.words)
                q('[data-action=zoomIn]').click();
                const [before] = lens.matrix();
                return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
                  requestAnimationFrame(() => done(Math.abs(lens.matrix()[0] / before - 1) > 1e-6)))));
                """)
            #expect(isMoving == .boolean(motion != "reduce"), "\(motion)")
        }
        #expect(grounds.count == 2)
    }

    /// A phone: two fingers zoom, two taps zoom, a swipe turns to the next picture.
    private func checkFingers(_ server: WebServer) async throws {
        try await Browser.with(width: 360, height: 640, scale: 3) { browser in
            try await browser.devTools(
                "Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 2])
            try await browser.open(server.url("another/xyz/index.html"))
            #expect(try await browser.run(PageVisit.readiness) == "ready")
            try await browser.wait(until: "return !document.getElementById('pager').hidden")
            try await TouchTests.move([([300, 320], [80, 330])], browser)
            try await check(
                Case(name: "a swipe", outcome: "return text('h1') === 'A photo'"), browser)
            #expect(try await browser.run(PageVisit.readiness) == "ready")
            try await browser.run("window.homeScale = window.ziggurat.lens.matrix()[0]")
            try await TouchTests.move(
                [([170, 300], [60, 300]), ([190, 340], [300, 340])], browser)
            try await check(
                Case(
                    name: "two fingers",
                    outcome: "return lens.matrix()[0] > 2 * window.homeScale"), browser)
            try await check(
                Case(
                    name: "two taps",
                    act: "lens.goHome(true)", outcome: "return lens.isHome()"), browser)
            try await TouchTests.tap(180, 320, browser)
            try await TouchTests.tap(180, 320, browser)
            try await check(
                Case(
                    name: "two taps zoom",
                    outcome: "return lens.matrix()[0] > 1.5 * window.homeScale"), browser)
            #expect(try await browser.report().complaints == [])
        }
    }
}
