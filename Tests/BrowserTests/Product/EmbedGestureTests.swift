import Foundation
import TestSupport
import Testing
import ZigguratKit

/// An image in a frame leaves the wheel and single-finger gestures to the surrounding page. The
/// frame names the author and the licence of the image.
@Suite struct EmbedGestureTests {
    private static let licence = "https://creativecommons.org/licenses/by/4.0/"

    /// A page that is higher than the window, with a frame at its top.
    private static func host(_ address: String) -> String {
        """
        <!doctype html><link rel="icon" href="data:,">
        <style>body { margin: 0; height: 4000px } iframe { border: 0; width: 100%; height: 450px }</style>
        <iframe src="\(address)"></iframe>
        """
    }

    private static func publish(to folder: TemporaryFolder) async throws {
        try await TemporaryFolder.with { sources in
            let image = try await TestPicture(width: 700, height: 500)
                .write(to: sources["photo.png"])
            for viewer in [PageTemplates.Viewer.openseadragon, .leaflet] {
                try await Publication.export(
                    [image], to: folder[viewer.rawValue],
                    options: Exporter.Options(
                        layouts: [.xyz],
                        caption: Caption(attribution: "A. Person", rights: licence), viewer: viewer)
                )
                let page = "\(viewer)/photo/xyz/index.html"
                try folder.write(host("\(page)?embed=1"), to: "\(viewer).html")
                try folder.write(host(page), to: "\(viewer)-whole.html")
            }
        }
    }

    /// The result of a gesture: whether the surrounding page scrolls, the zoom factor of the image,
    /// and the message.
    private struct Outcome: Equatable {
        var scrolls: Bool
        var zooms: Bool
        var message = ""
    }

    private static func outcome(_ browser: Browser) async throws -> Outcome {
        try await browser.pass(frames: 45)
        let scroll = try await browser.run("return scrollY")
        let state = try await browser.runInFrame(
            """
            return [window.ziggurat.lens.matrix()[0] / window.homeScale,
              document.getElementById('message').textContent];
            """)
        try await browser.run("scrollTo(0, 0)")
        try await browser.runInFrame(
            "document.getElementById('message').textContent = ''; window.ziggurat.lens.goHome(true);"
        )
        return Outcome(
            scrolls: scroll.number ?? 0 > 20, zooms: state[0].number ?? 0 > 1.1,
            message: state[1].string ?? "?")
    }

    private static func wheel(_ browser: Browser, ctrl: Bool) async throws -> Outcome {
        try await browser.devTools(
            "Input.dispatchMouseEvent",
            [
                "type": "mouseWheel", "x": 200, "y": 225, "deltaX": 0,
                "deltaY": ctrl ? -120 : 120, "modifiers": ctrl ? 2 : 0,
            ])
        return try await outcome(browser)
    }

    @Test(
        "An embedded page leaves gestures to the page around it",
        arguments: ["openseadragon", "leaflet"])
    func gestures(viewer: String) async throws {
        try await TemporaryFolder.with { folder in
            try await Self.publish(to: folder)
            try await WebServer.with(serving: folder.url) { server in
                try await Browser.with(width: 400, height: 500, hasFingers: true) { browser in
                    try await browser.reduceMotion()
                    let prepare = "window.homeScale = window.ziggurat.lens.matrix()[0]"
                    try await browser.open(server.url("\(viewer).html"))
                    #expect(try await browser.runInFrame(PageVisit.readiness) == "ready")
                    try await browser.runInFrame(prepare)
                    #expect(
                        try await Self.wheel(browser, ctrl: false)
                            == Outcome(
                                scrolls: true, zooms: false,
                                message: "Hold Ctrl and turn the wheel to zoom."))
                    #expect(
                        try await Self.wheel(browser, ctrl: true)
                            == Outcome(scrolls: false, zooms: true))
                    try await checkCredit(browser, viewer)
                    try await checkFingers(browser)
                    // The control: a page that is not embedded handles the wheel.
                    try await browser.open(server.url("\(viewer)-whole.html"))
                    #expect(try await browser.runInFrame(PageVisit.readiness) == "ready")
                    try await browser.runInFrame(prepare)
                    #expect(
                        try await Self.wheel(browser, ctrl: false)
                            == Outcome(scrolls: false, zooms: false))
                    #expect(try await browser.runInFrame(Self.credit) == [])
                }
            }
        }
    }

    /// Checks that two fingers zoom. The single finger comes last because its scrolling may
    /// continue for a moment.
    private func checkFingers(_ browser: Browser) async throws {
        let apart: [Firefox.Finger] = [
            (from: [180, 225], to: [80, 225]), (from: [220, 225], to: [320, 225]),
        ]
        var outcome = Outcome(scrolls: false, zooms: false)
        // On a busy machine, the gesture can be too slow, so it is repeated.
        try await Patience.wait {
            try await browser.touch(apart)
            outcome = try await Self.outcome(browser)
            return outcome.zooms
        }
        #expect(outcome == Outcome(scrolls: false, zooms: true))
        let complaints = try await browser.report().complaints
        // OpenSeadragon warns when the browser cancels a touch.
        #expect(complaints.allSatisfy { $0.contains("ointer") }, "\(complaints)")
        try await browser.touch([(from: [200, 330], to: [200, 100])])
        #expect(
            try await Self.outcome(browser)
                == Outcome(
                    scrolls: true, zooms: false, message: "Use two fingers to move the image."))
        _ = try await browser.report()
    }

    /// The credit line of an embedded page, and its link if nothing covers it.
    private static let credit = """
        const line = document.getElementById('credit');
        if (!line.checkVisibility()) return [];
        const link = line.querySelector('a');
        const { left, top, right, bottom, width, height } = link.getClientRects()[0];
        const isFree = document.elementFromPoint(left + width / 2, top + height / 2) === link
          && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        return [line.textContent, link.href, link.rel, link.target, isFree];
        """

    private func checkCredit(_ browser: Browser, _ viewer: String) async throws {
        Screenshots.save(try await browser.screenshot(), as: "embed-credit-\(viewer)")
        let credit = try await browser.runInFrame(Self.credit)
        #expect(
            credit == [
                "A. Person · CC BY 4.0", .string(Self.licence),
                "license", "_blank", true,
            ])
    }
}
