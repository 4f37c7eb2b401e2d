import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A bundle's page on a screen, and what is to be wrong with it.
struct PageLook: Sendable {
    let name: String
    /// The folder of the bundle, on the disk or on a server.
    let bundle: URL
    let judge: PageJudge
    /// Device pixels for each CSS pixel.
    var scale = 1.0
    var views = PageView.allCases
    /// How complaints begin, each of which there has to be; where none is given, there may be none.
    var faults: [String] = []

    var page: URL { bundle.appending(path: "index.html") }

    /// The viewport in CSS pixels: at every scale it has as many of the screen's, but for a few.
    var width: Int { Int((440 / scale).rounded()) }
    var height: Int { Int((330 / scale).rounded()) }

    /// Opens each in a Chromium and judges what is seen.
    static func checkInChromium(_ looks: [PageLook]) async throws {
        for scale in Set(looks.map(\.scale)).sorted() {
            let looks = looks.filter { $0.scale == scale }
            let (width, height) = (looks[0].width, looks[0].height)
            let visits = try await Browser.with(width: width, height: height, scale: scale) {
                browser in
                var visits: [PageVisit] = []
                for look in looks {
                    visits.append(
                        try await PageVisit(to: look.page, in: browser, views: look.views))
                }
                return visits
            }
            try await check(looks, visits, in: "chromium")
        }
    }

    /// Opens each in one Firefox and judges what is seen.
    static func checkInFirefox(_ looks: [PageLook]) async throws {
        let pages = looks.map { look in
            Firefox.Page(
                look.page, width: look.width, height: look.height, scale: look.scale,
                steps: [.script(PageVisit.readiness)] + look.views.map { .look($0.script) })
        }
        let visits = try zip(looks, await Firefox.visit(pages)).map { look, visit in
            let outcome = visit.values.first ?? .null
            guard outcome == "ready" else {
                return PageVisit(
                    sights: [], complaints: visit.complaints + ["not ready: \(outcome)"])
            }
            let sights = try look.views.enumerated().map { index, view in
                try PageSight(
                    view: view, corners: visit.values[index + 1],
                    screenshot: visit.screenshots[index])
            }
            return PageVisit(sights: sights, complaints: visit.complaints)
        }
        try await check(looks, visits, in: "firefox")
    }

    private static func check(
        _ looks: [PageLook], _ visits: [PageVisit], in browser: String
    ) async throws {
        #expect(visits.count == looks.count)
        var known: (name: String, screenshots: [Data]) = ("", [])
        for (look, visit) in zip(looks, visits) {
            // What looks the same to the last bit need not be judged twice.
            let seen = (look.name, visit.sights.map(\.screenshot))
            let complaints =
                seen == known && look.faults.isEmpty
                ? visit.complaints : try await look.judge.complaints(about: visit)
            known = seen
            let place = Comment(
                rawValue: "\(look.bundle) at \(look.scale) in \(browser): \(complaints)")
            if look.faults.isEmpty { #expect(complaints == [], place) }
            for fault in look.faults {
                #expect(complaints.contains { $0.hasPrefix(fault) }, place)
            }
            let scheme = look.bundle.scheme ?? ""
            Keepsake.keep(visit, as: "\(browser)-\(look.name)-\(scheme)-\(look.scale)")
        }
    }
}
