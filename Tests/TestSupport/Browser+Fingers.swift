import Foundation

extension Browser {
    /// Touches the screen with fingers that move at the same time, in CSS pixels.
    ///
    /// - Parameters:
    ///   - rest: the time in seconds between the last movement and the end of the touch.
    ///   - end: the time of the end, in seconds since 1970; `nil` for the present.
    package func touch(
        _ fingers: [Firefox.Finger], rest: Double = 0, end: Double? = nil
    ) async throws {
        // The events have the timestamps of a fast gesture, also on a busy machine: a tap ends at once, because
        // pages treat a finger that stays as a long press, and a movement takes 80 ms.
        let steps = fingers.allSatisfy { $0.from == $0.to } ? 0 : 8
        let duration = 0.01 * Double(steps)
        let start = (end ?? Date().timeIntervalSince1970) - duration - rest
        func send(_ type: String, _ step: Int) async throws {
            let share = Double(step) / Double(max(steps, 1))
            let points = fingers.enumerated().map { index, finger -> JSONValue in
                [
                    "id": .number(Double(index)),
                    "x": .number(finger.from[0] + (finger.to[0] - finger.from[0]) * share),
                    "y": .number(finger.from[1] + (finger.to[1] - finger.from[1]) * share),
                ]
            }
            let isEnd = type == "touchEnd"
            try await devTools(
                "Input.dispatchTouchEvent",
                [
                    "type": .string(type), "touchPoints": .array(isEnd ? [] : points),
                    "timestamp": .number(start + duration * share + (isEnd ? rest : 0)),
                ])
        }
        try await send("touchStart", 0)
        for step in stride(from: 1, through: steps, by: 1) { try await send("touchMove", step) }
        try await send("touchEnd", steps)
    }

    /// Drags with the left button of the mouse, in CSS pixels.
    ///
    /// - Parameter rest: the time in seconds between the last movement and the release.
    package func drag(_ way: Firefox.Finger, rest: Double = 0) async throws {
        let start = Date().timeIntervalSince1970 - 0.08 - rest
        func send(_ type: String, _ step: Double, after rest: Double = 0) async throws {
            try await devTools(
                "Input.dispatchMouseEvent",
                [
                    "type": .string(type), "button": "left", "buttons": 1, "clickCount": 1,
                    "x": .number(way.from[0] + (way.to[0] - way.from[0]) * step / 8),
                    "y": .number(way.from[1] + (way.to[1] - way.from[1]) * step / 8),
                    "timestamp": .number(start + 0.01 * step + rest),
                ])
        }
        try await send("mousePressed", 0)
        for step in 1...8 { try await send("mouseMoved", Double(step)) }
        try await send("mouseReleased", 8, after: rest)
    }

    /// Taps a point, in CSS pixels.
    package func tap(_ x: Double, _ y: Double) async throws {
        try await touch([(from: [x, y], to: [x, y])])
    }

    /// Emulates a touch screen, until the end of the test.
    func growFingers() async throws {
        try await devTools(
            "Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 2])
    }

    /// Runs the body of a JavaScript function in the first frame of the page, after it has loaded.
    @discardableResult
    package func runInFrame(_ script: String) async throws -> JSONValue {
        _ = try await send("POST", "frame", ["id": 0])
        do {
            try await wait(
                until: """
                    return document.readyState === 'complete' && location.href !== 'about:blank';
                    """)
            let value = try await run(script)
            _ = try await send("POST", "frame", ["id": .null])
            return value
        } catch {
            _ = try? await send("POST", "frame", ["id": .null])
            throw error
        }
    }
}
