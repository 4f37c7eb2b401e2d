import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A page responds to keys, buttons and addresses.
@Suite struct PageBehaviourTests {
    /// Exports an image of 1600 × 1200 pixels as Deep Zoom and opens its page in a window of half
    /// the size. The test fails for each complaint of the page until the end of `body`.
    static func page(
        caption: Caption = Caption(), hash: String = "",
        _ body: (Browser, _ page: URL, _ folder: TemporaryFolder) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 1600, height: 1200).write(to: folder["source.png"])
            try await Publication.export(
                [folder["source.png"]], to: folder["out"],
                options: Exporter.Options(
                    tiling: Tiling.Request(encoding: Publication.fine), caption: caption))
            try await WebServer.with(serving: folder["out"]) { server in
                try await Browser.with(width: 800, height: 600) { browser in
                    let page = server.url("source/dzi/index.html")
                    try await open(page, hash, in: browser)
                    try await body(browser, page, folder)
                    try await browser.expectNoComplaint()
                }
            }
        }
    }

    static func open(_ page: URL, _ hash: String, in browser: Browser) async throws {
        let url = try #require(URL(string: page.absoluteString + hash))
        try await browser.open(url)
        #expect(try await browser.run(PageVisit.readiness) == "ready")
    }

    /// The visible region `[x, y, width, height]` in image pixels, the rotation, whether the image
    /// is flipped, and screen pixels for each image pixel.
    struct View: Equatable {
        let region: [Double]
        let rotation: Double
        let isFlipped: Bool
        let zoom: Double

        /// The target of the current animation.
        static func now(in browser: Browser) async throws -> View {
            let answer = try await browser.run(
                """
                const { viewport, world } = window.ziggurat.viewer;
                const image = world.getItemAt(0);
                const view = image.viewportToImageRectangle(viewport.getBoundsNoRotate());
                return [view.x, view.y, view.width, view.height, viewport.getRotation() % 360,
                  viewport.getFlip(), image.viewportToImageZoom(viewport.getZoom())];
                """)
            return View(
                region: (0..<4).map { answer[$0].number?.rounded() ?? .nan },
                rotation: answer[4].number ?? .nan, isFlipped: answer[5].boolean ?? false,
                zoom: answer[6].number ?? .nan)
        }
    }

    static let wholePicture: [Double] = [0, 0, 1600, 1200]

    @Test func addressRestoresTheViewAndFollowsIt() async throws {
        try await Self.page(hash: "#xywh=400,300,400,300") { browser, page, _ in
            #expect(try await View.now(in: browser).region == [400, 300, 400, 300])
            // The address follows the view.
            try await browser.press(["-"])
            let hash = try await browser.wait(
                until: "return location.hash !== '#xywh=400,300,400,300' && location.hash")
            let view = try await View.now(in: browser)
            #expect(abs(view.region[2] - 640) <= 1)
            // The address restores the view in a new page.
            try await browser.open(try #require(URL(string: "about:blank")))
            try await Self.open(page, hash.string ?? "", in: browser)
            let restored = try await View.now(in: browser)
            for (one, other) in zip(restored.region, view.region) { #expect(abs(one - other) <= 2) }
            // The view follows a changed address.
            try await browser.run("location.hash = '#xywh=percent:50,50,25,25&rotate=90&flip=1'")
            try await browser.wait(until: "return window.ziggurat.viewer.viewport.getFlip()")
            let turned = try await View.now(in: browser)
            #expect(turned.rotation == 90 && turned.isFlipped)
            let middle = [
                turned.region[0] + turned.region[2] / 2, turned.region[1] + turned.region[3] / 2,
            ]
            #expect(abs(middle[0] - 1000) <= 1 && abs(middle[1] - 750) <= 1)
            // The whole image has no hash, and an invalid hash shows the whole image.
            try await browser.run("location.hash = '#xywh=9000,1,2,nonsense'")
            try await browser.wait(until: "return !window.ziggurat.viewer.viewport.getFlip()")
            #expect(try await View.now(in: browser).region == Self.wholePicture)
            try await browser.press(["+"])
            try await browser.wait(until: "return !location.hash.endsWith('nonsense')")
            try await browser.press(["0"])
            try await browser.wait(until: "return location.hash === ''")
        }
    }

    /// A long strip would be a thin line, so the page opens at its beginning. The view of the whole
    /// strip has an address.
    @Test func aLongStripOpensAtItsBeginning() async throws {
        try await TemporaryFolder.with { folder in
            let image = try await TestPicture(width: 6000, height: 200)
                .write(to: folder["source.png"])
            try await Publication.export(
                [image], to: folder["out"], options: Exporter.Options())
            try await Browser.with(width: 800, height: 600) { browser in
                try await Self.open(folder["out/source/dzi/index.html"], "", in: browser)
                let first = try await View.now(in: browser).region
                #expect(first[0] == 0 && abs(first[3] - 200) <= 1)
                try await browser.press(["0"])
                try await browser.wait(until: "return location.hash === '#xywh=0,0,6000,200'")
                try await browser.expectNoComplaint()
            }
        }
    }

    @Test func keysMoveTheView() async throws {
        try await Self.page { browser, _, _ in
            let home = try await View.now(in: browser)
            #expect(home.region == Self.wholePicture)
            try await browser.press(["1"])
            #expect(abs(try await View.now(in: browser).zoom - 1) < 1e-6)
            // Arrow keys, and the directions in which the corner of the view moves.
            for (key, x, y) in [
                ("\u{E012}", -1.0, 0.0), ("\u{E014}", 1.0, 0.0), ("\u{E013}", 0.0, -1.0),
                ("\u{E015}", 0.0, 1.0),
            ] {
                let before = try await View.now(in: browser).region
                try await browser.press([key])
                let after = try await View.now(in: browser).region
                #expect((after[0] - before[0]).sign(within: 1) == x, "\(before) → \(after)")
                #expect((after[1] - before[1]).sign(within: 1) == y, "\(before) → \(after)")
            }
            try await browser.press(["+"])
            #expect(abs(try await View.now(in: browser).zoom - 1.6) < 0.01)
            try await browser.press(["-", "-"])
            #expect(abs(try await View.now(in: browser).zoom - 0.625) < 0.01)
            try await browser.press(["r"])
            #expect(try await View.now(in: browser).rotation == 90)
            try await browser.press(["r"], holding: ["\u{E008}"])
            #expect(try await View.now(in: browser).rotation == 0)
            try await browser.press(["f"])
            #expect(try await View.now(in: browser).isFlipped)
            try await browser.press(["f", "0"])
            #expect(try await View.now(in: browser) == home)
            try await browser.press(["f"], holding: ["\u{E008}"])
            try await browser.wait(until: "return document.fullscreenElement !== null")
            try await browser.press(["f"], holding: ["\u{E008}"])
            try await browser.wait(until: "return document.fullscreenElement === null")
        }
    }

    @Test func buttonsDoWhatTheySay() async throws {
        try await Self.page { browser, _, _ in
            func click(_ name: String) async throws -> View {
                // The button's box if it is not usable, and the element that covers it.
                let faults = try await browser.run(
                    """
                    const button = document.querySelector(`button[data-action="${arguments[0]}"]`);
                    // Any key brings back controls that have disappeared.
                    document.body.dispatchEvent(
                      new KeyboardEvent('keydown', { key: 'Shift', bubbles: true }));
                    const menu = button.closest('.menu');
                    if (menu) document.querySelector(`[data-menu="${menu.id}"]`).click();
                    const box = button.getBoundingClientRect();
                    const hit = document.elementFromPoint(
                      box.left + box.width / 2, box.top + box.height / 2);
                    const isSeen = box.width >= 40 && box.right <= innerWidth && button.title !== '';
                    const isHit = button.contains(hit);
                    button.click();
                    return [isSeen ? [] : [box.left, box.right, innerWidth, button.title],
                      isHit ? [] : [hit.outerHTML.slice(0, 200)]].flat();
                    """, [.string(name)])
                #expect(faults == [], "\(name)")
                return try await View.now(in: browser)
            }
            let home = try await View.now(in: browser)
            #expect(abs(try await click("zoomIn").zoom - home.zoom * 1.6) < 0.01)
            #expect(abs(try await click("zoomOut").zoom - home.zoom) < 0.01)
            #expect(abs(try await click("actualPixels").zoom - 1) < 1e-6)
            #expect(try await click("home") == home)
            #expect(try await click("rotate").rotation == 90)
            for _ in 0..<3 { _ = try await click("rotate") }
            #expect(try await click("flip").isFlipped)
            #expect(try await click("flip") == home)
            #expect(
                try await browser.run(
                    "return document.querySelector('button[data-action=\"fullScreen\"]').hidden")
                    == false)
        }
    }

    @Test func navigatorShowsThePicture() async throws {
        try await Self.page { browser, page, _ in
            let box = try await browser.run(
                """
                const box = document.getElementById('navigator').getBoundingClientRect();
                return [box.left, box.top, box.width, box.height].map(Math.round);
                """)
            let numbers = (0..<4).compactMap { box[$0].integer }
            #expect(numbers.count == 4 && numbers[2] * 3 / 4 - numbers[3] <= 1)
            try await browser.wait(
                until: "return window.ziggurat.viewer.navigator.world.getItemAt(0).getFullyLoaded()"
            )
            let screenshot = try await browser.screenshot()
            Screenshots.save(screenshot, as: "page")
            let shown = try await PixelPicture.decode(screenshot).withoutAlpha().cropped(
                x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            let source = TestPicture(width: 1600, height: 1200).pixels()
            for (one, other) in zip(shown.means, source.means) { #expect(abs(one - other) < 6) }
            // The control: the left half differs from the right half.
            let half = numbers[2] / 2
            let left = shown.cropped(x: 0, y: 0, width: half, height: numbers[3]).means[0]
            let right = shown.cropped(x: half, y: 0, width: half, height: numbers[3]).means[0]
            #expect(right - left > 30)
            // A link to a part also shows its box.
            try await browser.open(try #require(URL(string: "about:blank")))
            try await Self.open(page, "#xywh=0,0,400,300", in: browser)
            try await browser.wait(
                until: """
                    const style = document.querySelector('.displayregion')?.style;
                    return style?.display === 'block' && parseFloat(style.width) > 10;
                    """)
        }
    }
}

extension Double {
    /// Returns −1, 0 or 1. Values within the tolerance count as 0.
    fileprivate func sign(within tolerance: Double) -> Double {
        abs(self) <= tolerance ? 0 : self < 0 ? -1 : 1
    }
}
