import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A bundle works alone, and a destination works at any address.
@Suite struct MovedBundleTests {
    @Test func bundleWorksAloneAndDestinationWorksBelowAPath() async throws {
        try await TemporaryFolder.with { folder in
            let samples = PageSample.chosen.filter { ["odd name, dzi", "iiif3"].contains($0.name) }
            let bundles = try await PageSample.publish(samples, to: folder)
            try await TemporaryFolder.with { elsewhere in
                try await WebServer.with(
                    serving: elsewhere.url, mounts: ["/some/where/": folder.url]
                ) { server in
                    try await Browser.with(width: 440, height: 330) { browser in
                        for (index, (bundle, comparison)) in bundles.enumerated() {
                            let alone = "new name #\(index)"
                            try FileManager.default.copyItem(
                                at: folder[bundle], to: elsewhere[alone])
                            for page in [
                                elsewhere[alone], server.url(alone),
                                server.url("some/where/\(bundle)"),
                            ] {
                                let visit = try await PageVisit(
                                    to: page.appending(path: "index.html"), in: browser,
                                    views: [.home])
                                #expect(
                                    try await comparison.complaints(about: visit) == [], "\(page)")
                            }
                        }
                    }
                }
            }
        }
    }
}
