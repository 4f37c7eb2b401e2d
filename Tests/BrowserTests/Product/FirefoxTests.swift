import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The pages of every layout show the source in Firefox too, in one of it.
@Suite struct FirefoxTests {
    /// What is looked at from a server, too.
    static let served = [
        "dzi", "xyz padded", "iiif3", "odd name, dzi", "one file", "shared", "leaflet xyz",
    ]

    /// Opens pages and looks at every view of each.
    static func visits(to pages: [URL]) async throws -> [PageVisit] {
        let scripts = [PageVisit.readiness] + PageView.allCases.map(\.script)
        return try await Firefox.visit(pages, width: 440, height: 330, scripts: scripts).map {
            let outcome = $0.values.first
            var sights: [PageSight] = []
            for (index, view) in PageView.allCases.enumerated() where outcome == "ready" {
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

    @Test func pagesShowTheSourceAndFaultsAreSeen() async throws {
        try await TemporaryFolder.with { folder in
            let samples = PageTests.samples
            let bundles = try await PageTests.publish(samples, to: folder)
            let faulty = ["a tile is missing", "two tiles are swapped", "the overlap is another"]
            let faults = PageControlTests.faults.filter { faulty.contains($0.name) }
            for fault in faults {
                try FileManager.default.copyItem(
                    at: folder[bundles[0].bundle], to: folder[fault.name])
                try fault.damage(folder[fault.name])
            }
            try await WebServer.with(serving: folder.url) { server in
                var good: [(name: String, page: URL, judge: PageJudge)] = []
                for (sample, (bundle, judge)) in zip(samples, bundles) {
                    good.append((sample.name, folder[bundle], judge))
                    if Self.served.contains(sample.name) {
                        good.append((sample.name, server.url(bundle), judge))
                    }
                }
                let pages = good.map(\.page) + faults.map { server.url($0.name) }
                let visits = try await Self.visits(
                    to: pages.map { $0.appending(path: "index.html") })
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
                    for expected in fault.complaints {
                        #expect(
                            complaints.contains { $0.hasPrefix(expected) },
                            "\(fault.name): \(complaints)")
                    }
                }
            }
        }
    }
}
