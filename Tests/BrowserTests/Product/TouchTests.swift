import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A phone: a small screen of three device pixels for each CSS pixel, and fingers.
@Suite struct TouchTests {
    /// Moves fingers from places to places in some steps; each `[x, y]` in CSS pixels.
    static func move(
        _ paths: [(from: [Double], to: [Double])], steps: Int = 8, _ browser: Browser
    ) async throws {
        func send(_ type: String, _ step: Int) async throws {
            let share = Double(step) / Double(steps)
            let points = paths.enumerated().map { index, path -> JSONValue in
                [
                    "id": .number(Double(index)),
                    "x": .number(path.from[0] + (path.to[0] - path.from[0]) * share),
                    "y": .number(path.from[1] + (path.to[1] - path.from[1]) * share),
                ]
            }
            try await browser.devTools(
                "Input.dispatchTouchEvent",
                ["type": .string(type), "touchPoints": .array(type == "touchEnd" ? [] : points)])
        }
        try await send("touchStart", 0)
        for step in 1...steps { try await send("touchMove", step) }
        try await send("touchEnd", steps)
    }

    static func tap(_ x: Double, _ y: Double, _ browser: Browser) async throws {
        try await move([([x, y], [x, y])], steps: 1, browser)
    }

    /// What fingers do on a page that shows the second of three pictures, at home, and the body of
    /// a function that is true soon after. `zoom` is how far it is zoomed in since.
    struct Gesture: Sendable {
        let name: String
        let strokes: [[(from: [Double], to: [Double])]]
        let outcome: String

        /// The body of a function that is true once the gesture has done something.
        var test: String {
            """
            const { config, viewer: { viewport } } = window.ziggurat;
            const zoom = viewport.getZoom() / viewport.getHomeZoom();
            \(outcome)
            """
        }
    }

    static let gestures = [
        Gesture(
            name: "two fingers",
            strokes: [[([170, 300], [60, 300]), ([190, 340], [300, 340])]],
            outcome: "return zoom > 2"),
        Gesture(
            name: "two taps",
            strokes: [[([180, 320], [180, 320])], [([180, 320], [180, 320])]],
            outcome: "return zoom > 1.5"),
        Gesture(
            name: "two fingers, then one",
            strokes: [
                [([170, 300], [60, 300]), ([190, 340], [300, 340])], [([300, 320], [80, 320])],
            ],
            outcome: """
                return zoom > 2 && config.name === 'b #2' && viewport.getCenter().x > 0.55;
                """),
        Gesture(
            name: "a swipe", strokes: [[([300, 320], [80, 330])]],
            outcome: "return config.name === 'c'"),
    ]

    /// The names of the gestures that do nothing within a time.
    static func idle(_ browser: Browser, within timeout: Duration) async throws -> [String] {
        var idle: [String] = []
        for gesture in gestures {
            try await browser.run("window.ziggurat.viewer.viewport.goHome(true)")
            // A tap that follows another one soon would be its second.
            try await Task.sleep(for: .milliseconds(500))
            for stroke in gesture.strokes {
                try await move(stroke, steps: stroke[0].from == stroke[0].to ? 1 : 8, browser)
            }
            do {
                try await browser.wait(
                    until: gesture.test, timeout: timeout)
            } catch let error as WebDriverError where error.kind == "timeout" {
                idle.append(gesture.name)
            }
        }
        return idle
    }

    @Test func fingersMoveZoomAndTurn() async throws {
        try await TemporaryFolder.with { folder in
            try await PagerTests.publish(PagerTests.names, to: folder)
            try await WebServer.with(serving: folder.url) { server in
                try await Browser.with(width: 360, height: 640, scale: 3) { browser in
                    try await browser.devTools(
                        "Emulation.setTouchEmulationEnabled",
                        ["enabled": true, "maxTouchPoints": 2])
                    try await browser.open(server.url("b #2/dzi/index.html"))
                    _ = try await PagerTests.arrive(at: "b #2", browser)
                    Keepsake.keep(try await browser.screenshot(), as: "phone")
                    // Nothing is wider than the screen, and buttons are large enough to hit.
                    #expect(try await browser.run(Self.sizes) == [true, true, true])
                    // To the left is the next picture, to the right the one before; up is neither.
                    try await Self.move([([300, 320], [80, 330])], browser)
                    #expect(try await PagerTests.arrive(at: "c", browser)[3] == "#page=3")
                    try await Self.move([([80, 320], [300, 320])], browser)
                    _ = try await PagerTests.arrive(at: "b #2", browser)
                    try await Self.move([([180, 400], [150, 200])], browser)
                    try await Task.sleep(for: .milliseconds(300))
                    #expect(try await PagerTests.state(browser)[1] == "b #2")
                    // Two fingers zoom; then one moves, and no longer turns.
                    let home = try await PageBehaviourTests.View.now(in: browser).zoom
                    try await Self.move(
                        [([170, 300], [60, 300]), ([190, 340], [300, 340])], browser)
                    let zoomed = try await PageBehaviourTests.View.now(in: browser)
                    #expect(zoomed.zoom > 2 * home)
                    try await Self.move([([300, 320], [80, 320])], browser)
                    let moved = try await PageBehaviourTests.View.now(in: browser)
                    #expect(moved.region[0] > zoomed.region[0])
                    #expect(try await PagerTests.state(browser)[1] == "b #2")
                    // Each by itself; and none where something lies over the picture.
                    for isCovered in [true, false] {
                        try await browser.open(server.url("b #2/dzi/index.html"))
                        _ = try await PagerTests.arrive(at: "b #2", browser)
                        if isCovered {
                            try await browser.run(Self.cover)
                        }
                        #expect(
                            try await Self.idle(browser, within: .seconds(isCovered ? 1 : 20))
                                == (isCovered ? Self.gestures.map(\.name) : []))
                    }
                    #expect(try await browser.report().complaints == [])
                }
                try await checkInFirefox(folder, server)
            }
        }
    }

    /// Whether nothing is wider than the screen, nor any button, and they are large enough to hit.
    static let sizes = """
        const boxes = [...document.querySelectorAll('.bar button')]
          .filter((each) => each.checkVisibility())
          .map((each) => each.getBoundingClientRect());
        return [document.documentElement.scrollWidth <= innerWidth,
          boxes.every(({ left, right }) => left >= 0 && right <= innerWidth),
          boxes.every(({ width, height }) => width >= 38 && height >= 40)];
        """

    /// Lays something over the picture.
    static let cover = """
        const cover = document.createElement('div');
        Object.assign(cover.style, { position: 'fixed', inset: 0, zIndex: 1000 });
        document.body.append(cover);
        """

    /// The same gestures, from a server, from the disk, and where something lies over the picture.
    private func checkInFirefox(_ folder: TemporaryFolder, _ server: WebServer) async throws {
        let pages = [server.url("b #2"), folder["b #2"], server.url("b #2")].enumerated().map {
            let isCovered = $0 == 2
            return Firefox.Page(
                $1.appending(path: "dzi/index.html"), width: 360, height: 640, scale: 3,
                steps: [.script(PageVisit.readiness), .look(Self.sizes)]
                    + (isCovered ? [.script(Self.cover)] : [])
                    + Self.gestures.flatMap { gesture in
                        [
                            // A tap that follows another one soon would be its second.
                            .script(
                                """
                                window.ziggurat.viewer.viewport.goHome(true);
                                return new Promise((resolve) => setTimeout(resolve, 500));
                                """), .touch(gesture.strokes),
                            .script(Self.patience(gesture, milliseconds: isCovered ? 500 : 20_000)),
                        ]
                    })
        }
        let visits = try await Firefox.visit(pages)
        for (index, visit) in visits.enumerated() {
            #expect(visit.complaints == [])
            #expect(visit.values.prefix(2) == ["ready", [true, true, true]])
            let answers = visit.values.filter { $0 == "done" || $0 == "idle" }
            let answer: JSONValue = index == 2 ? "idle" : "done"
            #expect(answers == Self.gestures.map { _ in answer }, "\(visit.values)")
            Keepsake.keep(visit.screenshots[0], as: "phone-firefox-\(index)")
        }
    }

    /// Waits until a gesture has done something, or not any longer.
    private static func patience(_ gesture: Gesture, milliseconds: Int) -> String {
        """
        const isDone = () => { \(gesture.test) };
        const end = Date.now() + \(milliseconds);
        return (async () => {
          while (Date.now() < end) {
            if (isDone()) return 'done';
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
          return 'idle';
        })();
        """
    }
}
