import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The page with Leaflet responds to touch on a phone.
@Suite struct LeafletTouchTests {
    /// Two fingers zoom, a double tap zooms, and a swipe shows the next image. Tested from a server
    /// and from the disk.
    @Test func fingersMoveZoomAndTurn() async throws {
        try await TemporaryFolder.with { folder in
            try await LeafletPageTests.publish(to: folder)
            try await WebServer.with(serving: folder.url) { server in
                try await Browser.with(width: 360, height: 640, scale: 3, hasFingers: true) {
                    browser in
                    for root in [folder.url, server.url("")] { try await check(root, browser) }
                }
            }
        }
    }

    private func check(_ root: URL, _ browser: Browser) async throws {
        func expect(_ name: String, act: String = "", _ outcome: String) async throws {
            try await LeafletPageTests.check(
                LeafletPageCase(name: name, act: act, outcome: "return " + outcome), browser)
        }
        try await browser.open(root.appending(path: "another/xyz/index.html"))
        #expect(try await browser.run(PageVisit.readiness) == "ready")
        try await browser.wait(until: "return !document.getElementById('pager').hidden")
        try await browser.touch(Fingers.onward)
        try await expect("a swipe", "text('h1') === 'A photo'")
        #expect(try await browser.run(PageVisit.readiness) == "ready")
        try await browser.run("window.homeScale = window.ziggurat.lens.matrix()[0]")
        try await browser.touch(Fingers.apart)
        try await expect("two fingers", "lens.matrix()[0] > 2 * window.homeScale")
        try await expect("two taps", act: "lens.goHome(true)", "lens.isHome()")
        // On a busy machine, the second tap can be too late, so both taps are repeated.
        try await Patience.wait {
            for _ in 1...2 { try await browser.tap(180, 320) }
            return try await browser.run(
                Fingers.patience(
                    for: "return window.ziggurat.lens.matrix()[0] > 1.5 * window.homeScale;",
                    frames: 120)) == "done"
        }
        try await browser.expectNoComplaint()
    }
}
