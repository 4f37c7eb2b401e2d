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
                    let sizes = try await browser.run(
                        """
                        const boxes = [...document.querySelectorAll('.bar button')]
                          .filter((each) => each.checkVisibility())
                          .map((each) => each.getBoundingClientRect());
                        return [document.documentElement.scrollWidth <= innerWidth,
                          boxes.every(({ left, right }) => left >= 0 && right <= innerWidth),
                          boxes.every(({ width, height }) => width >= 38 && height >= 40)];
                        """)
                    #expect(sizes == [true, true, true])
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
                    // Two taps zoom in.
                    try await browser.run("window.ziggurat.viewer.viewport.goHome(true)")
                    try await Self.tap(180, 320, browser)
                    try await Self.tap(180, 320, browser)
                    try await browser.wait(
                        until: """
                            const { viewport } = window.ziggurat.viewer;
                            return viewport.getZoom() > 1.5 * viewport.getHomeZoom();
                            """)
                    #expect(try await browser.report().complaints == [])
                }
            }
        }
    }
}
