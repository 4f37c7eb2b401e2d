import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A page of an export in two formats chooses the format that the browser decodes.
@Suite struct FormatChoiceTests {
    /// The formats of the loaded tiles.
    private static let formats = """
        const names = performance.getEntriesByType('resource').map(({ name }) => name)
          .filter((name) => name.includes('_files/')).map((name) => name.split('.').pop());
        return [...new Set(names)].join();
        """

    /// A browser that does not decode a format.
    private static let withoutFormat = """
        HTMLImageElement.prototype.decode = () => Promise.reject(new Error('unsupported'));
        """

    @Test("Browsers that decode the modern format load it, and others load the usual format")
    func choice() async throws {
        try await TemporaryFolder.with { folder in
            let image = try await TestPicture(width: 700, height: 500)
                .write(to: folder["photo.png"])
            try await Publication.export(
                [image], to: folder["out"],
                options: Exporter.Options(
                    layouts: [.dzi, Formats.dzi.alternative(in: .avif)],
                    tiling: Tiling.Request(encoding: Publication.fine)))
            let bundle = folder["out/photo/dzi-avif"]
            try await WebServer.with(serving: folder["out"]) { server in
                let page = server.url("photo/dzi/index.html")
                let visit = try await Firefox.visit(
                    [
                        Firefox.Page(
                            page, width: 800, height: 600,
                            steps: [.script(PageVisit.readiness), .look(Self.formats)])
                    ])[0]
                #expect(visit.values == ["ready", "avif"])
                #expect(visit.complaints == [])
                try await Browser.with(width: 800, height: 600) { browser in
                    func formats() async throws -> JSONValue {
                        try await browser.open(page)
                        #expect(try await browser.run(PageVisit.readiness) == "ready")
                        return try await browser.run(Self.formats)
                    }
                    #expect(try await formats() == "avif")
                    try await browser.expectNoComplaint()
                    Screenshots.save(try await browser.screenshot(), as: "format-avif")
                    let script = try await browser.devTools(
                        "Page.addScriptToEvaluateOnNewDocument",
                        ["source": .string(Self.withoutFormat)])
                    #expect(try await formats() == "jpg")
                    try await browser.devTools(
                        "Page.removeScriptToEvaluateOnNewDocument",
                        ["identifier": script["identifier"]])
                    // The folder of the modern format is missing on the server.
                    try FileManager.default.removeItem(at: bundle)
                    try await browser.devTools("Network.clearBrowserCache", [:])
                    #expect(try await formats() == "avif,jpg")
                    let message = try await browser.run(
                        "return document.getElementById('message').textContent")
                    #expect(message == "")
                }
            }
        }
    }
}
