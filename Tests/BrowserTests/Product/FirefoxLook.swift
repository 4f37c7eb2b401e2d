import Foundation
import TestSupport
import Testing
import ZigguratKit

/// One Firefox that looks at the pages of bundles which are there already, and at some with
/// something wrong.
struct FirefoxLook {
    /// What is looked at from a server, too.
    static let served = [
        "dzi", "xyz padded", "iiif3", "odd name, dzi", "one file", "shared", "leaflet xyz",
    ]

    /// All that Chromium does not show of a layout: the whole, and pixel by pixel its last tiles.
    static let views = [PageView.home, .corner]

    let folder: TemporaryFolder
    let server: WebServer

    /// Opens pages and looks at the views of each.
    private func visits(to pages: [URL]) async throws -> [PageVisit] {
        let scripts = [PageVisit.readiness] + Self.views.map(\.script)
        return try await Firefox.visit(pages, width: 440, height: 330, scripts: scripts).map {
            let outcome = $0.values.first
            var sights: [PageSight] = []
            for (index, view) in Self.views.enumerated() where outcome == "ready" {
                sights.append(
                    try PageSight(
                        view: view, corners: $0.values[index + 1],
                        screenshot: $0.screenshots[index + 1]))
            }
            return PageVisit(
                sights: sights,
                complaints: $0.complaints
                    + (outcome == "ready" ? [] : ["not ready: \(outcome ?? .null)"]))
        }
    }

    /// Samples that were published show the source; faults in the first of them, a Deep Zoom
    /// bundle, are seen.
    func check(
        _ samples: [PageTests.Sample], _ bundles: [(bundle: String, judge: PageJudge)]
    ) async throws {
        let faulty = [
            "a tile is missing", "two tiles of a small level are swapped", "the overlap is another",
        ]
        let faults = PageControlTests.faults.filter {
            samples.first?.name == "dzi" && faulty.contains($0.name)
        }
        for fault in faults {
            try FileManager.default.copyItem(
                at: folder[bundles[0].bundle], to: folder[fault.name])
            try fault.damage(folder[fault.name])
        }
        var good: [(name: String, page: URL, judge: PageJudge)] = []
        for (sample, (bundle, judge)) in zip(samples, bundles) {
            good.append((sample.name, folder[bundle], judge))
            if Self.served.contains(sample.name) {
                good.append((sample.name, server.url(bundle), judge))
            }
        }
        let pages = good.map(\.page) + faults.map { server.url($0.name) }
        let visits = try await visits(to: pages.map { $0.appending(path: "index.html") })
        #expect(visits.count == pages.count)
        var shown: [Data] = []
        for ((name, page, judge), visit) in zip(good, visits) {
            // What looks the same to the last bit need not be judged twice.
            let isKnown = visit.sights.map(\.screenshot) == shown
            shown = visit.sights.map(\.screenshot)
            let complaints =
                isKnown ? visit.complaints : try await judge.complaints(about: visit)
            #expect(complaints == [], "\(name) at \(page)")
            Keepsake.keep(visit, as: "firefox-\(name)-\(page.scheme ?? "")")
        }
        for (fault, visit) in zip(faults, visits.dropFirst(good.count)) {
            let complaints = try await bundles[0].judge.complaints(about: visit)
            for expected in fault.complaints where !expected.hasPrefix("centre") {
                #expect(
                    complaints.contains { $0.hasPrefix(expected) },
                    "\(fault.name): \(complaints)")
            }
        }
    }
}
