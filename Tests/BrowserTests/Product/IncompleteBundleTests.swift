import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Pages of bundles that were uploaded in part, and pages during a network failure.
@Suite struct IncompleteBundleTests {
    /// The visible message.
    private static let message = """
        const line = document.getElementById('message');
        return line.hidden ? '' : line.textContent;
        """

    @Test("Lost tiles are requested again, and a missing script is named")
    func incomplete() async throws {
        try await TemporaryFolder.with { folder in
            let image = try await TestPicture(width: 1000, height: 700)
                .write(to: folder["photo.png"])
            // Each bundle has its own destination, because a page prefetches the tiles of its
            // neighbours.
            for viewer in [PageTemplates.Viewer.openseadragon, .leaflet] {
                try await Publication.export(
                    [image], to: folder["out/\(viewer.rawValue)"],
                    options: Exporter.Options(layouts: [.xyz], viewer: viewer))
            }
            try await WebServer.with(serving: folder["out"]) { server in
                try await Browser.with(width: 800, height: 600) { browser in
                    for viewer in ["openseadragon", "leaflet"] {
                        let bundle = folder["out/\(viewer)/photo/xyz"]
                        let page = server.url("\(viewer)/photo/xyz/index.html")
                        try await lose(bundle, page, browser)
                        for script in ["ziggurat", "\(viewer).min"] {
                            let copy = "\(viewer)-\(script)"
                            try FileManager.default.copyItem(
                                at: bundle, to: folder["out/\(copy)"])
                            try FileManager.default.removeItem(
                                at: folder["out/\(copy)/viewer/\(script).js"])
                            try await browser.open(server.url("\(copy)/index.html"))
                            #expect(
                                try await browser.run(Self.message)
                                    == .string("This page is incomplete: \(script).js is missing."))
                        }
                    }
                }
            }
        }
    }

    /// Opens a page whose largest level is missing, and restores the level later.
    private func lose(_ bundle: URL, _ page: URL, _ browser: Browser) async throws {
        let (level, elsewhere) = (
            bundle.appending(path: "2"), bundle.appending(path: "elsewhere")
        )
        try FileManager.default.moveItem(at: level, to: elsewhere)
        try await browser.open(page)
        #expect(try await browser.run(PageVisit.readiness) == "ready")
        let message = try await browser.wait(until: Self.message)
        #expect(message.string?.hasSuffix("parts of the image are missing.") == true)
        #expect(
            try await browser.run("return document.getElementById('placeholder') !== null") == true)
        try FileManager.default.moveItem(at: elsewhere, to: level)
        try await browser.run("dispatchEvent(new Event('online'))")
        try await browser.wait(until: "return document.getElementById('message').hidden")
    }
}
