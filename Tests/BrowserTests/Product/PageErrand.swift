import Foundation
import TestSupport

/// A page to open, and what to do there: the same in every browser.
struct PageErrand: Sendable {
    let page: URL
    let screen: PageScreen
    /// Scripts and taps that leave for another page are for Firefox alone.
    let steps: [Firefox.Step]

    /// What came of it.
    struct Outcome: Sendable {
        /// What each step returned.
        var values: [JSONValue] = []
        /// PNG files of what was seen after each step that is looked at.
        var screenshots: [Data] = []
        /// Console messages, failed requests and requests that leave this machine.
        var complaints: [String] = []
    }

    /// Runs errands one after another; the outcomes come in their order.
    static func run(
        _ errands: [PageErrand], in engine: PageSetting.Engine
    ) async throws -> [Outcome] {
        switch engine {
        case .chromium: try await runInChromium(errands)
        case .firefox: try await runInFirefox(errands)
        }
    }

    private static func runInFirefox(_ errands: [PageErrand]) async throws -> [Outcome] {
        guard !errands.isEmpty else { return [] }
        let pages = errands.map { errand in
            Firefox.Page(
                errand.page, width: errand.screen.width, height: errand.screen.height,
                scale: errand.screen.scale, steps: errand.steps)
        }
        return try await Firefox.visit(pages).map {
            Outcome(values: $0.values, screenshots: $0.screenshots, complaints: $0.complaints)
        }
    }

    /// With a tab for each screen.
    private static func runInChromium(_ errands: [PageErrand]) async throws -> [Outcome] {
        var outcomes = [Outcome](repeating: Outcome(), count: errands.count)
        for (screen, indices) in Dictionary(grouping: errands.indices, by: { errands[$0].screen }) {
            let found = try await Browser.with(
                width: screen.width, height: screen.height, scale: screen.scale,
                hasFingers: screen.hasFingers
            ) { browser in
                // Views are gone to at once: what moves on the way there is looked at elsewhere.
                try await browser.reduceMotion()
                var found: [Outcome] = []
                for index in indices { found.append(try await errands[index].run(in: browser)) }
                return found
            }
            for (index, outcome) in zip(indices, found) { outcomes[index] = outcome }
        }
        return outcomes
    }

    /// What the driver calls a script that throws, and one that never ends.
    private static let faults: Set = ["javascript error", "script timeout"]

    private func run(in browser: Browser) async throws -> Outcome {
        try await browser.open(page)
        var outcome = Outcome()
        for step in steps {
            do {
                outcome.values.append(try await Self.take(step, in: browser))
            } catch let error as WebDriverError where Self.faults.contains(error.kind) {
                // As in Firefox: the next step is taken all the same.
                outcome.values.append(.null)
                outcome.complaints.append("a script failed: \(error.message)")
            }
            if step.isLookedAt { outcome.screenshots.append(try await browser.screenshot()) }
        }
        if screen.hasFingers {
            // Chromium keeps a page that was left, for whoever goes back, and the driver goes on
            // touching that one. It does not keep those that want to know when they are left.
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
