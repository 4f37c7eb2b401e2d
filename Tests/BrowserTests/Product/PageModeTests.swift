import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Embedded pages, custom templates and galleries with hostile metadata.
@Suite struct PageModeTests {
    /// Markup that sets a variable or causes a complaint if the page executes it.
    static let hostile = """
        </script><script>window.hacked = 1</script><img src=x onerror="window.hacked = 2">\
        <!-- "'><b>{{config}}
        """

    static func export(
        to folder: URL, _ viewer: PageTemplates.Viewer, _ assets: PageTemplates.Assets,
        title: String? = nil,
        templates: PageTemplates = .builtIn
    ) async throws {
        try await TemporaryFolder.with { sources in
            let image = try await TestPicture(width: 700, height: 500)
                .write(to: sources["photo.png"])
            var exporter = Exporter(
                destination: folder.path,
                options: Exporter.Options(
                    layouts: [.xyz],
                    caption: Caption(
                        title: title, description: title, attribution: title, rights: title),
                    viewer: viewer, pageAssets: assets))
            exporter.templates = templates
            try exporter.export(image.path)
            try exporter.writeGallery()
        }
    }

    /// Checks galleries; `PageKindTests` checks pages.
    @Test func hostileTextInAGalleryIsShownAndNeverRun() async throws {
        try await TemporaryFolder.with { folder in
            for assets in [PageTemplates.Assets.bundle, .destination] {
                try await Self.export(
                    to: folder["\(assets)"], .openseadragon, assets, title: Self.hostile)
            }
            try await Browser.with { browser in
                let ran = "return [window.hacked ?? null, document.body.textContent]"
                for assets in [PageTemplates.Assets.bundle, .destination] {
                    let page = folder["\(assets)/index.html"]
                    try await browser.open(page)
                    let marks = try await browser.run(ran)
                    #expect(marks[0] == .null)
                    #expect(marks[1].string?.contains(Self.hostile) == true)
                    #expect(try await browser.report().complaints == [], "\(assets)")
                    // The negative control: without the policy, the script runs and is detected.
                    try Publication.replace(
                        "http-equiv=\"Content-Security-Policy\"", by: "name=\"policy\"", in: page)
                    try Publication.replace("<h1", by: "\(Self.hostile)<h1", in: page)
                    try await browser.open(page)
                    #expect(try await browser.run(ran)[0] != .null)
                    _ = try await browser.report()
                }
            }
        }
    }

    @Test func embeddedPagesHaveNoChrome() async throws {
        try await TemporaryFolder.with { folder in
            for viewer in [PageTemplates.Viewer.openseadragon, .leaflet] {
                try await Self.export(
                    to: folder[viewer.rawValue], viewer, .bundle, title: "A \"<b>title"
                )
            }
            try await WebServer.with(serving: folder.url) { server in
                try await Browser.with(width: 800, height: 600) { browser in
                    for viewer in ["openseadragon", "leaflet"] {
                        let path = "\(viewer)/photo/xyz/index.html"
                        for page in [server.url(path), folder[path]] {
                            try await embed(page, folder, browser, as: viewer)
                        }
                        try await checkStart(of: server.url(path), browser)
                    }
                }
            }
        }
    }

    /// The visible parts of the page.
    private static let seen = """
        return [...document.querySelectorAll('#caption, #controls, #viewer')]
          .filter((part) => part.getClientRects().length > 0).map((part) => part.id)
        """

    /// Puts the code of the embed button into a host page. The host page is on another server, or
    /// on the disk for a page from the disk.
    private func embed(
        _ page: URL, _ folder: TemporaryFolder, _ browser: Browser, as viewer: String
    ) async throws {
        try await browser.open(page)
        #expect(try await browser.run(PageVisit.readiness) == "ready")
        #expect(try await browser.run(Self.seen).array?.count == 3, "the negative control")
        let snippet = try await browser.run(
            """
            document.getElementById('embed').click();
            return (async () => {
              while (!document.getElementById('embedding').open) {
                await \(Frames.pass(1));
              }
              return document.getElementById('embedding-code').value;
            })();
            """)
        #expect(snippet.string?.contains("?embed=1") == true, "\(snippet)")
        try folder.write(
            "<!doctype html><link rel='icon' href='data:,'>\(snippet.string ?? "")",
            to: "host.html")
        try await WebServer.with(serving: folder.url) { other in
            try await browser.open(
                page.isFileURL ? folder["host.html"] : other.url("host.html"))
            #expect(
                try await browser.run("return document.querySelector('iframe').title")
                    == "A \"<b>title")
            let frame = try await browser.run("return document.querySelector('iframe').src")
            Screenshots.save(
                try await browser.screenshot(), as: "embed-\(viewer)-\(page.scheme ?? "")")
            try await browser.open(try #require(URL(string: frame.string ?? "")))
        }
        #expect(try await browser.run(PageVisit.readiness) == "ready")
        #expect(try await browser.run(Self.seen) == ["viewer", "controls"])
        #expect(try await browser.run(Self.shift) == 0)
        #expect(try await browser.report().complaints == [], "\(page)")
    }

    /// Checks that an embedded page shows neither caption nor controls while its scripts load.
    private func checkStart(of page: URL, _ browser: Browser) async throws {
        try await browser.devTools("Network.enable", [:])
        for (query, parts) in [("?embed=1", 1), ("", 2)] {
            try await browser.devTools("Network.setBlockedURLs", ["urls": ["*.js"]])
            try await browser.open(try #require(URL(string: page.absoluteString + query)))
            #expect(try await browser.run(Self.seen).array?.count == parts, "\(query)")
            try await browser.devTools("Network.setBlockedURLs", ["urls": []])
        }
        _ = try await browser.report()
    }

    /// Writes custom templates with another colour and a motto into `look`.
    static func ownLook(in folder: TemporaryFolder) throws -> PageTemplates {
        try PageTemplates.write(to: folder["look"].path)
        for name in try folder.files(under: "look")
        where !["page.html", "page.css", "gallery.css"].contains(name) {
            try FileManager.default.removeItem(at: folder["look/\(name)"])
        }
        try Publication.replace(
            "<header id=\"caption\">",
            by: "<header id=\"caption\"><p id=\"motto\">{{title}}</p>",
            in: folder["look/page.html"])
        try Publication.replace(
            "--back: #f3f2ef", by: "--back: #00f", in: folder["look/page.css"])
        try Publication.replace(
            "--back: #f3f2ef", by: "--back: #0f0", in: folder["look/gallery.css"])
        return try PageTemplates(folder: folder["look"].path)
    }

    /// The sum of layout shifts since the page was opened.
    private static let shift = """
        const shifts = new PerformanceObserver(() => {});
        shifts.observe({ type: 'layout-shift', buffered: true });
        return shifts.takeRecords().reduce((sum, { value }) => sum + value, 0);
        """

    @Test func ownTemplatesAreUsed() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.export(
                to: folder["out"], .openseadragon, .bundle, title: "Mine",
                templates: try Self.ownLook(in: folder))
            try await Browser.with { browser in
                let colour = "return getComputedStyle(document.body).backgroundColor"
                try await browser.open(folder["out/photo/xyz/index.html"])
                #expect(try await browser.run(PageVisit.readiness) == "ready")
                #expect(try await browser.run(colour) == "rgb(0, 0, 255)")
                #expect(
                    try await browser.run("return document.getElementById('motto').textContent")
                        == "Mine")
                try await browser.open(folder["out/index.html"])
                #expect(try await browser.run(colour) == "rgb(0, 255, 0)")
                try await browser.expectNoComplaint()
                // The negative control: the template lacks an element that the scripts need.
                try Publication.replace(
                    "id=\"viewer\"", by: "id=\"mine\"", in: folder["look/page.html"])
                try await Self.export(
                    to: folder["bare"], .openseadragon, .bundle, title: "Mine",
                    templates: try PageTemplates(folder: folder["look"].path))
                try await browser.open(folder["bare/photo/xyz/index.html"])
                #expect(try await browser.run(PageVisit.readiness) != "ready")
                #expect(try await browser.report().complaints != [])
            }
        }
    }
}
