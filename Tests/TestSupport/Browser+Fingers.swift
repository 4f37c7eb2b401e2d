import Foundation

extension Browser {
    /// Touches the screen with fingers that move at the same time, in CSS pixels.
    package func touch(_ fingers: [Firefox.Finger]) async throws {
        // A tap ends at once, because pages treat a finger that stays as a long press. On a busy machine,
        // the tap takes longer, so both its events have the time of its start.
        let steps = fingers.allSatisfy { $0.from == $0.to } ? 0 : 8
        let start = Date().timeIntervalSince1970
        func send(_ type: String, _ step: Int) async throws {
            let share = Double(step) / Double(max(steps, 1))
            let points = fingers.enumerated().map { index, finger -> JSONValue in
                [
                    "id": .number(Double(index)),
                    "x": .number(finger.from[0] + (finger.to[0] - finger.from[0]) * share),
                    "y": .number(finger.from[1] + (finger.to[1] - finger.from[1]) * share),
                ]
            }
            var event: [String: JSONValue] = [
                "type": .string(type), "touchPoints": .array(type == "touchEnd" ? [] : points),
            ]
            if steps == 0 { event["timestamp"] = .number(start) }
            try await devTools("Input.dispatchTouchEvent", .object(event))
        }
        try await send("touchStart", 0)
        for step in stride(from: 1, through: steps, by: 1) { try await send("touchMove", step) }
        try await send("touchEnd", steps)
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
