import Foundation
import TestSupport

/// A page to open and the steps to run on it, for both browsers.
struct PageTask: Sendable {
    let page: URL
    let screen: PageScreen
    /// The steps on the page. Only Firefox supports scripts and taps that open another page.
    let steps: [Firefox.Step]

    /// The result of the steps.
    struct Outcome: Sendable {
        /// The results of the steps.
        var values: [JSONValue] = []
        /// PNG files, one after each step that takes a screenshot.
        var screenshots: [Data] = []
        /// Console messages, failed requests and requests that leave this machine.
        var complaints: [String] = []
    }

    /// Runs tasks one after another. The outcomes have the order of the tasks.
    static func run(
        _ tasks: [PageTask], in engine: PageSetting.Engine
    ) async throws -> [Outcome] {
        switch engine {
        case .chromium: try await runInChromium(tasks)
        case .firefox: try await runInFirefox(tasks)
        }
    }

    private static func runInFirefox(_ tasks: [PageTask]) async throws -> [Outcome] {
        guard !tasks.isEmpty else { return [] }
        let pages = tasks.map { task in
            Firefox.Page(
                task.page, width: task.screen.width, height: task.screen.height,
                scale: task.screen.scale, steps: task.steps)
        }
        return try await Firefox.visit(pages).map {
            Outcome(values: $0.values, screenshots: $0.screenshots, complaints: $0.complaints)
        }
    }

    /// Opens one tab for each screen size.
    private static func runInChromium(_ tasks: [PageTask]) async throws -> [Outcome] {
        var outcomes = [Outcome](repeating: Outcome(), count: tasks.count)
        for (screen, indices) in Dictionary(grouping: tasks.indices, by: { tasks[$0].screen }) {
            let found = try await Browser.with(
                width: screen.width, height: screen.height, scale: screen.scale,
                hasFingers: screen.hasFingers
            ) { browser in
                // Other tests check animations.
                try await browser.reduceMotion()
                var found: [Outcome] = []
                for index in indices { found.append(try await tasks[index].run(in: browser)) }
                return found
            }
            for (index, outcome) in zip(indices, found) { outcomes[index] = outcome }
        }
        return outcomes
    }

    /// The driver's errors for a script that throws and for a script that does not end.
    private static let faults: Set = ["javascript error", "script timeout"]

    private func run(in browser: Browser) async throws -> Outcome {
        try await browser.open(page)
        var outcome = Outcome()
        for step in steps {
            do {
                outcome.values.append(try await Self.take(step, in: browser))
            } catch let error as WebDriverError where Self.faults.contains(error.kind) {
                // The next step runs in spite of the error, as in Firefox.
                outcome.values.append(.null)
                outcome.complaints.append("a script failed: \(error.message)")
            }
            if step.isLookedAt { outcome.screenshots.append(try await browser.screenshot()) }
        }
        if screen.hasFingers {
            // Chromium caches the page for the back button, and the driver sends touches to the
            // cached page. A page with an unload handler is not cached.
            try await browser.run("addEventListener('unload', () => {})")
        }
        outcome.complaints += try await browser.report().complaints
        return outcome
    }

    private static func take(_ step: Firefox.Step, in browser: Browser) async throws -> JSONValue {
        switch step {
        case .script(let script), .look(let script): return try await browser.run(script)
        case .inFrame(let script): return try await browser.runInFrame(script)
        case .touch(let strokes):
            for fingers in strokes { try await browser.touch(fingers) }
            return .null
        case .tap(let x, let y, _):
            try await browser.tap(x, y)
            return .null
        }
    }
}
