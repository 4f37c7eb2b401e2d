import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Every bundle's page, from the disk and from a server, shows the source's pixels and nothing
/// else, and makes no noise about it; on a phone, fingers make it larger.
@Suite struct PageTests {
    /// The pairs that no sample of a layout is looked at in.
    static func missingPairs(of layout: String, in settings: [String: [PageSetting]]) -> Set<
        [String]
    > {
        let names = PageSample.all.filter { $0.layout.name == layout }.map(\.name)
        return PageSetting.pairs(in: PageSetting.all)
            .subtracting(PageSetting.pairs(in: names.flatMap { settings[$0] ?? [] }))
    }

    @Test func everyLayoutIsLookedAtInEveryWay() {
        #expect(Set(PageSample.all.map(\.layout.name)) == Set(LayoutRegistry.names))
        #expect(PageSetting.pairs(in: PageSetting.all).count == 2 * 2 + 2 * 4 + 2 * 4)
        for layout in LayoutRegistry.names {
            #expect(Self.missingPairs(of: layout, in: PageSample.settings) == [], "\(layout)")
        }
        // The negative control: without any one of them, something is missing.
        for setting in PageSample.settings["ldo"] ?? [] {
            var settings = PageSample.settings
            for name in settings.keys { settings[name]?.removeAll { $0 == setting } }
            #expect(Self.missingPairs(of: "ldo", in: settings) != [], "\(setting)")
        }
    }

    @Test func pagesShowTheSource() async throws {
        try await TemporaryFolder.with { folder in
            let samples = PageSample.chosen
            let bundles = try await PageSample.publish(samples, to: folder)
            try await WebServer.with(serving: folder.url) { server in
                try await PageLook.check(
                    zip(samples, bundles).flatMap { sample, published in
                        (PageSample.settings[sample.name] ?? []).map { setting in
                            let isPlain = setting.screen == .single && setting.engine == .chromium
                            return PageLook(
                                name: sample.name,
                                bundle: setting.origin == .file
                                    ? folder[published.bundle] : server.url(published.bundle),
                                judge: published.judge, setting: setting,
                                // Otherwise the whole and, pixel by pixel, the last tiles.
                                views: isPlain ? PageView.allCases : [.home, .corner])
                        }
                    })
            }
        }
    }
}
