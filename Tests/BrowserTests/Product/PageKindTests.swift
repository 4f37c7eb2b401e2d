import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Tests every kind of page in both browsers, from the disk and from a server, on all screens.
/// Hostile text is shown and not executed, the pixels equal the source, fingers zoom in, and the
/// next image follows.
@Suite struct PageKindTests {
    /// The settings in which no page with a trait is tested.
    static func missing(_ trait: PageKind.Trait, in kinds: [PageKind]) -> Set<PageSetting> {
        Set(PageSetting.all).subtracting(kinds.filter { $0.has(trait) }.flatMap(\.settings))
    }

    @Test func everyKindIsLookedAtInEverySetting() {
        #expect(Set(PageSetting.all).count == 2 * 2 * 4)
        for trait in PageKind.Trait.allCases {
            #expect(Self.missing(trait, in: PageKind.all) == [], "\(trait)")
        }
        // The negative control: a setting that is removed from all kinds is reported as missing.
        for trait in PageKind.Trait.allCases {
            for setting in PageSetting.all {
                var kinds = PageKind.all
                for index in kinds.indices { kinds[index].settings.removeAll { $0 == setting } }
                #expect(Self.missing(trait, in: kinds) == [setting])
            }
        }
    }

    @Test func pagesShowPicturesAndRunNothing() async throws {
        try await TemporaryFolder.with { folder in
            let comparisons = try await PageKind.publish(to: folder)
            try await WebServer.with(serving: folder.url) { server in
                func visits(_ kind: PageKind, _ destination: String, _ settings: [PageSetting])
                    -> [PageKindVisit]
                {
                    settings.map { setting in
                        let path = "\(destination)/\(kind.path)"
                        return PageKindVisit(
                            kind: kind, destination: destination, setting: setting,
                            page: setting.origin == .file ? folder[path] : server.url(path),
                            comparisons: comparisons[kind.name] ?? [])
                    }
                }
                var all = PageKind.all.flatMap { visits($0, $0.name, $0.settings) }
                for (index, fault) in PageKindFault.all.enumerated() {
                    let kind = try #require(PageKind.all.first { $0.name == fault.kind })
                    try FileManager.default.copyItem(at: folder[kind.name], to: folder[fault.name])
                    try fault.damage(folder[fault.name])
                    all += visits(kind, fault.name, fault.settings(index)).map {
                        var visit = $0
                        visit.fault = fault.complaint
                        return visit
                    }
                }
                let planned = all
                async let chromium: Void = Self.check(planned, in: .chromium)
                async let firefox: Void = Self.check(planned, in: .firefox)
                _ = try await (chromium, firefox)
            }
        }
    }

    private static func check(
        _ all: [PageKindVisit], in engine: PageSetting.Engine
    ) async throws {
        let visits = all.filter { $0.setting.engine == engine }
        let outcomes = try await PageTask.run(visits.map(\.task), in: engine)
        #expect(outcomes.count == visits.count)
        let found = try zip(visits, outcomes).map { try $0.faults(of: $1) }
        let screens = try await PageLook.decode(found.map(\.seen))
        for (index, visit) in visits.enumerated() {
            var complaints = found[index].complaints
            for (number, sight) in found[index].seen.sights.enumerated() {
                complaints += try visit.comparisons[number].complaints(
                    about: PageVisit(sights: [sight], complaints: []),
                    screens: [screens[index][number]])
            }
            let place = Comment(rawValue: "\(visit.page) in \(visit.setting): \(complaints)")
            if let fault = visit.fault {
                #expect(complaints.contains { $0.contains(fault) }, place)
            } else {
                #expect(complaints == [], place)
            }
            Screenshots.save(found[index].seen, as: "kind-\(visit.destination)-\(visit.setting)")
        }
    }

    /// Each screen of both browsers is tested with at least one faulty page.
    @Test func everyScreenHasAFault() {
        let settings = PageKindFault.all.enumerated().flatMap { $1.settings($0) }
        let met = Set(settings.map { [$0.engine.rawValue, $0.screen.rawValue] })
        #expect(met.count == 2 * 4)
        #expect(Set(settings.map(\.origin)).count == 2)
    }
}
