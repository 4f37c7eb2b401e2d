import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Without input, the title and the controls disappear; input shows them again.
@Suite struct IdleTests {
    /// Delays the page's timers of a second or more until the test's own clock reaches them.
    private static let clock = """
        const { setTimeout, clearTimeout } = window;
        const timers = new Map();
        let last = 1e6;
        window.setTimeout = (act, time = 0) => {
          if (time < 1000) return setTimeout(act, time);
          timers.set(last += 1, { act, time });
          return last;
        };
        window.clearTimeout = (timer) => timers.delete(timer) || clearTimeout(timer);
        window.pass = (duration) => {
          for (const [timer, entry] of [...timers]) {
            entry.time -= duration;
            if (entry.time <= 0 && timers.delete(timer)) entry.act();
          }
        };
        """

    /// Whether the title, the buttons and the overview are visible and can be clicked.
    private static let shown = """
        return ['#caption', '#toolbar', '#overview'].map((name) => {
          const element = document.querySelector(name);
          const { left, top, width, height } = element.getBoundingClientRect();
          const hit = document.elementFromPoint(left + width / 2, top + height / 2);
          return element.contains(hit) && getComputedStyle(element).opacity === '1';
        });
        """
    private static let isIdle = "return document.documentElement.classList.contains('idle')"
    private static let isHidden = """
        return ['#caption', '#toolbar', '#overview'].every(
          (name) => getComputedStyle(document.querySelector(name)).opacity === '0');
        """
    private static let isShown = """
        return !document.documentElement.classList.contains('idle');
        """

    @Test("The controls disappear after three seconds and return with any input")
    func controls() async throws {
        try await PageBehaviourTests.page { browser, _, _ in
            try await browser.devTools(
                "Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 2])
            try await browser.run(Self.clock)
            // Before the first press or key, the controls stay. Movements do not count.
            try await Input.mouse(290).send(to: browser)
            try await browser.run("pass(9000)")
            #expect(try await browser.run(Self.isIdle) == false)
            try await browser.press(["\u{E008}"])
            try await browser.run("pass(2999)")
            try await browser.wait(
                until: "return (() => { \(Self.shown) })().every((isShown) => isShown)")
            try await browser.run("pass(1)")
            try await browser.wait(until: Self.isHidden)
            #expect(try await browser.run(Self.shown) == [false, false, false])

            for input in [Input.key("\u{E008}"), .mouse(300), .tap] {
                try await input.send(to: browser)
                try await browser.wait(until: Self.isShown)
                try await browser.run("pass(3000)")
                #expect(try await browser.run(Self.isIdle) == true)
            }
            // An open panel keeps the controls visible.
            try await browser.run("document.querySelector('#about').open = true")
            try await browser.press(["\u{E008}"])
            try await browser.run("pass(3000)")
            #expect(try await browser.run(Self.isIdle) == false)
            try await browser.run("document.querySelector('#about').open = false")
            try await browser.run("pass(3000)")
            #expect(try await browser.run(Self.isIdle) == true)
        }
    }

    @Test("An embedded page keeps one button while its controls are hidden")
    func embeddedPage() async throws {
        try await PageBehaviourTests.page { browser, page, _ in
            try await browser.open(try #require(URL(string: page.absoluteString + "?embed=1")))
            #expect(try await browser.run(PageVisit.readiness) == "ready")
            let buttons = """
                return [...document.querySelectorAll('#toolbar button')].filter((each) =>
                  each.checkVisibility({ opacityProperty: true })).map((each) => each.dataset.action);
                """
            let all = try await browser.run(buttons).array?.count ?? 0
            #expect(all > 1)
            try await browser.press(["i"])
            try await browser.wait(until: Self.isIdle)
            try await browser.wait(
                until: "return (() => { \(buttons) })().length === 1")
            #expect(try await browser.run(buttons) == ["fullScreen"])
        }
    }

    @Test("The immersive mode lasts until a tap, a click or a key ends it")
    func immersiveMode() async throws {
        try await PageBehaviourTests.page { browser, _, _ in
            try await browser.devTools(
                "Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 2])
            for (start, end) in [
                (Input.key("i"), Input.key("\u{E00C}")), (.key("i"), .key("i")), (.tap, .tap),
                (.key("i"), .click),
            ] {
                try await start.send(to: browser)
                try await browser.wait(until: Self.isIdle)
                try await Input.mouse(310).send(to: browser)
                #expect(try await browser.run(Self.isIdle) == true, "\(start)")
                try await end.send(to: browser)
                #expect(try await browser.run(Self.isShown) == true, "\(end)")
                // The control: a movement of the mouse keeps the controls.
                try await Input.mouse(320).send(to: browser)
                #expect(try await browser.run(Self.isIdle) == false, "\(end)")
                // A tap too soon after this one would be a double tap.
                try await browser.pass()
            }
            // A double tap zooms and hides nothing.
            let now = Date().timeIntervalSince1970
            for time in [now - 0.2, now] {
                try await browser.touch([([300, 300], [300, 300])], end: time)
            }
            try await browser.pass(frames: 40)
            #expect(try await browser.run(Self.isIdle) == false)
            let message = "return document.getElementById('message').textContent"
            try await browser.press(["i"])
            #expect(try await browser.run(message) == "Tap the image to show the controls.")
        }
    }

    /// The panels that lie on the image.
    private static let covers = """
        const { lens, config } = window.ziggurat;
        const [a, b, c, d, x, y] = lens.matrix();
        const corners = [[0, 0], [config.width, config.height]];
        const xs = corners.map(([u, v]) => a * u + c * v + x).sort((one, other) => one - other);
        const ys = corners.map(([u, v]) => b * u + d * v + y).sort((one, other) => one - other);
        return ['#caption', '#toolbar', '#pager'].filter((name) => {
          const panel = document.querySelector(name);
          const { left, right, top, bottom } = panel.getBoundingClientRect();
          return panel.checkVisibility() && left < xs[1] - 1 && right > xs[0] + 1
            && top < ys[1] - 1 && bottom > ys[0] + 1;
        });
        """

    @Test("On a phone, nothing covers the whole image")
    func phone() async throws {
        try await PageBehaviourTests.page(hash: "#rotate=90") { browser, _, _ in
            try await browser.fit(width: 360, height: 640)
            try await browser.wait(
                until: """
                    const { lens, viewer } = window.ziggurat;
                    return viewer.viewport.getContainerSize().x === 360 && lens.isHome();
                    """)
            #expect(try await browser.run(Self.covers) == [])
            // The control: panels cover a zoomed image. A late change of the size shows the whole image
            // again.
            try await browser.wait(
                until: """
                    const { lens, viewer } = window.ziggurat;
                    if (lens.isHome()) {
                      viewer.viewport.zoomBy(2);
                      viewer.viewport.applyConstraints(true);
                    }
                    return (() => { \(Self.covers) })().length === 2;
                    """)
        }
    }

    private enum Input {
        case key(String)
        /// Moves the mouse to a column.
        case mouse(Int)
        case tap
        case click

        func send(to browser: Browser) async throws {
            switch self {
            case .key(let key): try await browser.press([key])
            case .mouse(let x):
                try await mouse("mouseMoved", x, browser)
            case .tap: try await browser.tap(400, 300)
            case .click:
                // A busy machine needs long for a click, but the page sees a short one.
                let time = Date().timeIntervalSince1970
                try await mouse("mousePressed", 350, browser, time)
                try await mouse("mouseReleased", 350, browser, time)
            }
        }

        private func mouse(
            _ type: String, _ x: Int, _ browser: Browser,
            _ time: Double = Date().timeIntervalSince1970
        ) async throws {
            try await browser.devTools(
                "Input.dispatchMouseEvent",
                [
                    "type": .string(type), "x": .number(Double(x)), "y": 300,
                    "button": type == "mouseMoved" ? "none" : "left", "clickCount": 1,
                    "timestamp": .number(time),
                ])
        }
    }
}
