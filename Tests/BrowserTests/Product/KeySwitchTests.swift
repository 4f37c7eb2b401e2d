import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Keys with a single character can be switched off, and act only on the page itself (WCAG 2.1.4).
@Suite struct KeySwitchTests {
    /// The rotation, whether the image is flipped, and the open dialogs.
    private static let state = """
        const { lens } = window.ziggurat;
        return [lens.rotation(), lens.isFlipped(), document.querySelectorAll('dialog[open]').length];
        """

    @Test("A switch in the list of keys turns off keys with a single character, for all pages")
    func pageSwitch() async throws {
        try await PageBehaviourTests.page { browser, page, _ in
            try await browser.reduceMotion()
            func state() async throws -> JSONValue { try await browser.run(Self.state) }
            try await browser.press(["r", "f"])
            #expect(try await state() == [90, true, 0])
            // The dialog keeps all keys to itself, and the same key closes the dialog.
            try await browser.press(["?"])
            #expect(try await AccessibilityTests.violations(browser) == [])
            try await browser.press(["r"])
            #expect(try await state() == [90, true, 1])
            try await browser.run("document.getElementById('characterKeys').click()")
            try await browser.press(["?"])
            #expect(try await state() == [90, true, 0])
            try await browser.press(["r", "f", "g", "i", "?"])
            #expect(try await state() == [90, true, 0])
            let marks = """
                const button = document.querySelector('[data-action=rotate]');
                return [button.title, button.getAttribute('aria-keyshortcuts')];
                """
            #expect(try await browser.run(marks) == ["Rotate", .null])
            // Other keys still act: Home shows the whole image.
            try await browser.run("window.ziggurat.lens.zoomBy(3)")
            try await browser.press(["\u{E011}"])
            try await browser.wait(until: "return window.ziggurat.lens.isHome()")
            // The browser keeps the choice.
            try await browser.open(page)
            #expect(try await browser.run(PageVisit.readiness) == "ready")
            try await browser.press(["r"])
            #expect(try await state() == [0, false, 0])
            try await browser.run("document.getElementById('characterKeys').click()")
            #expect(try await browser.run(marks) == ["Rotate (R)", "R"])
            try await browser.press(["r"])
            #expect(try await state() == [90, false, 0])
        }
    }

    @Test("The address of a page switches keys with a single character off")
    func address() async throws {
        try await PageBehaviourTests.page { browser, page, _ in
            for (query, rotation) in [("?keys=none", 0.0), ("?keys=all", 90)] {
                try await browser.open(try #require(URL(string: page.absoluteString + query)))
                #expect(try await browser.run(PageVisit.readiness) == "ready")
                try await browser.press(["r"])
                #expect(
                    try await browser.run("return window.ziggurat.lens.rotation()")
                        == .number(rotation), "\(query)")
            }
        }
    }

    @Test("Keys in a field, or with a modifier, do not operate the page")
    func fields() async throws {
        try await PageBehaviourTests.page { browser, _, _ in
            try await browser.reduceMotion()
            for modifier in ["\u{E009}", "\u{E00A}"] {
                try await browser.press(["f"], holding: [modifier])
            }
            for field in ["input", "textarea", "select", "div"] {
                try await browser.run(
                    """
                    const field = document.createElement(arguments[0]);
                    if (arguments[0] === 'div') field.contentEditable = 'true';
                    document.getElementById('stage').append(field);
                    field.focus();
                    """, [.string(field)])
                try await browser.press(["f"])
                #expect(
                    try await browser.run("return window.ziggurat.lens.isFlipped()") == false,
                    "\(field)")
            }
            // The control: without a field, the key acts.
            try await browser.run("document.activeElement.blur()")
            try await browser.press(["f"])
            #expect(try await browser.run("return window.ziggurat.lens.isFlipped()") == true)
        }
    }

    @Test("The gallery has the same switch for its key /")
    func gallery() async throws {
        try await TemporaryFolder.with { folder in
            try await GalleryTests.export(to: folder)
            try await WebServer.with(serving: folder.url) { server in
                try await Browser.with(width: 900, height: 700) { browser in
                    let focus = "return document.activeElement.id"
                    for (isOn, expected) in [(true, "find"), (false, ""), (true, "find")] {
                        try await browser.open(server.url("index.html"))
                        try await browser.press(["/"])
                        #expect(try await browser.run(focus) == .string(expected), "\(isOn)")
                        try await browser.run("document.getElementById('characterKeys').click()")
                    }
                    try await browser.expectNoComplaint()
                }
            }
        }
    }
}
