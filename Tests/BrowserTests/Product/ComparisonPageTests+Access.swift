import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The accessibility and the weight of pages that compare images.
extension ComparisonPageTests {
    /// Checks that axe-core finds no fault in any mode, with light and dark colours.
    func checkAccess(_ output: URL, _ browser: Browser) async throws {
        for (name, view) in [
            ("pair", ""), ("pair", "mode=side"), ("pair", "mode=overlay"), ("four", "mode=curtain"),
            ("layers", ""),
        ] {
            try await Self.open(output.appending(path: "\(name)/index.html"), view, browser)
            try await browser.run("document.getElementById('about').open = true")
            for scheme in ["light", "dark"] {
                let features: JSONValue = [
                    ["name": "prefers-color-scheme", "value": .string(scheme)],
                    ["name": "prefers-reduced-motion", "value": "reduce"],
                ]
                try await browser.devTools("Emulation.setEmulatedMedia", ["features": features])
                let place = "\(scheme), \(name) \(view)"
                #expect(try await AccessibilityTests.violations(browser) == [], "\(place)")
                #expect(try await AccessibilityTests.smallTargets(browser) == [], "\(place)")
                Screenshots.save(
                    try await browser.screenshot(), as: "compare-\(scheme)-\(name)\(view)")
            }
        }
        // The negative control: axe-core finds a control without a label.
        try await browser.run("document.getElementById('layer').removeAttribute('aria-label')")
        #expect(
            try await AccessibilityTests.violations(browser).contains { $0.hasPrefix("label") })
    }

    /// In small windows, no control covers the image or the handle of the curtain.
    func checkSmallWindows(_ page: URL) async throws {
        let state = """
            const [scale, , , , left, top] = window.ziggurat.lens.matrix();
            const { width, height } = window.ziggurat.config;
            const { y } = document.getElementById('viewer').getBoundingClientRect();
            const box = (name) => document.querySelector(name).getBoundingClientRect();
            const knob = box('#curtain svg');
            return [width * scale / innerWidth, top + y >= box('#caption').bottom
                && top + y + height * scale <= box('#comparison').top,
              document.elementFromPoint(knob.x + 22, knob.y + 40)?.closest('#curtain') != null];
            """
        try await Browser.with(width: 320, height: 568) { browser in
            for view in ["mode=curtain", "mode=overlay"] {
                try await Self.open(page, view, browser)
                let found = try await browser.run(state)
                #expect((found[0].number ?? 0) > 0.8 && found[1] == true, "\(view) \(found)")
            }
            // With a horizontal curtain, the image is smaller, so the check can fail.
            try await Self.open(page, "mode=curtain&across=1", browser)
            #expect((try await browser.run(state)[0].number ?? 1) < 0.8)
        }
        try await Browser.with(width: 640, height: 400) { browser in
            try await Self.open(page, "mode=curtain", browser)
            #expect(try await browser.run(state)[2] == true)
        }
    }

    /// With long names on touch screens, the controls are inside their bars and do not overlap.
    func checkControls(_ output: URL) async throws {
        let check = """
            for (const option of document.querySelectorAll('option')) option.text = 'x'.repeat(60);
            const boxes = [...document.querySelectorAll('.bar :is(button, b, select, [type=range])')]
              .filter((part) => part.checkVisibility()).map((part) => [part, part.closest('.bar')]
                .map((each) => each.getBoundingClientRect()));
            return boxes.length > 6 && boxes.every(([box, bar], index) =>
              box.left >= Math.max(bar.left, 0) && box.right <= Math.min(bar.right, innerWidth)
              && box.top >= Math.max(bar.top, 0) && box.bottom <= Math.min(bar.bottom, innerHeight)
              && boxes.slice(index + 1).every(([next]) => next.left > box.right - 1
                || next.right < box.left + 1 || next.top > box.bottom - 1
                || next.bottom < box.top + 1));
            """
        for (width, height, embed) in [(320, 480, 0), (374, 300, 1), (304, 300, 1)] {
            try await Browser.with(width: width, height: height, hasFingers: true) { browser in
                for mode in ["curtain", "overlay", "layers"] {
                    let page = output.appending(path: mode == "layers" ? mode : "four")
                    let address = "\(page.absoluteString)/index.html?embed=\(embed)"
                    try await Self.open(try #require(URL(string: address)), "mode=\(mode)", browser)
                    #expect(try await browser.run(check) == true, "\(width) \(mode)")
                }
            }
        }
    }

    func checkWeight(_ output: URL, _ browser: Browser) async throws {
        try await WebServer.with(serving: output) { server in
            try await browser.open(server.url("pair/index.html"))
            #expect(try await browser.run(PageVisit.readiness) == "ready")
            // The server ends with this block, so all requests must have ended.
            try await Self.settle(browser)
            let asked = try server.requests()
            #expect(asked.allSatisfy { $0.status == 200 }, "\(asked)")
            let weight = try await PageWeightTests.weight(asked, in: output)
            // A comparison has more controls than a page.
            #expect(weight < PageWeightTests.weightLimit + 3400, "\(weight) bytes")
        }
    }
}
