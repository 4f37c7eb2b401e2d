import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The publisher chooses the parts of *Share*, the licence is visible, and saved and embedded views
/// have the publisher's text.
@Suite struct ShareTests {
    private static let licence = "https://creativecommons.org/licenses/by-sa/4.0/"

    private static func page(
        share: Set<SharePart> = Set(SharePart.allCases), watermark: String? = nil,
        _ body: (Browser, URL) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 1600, height: 1200).write(to: folder["source.png"])
            var options = Exporter.Options(
                tiling: Tiling.Request(encoding: Publication.fine),
                caption: Caption(
                    title: "Harbour", attribution: "City Museum", rights: licence,
                    creator: "A. Person"))
            (options.share, options.watermark) = (share, watermark)
            try await Publication.export(
                [folder["source.png"]], to: folder["out"], options: options)
            try await WebServer.with(serving: folder["out"]) { server in
                try await Browser.with(width: 800, height: 600) { browser in
                    try await browser.reduceMotion()
                    let page = server.url("source/dzi/index.html")
                    try await PageBehaviourTests.open(page, "", in: browser)
                    try await body(browser, page)
                    try await browser.expectNoComplaint()
                }
            }
        }
    }

    /// The texts of the visible parts, and whether the list can be opened.
    private static let parts = """
        const opener = document.querySelector('[data-menu=share]');
        const isOffered = opener.checkVisibility();
        opener.click();
        const shown = [...document.querySelectorAll('#share button')]
          .filter((each) => each.checkVisibility()).map((each) => each.textContent.trim());
        opener.click();
        return [isOffered, ...shown];
        """

    private static let names: [SharePart: JSONValue] = [
        .link: "Copy the link to this view", .cite: "Cite this view", .save: "Save this view",
        .embed: "Embed this view",
    ]

    @Test(
        "Share has only the parts that the publisher offers",
        arguments: [Set(SharePart.allCases), [.link, .cite], [.embed], []])
    func parts(share: Set<SharePart>) async throws {
        try await Self.page(share: share) { browser, _ in
            let expected = SharePart.allCases.filter(share.contains).compactMap { Self.names[$0] }
            #expect(
                try await browser.run(Self.parts) == .array([.boolean(!share.isEmpty)] + expected))
            // The key of a part that is not offered has no effect.
            let message = "return document.getElementById('message').textContent !== ''"
            try await browser.press(["c"])
            if share.contains(.link) {
                try await browser.wait(until: message)
            } else {
                #expect(try await browser.run(message) == false)
            }
        }
    }

    @Test("The licence below the title and in About is a link with its name")
    func terms() async throws {
        try await Self.page { browser, _ in
            let line = try await browser.run(
                """
                const line = document.querySelector('.terms');
                const link = line.querySelector('a');
                const { left, top, right, bottom } = link.getBoundingClientRect();
                return [line.checkVisibility(), line.textContent, link.href, link.rel,
                  document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === link,
                  getComputedStyle(link, '::before').content,
                  document.querySelector('[data-about=rights]').textContent];
                """)
            #expect(
                line == [
                    true, "City Museum · CC BY-SA 4.0", .string(Self.licence), "license", true,
                    "\"cc\" / \"\"", "CC BY-SA 4.0",
                ])
            #expect(try await AccessibilityTests.violations(browser) == [])
            #expect(try await AccessibilityTests.smallTargets(browser) == [])
        }
    }

    /// The mean brightness of a view as it is saved.
    private static let saved = """
        const region = window.ziggurat.crop.plan(window.ziggurat);
        return window.ziggurat.crop.draw(window.ziggurat, region, '#fff', () => {}).then((canvas) => {
          const { width, height } = canvas;
          const data = () => {
            const copy = Object.assign(document.createElement('canvas'), { width, height });
            const pen = copy.getContext('2d', { willReadFrequently: true });
            pen.drawImage(canvas, 0, 0);
            return pen.getImageData(0, 0, width, height).data;
          };
          const before = data();
          window.ziggurat.crop.stamp(canvas, window.ziggurat.config.watermark);
          const changed = data().reduce((sum, each, index) => sum + (each !== before[index]), 0);
          return changed / before.length;
        });
        """

    @Test("Saved and embedded views have the publisher's text", arguments: [nil, "© City Museum"])
    func watermark(text: String?) async throws {
        try await Self.page(watermark: text) { browser, page in
            try await browser.run(
                """
                document.getElementById('cite').click();
                return (async () => {
                  while (!document.getElementById('citing').open) { await \(Frames.pass(1)); }
                  document.getElementById('citing').close();
                })();
                """)
            let share = try await browser.run(Self.saved).number ?? -1
            #expect((text == nil ? 0...0 : 0.01...0.4).contains(share), "\(share)")
            let shown =
                "return getComputedStyle(document.getElementById('stage'), '::after').content"
            #expect(try await browser.run(shown) == "none")
            try await PageBehaviourTests.open(page, "?embed=1", in: browser)
            #expect(try await browser.run(shown) == .string(text.map { "\"\($0)\"" } ?? "\"\""))
            #expect(
                try await browser.run("return document.getElementById('credit').textContent")
                    == "City Museum · CC BY-SA 4.0")
        }
    }
}
