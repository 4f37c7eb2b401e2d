import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A check of a bundle's page in a setting, and its expected faults.
struct PageLook: Sendable {
    let name: String
    /// The folder of the bundle, on the disk or on a server.
    let bundle: URL
    let comparison: PageComparison
    let setting: PageSetting
    var views = PageView.allCases
    /// Prefixes of the expected complaints. If the list is empty, complaints are failures.
    var faults: [String] = []

    private var task: PageTask {
        let fingers: [Firefox.Step] = [
            .script(Fingers.remember), .touch([Fingers.apart]),
            .script(Fingers.answer(frames: faults.isEmpty ? nil : 60)),
        ]
        return PageTask(
            page: bundle.appending(path: "index.html"), screen: setting.screen,
            steps: [.script(PageVisit.readiness)] + (setting.screen.hasFingers ? fingers : [])
                + views.map { .look($0.script) })
    }

    private func visit(_ outcome: PageTask.Outcome) throws -> PageVisit {
        var complaints = outcome.complaints
        guard let readiness = outcome.values.first, readiness == "ready" else {
            complaints.append("not ready: \(outcome.values.first ?? .null)")
            return PageVisit(sights: [], complaints: complaints)
        }
        let answers = outcome.values.dropLast(views.count)
        if setting.screen.hasFingers, answers.last != "done" { complaints.append("fingers") }
        let sights = try views.enumerated().map { index, view in
            try PageSight(
                view: view, corners: outcome.values[answers.count + index],
                screenshot: outcome.screenshots[index])
        }
        return PageVisit(sights: sights, complaints: complaints)
    }

    /// Opens each page and compares it with the source, in both engines at the same time.
    static func check(_ looks: [PageLook]) async throws {
        async let chromium: Void = check(looks, in: .chromium)
        async let firefox: Void = check(looks, in: .firefox)
        _ = try await (chromium, firefox)
    }

    private static func check(_ all: [PageLook], in engine: PageSetting.Engine) async throws {
        let looks = all.filter { $0.setting.engine == engine }
        let outcomes = try await PageTask.run(looks.map(\.task), in: engine)
        #expect(outcomes.count == looks.count)
        // Decoding in groups is faster than one by one, and uses less memory than all at once.
        for start in stride(from: 0, to: looks.count, by: 24) {
            let visits = try zip(looks, outcomes).dropFirst(start).prefix(24).map {
                try $0.visit($1)
            }
            let screens = try await decode(visits)
            for (index, visit) in visits.enumerated() {
                try comparison(looks[start + index], visit, screens[index])
            }
        }
    }

    /// Decodes the screenshots of visits.
    static func decode(_ visits: [PageVisit]) async throws -> [[PixelPicture]] {
        try await TemporaryFolder.with { folder in
            let files = try visits.flatMap(\.sights).enumerated().map { index, sight in
                try folder.write(sight.screenshot, to: "\(index).png")
            }
            var screens = try await PixelPicture.read(files)[...]
            return visits.map { visit in
                defer { screens = screens.dropFirst(visit.sights.count) }
                return Array(screens.prefix(visit.sights.count))
            }
        }
    }

    private static func comparison(
        _ look: PageLook, _ visit: PageVisit, _ screens: [PixelPicture]
    ) throws {
        let complaints = try look.comparison.complaints(about: visit, screens: screens)
        let place = Comment(rawValue: "\(look.bundle) in \(look.setting): \(complaints)")
        if look.faults.isEmpty { #expect(complaints == [], place) }
        for fault in look.faults {
            #expect(complaints.contains { $0.hasPrefix(fault) }, place)
        }
        Screenshots.save(visit, as: "\(look.name)-\(look.setting)")
    }
}
