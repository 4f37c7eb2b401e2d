import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A page can have a tour.
@Suite struct TourPageTests {
    static let text = """
        # The test picture

        Before the *first* step.

        ## All of it
        [view](#)

        Text with <b>markup</b> and [a link](https://example.org/).

        ## A corner
        [view](#xywh=100,80,320,240&rotate=90)

        ![A grey square](square.png)

        [Listen](tone.wav)

        ## The end
        [view](#xywh=1000,700,400,300)

        Back to [the corner](#xywh=100,80,320,240).
        """

    /// A WAV file with a tenth of a second of silence.
    static var wave: [UInt8] {
        let header: [UInt8] =
            Array("RIFF".utf8) + [68, 3, 0, 0] + Array("WAVEfmt ".utf8)
            + [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x40, 0x1F, 0, 0, 1, 0, 8, 0]
            + Array("data".utf8) + [32, 3, 0, 0]
        return header + Array(repeating: 128, count: 800)
    }

    /// Creates a destination with an image that has a tour, and an image without a tour.
    static func publish(
        to folder: TemporaryFolder, viewer: PageTemplates.Viewer = .openseadragon
    ) async throws {
        try await TemporaryFolder.with { sources in
            let photo = sources["photo.png"]
            try await TestPicture(width: 1600, height: 1200).write(to: photo)
            try await TestPicture(width: 40, height: 40).write(to: sources["square.png"])
            try sources.write(Data(wave), to: "tone.wav")
            let file = try TourFile(try sources.write(text, to: "tour.md").path)
            var options = Exporter.Options(layouts: [.xyz], viewer: viewer)
            (options.tour, options.tourMedia) = (file.tour, file.media)
            try await Publication.export([photo], to: folder.url, options: options)
            try FileManager.default.moveItem(at: photo, to: sources["plain.png"])
            options = Exporter.Options(layouts: [.xyz], viewer: viewer)
            try await Publication.export(
                [sources["plain.png"]], to: folder.url, options: options)
        }
    }

    private static func page(_ page: URL, _ fragment: String) -> URL {
        var parts = URLComponents(url: page, resolvingAgainstBaseURL: false)
        parts?.fragment = fragment
        return parts?.url ?? page
    }

    /// Waits until a step is shown, and its number and view are in the address.
    private static func arrive(
        at number: Int, _ title: String, _ view: String, _ browser: Browser
    ) async throws {
        try await browser.wait(
            until: """
                return document.getElementById('tour-heading')?.textContent === arguments[0]
                  && location.hash.includes(arguments[1]) && location.hash.includes(arguments[2]);
                """, [.string(title), .string("step=\(number)"), .string(view)])
    }

    @Test("A tour moves between its steps by button, key and address")
    func steps() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.publish(to: folder)
            let page = folder["photo/xyz/index.html"]
            try await Browser.with(width: 900, height: 700) { browser in
                try await browser.reduceMotion()
                try await browser.open(page)
                #expect(try await browser.run(PageVisit.readiness) == "ready")
                #expect(
                    try await browser.run("return document.getElementById('tour').hidden") == true)
                try await browser.run("document.getElementById('tour-start').click()")
                try await Self.arrive(at: 1, "All of it", "", browser)
                #expect(
                    try await browser.run(
                        """
                        const body = document.getElementById('tour-body');
                        return [document.activeElement.id, body.querySelectorAll('b').length,
                          body.textContent.includes('<b>markup</b>'), body.querySelector('a').rel,
                          document.getElementById('tour-count').textContent];
                        """) == ["tour-heading", 0, true, "noopener", "1 of 3"])
                try await browser.run(PageVisit.listening)
                try await browser.press(["\u{E014}"])
                try await Self.arrive(at: 2, "A corner", "rotate=90", browser)
                try await browser.wait(
                    until: "return document.querySelector('#tour img').naturalWidth === 40")
                try await browser.wait(
                    until: "return announced.some((each) => /2 of 3: A corner($|\\. )/.test(each))")
                // The whole region is visible beside the panel.
                #expect(
                    try await browser.run(
                        """
                        const { x, y, width, height } = window.ziggurat.lens.region();
                        return [x <= 100, y <= 80, x + width >= 420, y + height >= 320,
                          document.getElementById('viewer').clientWidth
                            + document.getElementById('tour').clientWidth];
                        """
                    ).array?.prefix(4) == [true, true, true, true])
                #expect(try await AccessibilityTests.violations(browser) == [])
                #expect(try await AccessibilityTests.smallTargets(browser) == [])
                Screenshots.save(try await browser.screenshot(), as: "tour")
                // During playback, the next step follows when the sound ends.
                try await browser.press([" "])
                try await Self.arrive(at: 3, "The end", "xywh=", browser)
                try await browser.press([" "])
                #expect(
                    try await browser.run(
                        "return document.querySelector('#tour footer button').title")
                        == "Play the tour (Space)")
                // A link to another view keeps the step.
                try await browser.run("document.querySelector('#tour-body a').click()")
                try await Self.arrive(at: 3, "The end", "xywh=", browser)
                try await browser.wait(
                    until: "return window.ziggurat.lens.region().x <= 100")
                // The back button returns to a step, and Escape closes the tour.
                try await browser.press(["\u{E012}"])
                try await Self.arrive(at: 2, "A corner", "rotate=90", browser)
                try await browser.run("history.back()")
                try await Self.arrive(at: 3, "The end", "xywh=", browser)
                try await browser.press(["\u{E00C}"])
                try await browser.wait(until: "return !location.hash.includes('step')")
                #expect(
                    try await browser.run(
                        "return [document.getElementById('tour').hidden, document.activeElement.id]"
                    )
                        == [true, "tour-start"])
                // An address with a step opens the step.
                try await browser.open(Self.page(page, "step=3"))
                #expect(try await browser.run(PageVisit.readiness) == "ready")
                try await Self.arrive(at: 3, "The end", "xywh=", browser)
                // The hidden map has its size, so that it can be shown again.
                #expect(
                    try await browser.run(
                        "return window.ziggurat.viewer.navigator.viewport.getContainerSize().x")
                        == 173)
                // If the next image has no tour, the focus moves to the viewer.
                try await browser.press(["n"])
                try await browser.wait(
                    until: """
                        return document.getElementById('tour').hidden
                          && document.querySelector('#viewer :focus') !== null;
                        """)
                try await browser.expectNoComplaint()
            }
        }
    }

    @Test("An image without a tour has neither the script nor the link")
    func control() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.publish(to: folder)
            try await Browser.with(width: 900, height: 700) { browser in
                try await browser.open(
                    Self.page(folder["plain/xyz/index.html"], "step=2"))
                #expect(try await browser.run(PageVisit.readiness) == "ready")
                #expect(
                    try await browser.run(
                        """
                        return [document.getElementById('tour'), typeof window.ziggurat.showTour,
                          document.getElementById('tour-start').hidden,
                          [...document.scripts].some(({ src }) => src.includes('tour'))];
                        """) == [.null, "undefined", true, false])
                // The tour of the other image is on its own page.
                try await browser.wait(until: "return !document.getElementById('pager').hidden")
                try await browser.press(["p"])
                try await browser.wait(
                    until: "return !document.getElementById('tour-start').hidden")
                #expect(
                    try await browser.run("return document.getElementById('tour-start').href")
                        .string?.hasSuffix("/photo/xyz/index.html#step=1") == true)
                // The policy does not allow sounds from other sites.
                let policy = try String(
                    contentsOf: folder["photo/xyz/index.html"], encoding: .utf8)
                #expect(policy.contains("media-src 'self';"))
                #expect(
                    !(try String(contentsOf: folder["plain/xyz/index.html"], encoding: .utf8))
                        .contains("media-src"))
            }
        }
    }

    @Test("Firefox shows a tour on a phone, with both libraries")
    func firefox() async throws {
        for viewer in [PageTemplates.Viewer.openseadragon, .leaflet] {
            try await TemporaryFolder.with { folder in
                try await Self.publish(to: folder, viewer: viewer)
                let visits = try await Firefox.visit(
                    [Self.page(folder["photo/xyz/index.html"], "step=2")], width: 390, height: 844,
                    scripts: [
                        PageVisit.readiness,
                        """
                        const sheet = document.getElementById('tour').getBoundingClientRect();
                        const image = document.getElementById('viewer').getBoundingClientRect();
                        const before = document.getElementById('tour-heading').textContent;
                        document.querySelector('#tour footer button:last-child').click();
                        const { x, y, width, height } = window.ziggurat.lens.region();
                        return [before, document.getElementById('tour-heading').textContent,
                          Math.round(sheet.top) === Math.round(image.bottom), sheet.width === image.width,
                          getComputedStyle(document.getElementById('controls')).visibility];
                        """,
                    ])
                for visit in visits {
                    #expect(visit.complaints == [])
                    #expect(
                        visit.values == ["ready", ["A corner", "The end", true, true, "hidden"]],
                        "\(viewer)")
                }
            }
        }
    }
}
