import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The features of a page besides the image, from the disk and from a server, in both browsers and
/// with hostile metadata.
@Suite struct PageFeatureTests {
    static let annotations = [
        Annotation(label: "A pin", text: "It says more.", point: .init(x: 400, y: 300)),
        Annotation(label: PageTextTests.hostile, path: "M1000 600h400v300h-400Z"),
        Annotation(label: "About all of it"),
    ]

    /// Creates a destination with an image in three layouts, its source and notes. A pixel is 12.5
    /// µm.
    static func publish(to folder: TemporaryFolder) async throws {
        try await TemporaryFolder.with { sources in
            try await TestPicture(width: 1600, height: 1200).write(to: sources["photo.png"])
            var options = Exporter.Options(
                layouts: [.dzi, .xyz, .iiif3],
                caption: Caption(
                    title: "A photo", description: "Two\nlines", attribution: "A. Person",
                    rights: "https://example.org/r"))
            options.annotations = annotations
            options.includesSource = true
            try await Publication.export([sources["photo.png"]], to: folder.url, options: options)
        }
        for layout in ["dzi", "xyz", "iiif3"] {
            try Publication.replace(
                "\"overlap\":", by: "\"micronsPerPixel\":12.5,\"overlap\":",
                in: folder["photo/\(layout)/index.html"])
        }
    }

    @Test func pageShowsWhatIsKnown() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.publish(to: folder)
            try await WebServer.with(serving: folder.url) { server in
                try await Browser.with(width: 800, height: 600) { browser in
                    for root in [folder.url, server.url("")] {
                        try await browser.open(root.appending(path: "photo/dzi/index.html"))
                        #expect(try await browser.run(PageVisit.readiness) == "ready")
                        try await checkMouse(browser)
                        try await checkScale(browser)
                        try await checkGrid(browser)
                        try await checkNotes(browser)
                        try await checkLinks(browser, root)
                        try await checkScreens(browser)
                        try await browser.expectNoComplaint()
                    }
                    try FileManager.default.moveItem(
                        at: folder["photo/dzi"], to: folder["photo/elsewhere"])
                    try await browser.open(server.url("photo/elsewhere/index.html"))
                    #expect(try await browser.run(PageVisit.readiness) == "ready")
                    #expect(
                        try await browser.run(
                            "return [...document.querySelectorAll('.beside')].every((item) => "
                                + "getComputedStyle(item).display === 'none')") == true)
                }
                let visits = try await Firefox.visit(
                    ["xyz", "iiif3"].map { server.url("photo/\($0)/index.html") }, width: 800,
                    height: 600, scripts: [PageVisit.readiness, Self.summary])
                for visit in visits {
                    #expect(visit.complaints == [])
                    #expect(visit.values == ["ready", .string(Self.expectedSummary)])
                }
            }
        }
    }

    /// The scale, the ruler, the number of pins and shapes, and the tile borders, for Firefox.
    private static let summary = """
        document.querySelector('[data-action=grid]').click();
        return (async () => {
          while (!document.getElementById('grid')) await \(Frames.pass(1));
          return [document.getElementById('scale').textContent,
            document.getElementById('ruler').textContent,
            document.querySelectorAll('.pin').length,
            document.querySelectorAll('#shapes path').length,
            document.querySelectorAll('#notes li').length].join();
        })();
        """
    private static let expectedSummary = "50%,2 mm,2,1,3"

    /// Checks that the wheel zooms, a drag moves, and a double click zooms.
    private func checkMouse(_ browser: Browser) async throws {
        func mouse(_ type: String, _ x: Double, _ y: Double, _ more: JSONValue = [:]) async throws {
            var event = more.object ?? [:]
            event["type"] = .string(type)
            (event["x"], event["y"]) = (.number(x), .number(y))
            try await browser.devTools("Input.dispatchMouseEvent", .object(event))
        }
        func click(_ count: Double) async throws {
            let button: JSONValue = ["button": "left", "clickCount": .number(count)]
            try await mouse("mousePressed", 420, 310, button)
            try await mouse("mouseReleased", 420, 310, button)
        }
        let home = try await PageBehaviourTests.View.now(in: browser)
        try await mouse("mouseMoved", 400, 300)
        // A trackpad sends many small events, whose sum zooms as far as one notch of the wheel.
        for (events, way, factor) in [(30, -4.0, 1.307), (3, -120, 2.92)] {
            for _ in 0..<events {
                try await mouse("mouseWheel", 400, 300, ["deltaX": 0, "deltaY": .number(way)])
            }
            try await browser.wait(
                until: """
                    const { viewport } = window.ziggurat.viewer;
                    return Math.abs(viewport.getZoom() / viewport.getHomeZoom() - arguments[0]) < 0.01;
                    """, [.number(factor)])
        }
        let zoomed = try await PageBehaviourTests.View.now(in: browser)
        #expect(zoomed.zoom > home.zoom)
        try await mouse("mousePressed", 400, 300, ["button": "left", "clickCount": 1])
        for step in 1...5 {
            try await mouse(
                "mouseMoved", 400 - 20 * Double(step), 300, ["button": "left", "buttons": 1])
        }
        try await mouse("mouseReleased", 300, 300, ["button": "left", "clickCount": 1])
        let dragged = try await PageBehaviourTests.View.now(in: browser)
        #expect(dragged.region[0] > zoomed.region[0])
        try await browser.pass(frames: 36)
        // Long thresholds ensure that both clicks count on a busy machine.
        try await browser.run(
            """
            const { innerTracker } = window.ziggurat.viewer;
            innerTracker.clickTimeThreshold = innerTracker.dblClickTimeThreshold = 1e6;
            """)
        try await click(1)
        try await click(2)
        try await browser.wait(
            until: """
                const { viewport, world } = window.ziggurat.viewer;
                return world.getItemAt(0).viewportToImageZoom(viewport.getZoom()) >
                  1.3 * arguments[0];
                """, [.number(dragged.zoom)])
        try await browser.press(["0"])
        try await browser.wait(until: "return location.hash === ''")
    }

    private func checkScale(_ browser: Browser) async throws {
        func shown() async throws -> JSONValue {
            try await browser.run(
                """
                const ruler = document.getElementById('ruler');
                return [document.getElementById('scale').textContent, ruler.textContent.trim(),
                  Math.round(ruler.getBoundingClientRect().width)];
                """)
        }
        // At half size, a screen pixel is 25 µm.
        #expect(try await shown() == ["50%", "2 mm", 80])
        try await browser.press(["1"])
        try await browser.wait(
            until: "return document.getElementById('scale').textContent === '100%'")
        #expect(try await shown() == ["100%", "1 mm", 80])
        let said = try await browser.wait(
            until: """
                const text = document.getElementById('announcement').textContent;
                return text.endsWith('100%') && text;
                """)
        #expect(said == "Zoom 100%")
        // Back returns to the view before the jump.
        try await browser.run("history.back()")
        try await browser.wait(
            until: "return document.getElementById('scale').textContent === '50%'")
        let lengths = try await browser.run(
            """
            return [0.0123, 0.7, 140, 999, 1200, 9_999, 25_000, 3e6, 7e9].map((length) =>
              ziggurat.scale.roundLength(length).text);
            """)
        #expect(
            lengths == [
                "10 nm", "500 nm", "100 µm", "500 µm", "1 mm", "5 mm", "2 cm", "2 m", "5 km",
            ])
    }

    private func checkGrid(_ browser: Browser) async throws {
        // Finds yellow pixels of the canvas along a row. Tiles of 254 pixels share two pixels with
        // each neighbour, and the image is shown pixel by pixel.
        let borders = """
            const context = document.getElementById('grid').getContext('2d');
            const { data } = context.getImageData(0, 220, 800, 1);
            return [...Array(800).keys()].filter((x) =>
              data[4 * x] > 240 && data[4 * x + 1] > 190 && data[4 * x + 3] === 255);
            """
        try await browser.press(["g"])
        try await browser.wait(until: "return document.getElementById('grid') !== null")
        try await browser.wait(
            until: "return window.ziggurat.viewer.world.getItemAt(0).getFullyLoaded()")
        try await browser.run(
            "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        let columns = try await browser.run(borders).array ?? []
        #expect([253, 255, 507, 509, 761, 763].allSatisfy { columns.contains(.number($0)) })
        #expect(columns.count < 12, "\(columns)")
        Screenshots.save(try await browser.screenshot(), as: "grid")
        try await browser.press(["g"])
        try await browser.wait(until: "return document.getElementById('grid') === null")
    }

    /// On paper, the image keeps its proportions. On a denser screen, it has more pixels.
    private func checkScreens(_ browser: Browser) async throws {
        func screen(_ width: Int, _ scale: Double, _ media: JSONValue) async throws {
            try await browser.devTools("Emulation.setEmulatedMedia", ["media": media])
            try await browser.fit(width: width, height: 600, scale: scale)
        }
        try await browser.run("dispatchEvent(new Event('beforeprint'))")
        try await screen(400, 1, "print")
        let printed = try await browser.run(
            """
            const { width, height } =
              document.querySelector('#viewer canvas').getBoundingClientRect();
            return [Math.round(width), Math.round(height),
              [...document.querySelectorAll('#controls, #pager')].some((each) =>
                each.checkVisibility())];
            """)
        #expect(printed == [400, 300, false])
        try await screen(800, 1, "")
        try await screen(800, 2, "")
        // The viewer detects a new density only when it draws.
        _ = try await browser.screenshot()
        try await browser.wait(
            until: "return document.querySelector('#viewer canvas').width === 1600")
        // The emulation applies a smaller density only together with another size.
        try await screen(700, 1, "")
        try await screen(800, 1, "")
        try await browser.wait(
            until: "return document.querySelector('#viewer canvas').width === 800")
    }
}
