import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The page of each bundle shows the pixels of the source without complaints, from the disk and
/// from a server. On a phone, fingers zoom in.
@Suite struct PageTests {
    /// The settings in which no sample of a layout is tested.
    static func missing(
        _ layout: String, in settings: [String: [PageSetting]]
    ) -> Set<PageSetting> {
        let names = PageSample.all.filter { $0.layout.name == layout }.map(\.name)
        return Set(PageSetting.all).subtracting(names.flatMap { settings[$0] ?? [] })
    }

    @Test func everyLayoutIsLookedAtInEverySetting() {
        #expect(Set(PageSample.all.map(\.layout.name)) == Set(Formats.standard.layouts.map(\.name)))
        for layout in Formats.standard.layouts.map(\.name) {
            #expect(Self.missing(layout, in: PageSample.settings) == [], "\(layout)")
            // The negative control: a setting that is removed from all samples is reported as
            // missing.
            for setting in PageSetting.all {
                var settings = PageSample.settings
                for name in settings.keys { settings[name]?.removeAll { $0 == setting } }
                #expect(Self.missing(layout, in: settings) == [setting], "\(layout)")
            }
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
                                comparison: published.comparison, setting: setting,
                                // Other settings check the whole image and, pixel by pixel, the
                                // last tiles.
                                views: isPlain ? PageView.allCases : [.home, .corner])
                        }
                    })
            }
        }
    }
}
