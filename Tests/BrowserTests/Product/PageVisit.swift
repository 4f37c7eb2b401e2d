import Foundation
import TestSupport

/// The complaints of a page since its opening, and the screenshot of each view.
struct PageVisit: Sendable {
    let sights: [PageSight]
    /// Console messages, failed requests and requests that leave this machine.
    let complaints: [String]

    /// Waits until the first view is drawn. If the view cannot be drawn, returns the reason.
    static let readiness = """
        if (!window.ziggurat) return 'the scripts did not run';
        return window.ziggurat.ready.then(() => 'ready', (error) => String(error));
        """

    /// Collects all announcements, because each announcement replaces the previous announcement.
    static let listening = """
        window.announced = [];
        const region = document.getElementById('announcement');
        new MutationObserver(() => announced.push(region.textContent))
          .observe(region, { childList: true });
        """

    init(
        to page: URL, in browser: Browser, views: [PageView] = PageView.allCases
    ) async throws {
        // Views change without animation; other tests check animations.
        try await browser.reduceMotion()
        _ = try await browser.report()
        try await browser.open(page)
        let outcome = try await browser.run(Self.readiness)
        let first = try await browser.report()
        var complaints = first.complaints
        if outcome != "ready" { complaints.append("not ready: \(outcome)") }
        var sights: [PageSight] = []
        for view in outcome == "ready" ? views : [] {
            let corners = try await browser.run(view.script)
            sights.append(
                try PageSight(
                    view: view, corners: corners, screenshot: await browser.screenshot()))
        }
        self.complaints = complaints + (try await browser.report()).complaints
        self.sights = sights
    }

    init(sights: [PageSight], complaints: [String]) {
        self.sights = sights
        self.complaints = complaints
    }
}
