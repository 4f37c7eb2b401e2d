import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Notes with links to other images and to the web.
@Suite struct HotspotTests {
    private static let notes = [
        Annotation(label: "The other", point: .init(x: 400, y: 300), link: "b#xywh=100,80,320,240"),
        Annotation(
            label: "More", text: "Details.", point: .init(x: 900, y: 300),
            link: "https://example.org/more"),
        Annotation(label: "Gone", point: .init(x: 400, y: 900), link: "c"),
        Annotation(label: "Plain", point: .init(x: 900, y: 900)),
    ]

    private static func publish(to folder: TemporaryFolder) async throws {
        try await TemporaryFolder.with { sources in
            for (name, notes) in [("a", notes), ("b", [])] {
                try await TestPicture(width: 1600, height: 1200).write(to: sources["\(name).png"])
                var options = Exporter.Options(layouts: [.xyz])
                options.annotations = notes
                try await Publication.export(
                    [sources["\(name).png"]], to: folder.url, options: options)
            }
        }
    }

    /// The element, mark and address of each pin.
    private static let pins = """
        return [...document.querySelectorAll('.pin')].map((pin) => [pin.tagName,
          pin.classList.contains('link'), pin.getAttribute('href')]);
        """

    @Test("A hotspot opens a view of another image by mouse and key, and Back returns")
    func hotspots() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.publish(to: folder)
            try await Browser.with(width: 900, height: 700) { browser in
                try await browser.reduceMotion()
                try await browser.open(folder["a/xyz/index.html"])
                #expect(try await browser.run(PageVisit.readiness) == "ready")
                try await browser.wait(until: "return !document.getElementById('pager').hidden")
                // The image “c” does not exist.
                #expect(
                    try await browser.run(Self.pins) == [
                        ["A", true, "./index.html#page=2&xywh=100,80,320,240"],
                        ["BUTTON", true, .null],
                        ["A", true, .null], ["BUTTON", false, .null],
                    ])
                try await browser.run(
                    """
                    document.getElementById('notes').open = true;
                    document.querySelectorAll('.pin')[1].click();
                    """)
                #expect(
                    try await browser.run(
                        """
                        const link = document.querySelectorAll('#notes li')[1].querySelector('a');
                        return [link.checkVisibility(), link.href, link.target, link.rel,
                          link.textContent];
                        """)
                        == [
                            true, "https://example.org/more", "_blank", "noopener noreferrer",
                            "example.org",
                        ])
                #expect(try await AccessibilityTests.violations(browser) == [])
                #expect(try await AccessibilityTests.smallTargets(browser) == [])
                Screenshots.save(try await browser.screenshot(), as: "hotspots")
                try await browser.run("document.querySelector('.pin').focus()")
                try await browser.press(["\u{E007}"])
                try await browser.wait(
                    until: """
                        const { x, width } = window.ziggurat.lens.region();
                        return window.ziggurat.config.name === 'b' && x <= 100 && width < 800;
                        """)
                #expect(try await browser.run(Self.pins) == [])
                // The focus moves from the pin to the image.
                #expect(
                    try await browser.run(
                        "return document.getElementById('viewer').contains(document.activeElement)")
                        == true)
                try await browser.run("history.back()")
                try await browser.wait(until: "return window.ziggurat.config.name === 'a'")
                try await browser.expectNoComplaint()

                // A bundle outside its destination has no other images.
                try FileManager.default.moveItem(at: folder["a/xyz"], to: folder["alone"])
                try await browser.open(folder["alone/index.html"])
                #expect(try await browser.run(PageVisit.readiness) == "ready")
                #expect(
                    try await browser.run(Self.pins)
                        == [
                            ["A", true, .null], ["BUTTON", true, .null], ["A", true, .null],
                            ["BUTTON", false, .null],
                        ])
            }
        }
    }

    @Test("Firefox follows a hotspot")
    func firefox() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.publish(to: folder)
            let visits = try await Firefox.visit(
                [folder["a/xyz/index.html"]], width: 800, height: 600,
                scripts: [
                    PageVisit.readiness,
                    Fingers.patience(
                        for: "return document.querySelector('.pin').hasAttribute('href');"),
                    "document.querySelector('.pin').click(); return true;",
                    Fingers.patience(
                        for: "return window.ziggurat.config.name === 'b';"),
                ])
            for visit in visits {
                #expect(visit.complaints == [])
                #expect(visit.values == ["ready", "done", true, "done"])
            }
        }
    }
}
