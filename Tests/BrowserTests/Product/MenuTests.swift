import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The toolbar has four buttons and two lists, and the texts beside the image are panels.
@Suite struct MenuTests {
    private static let seen = """
        return [...document.querySelectorAll('#toolbar button')]
          .filter((each) => each.checkVisibility())
          .map((each) => each.dataset.action ?? each.dataset.menu);
        """
    private static let open = """
        return [...document.querySelectorAll('.menu')].filter((each) => each.checkVisibility())
          .map((each) => each.id);
        """

    /// Clicks the middle of an element, which a script names, with the mouse.
    static func click(_ element: String, _ browser: Browser) async throws {
        let middle = try await browser.run(
            """
            const { left, top, width, height } = \(element).getBoundingClientRect();
            return [left + width / 2, top + height / 2];
            """)
        for type in ["mousePressed", "mouseReleased"] {
            try await browser.devTools(
                "Input.dispatchMouseEvent",
                [
                    "type": .string(type), "x": middle[0], "y": middle[1], "button": "left",
                    "clickCount": 1,
                ])
        }
    }

    @Test("Share and More open lists, which Escape, a choice or a press elsewhere closes")
    func menus() async throws {
        try await PageBehaviourTests.page { browser, _, _ in
            try await browser.reduceMotion()
            #expect(
                try await browser.run(Self.seen)
                    == ["zoomIn", "zoomOut", "home", "fullScreen", "share", "more"])
            for name in ["share", "more"] {
                let opener = "[data-menu=\(name)]"
                let expanded = "return document.querySelector('\(opener)').ariaExpanded"
                try await Self.click("document.querySelector('\(opener)')", browser)
                #expect(try await browser.run(Self.open) == [.string(name)])
                #expect(try await browser.run(expanded) == "true")
                #expect(try await AccessibilityTests.violations(browser) == [], "\(name)")
                #expect(try await AccessibilityTests.smallTargets(browser) == [], "\(name)")
                try await browser.press(["\u{E00C}"])
                #expect(try await browser.run(Self.open) == [])
                #expect(try await browser.run(expanded) == "false")
                try await Self.click("document.querySelector('\(opener)')", browser)
                try await Self.click("document.querySelector('#viewer')", browser)
                #expect(try await browser.run(Self.open) == [])
            }
            // One list replaces the other, and a choice closes the list.
            try await Self.click("document.querySelector('[data-menu=share]')", browser)
            try await Self.click("document.querySelector('[data-menu=more]')", browser)
            #expect(try await browser.run(Self.open) == ["more"])
            try await Self.click("document.querySelector('[data-action=rotate]')", browser)
            #expect(try await browser.run(Self.open) == [])
            #expect(try await browser.run("return window.ziggurat.lens.rotation()") == 90)
            // With keys: the first entry gets the focus, and Escape returns it.
            try await browser.run("document.querySelector('[data-menu=more]').focus()")
            let focus = """
                const { dataset } = document.activeElement;
                return dataset.action ?? dataset.menu;
                """
            for (key, expected) in [
                ("\u{E007}", "actualPixels"), ("\u{E015}", "rotate"), ("\u{E013}", "actualPixels"),
                ("\u{E010}", "help"), ("\u{E00C}", "more"),
            ] {
                try await browser.press([key])
                #expect(try await browser.run(focus) == .string(expected))
            }
            // A dialog returns the focus to the button of its list.
            try await browser.press(["\u{E007}", "\u{E010}", "\u{E007}"])
            try await browser.wait(until: "return document.querySelector('dialog[open]')")
            try await browser.press(["\u{E00C}"])
            #expect(try await browser.run(focus) == "more")
        }
    }

    @Test("An open text is an opaque panel that Escape and its button close")
    func panels() async throws {
        try await PageBehaviourTests.page(
            caption: Caption(
                description: String(repeating: "A text. ", count: 500), attribution: "Ada",
                date: "1889-05")
        ) { browser, _, _ in
            #expect(
                try await browser.run("return document.querySelector('.byline').textContent")
                    == "Ada, May 1889")
            let state = """
                const panel = document.getElementById('caption');
                panel.scrollTop = 9999; // The button stays in place while the text scrolls.
                const { top } = panel.querySelector('.close').getBoundingClientRect();
                panel.scrollTop = 0;
                const { backgroundColor } = getComputedStyle(panel);
                const [, , , alpha = 1] = backgroundColor.match(/[\\d.]+/g).map(Number);
                return [document.getElementById('about').open, alpha === 1,
                  top > panel.getBoundingClientRect().top];
                """
            #expect(try await browser.run(state) == [false, false, false])
            for size in [(1280, 800), (390, 844)] {
                try await browser.fit(width: size.0, height: size.1)
                for end in ["\u{E00C}", ""] {
                    try await browser.run(
                        """
                        document.querySelector('#about summary').focus();
                        document.querySelector('#about summary').click();
                        """)
                    #expect(try await browser.run(state) == [true, true, true], "\(size)")
                    #expect(try await AccessibilityTests.violations(browser) == [], "\(size)")
                    if end.isEmpty {
                        try await Self.click("document.querySelector('.close')", browser)
                    } else {
                        try await browser.press([end])
                        #expect(
                            try await browser.run("return document.activeElement.localName")
                                == "summary")
                    }
                    #expect(try await browser.run(state) == [false, false, false], "\(size)")
                }
            }
        }
    }
}
