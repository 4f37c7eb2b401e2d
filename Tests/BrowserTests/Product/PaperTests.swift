import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A printed page has the credit and the address, and the page has its image as its icon.
@Suite struct PaperTests {
    @Test("On paper, the credit and the address are below the image, and no button is printed")
    func paper() async throws {
        try await PageBehaviourTests.page(
            caption: Caption(
                title: "Harbour", description: "A text.", attribution: "City Museum",
                rights: "CC BY")
        ) { browser, page, _ in
            let line = """
                const line = document.querySelector('.printed');
                return line?.checkVisibility() ? line.textContent : null;
                """
            try await browser.run("dispatchEvent(new Event('beforeprint'))")
            #expect(try await browser.run(line) == .null)
            try await browser.devTools("Emulation.setEmulatedMedia", ["media": "print"])
            #expect(
                try await browser.run(line).string
                    == "Harbour · City Museum · CC BY · \(page.absoluteString)")
            let look = try await browser.run(
                """
                const { bottom } = document.getElementById('viewer').getBoundingClientRect();
                return [
                  [...document.querySelectorAll('button, summary, .menu')]
                    .filter((each) => each.checkVisibility()).length,
                  document.querySelector('.printed').getBoundingClientRect().top >= bottom - 1,
                  document.querySelector('.printed').getBoundingClientRect().bottom <= innerHeight];
                """)
            #expect(look == [0, true, true])
        }
    }

    @Test(
        "From each window, an image is printed on one sheet",
        arguments: [PageTemplates.Viewer.openseadragon, .leaflet])
    func sheets(viewer: PageTemplates.Viewer) async throws {
        try await TemporaryFolder.with { folder in
            let image = try await TestPicture(width: 1000, height: 700)
                .write(to: folder["photo.png"])
            try await Publication.export(
                [image], to: folder["out"],
                options: Exporter.Options(layouts: [.xyz], viewer: viewer))
            try await Browser.with(width: 1280, height: 800) { browser in
                for (width, height) in [(1280, 720), (1024, 768), (820, 1180), (1080, 1920)] {
                    try await browser.fit(width: width, height: height)
                    try await browser.open(folder["out/photo/xyz/index.html"])
                    #expect(try await browser.run(PageVisit.readiness) == "ready")
                    for paper in Self.papers {
                        #expect(try await Self.sheets(paper, browser) == 1, "\(width), \(paper)")
                    }
                }
                // The control: a box that browsers divide between sheets.
                try await browser.run(
                    """
                    document.styleSheets[0].insertRule(`@media print {
                      body { contain: none !important; overflow: visible !important }
                      #stage { position: absolute !important } }`);
                    """)
                #expect(try await Self.sheets(Self.papers[1], browser) > 1)
            }
        }
    }

    /// A4 in portrait and landscape orientation, in inches, and US Letter in both orientations.
    private static let papers = [(8.27, 11.69), (11.69, 8.27), (8.5, 11), (11, 8.5)]

    /// Prints the page. Chromium writes the pages of a PDF file as text.
    private static func sheets(
        _ paper: (width: Double, height: Double), _ browser: Browser
    ) async throws -> Int {
        let printed = try await browser.devTools(
            "Page.printToPDF",
            ["paperWidth": .number(paper.width), "paperHeight": .number(paper.height)])
        let file = try #require(Data(base64Encoded: printed["data"].string ?? ""))
        return String(decoding: file, as: UTF8.self).matches(of: /\/Type \/Page\s/).count
    }

    @Test("A printed gallery has cards of usual height, and no search", arguments: [true, false])
    func gallery(runsScripts: Bool) async throws {
        try await TemporaryFolder.with { folder in
            let image = try await TestPicture(width: 1200, height: 900)
                .write(to: folder["photo.png"])
            for name in ["a", "b", "c"] {
                try await Publication.export(
                    [image], to: folder["out"], options: Exporter.Options(), name: name)
            }
            try await Browser.with(width: 1280, height: 800) { browser in
                try await browser.devTools(
                    "Emulation.setScriptExecutionDisabled", ["value": .boolean(!runsScripts)])
                try await browser.open(folder["out/index.html"])
                try await browser.devTools("Emulation.setEmulatedMedia", ["media": "print"])
                let look = try await browser.run(
                    """
                    const image = document.querySelector('#entries img');
                    return [image.clientHeight < image.clientWidth,
                      document.getElementById('find').checkVisibility()];
                    """)
                #expect(look == [true, false])
            }
        }
    }

    @Test("The icon of the page is the middle of the image")
    func icon() async throws {
        try await PageBehaviourTests.page { browser, _, _ in
            try await browser.wait(
                until: """
                    return document.querySelector('link[rel=icon]').href
                      .startsWith('data:image/png');
                    """)
            let size = try await browser.run(
                """
                const icon = new Image();
                icon.src = document.querySelector('link[rel=icon]').href;
                return icon.decode().then(() => [icon.naturalWidth, icon.naturalHeight]);
                """)
            #expect(size == [32, 32])
        }
    }

    @Test("On a server without range requests, the page of an archive shows the thumbnail")
    func thumbnail() async throws {
        try await TemporaryFolder.with { folder in
            let image = try await TestPicture(width: 1200, height: 800)
                .write(to: folder["photo.png"])
            try await Publication.export(
                [image], to: folder["out"],
                options: Exporter.Options(layouts: [.xyz], container: Formats.pmtiles))
            let still = """
                const still = document.getElementById('placeholder');
                return still?.src.endsWith('thumbnail.jpg') && still.naturalWidth > 100
                  && document.getElementById('message').textContent
                    .includes('A small version is shown');
                """
            // The control: on a server with range requests, tiles take the place of the placeholder.
            let tiles = """
                return document.getElementById('placeholder') === null
                  && document.getElementById('message').hidden;
                """
            for ranges in [false, true] {
                try await WebServer.with(serving: folder["out"], ranges: ranges) { server in
                    try await Browser.with(width: 800, height: 600) { browser in
                        try await browser.open(server.url("photo/pmtiles/index.html"))
                        try await browser.wait(until: ranges ? tiles : still)
                    }
                }
            }
        }
    }
}
