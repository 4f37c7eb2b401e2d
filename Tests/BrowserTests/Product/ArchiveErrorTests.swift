import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A page explains why it cannot read its archive.
@Suite struct ArchiveErrorTests {
    @Test("A damaged archive and a server without range requests give a message")
    func faults() async throws {
        try await TemporaryFolder.with { folder in
            let image = try await TestPicture(width: 1200, height: 800)
                .write(to: folder["photo.png"])
            for container in ["pmtiles", "zip"] {
                try await Publication.export(
                    [image], to: folder[container],
                    options: Exporter.Options(
                        container: try #require(Formats.standard.container(named: container))))
            }
            try folder.write("", to: "out/empty.txt")
            for fault in ArchiveError.allCases {
                try FileManager.default.copyItem(
                    at: folder[fault.container], to: folder["out/\(fault)"])
                try await fault.damage(folder["out/\(fault)"])
            }
            for hasRanges in [true, false] {
                let faults = ArchiveError.allCases.filter { ($0 != .noRanges) == hasRanges }
                let frames = faults.map {
                    "<iframe name=\"\($0)\" src=\"\($0)/\($0.page)\"></iframe>"
                }
                try folder.write(
                    "<!DOCTYPE html><link rel=\"icon\" href=\"data:,\">\(frames.joined())",
                    to: "out/host.html")
                try await WebServer.with(serving: folder["out"], ranges: hasRanges) { server in
                    try await Browser.with(width: 1000, height: 700) { browser in
                        try await browser.open(server.url("host.html"))
                        try await Self.check(faults, browser, server)
                        let fault = try #require(faults.first)
                        try await browser.open(server.url("\(fault)/\(fault.page)"))
                        try await browser.wait(
                            until: "return !document.getElementById('message').hidden")
                        #expect(try await AccessibilityTests.violations(browser) == [], "\(fault)")
                    }
                }
            }
        }
    }

    /// Loads all pages in frames, waits once and checks their messages.
    private static func check(
        _ faults: [ArchiveError], _ browser: Browser, _ server: WebServer
    ) async throws {
        for fault in faults {
            try await browser.wait(
                until: """
                    return frames['\(fault)'].document.getElementById('message')?.textContent
                      .includes('\(fault.rawValue)')
                    """)
        }
        // No page loops endlessly or loads its whole file.
        try await browser.pass(frames: 120)
        for fault in faults {
            let parts = try server.requests().filter {
                $0.path.contains("/\(fault)/") && $0.path.hasSuffix(fault.container)
            }
            #expect((1...ArchivePageTests.mostRequests).contains(parts.count), "\(fault): \(parts)")
            let bytes = try await browser.run(
                """
                return frames['\(fault)'].performance.getEntriesByType('resource')
                  .filter(({ name }) => /pmtiles$|zip$/.test(name))
                  .reduce((sum, { transferSize }) => sum + transferSize, 0);
                """)
            #expect((0..<10_000_000).contains(bytes.integer ?? -1), "\(fault): \(bytes)")
        }
    }
}
