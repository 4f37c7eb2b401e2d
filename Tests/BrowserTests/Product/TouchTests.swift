import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Pages respond to touch on a phone, which has a small and dense screen.
@Suite struct TouchTests {
    /// A gesture on a page that shows the whole second of three images, and the body of a function
    /// that soon returns true. `zoom` is the zoom factor relative to the whole image.
    struct Gesture: Sendable {
        let name: String
        let strokes: [[Firefox.Finger]]
        let outcome: String

        /// Returns a script that waits until the gesture has an effect, or for a number of frames.
        func patience(frames: Int) -> String {
            Fingers.patience(
                for: """
                    const { config, viewer: { viewport } } = window.ziggurat;
                    const zoom = viewport.getZoom() / viewport.getHomeZoom();
                    \(outcome)
                    """, frames: frames)
        }
    }

    static let gestures = [
        Gesture(
            name: "two fingers", strokes: [Fingers.apart], outcome: "return zoom > 2"),
        Gesture(
            name: "two taps",
            strokes: [[([180, 320], [180, 320])], [([180, 320], [180, 320])]],
            outcome: "return zoom > 1.5"),
        Gesture(
            name: "two fingers, then one", strokes: [Fingers.apart, [([300, 320], [80, 320])]],
            outcome: """
                return zoom > 2 && config.name === 'b #2' && viewport.getCenter().x > 0.55;
                """),
        Gesture(
            name: "a swipe", strokes: [Fingers.onward], outcome: "return config.name === 'c'"),
    ]

    /// Whether the page and all buttons fit the screen, and the buttons are large enough.
    static let sizes = """
        const boxes = [...document.querySelectorAll('.bar button')]
          .filter((each) => each.checkVisibility())
          .map((each) => each.getBoundingClientRect());
        return [document.documentElement.scrollWidth <= innerWidth,
          boxes.every(({ left, right }) => left >= 0 && right <= innerWidth),
          boxes.every(({ width, height }) => width >= 38 && height >= 40)];
        """

    /// Covers the image with an element.
    static let cover = """
        const cover = document.createElement('div');
        Object.assign(cover.style, { position: 'fixed', inset: 0, zIndex: 1000 });
        document.body.append(cover);
        """

    /// Each gesture works in both browsers, from the disk and from a server. The control: no
    /// gesture works if an element covers the image.
    @Test func gesturesDoWhatTheyShould() async throws {
        try await TemporaryFolder.with { folder in
            try await PagerTests.publish(PagerTests.names, to: folder)
            try await WebServer.with(serving: folder.url) { server in
                let pages = [folder["b #2"], server.url("b #2")].map {
                    $0.appending(path: "dzi/index.html")
                }
                async let chromium: Void = Self.check(pages, in: .chromium)
                async let firefox: Void = Self.check(pages, in: .firefox)
                _ = try await (chromium, firefox)
            }
        }
    }

    private static func check(_ pages: [URL], in engine: PageSetting.Engine) async throws {
        let covered = pages.map { task(on: $0, gestures, isCovered: true) }
        for (page, outcome) in zip(pages, try await PageTask.run(covered, in: engine)) {
            let place = Comment(rawValue: "\(engine), covered, \(page)")
            expectReadiness(outcome, place)
            #expect(answers(of: outcome) == gestures.map { _ in "idle" }, place)
        }
        for (index, page) in pages.enumerated() {
            let place = Comment(rawValue: "\(engine), \(page)")
            var (missed, attempt) = (gestures, 0)
            // On a busy machine, a gesture can be too slow, so failed gestures are repeated.
            try await Patience.wait {
                attempt += 1
                let tasks = [task(on: page, missed, isCovered: false)]
                let outcome = try await PageTask.run(tasks, in: engine)[0]
                expectReadiness(outcome, place)
                let answers = answers(of: outcome)
                try #require(answers.count == missed.count, place)
                if attempt == 1 {
                    Screenshots.save(outcome.screenshots[0], as: "phone-\(engine)-\(index)")
                }
                missed = zip(missed, answers).filter { $1 != "done" }.map(\.0)
                return missed.isEmpty
            }
        }
    }

    private static func expectReadiness(_ outcome: PageTask.Outcome, _ place: Comment) {
        #expect(outcome.complaints == [], place)
        #expect(outcome.values.prefix(2) == ["ready", [true, true, true]], place)
    }

    private static func answers(of outcome: PageTask.Outcome) -> [JSONValue] {
        outcome.values.filter { ["done", "idle"].contains($0) }
    }

    private static func task(
        on page: URL, _ gestures: [Gesture], isCovered: Bool
    ) -> PageTask {
        // A pause between gestures prevents double taps.
        let calm = """
            window.ziggurat.viewer.viewport.goHome(true);
            return \(Frames.pass(24));
            """
        let strokes: [Firefox.Step] = gestures.flatMap { gesture in
            [
                .script(calm), .touch(gesture.strokes),
                .script(gesture.patience(frames: isCovered ? 30 : 120)),
            ]
        }
        return PageTask(
            page: page, screen: .phone,
            steps: [.script(PageVisit.readiness), .look(sizes)]
                + (isCovered ? [.script(cover)] : []) + strokes)
    }

    /// A swipe to the left shows the next image, and a swipe to the right the previous image. A swipe
    /// downwards opens the gallery. A swipe upwards, or a swipe in a zoomed image, does not change
    /// the image.
    @Test func swipesOfTheWholeImageChangeTheImageOrOpenTheGallery() async throws {
        try await TemporaryFolder.with { folder in
            try await PagerTests.publish(PagerTests.names, to: folder)
            try await Browser.with(width: 360, height: 640, scale: 3, hasFingers: true) { browser in
                try await browser.open(folder["b #2/dzi/index.html"])
                _ = try await PagerTests.arrive(at: "b #2", browser)
                // After a small movement, the whole image returns to the middle.
                let isHome = "return window.ziggurat.lens.isHome()"
                for way: Firefox.Finger in [([180, 320], [200, 325]), ([180, 400], [150, 200])] {
                    try await browser.touch([way])
                    #expect(try await browser.run(isHome) == true)
                }
                // A tour keeps its image.
                let touring = "document.documentElement.classList.toggle('touring')"
                try await browser.run(touring)
                try await browser.touch(Fingers.onward)
                try await browser.pass()
                #expect(try await PagerTests.state(browser)[1] == "b #2")
                try await browser.run(touring + "; window.ziggurat.lens.goHome(true)")
                try await browser.touch(Fingers.onward)
                #expect(try await PagerTests.arrive(at: "c", browser)[3] == "#page=3")
                try await browser.touch([([80, 320], [300, 320])])
                _ = try await PagerTests.arrive(at: "b #2", browser)
                try await browser.touch([([180, 400], [150, 200])])
                try await browser.pass()
                #expect(try await PagerTests.state(browser)[1] == "b #2")
                let home = try await PageBehaviourTests.View.now(in: browser).zoom
                try await browser.touch(Fingers.apart)
                let zoomed = try await PageBehaviourTests.View.now(in: browser)
                #expect(zoomed.zoom > 2 * home)
                try await browser.touch([([300, 320], [80, 320])])
                let moved = try await PageBehaviourTests.View.now(in: browser)
                #expect(moved.region[0] > zoomed.region[0])
                try await browser.touch([([180, 200], [180, 420])])
                #expect(try await PagerTests.state(browser)[1] == "b #2")
                try await browser.open(folder["b #2/dzi/index.html"])
                _ = try await PagerTests.arrive(at: "b #2", browser)
                // A tap and a drag zoom, also on a busy machine.
                let threshold = "window.ziggurat.viewer.dblClickTimeThreshold = "
                try await browser.run(threshold + "1e6")
                try await browser.touch([([180, 200], [180, 200])])
                try await browser.touch([([180, 200], [180, 420])])
                #expect(try await PageBehaviourTests.View.now(in: browser).zoom > 1.1 * home)
                try await browser.run(threshold + "300")
                try await browser.run("window.ziggurat.lens.goHome(true)")
                try await browser.touch([([180, 200], [190, 420])])
                try await browser.wait(
                    until: """
                        return location.pathname.endsWith('/index.html') && !window.ziggurat?.lens;
                        """)
                #expect(
                    try await browser.run("return new URL(location).pathname")
                        .string?.hasSuffix("dzi/index.html") == false)
                try await browser.expectNoComplaint()
            }
        }
    }

    /// Sets `window.glide` to a promise: the seconds until the image has moved half of its distance
    /// after the next touch, and whether the image moves on in the direction of the finger.
    private static let glide = """
        const { viewer } = window.ziggurat;
        const place = () => viewer.viewport.getCenter(true).x;
        let first;
        addEventListener('pointerdown', () => { first = place(); }, { once: true });
        window.glide = new Promise((done) => addEventListener('pointerup', () => {
          const samples = [];
          const isOver = new Promise((end) => viewer.addOnceHandler('animation-finish', () => end(true)));
          let goesOn = true;
          isOver.then(() => { goesOn = false; });
          requestAnimationFrame(function record() {
            samples.push([performance.now(), place()]);
            if (goesOn) { requestAnimationFrame(record); return; }
            const [[start, from], to] = [samples[0], samples.at(-1)[1]];
            const half = samples.find(([, x]) => Math.abs(x - from) >= Math.abs(to - from) / 2);
            done([(half[0] - start) / 1000, (to - from) * (from - first) > 0, first, from, to]);
          });
        }, { once: true }));
        """

    /// Only a finger or a mouse that still moves flicks the image. The image stays where a resting
    /// finger leaves it.
    @Test(arguments: [0, 0.3], [true, false])
    func aRestingFingerDoesNotFlick(rest: Double, isFinger: Bool) async throws {
        try await TemporaryFolder.with { folder in
            try await PagerTests.publish(["a"], to: folder)
            try await Browser.with(
                width: 360, height: 640, scale: 3, hasFingers: isFinger
            ) { browser in
                try await browser.open(folder["a/dzi/index.html"])
                #expect(try await browser.run(PageVisit.readiness) == "ready")
                try await browser.run("window.ziggurat.lens.zoomBy(16)")
                try await browser.wait(
                    until: "return window.ziggurat.viewer.viewport.zoomSpring.isAtTargetValue()")
                let center = """
                    const { viewport } = window.ziggurat.viewer;
                    return viewport.getCenter().x * viewport.getZoom() * innerWidth;
                    """
                let start = try #require(try await browser.run(center).number)
                let way: Firefox.Finger = (from: [200, 320], to: [160, 320])
                try await isFinger
                    ? browser.touch([way], rest: rest) : browser.drag(way, rest: rest)
                let end = try #require(try await browser.run(center).number)
                // A flick at 500 pixels per second moves the image by 175 pixels more.
                let distance = rest == 0 ? 215.0 : 40
                #expect(abs(end - start - distance) < 1)
                // The wheel stops the image, whose point under the pointer stays there.
                let drift = try await browser.run(
                    """
                    const { viewer, lens } = window.ziggurat;
                    const { viewport } = viewer;
                    const place = new OpenSeadragon.Point(180, 320);
                    const point = viewport.pointFromPixel(place, true);
                    lens.zoomAt(0.9, place.x, place.y);
                    return viewport.pixelFromPoint(point).distanceTo(place);
                    """)
                #expect(try #require(drift.number) < 0.5)
            }
        }
    }

    /// After a flick, the image needs more than 0.2 s for the first half of its distance. With
    /// OpenSeadragon's defaults, the image needs less than 0.1 s. A touch stops the image.
    @Test func aFlickGlides() async throws {
        try await TemporaryFolder.with { folder in
            try await PagerTests.publish(["a"], to: folder)
            try await Browser.with(width: 360, height: 640, scale: 3, hasFingers: true) { browser in
                try await browser.open(folder["a/dzi/index.html"])
                #expect(try await browser.run(PageVisit.readiness) == "ready")
                try await browser.run("window.ziggurat.lens.zoomBy(16)")
                try await browser.wait(
                    until: "return window.ziggurat.viewer.viewport.zoomSpring.isAtTargetValue()")
                for isFlipped in [false, true] {
                    if isFlipped { try await browser.run("window.ziggurat.lens.flip()") }
                    try await browser.run(Self.glide)
                    try await browser.touch([([200, 320], [160, 320])])
                    let glide = try await browser.run("return window.glide")
                    #expect(glide[0].number ?? 0 > 0.2, "\(glide)")
                    #expect(glide[1] == true, "flipped: \(isFlipped), \(glide)")
                }
                let isMoving = "return !viewport.centerSpringX.isAtTargetValue()"
                let viewport = "const { viewport } = window.ziggurat.viewer;"
                try await browser.run(
                    viewport + "const { x, y } = viewport.getCenter();"
                        + "viewport.centerSpringX.animationTime = 1000;"
                        + "viewport.panTo(new OpenSeadragon.Point(x + (x > 0.5 ? -0.1 : 0.1), y))")
                #expect(try await browser.run(viewport + isMoving) == true)
                try await browser.touch([([180, 320], [180, 320])])
                #expect(try await browser.run(viewport + isMoving) == false)
                try await browser.expectNoComplaint()
            }
        }
    }
}
