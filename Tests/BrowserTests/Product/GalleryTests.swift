import Foundation
import TestSupport
import Testing
import ZigguratKit
import ZigguratViewer

/// The gallery shows, searches and opens the images of a destination.
@Suite struct GalleryTests {
    static let visible = """
        return [...document.querySelectorAll('#entries li')]
          .map((entry) => entry.querySelector('b').textContent);
        """

    /// Exports small images, each of one colour.
    static func export(to folder: TemporaryFolder) async throws {
        try await TemporaryFolder.with { sources in
            for (name, picture) in GalleryVisit.pictures {
                let samples = (0..<160 * 120).flatMap { _ in picture.colour }
                let image = try await PixelPicture(
                    width: 160, height: 120, bands: 3, samples: samples
                ).write(to: sources["\(name).png"])
                try await Publication.export(
                    [image], to: folder.url,
                    options: Exporter.Options(
                        layouts: [.dzi, .xyz], caption: Caption(title: picture.title)))
            }
        }
    }

    static func type(_ text: String, in browser: Browser) async throws -> JSONValue {
        try await browser.run("document.getElementById('find').select()")
        try await browser.press(text.map(String.init))
        // The list changes after a pause.
        try await browser.pass()
        return try await browser.run(visible)
    }

    @Test func galleryFindsShowsAndOpensEveryPicture() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.export(to: folder)
            try await WebServer.with(serving: folder.url) { server in
                try await Browser.with { browser in
                    var seen: [GalleryVisit.Setting] = []
                    var looks: [JSONValue] = []
                    for visit in GalleryVisit.table {
                        let page =
                            visit.setting.origin == .disk
                            ? folder["index.html"] : server.url("index.html")
                        let look = try await self.visit(page, visit, browser, folder)
                        seen.append(try #require(GalleryVisit.setting(look)))
                        looks.append(look)
                    }
                    let screens = try await PixelPicture.read(
                        seen.map { folder["\($0).png"] })
                    for (look, screen) in zip(looks, screens) {
                        let titles = (look["cards"].array ?? []).compactMap { $0["title"].string }
                        #expect(titles.count >= 1)
                        #expect(GalleryVisit.shown(look, on: screen) == titles)
                    }
                    #expect(GalleryVisit.missing(from: seen) == [])
                    // The negative control: a setting that is not visited is reported.
                    let (last, others) = (seen[seen.count - 1], seen.dropLast())
                    #expect(GalleryVisit.missing(from: Array(others)) == ["\(last)"])
                    try await browser.expectNoComplaint()
                    try await checkControls(browser, folder)
                }
            }
        }
    }

    /// Looks at the gallery, searches it and opens an image, with a mouse or a finger. Returns the
    /// page's description of itself, and saves screenshots.
    private func visit(
        _ page: URL, _ visit: GalleryVisit, _ browser: Browser, _ folder: TemporaryFolder
    ) async throws -> JSONValue {
        let place = Comment(rawValue: "\(visit.setting)")
        try await Self.fit(visit.setting, browser)
        try await browser.open(page)
        let look = try await browser.run(GalleryVisit.look)
        #expect(GalleryVisit.setting(look) == visit.setting)
        #expect(look["fits"] == true && look["loaded"] == 3, place)
        let screenshot = try await browser.screenshot()
        Screenshots.save(screenshot, as: "gallery-\(visit.setting)")
        try folder.write(screenshot, to: "\(visit.setting).png")
        if visit.setting.screen == .phone {
            try await browser.touch([GalleryVisit.push])
            try await browser.wait(until: "return scrollY > 100")
        }
        let title = try #require(GalleryVisit.picture(visit.name)?.title)
        #expect(try await Self.type(title, in: browser) == [.string(title)], place)
        try await browser.run("scrollTo(0, 0)")
        if visit.setting.screen == .phone {
            try await browser.tap(GalleryVisit.card.x, GalleryVisit.card.y)
        } else {
            try await MenuTests.click(visit.target, browser)
        }
        try await browser.wait(until: GalleryVisit.arrival)
        #expect(try await browser.run(PageVisit.readiness) == "ready", place)
        #expect(
            try await browser.run(GalleryVisit.arrival)
                == .string("\(visit.name) \(visit.layout)"), place)
        return look
    }

    private static func fit(_ setting: GalleryVisit.Setting, _ browser: Browser) async throws {
        try await browser.fit(
            width: setting.screen.rawValue, height: setting.screen.height,
            scale: Double(setting.ratio))
        try await browser.devTools(
            "Emulation.setTouchEmulationEnabled",
            ["enabled": .boolean(setting.screen == .phone), "maxTouchPoints": 2])
    }

    /// The negative controls: a missing thumbnail and a blocked script are detected.
    private func checkControls(_ browser: Browser, _ folder: TemporaryFolder) async throws {
        try FileManager.default.removeItem(at: folder["tower/thumbnail.jpg"])
        let page = folder["index.html"]
        try Publication.replace("const find =", by: "const  find =", in: page)
        try await Self.fit(.init(origin: .disk, screen: .phone, ratio: 1), browser)
        try await browser.open(page)
        // Changes the colours, makes the page wider than the screen and prevents scrolling.
        try await browser.run(
            """
            for (const rule of ['img { filter: invert(1) }', 'main { width: 500px }',
              'html { touch-action: none }']) document.styleSheets[0].insertRule(rule);
            """)
        let look = try await browser.run(GalleryVisit.look)
        #expect(look["loaded"] == 2 && look["fits"] == false)
        let file = try folder.write(try await browser.screenshot(), to: "screen.png")
        let screen = try await PixelPicture.read(file)
        #expect(GalleryVisit.shown(look, on: screen) == [])
        try await browser.touch([GalleryVisit.push])
        try await browser.pass()
        #expect(try await browser.run("return scrollY") == 0)
        try await browser.run(TouchTests.cover)
        try await browser.tap(GalleryVisit.card.x, GalleryVisit.card.y)
        try await browser.pass()
        #expect(try await browser.run(GalleryVisit.arrival) == .null)
        let complaints = try await browser.report().complaints
        for expected in ["thumbnail", "Content Security Policy"] {
            #expect(complaints.contains { $0.contains(expected) }, "\(complaints)")
        }
        #expect(try await browser.run("return document.querySelector('search').hidden") == true)
    }

    /// The gallery has names and roles for screen readers.
    @Test func galleryIsReadOut() async throws {
        try await TemporaryFolder.with { folder in
            let entries = ["École d’été", "A <b>tower"].map {
                GalleryEntry(
                    name: $0, title: $0, size: PixelSize(width: 640, height: 480), thumbnail: nil,
                    links: [
                        (title: "dzi", path: "a.html", isPage: true),
                        (title: "xyz", path: "b.html", isPage: true),
                    ])
            }
            for file in try PageWriter().gallery(of: entries) {
                try folder.write(Data(file.bytes), to: file.path)
            }
            try await Browser.with { browser in
                try await browser.open(folder["index.html"])
                try await browser.run(
                    "for (const each of document.querySelectorAll('details')) each.open = true;")
                try await browser.devTools("Accessibility.enable", [:])
                let tree = try await browser.devTools("Accessibility.getFullAXTree", [:])
                let said = (tree["nodes"].array ?? []).map {
                    "\($0["role"]["value"].string ?? "") \($0["name"]["value"].string ?? "")"
                }
                for expected in [
                    "heading Images", "searchbox Find", "list Images", "link École d’été",
                    "link École d’été, dzi", "link A <b>tower", "link A <b>tower, xyz",
                ] {
                    #expect(said.contains(expected), "\(expected): \(said)")
                }
                #expect(said.count { $0.hasPrefix("listitem") } == 2)
                #expect(said.count { $0.hasPrefix("status") } == 1)
            }
        }
    }
}
