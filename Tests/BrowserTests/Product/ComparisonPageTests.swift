import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Pages that compare images: pixels on both sides of the curtain, registration, mixed colours,
/// synchronised views, layers, addresses and accessibility.
@Suite struct ComparisonPageTests {
    /// The place of a point of the first image on the screen.
    static func place(
        _ point: PointTransform.Point, _ matrix: [Double]
    ) -> PointTransform.Point {
        PointTransform(
            a: matrix[0], b: matrix[1], c: matrix[2], d: matrix[3], e: matrix[4], f: matrix[5])(
                point)
    }

    /// Opens a view of a comparison and waits until it is drawn.
    static func open(_ page: URL, _ address: String, _ browser: Browser) async throws {
        let isOpen = try await browser.run("return location.href.split('#')[0]")
        if isOpen != .string(page.absoluteString) {
            let fragment = address.isEmpty ? "" : "#\(address)"
            try await browser.open(try #require(URL(string: page.absoluteString + fragment)))
        } else {
            try await browser.run("location.hash = arguments[0]", [.string(address)])
            try await browser.run(
                """
                for (const part of document.querySelectorAll('\(parts)')) {
                  part.style.removeProperty('display');
                }
                document.querySelector('.panel').style.removeProperty('visibility');
                """)
        }
        #expect(try await browser.run(PageVisit.readiness) == "ready")
        try await settle(browser)
    }

    /// Waits until all images are drawn, and a few more frames.
    static func settle(_ browser: Browser) async throws {
        _ = try await browser.run(Self.settled)
    }

    static let settled = """
        const planes = window.ziggurat.planes();
        return Promise.all(planes.map((plane) => plane.drawn())).then(() => \(Frames.pass(6)));
        """
    /// The elements that cover the images.
    private static let parts = "#caption, #comparison, #controls, #curtain, .label"
    static let bare = """
        for (const part of document.querySelectorAll('\(parts)')) part.style.display = 'none';
        // With full opacity, only the second image is shown.
        if (location.hash.includes('opacity=100')) {
          document.querySelector('.panel').style.visibility = 'hidden';
        }
        return window.ziggurat.lens.matrix();
        """

    private static func look(_ browser: Browser) async throws -> (PixelPicture, [Double]) {
        let matrix = try await browser.run(bare)
        let picture = try await PixelPicture.decode(browser.screenshot()).withoutAlpha()
        return (picture, (matrix.array ?? []).compactMap(\.number))
    }

    /// The largest distance between a disc and its place in the first image, in screen pixels.
    private static func error(_ browser: Browser, left: Double = 0) async throws -> Double {
        let (picture, matrix) = try await look(browser)
        return error(picture) { disc in
            let place = place(disc, matrix)
            return ComparisonSample.point(place.x + left, place.y)
        }
    }

    static func near(_ pixel: [UInt8], _ colour: [Double]) -> Bool {
        zip(pixel, colour).allSatisfy { abs(Double($0) - $1) <= 3 }
    }

    @Test func comparisons() async throws {
        try await TemporaryFolder.with { folder in
            let output = try await ComparisonSample.publish(to: folder)
            try await Browser.with(width: 900, height: 700) { browser in
                try await browser.reduceMotion()
                let pair = output.appending(path: "pair/index.html")
                try await checkCurtain(pair, browser)
                try await checkOverlay(pair, output, browser)
                try await checkSide(pair, browser)
                try await checkLayers(output.appending(path: "layers/index.html"), browser)
                try await checkAccess(output, browser)
                try await checkWeight(output, browser)
                try await checkShare(output, browser)
                try await browser.expectNoComplaint()
            }
            try await checkSmallWindows(output.appending(path: "four/index.html"))
            try await checkControls(output)
            try await checkFirefox(output)
        }
    }

    private func checkCurtain(_ page: URL, _ browser: Browser) async throws {
        try await Self.open(page, "", browser)
        let values = """
            const curtain = document.getElementById('curtain');
            return ['role', 'aria-valuenow', 'aria-valuetext', 'aria-orientation']
              .map((name) => curtain.getAttribute(name));
            """
        #expect(
            try await browser.run(values) == [
                "slider", "50", "50% Photograph, 2020, 50% X-ray", "horizontal",
            ])
        try await browser.run("document.getElementById('curtain').focus()")
        try await browser.press(["\u{E014}", "\u{E014}", "\u{E014}"])
        try await browser.press(["\u{E014}"], holding: ["\u{E008}"])
        #expect(try await browser.run(values)[1] == "66")
        try await browser.wait(until: "return location.hash === '#divider=66'")
        var (picture, _) = try await Self.look(browser)
        #expect(Self.near(picture[Int(900 * 0.66) - 4, 300], ComparisonSample.red))
        #expect(Self.near(picture[Int(900 * 0.66) + 4, 300], ComparisonSample.blue))
        // The address restores the curtain and its direction.
        try await Self.open(page, "divider=30&across=1", browser)
        #expect(try await browser.run(values)[3] == "vertical")
        (picture, _) = try await Self.look(browser)
        #expect(Self.near(picture[450, 210 - 4], ComparisonSample.red))
        #expect(Self.near(picture[450, 210 + 4], ComparisonSample.blue))
        // A pointer moves the curtain.
        try await Self.open(page, "", browser)
        try await browser.run(
            """
            const curtain = document.getElementById('curtain');
            const send = (type, x) => curtain.dispatchEvent(new PointerEvent(type,
              { bubbles: true, pointerId: 1, button: 0, clientX: x, clientY: 300 }));
            curtain.setPointerCapture = () => {};
            curtain.hasPointerCapture = () => true;
            send('pointerdown', 450);
            send('pointermove', 225);
            """)
        #expect(try await browser.run(values)[1] == "25")
        // A click on the bar moves the curtain without dragging.
        let middle = try await browser.run(
            """
            const { left, top, width, height } =
              document.getElementById('divider').getBoundingClientRect();
            return [left + width * 0.8, top + height / 2];
            """)
        for type in ["mousePressed", "mouseReleased"] {
            try await browser.devTools(
                "Input.dispatchMouseEvent",
                [
                    "type": .string(type), "x": middle[0], "y": middle[1], "button": "left",
                    "clickCount": 1,
                ])
        }
        let moved = try await browser.run(values)[1].string.flatMap(Int.init) ?? 0
        #expect((75...85).contains(moved), "\(moved)")
    }

    private func checkOverlay(_ page: URL, _ output: URL, _ browser: Browser) async throws {
        let mean = zip(ComparisonSample.red, ComparisonSample.blue).map { ($0 + $1) / 2 }
        try await Self.open(page, "mode=overlay", browser)
        #expect(Self.near(try await Self.look(browser).0[450, 300], mean))
        // Registration: the discs of the second image cover the discs of the first image.
        for view in ["", "&rotate=90&flip=1"] {
            try await Self.open(page, "mode=overlay&opacity=100\(view)", browser)
            let (picture, _) = try await Self.look(browser)
            #expect(Self.near(picture[450, 300], ComparisonSample.blue), "\(view)")
            let error = try await Self.error(browser)
            #expect(error < 0.75, "\(view): \(error)")
        }
        // The negative control: a similarity cannot show a sheared image.
        try await Self.open(
            output.appending(path: "rough/index.html"), "mode=overlay&opacity=100", browser)
        #expect(try await Self.error(browser) > 3)
    }

    private func checkSide(_ page: URL, _ browser: Browser) async throws {
        try await Self.open(page, "mode=side", browser)
        try await browser.run(
            """
            const { lens } = window.ziggurat;
            lens.rotateBy(90);
            lens.zoomBy(1.1);
            """)
        try await Self.settle(browser)
        #expect(try await Self.error(browser) < 0.75)
        let error = try await Self.error(browser, left: 451)
        #expect(error < 0.75, "\(error)")
        #expect(try await Self.error(browser, left: 456) > 3)
        // The wheel over the second panel zooms both panels around the same point.
        let before = try await browser.run("return window.ziggurat.lens.matrix()")
        try await browser.run(
            """
            document.querySelectorAll('.glass')[1].dispatchEvent(new WheelEvent('wheel',
              { bubbles: true, cancelable: true, deltaY: -100, clientX: 451 + 225, clientY: 350 }));
            """)
        try await browser.wait(
            until: "return window.ziggurat.lens.matrix()[1] !== arguments[0]", [before[1]])
        try await browser.pass(frames: 12)
        let after = try await browser.run("return window.ziggurat.lens.matrix()")
        func distance(_ value: JSONValue) -> Double { (value[1].number ?? 0).magnitude }
        #expect(abs(distance(after) / distance(before) - 1.25) < 0.01)
        try await Self.settle(browser)
        // The address contains the mode, and the switch changes it.
        try await browser.wait(until: "return location.hash.endsWith('mode=side')")
        try await browser.run("document.querySelector('[value=overlay]').click()")
        try await browser.wait(until: "return location.hash.includes('mode=overlay')")
    }

    private func checkLayers(_ page: URL, _ browser: Browser) async throws {
        try await Self.open(page, "", browser)
        let count = ComparisonSample.layerCount
        func grey(_ layer: Double) -> [Double] {
            let (first, second) = (ComparisonSample.greyOf(0), ComparisonSample.greyOf(1))
            return Array(repeating: Double(first) + layer * Double(second - first), count: 3)
        }
        #expect(Self.near(try await Self.look(browser).0[450, 350], grey(0)))
        try await browser.press(["n", "n", "n"])
        try await Self.settle(browser)
        #expect(Self.near(try await Self.look(browser).0[450, 350], grey(3)))
        #expect(
            try await browser.run("return document.getElementById('layer').value") == "3")
        try await browser.wait(until: "return location.hash === '#layer=4'")
        // Neighbouring layers are loaded before they are shown, and memory does not grow.
        try await browser.press(Array(repeating: "n", count: count))
        try await Self.settle(browser)
        #expect(Self.near(try await Self.look(browser).0[450, 350], grey(Double(count - 1))))
        let planes = try await browser.run("return window.ziggurat.planes().length")
        #expect((2...5).contains(planes.integer ?? 0))
        try await Self.open(page, "layer=3.5&blend=1", browser)
        #expect(Self.near(try await Self.look(browser).0[450, 350], grey(2.5)))
        #expect(
            try await browser.run(
                "return document.getElementById('layer').getAttribute('aria-valuetext')"
            )
            .string?.hasPrefix("layer2 / layer3") == true)
    }

    private func checkFirefox(_ output: URL) async throws {
        let ready = "return window.ziggurat.ready.then(() => true)"
        func page(_ name: String, _ view: String) -> Firefox.Page {
            let page = output.appending(path: "\(name)/index.html").absoluteString
            return Firefox.Page(
                URL(string: "\(page)#\(view)") ?? output, width: 900, height: 700,
                steps: [.script(ready), .script(Self.settled), .look(Self.bare)])
        }
        let visits = try await Firefox.visit([
            page("pair", "divider=40"), page("pair", "mode=overlay"),
            page("pair", "mode=overlay&opacity=100"),
            page("rough", "mode=overlay&opacity=100"), page("layers", "layer=6"),
        ])
        var pictures: [PixelPicture] = []
        for visit in visits {
            #expect(visit.complaints == [])
            pictures.append(try await PixelPicture.decode(visit.screenshots[0]).withoutAlpha())
        }
        #expect(Self.near(pictures[0][356, 300], ComparisonSample.red))
        #expect(Self.near(pictures[0][364, 300], ComparisonSample.blue))
        let mean = zip(ComparisonSample.red, ComparisonSample.blue).map { ($0 + $1) / 2 }
        #expect(Self.near(pictures[1][450, 300], mean))
        func error(_ index: Int) -> Double {
            let matrix = (visits[index].values[2].array ?? []).compactMap(\.number)
            return Self.error(pictures[index]) { Self.place($0, matrix) }
        }
        #expect(error(2) < 0.75, "\(error(2))")
        #expect(error(3) > 3)
        let grey = Double(ComparisonSample.greyOf(5))
        #expect(Self.near(pictures[4][450, 350], [grey, grey, grey]))
    }
}
