import Foundation
import TestSupport
import Testing
import ZigguratKit

/// In Firefox, other sites can embed pages with the code of the embed button.
@Suite struct FirefoxEmbedTests {
    /// Opens a host page with the code of the embed button, or with the given code.
    static func embed(in host: URL, _ snippet: String? = nil) -> String {
        """
        document.getElementById('embed').click();
        window.isLeaving = true;
        const leave = () => {
          if (!document.getElementById('embedding').open) return setTimeout(leave, 20);
          const snippet = \(snippet ?? "document.getElementById('embedding-code').value");
          location.href = '\(host.absoluteString)#' + encodeURIComponent(snippet);
        };
        leave();
        """
    }

    /// The elements of an embedded page besides the image.
    static let embedded = """
        return [...document.querySelectorAll('#caption, #controls, #viewer')]
          .filter((part) => part.getClientRects().length > 0).map((part) => part.id).join();
        """

    /// The host page is on another server or on the disk. The negative controls: a page without the
    /// embedding parameter shows its caption, and a missing page is detected.
    @Test func pagesCanBeEmbedded() async throws {
        try await TemporaryFolder.with { folder in
            try await PageModeTests.export(
                to: folder["out"], .openseadragon, .bundle, title: "A \"<b>title")
            try await PageModeTests.export(to: folder["leaflet"], .leaflet, .bundle, title: "A")
            let host = try folder.write(
                """
                <!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
                <script>document.write(decodeURIComponent(location.hash.slice(1)))</script>
                """, to: "host.html")
            try await WebServer.with(serving: folder.url) { server in
                try await WebServer.with(serving: folder.url) { other in
                    let served = other.url("host.html")
                    let path = "photo/xyz/index.html"
                    let whole = "`<iframe src=\"${location.href}\"></iframe>`"
                    let absent = "`<iframe src=\"${location.href}.html\"></iframe>`"
                    let cases: [(page: URL, leave: String, ready: JSONValue, seen: JSONValue)] = [
                        (
                            server.url("out/\(path)"), Self.embed(in: served), "ready",
                            "viewer,controls"
                        ),
                        (folder["out/\(path)"], Self.embed(in: host), "ready", "viewer,controls"),
                        (
                            server.url("leaflet/\(path)"), Self.embed(in: served), "ready",
                            "viewer,controls"
                        ),
                        (
                            server.url("out/\(path)"), Self.embed(in: served, whole), "ready",
                            "viewer,caption,controls"
                        ),
                        (
                            server.url("out/\(path)"), Self.embed(in: served, absent),
                            "the scripts did not run", ""
                        ),
                    ]
                    let visits = try await Firefox.visit(
                        cases.map {
                            Firefox.Page(
                                $0.page, width: 800, height: 600,
                                steps: [
                                    .script(PageVisit.readiness), .script($0.leave),
                                    .inFrame(PageVisit.readiness), .inFrame(Self.embedded),
                                    .look("return location.pathname"),
                                ])
                        })
                    for (wanted, visit) in zip(cases, visits) {
                        let path = wanted.page.isFileURL ? host.path : "/host.html"
                        let place = Comment(rawValue: "\(wanted.page): \(visit.complaints)")
                        #expect(
                            visit.values == [
                                "ready", .null, wanted.ready, wanted.seen, .string(path),
                            ], place)
                        #expect(visit.complaints.isEmpty == (wanted.ready == "ready"), place)
                        Screenshots.save(visit.screenshots[0], as: "firefox-embed-\(wanted.seen)")
                    }
                }
            }
        }
    }
}
