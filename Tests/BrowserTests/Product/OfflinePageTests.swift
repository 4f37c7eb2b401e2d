import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Visitors can keep a page in their browser.
@Suite struct OfflinePageTests {
    private static func export(_ image: URL, quality: Int, to folder: URL) async throws {
        var options = Exporter.Options(
            tiling: Tiling.Request(encoding: TileEncoding(.jpeg, quality: quality)))
        options.offline = true
        try await Publication.export([image], to: folder, options: options)
    }

    /// Presses the button, and waits for a status text with a prefix.
    private static func press(_ browser: Browser, until text: String) async throws {
        try await browser.wait(
            until: "return document.querySelector('.offline button')?.textContent")
        try await browser.run(
            """
            document.getElementById('about').open = true;
            document.querySelector('.offline button').click();
            """)
        try await browser.wait(
            until: """
                return document.querySelector('.offline p').textContent.startsWith(arguments[0]);
                """, [.string(text)])
    }

    /// The versions of the kept sets of tiles, and the version of the page.
    private static let versions = """
        const { version } = window.ziggurat.config.offline;
        return caches.keys().then((names) => [version, ...names.filter(
          (name) => !name.endsWith(' clients')).map((name) => name.split(' ').pop())]);
        """

    /// Zooms to a corner whose tiles have not been shown before.
    private static let corner = """
        const { lens, viewer } = window.ziggurat;
        lens.fit({ x: 500, y: 300, width: 200, height: 150 }, true);
        return (async () => {
          await \(Frames.pass(10));
          while (!viewer.world.getItemAt(0).getFullyLoaded()) await \(Frames.pass(1));
          return document.getElementById('message').textContent;
        })();
        """

    @Test("A kept image is shown without a server, and tiles of versions are not mixed")
    func kept() async throws {
        try await TemporaryFolder.with { folder in
            let image = try await TestPicture(width: 700, height: 500)
                .write(to: folder["photo.png"])
            let out = folder["out"]
            try await Self.export(image, quality: 80, to: out)
            try await Browser.with(width: 500, height: 400) { browser in
                var page = folder.url
                try await WebServer.with(serving: out) { server in
                    page = server.url("photo/dzi/index.html")
                    try await browser.open(page)
                    #expect(try await browser.run(PageVisit.readiness) == "ready")
                    try await Self.press(browser, until: "Kept for offline use")
                    Screenshots.save(try await browser.screenshot(), as: "offline-kept")
                    let first = try await browser.run(Self.versions)
                    #expect(first.array?.count == 2 && first[0] == first[1])
                    try await browser.expectNoComplaint()

                    // With changed tiles, the older set stays until the new set is complete.
                    try await Self.export(image, quality: 40, to: out)
                    try await browser.open(page)
                    #expect(try await browser.run(PageVisit.readiness) == "ready")
                    let both = try await browser.run(Self.versions)
                    #expect(both[0] != first[0] && both[1] == first[0])
                    try await Self.press(browser, until: "Kept for offline use")
                    let second = try await browser.run(Self.versions)
                    #expect(second.array?.count == 2 && second[0] == second[1])
                    #expect(second[0] == both[0])
                }
                // The server has stopped.
                try await browser.devTools("Network.clearBrowserCache", [:])
                try await browser.open(page)
                #expect(try await browser.run(PageVisit.readiness) == "ready")
                #expect(try await browser.run(Self.corner) == "")
                Screenshots.save(try await browser.screenshot(), as: "offline")
                // The control: an image that is not kept is not shown.
                try await Self.press(browser, until: "")
                try await browser.wait(
                    until: "return caches.keys().then((names) => names.length === 0)")
                try await browser.open(page)
                #expect(try await browser.run(PageVisit.readiness) == "the scripts did not run")
            }
        }
    }

    @Test("A page from the disk works without the button")
    func disk() async throws {
        try await TemporaryFolder.with { folder in
            let image = try await Publication.plainImage(
                width: 300, height: 200, to: folder["photo.png"])
            try await Self.export(image, quality: 80, to: folder["out"])
            try await Browser.with(width: 500, height: 400) { browser in
                try await browser.open(folder["out/photo/dzi/index.html"])
                #expect(try await browser.run(PageVisit.readiness) == "ready")
                #expect(
                    try await browser.run("return document.querySelector('.offline')") == .null)
                try await browser.expectNoComplaint()
            }
        }
    }
}
