import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A page shows hostile text as plain text. A page shows an image without JavaScript and before the
/// first tile.
@Suite struct PageTextTests {
    static let hostile = "</script><script>alert(1)</script><!-- \"'&amp; {{config}} \u{2028}é <b>x"

    @Test func hostileTextStaysText() async throws {
        let caption = Caption(
            title: Self.hostile, description: Self.hostile, attribution: Self.hostile,
            rights: "javascript:alert(1)")
        try await PageBehaviourTests.page(caption: caption) { browser, page, folder in
            let said = try await browser.run(
                """
                const text = (selector) => document.querySelector(selector)?.textContent;
                return {
                  title: document.title, heading: text('h1'), description: text('.description'),
                  all: text('.about'), config: window.ziggurat.config.title,
                  scripts: document.scripts.length, bold: document.querySelectorAll('#caption b').length,
                  links: [...document.links].map((link) => link.protocol),
                };
                """)
            #expect(said["heading"] == .string(Self.hostile))
            #expect(said["description"] == .string(Self.hostile))
            #expect(said["config"] == .string(Self.hostile))
            // Browsers collapse several spaces into one.
            #expect(said["title"].string?.hasPrefix("</script><script>alert(1)") == true)
            #expect(said["all"].string?.contains("javascript:alert(1)") == true)
            #expect(said["scripts"].integer.map { $0 <= 6 } == true)
            #expect(said["bold"] == 0 && said["links"] == [])
            try await browser.expectNoComplaint()
            // The policy blocks inserted scripts, and the browser reports them.
            try Publication.replace(
                "<h1", by: "<script>window.stranger = 1</script><img src=x onerror=alert(1)><h1",
                in: folder["out/source/dzi/index.html"])
            try await browser.open(page)
            #expect(try await browser.run(PageVisit.readiness) == "ready")
            #expect(try await browser.run("return typeof window.stranger") == "undefined")
            // Three complaints arrive in any order: on the script, on the handler, and on the
            // missing image.
            var complaints: [String] = []
            func isSaid() -> Bool {
                complaints.count { $0.contains("Content Security Policy") } >= 2
                    && complaints.contains { $0.contains("Failed to load resource") }
                    && complaints.contains { $0.hasPrefix("failed: ") }
            }
            try await Patience.wait {
                complaints += try await browser.report().complaints
                return isSaid()
            }
        }
    }

    @Test func rightsBecomeALink() async throws {
        let caption = Caption(rights: "https://example.org/rights?a=1&b=2")
        try await PageBehaviourTests.page(caption: caption) { browser, _, _ in
            let links = try await browser.run("return [...document.links].map((link) => link.href)")
            // In About, and below the title.
            let address = "https://example.org/rights?a=1&b=2"
            #expect(links == [.string(address), .string(address)])
        }
    }

    /// Without JavaScript, the page shows a still image and a message, and the thumbnail exists.
    @Test func pageWithoutScriptsShowsAStillPicture() async throws {
        try await PageBehaviourTests.page { browser, page, _ in
            try await browser.devTools("Emulation.setScriptExecutionDisabled", ["value": true])
            _ = try await browser.report()
            try await browser.open(page)
            let screenshot = try await browser.screenshot()
            Screenshots.save(screenshot, as: "without-scripts")
            let report = try await browser.report()
            #expect(report.complaints == [])
            #expect(report.requests.contains { $0.url.hasSuffix("/viewer/thumbnail.jpg") })
            try await browser.devTools("Emulation.setScriptExecutionDisabled", ["value": false])
            // The image fills the window, and nothing covers its middle.
            let middle = try await PixelPicture.decode(screenshot).withoutAlpha()
                .cropped(x: 400, y: 200, width: 300, height: 300)
            let source = TestPicture(width: 1600, height: 1200).pixels()
                .cropped(x: 800, y: 400, width: 600, height: 600)
            for (one, other) in zip(middle.means, source.means) { #expect(abs(one - other) < 12) }
        }
    }

    /// Before the first tile arrives, a small version of the image is shown in the same place. The
    /// tiles are named pipes without a writer, so the server does not respond.
    @Test func placeholderIsThereBeforeTheTiles() async throws {
        try await PageBehaviourTests.page { browser, page, folder in
            try FileManager.default.copyItem(at: folder["out/source"], to: folder["out/waiting"])
            let bundle = folder["out/waiting/dzi"]
            let tiles = bundle.appending(path: "source_files")
            let paths = try FolderListing.files(in: tiles).map { tiles.appending(path: $0).path }
            for path in paths { try FileManager.default.removeItem(atPath: path) }
            try await Shell.run("mkfifo", paths).orThrow()
            // The page's script requests tiles at once, and the driver would wait for these tiles.
            // So the test adds the script after the page has loaded, and sends the event that
            // starts it.
            let script = "viewer/ziggurat.js"
            try Publication.replace(
                "<script src=\"\(script)\" defer></script>", by: "",
                in: bundle.appending(path: "index.html"))
            let address = page.absoluteString.replacing("/source/", with: "/waiting/")
            try await browser.open(try #require(URL(string: address)))
            let source = TestPicture(width: 1600, height: 1200).pixels()
                .cropped(x: 0, y: 300, width: 1600, height: 600).reduced(by: 100)
            for step in ["before", "after"] {
                if step == "after" {
                    try await browser.run(
                        """
                        const script = document.createElement('script');
                        script.src = arguments[0];
                        script.onload = () => document.dispatchEvent(new Event('DOMContentLoaded'));
                        document.body.append(script);
                        """, [.string(script)])
                    try await browser.wait(
                        until: "return window.ziggurat?.viewer.world.getItemCount() === 1")
                }
                let screenshot = try await browser.screenshot()
                Screenshots.save(screenshot, as: "placeholder-\(step)")
                let shown = try await PixelPicture.decode(screenshot).withoutAlpha()
                    .cropped(x: 0, y: 150, width: 800, height: 300).reduced(by: 50)
                #expect(try shown.difference(from: source).mean < 12, "\(step)")
            }
            #expect(
                try await browser.run("return document.getElementById('placeholder') !== null")
                    == true)
        }
    }
}
