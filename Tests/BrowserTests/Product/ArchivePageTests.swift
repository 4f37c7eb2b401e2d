import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Pages read their tiles from a single archive file.
@Suite struct ArchivePageTests {
    /// An archive with its page.
    struct Sample: Sendable, CustomTestStringConvertible {
        let picture: SamplePicture
        let container: String
        let layout: String
        var viewer = PageTemplates.Viewer.openseadragon
        var format = Publication.fine
        var assets = PageTemplates.Assets.bundle

        var testDescription: String { "\(container) \(layout) \(viewer) \(picture)" }

        /// The name of the page's folder.
        var folder: String { container == "zip" ? "\(layout)-zip" : container }

        /// The name of the archive file.
        var file: String {
            let ending = container == "tiff" ? "tif" : container
            return "\(picture.rawValue)\(container == "zip" ? "-\(layout)" : "").\(ending)"
        }

        /// Exports the image and returns its pixels.
        func publish(to folder: URL) async throws -> PixelPicture {
            try await TemporaryFolder.with { sources in
                let image = sources["\(picture.rawValue).png"]
                try await picture.write(to: image)
                try await Publication.export(
                    [image], to: folder,
                    options: Exporter.Options(
                        layouts: [try #require(Formats.standard.layout(named: layout))],
                        container: try #require(Formats.standard.container(named: container)),
                        tiling: Tiling.Request(encoding: format), viewer: viewer,
                        pageAssets: assets))
                return try await PixelPicture.read(image)
            }
        }
    }

    private static let samples = [
        Sample(picture: .colour, container: "pmtiles", layout: "xyz"),
        Sample(
            picture: .transparent, container: "pmtiles", layout: "xyz", format: TileEncoding(.png)),
        Sample(picture: .odd, container: "pmtiles", layout: "xyz", viewer: .leaflet),
        Sample(picture: .odd, container: "tiff", layout: "xyz"),
        Sample(
            picture: .transparent, container: "tiff", layout: "xyz", format: TileEncoding(.tiff)),
        Sample(
            picture: .colour, container: "tiff", layout: "xyz", viewer: .leaflet,
            format: TileEncoding(.tiff, bits: 16)),
        Sample(picture: .odd, container: "szi", layout: "dzi"),
        Sample(picture: .colour, container: "zip", layout: "dzi"),
        Sample(picture: .odd, container: "zip", layout: "iiif3", assets: .page),
        Sample(picture: .colour, container: "zip", layout: "xyz", viewer: .leaflet),
    ]

    /// The largest number of range requests before the first view is drawn.
    static let mostRequests = 8

    @Test("Pages show the source from an archive, in both engines")
    func pixels() async throws {
        try await TemporaryFolder.with { folder in
            var published: [PixelPicture] = []
            for (index, sample) in Self.samples.enumerated() {
                published.append(try await sample.publish(to: folder["\(index)"]))
            }
            try await WebServer.with(serving: folder.url, ranges: true) { server in
                try await PageLook.check(
                    Self.samples.enumerated().flatMap { index, sample in
                        PageSetting.Engine.allCases.map { engine in
                            PageLook(
                                name: "archive \(index)",
                                bundle: server.url(
                                    "\(index)/\(sample.picture.rawValue)/\(sample.folder)"),
                                comparison: PageComparison(
                                    source: published[index], background: PageSample.background),
                                setting: PageSetting(
                                    engine: engine, origin: .http, screen: .single))
                        }
                    })
                // Each response is a part of the file, or states that the cached part is valid.
                let answers = try server.requests().filter { !$0.path.contains("/viewer/") }
                    .filter { request in Self.samples.contains { Self.isRead(request, $0) } }
                #expect(answers.count >= 2 * Self.samples.count)
                #expect(answers.allSatisfy { [206, 304].contains($0.status) }, "\(answers)")
            }
        }
    }

    private static func isRead(_ request: WebServer.Request, _ sample: Sample) -> Bool {
        request.path.removingPercentEncoding?.hasSuffix("/\(sample.file)") ?? false
    }

    @Test("The first view takes at most 8 requests", arguments: ["pmtiles", "szi", "tiff", "zip"])
    func requests(container: String) async throws {
        try await TemporaryFolder.with { folder in
            // Levels near the window size equal the levels of an image of 300 megapixels.
            let image = try await TestPicture(width: 5000, height: 3750)
                .write(to: folder["photo.png"])
            try await Publication.export(
                [image], to: folder["out"],
                options: Exporter.Options(
                    container: try #require(Formats.standard.container(named: container))))
            let page = container == "zip" ? "dzi-zip" : container
            try await WebServer.with(serving: folder["out"], ranges: true) { server in
                try await Browser.with(width: 1280, height: 800) { browser in
                    try await browser.open(server.url("photo/\(page)/index.html"))
                    #expect(try await browser.run(PageVisit.readiness) == "ready")
                    let parts = try server.requests().filter { $0.status == 206 }
                    #expect((2...Self.mostRequests).contains(parts.count), "\(parts.count)")
                    let weight = try await PageWeightTests.weight(
                        server.requests().filter { $0.status == 200 }, in: folder["out"])
                    let limit = PageWeightTests.weightLimit + 6000
                    #expect((2000..<limit).contains(weight), "\(weight)")
                    try await browser.expectNoComplaint()
                }
            }
        }
    }

    /// Returns a script that chooses a file in the page.
    private static func choose(_ data: Data) -> String {
        """
        const bytes = Uint8Array.from(atob('\(data.base64EncodedString())'),
          (letter) => letter.charCodeAt(0));
        const files = new DataTransfer();
        files.items.add(new File([bytes], 'chosen.pmtiles'));
        const input = document.querySelector('#choice input');
        input.files = files.files;
        input.dispatchEvent(new Event('change'));
        """
    }

    @Test("On a page from the disk, each image asks for its own file")
    func turning() async throws {
        try await TemporaryFolder.with { folder in
            for picture in [SamplePicture.colour, .small] {
                let sample = Sample(picture: picture, container: "pmtiles", layout: "xyz")
                _ = try await sample.publish(to: folder["out"])
            }
            let file = { (name: String) in
                try Data(contentsOf: folder["out/\(name)/\(name).pmtiles"])
            }
            func asks(for name: String, _ browser: Browser) async throws {
                try await browser.wait(
                    until: """
                        const buttons = [...document.querySelectorAll('#choice button')];
                        return buttons.map(({ textContent }) => textContent).join()
                          === 'Choose \(name).pmtiles';
                        """)
            }
            let shown = """
                const { viewer, config } = window.ziggurat;
                return config.name === arguments[0] && document.getElementById('count').textContent
                  && viewer.world.getItemAt(0)?.getFullyLoaded()
                  && document.querySelector('#choice') === null;
                """
            try await Browser.with(width: 440, height: 330) { browser in
                try await browser.open(folder["out/colour/pmtiles/index.html"])
                try await asks(for: "colour", browser)
                try await browser.run(Self.choose(file("colour")))
                try await browser.wait(until: shown, ["colour"])
                try await browser.press(["n"])
                try await asks(for: "small", browser)
                // The page does not ask again for a chosen file, but later asks for the other file.
                try await browser.press(["p"])
                try await browser.wait(until: shown, ["colour"])
                try await browser.press(["n"])
                try await asks(for: "small", browser)
                try await browser.run(Self.choose(file("small")))
                try await browser.wait(until: shown, ["small"])
                try await browser.expectNoComplaint()
            }
        }
    }

    @Test("A page from the disk asks for its file")
    func disk() async throws {
        try await TemporaryFolder.with { folder in
            let sample = Sample(picture: .colour, container: "pmtiles", layout: "xyz")
            let source = try await sample.publish(to: folder["out"])
            let page = folder["out/colour/pmtiles/index.html"]
            let bytes = try Data(contentsOf: folder["out/colour/colour.pmtiles"])
            let text = "return document.querySelector('#choice p').textContent"
            try await Browser.with(width: 440, height: 330) { browser in
                try await browser.reduceMotion()
                try await browser.open(page)
                try await browser.wait(until: "return !!document.querySelector('#choice')")
                #expect(
                    try await browser.run(text)
                        == "A page opened from the disk can show colour.pmtiles only if you choose it."
                )
                // The visitor chooses a wrong file.
                try await browser.run(Self.choose(bytes.dropLast()))
                try await browser.wait(until: "\(text).includes('Wrong file: chosen.pmtiles has')")
                try await browser.run(Self.choose(bytes))
                #expect(try await browser.run(PageVisit.readiness) == "ready")
                #expect(try await browser.run("return document.querySelector('#choice')") == .null)
                let corners = try await browser.run(PageView.home.script)
                let sight = try PageSight(
                    view: .home, corners: corners, screenshot: await browser.screenshot())
                let visit = PageVisit(
                    sights: [sight], complaints: try await browser.report().complaints)
                let comparison = PageComparison(source: source, background: PageSample.background)
                #expect(try await comparison.complaints(about: visit) == [])
            }
        }
    }
}
