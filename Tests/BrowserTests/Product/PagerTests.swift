import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A page shows all images of its destination.
@Suite struct PagerTests {
    static let names = ["a first", "b #2", "c"]

    /// Exports images of different single colours, so that the shown image is known.
    static func publish(_ names: [String], to folder: TemporaryFolder) async throws {
        try await TemporaryFolder.with { sources in
            var images: [URL] = []
            for name in names {
                let image = sources["\(name).png"]
                try await TestPicture(width: 700, height: 500).write(to: image)
                images.append(image)
            }
            try await Publication.export(
                images, to: folder.url, options: Exporter.Options(layouts: [.dzi, .xyz]))
        }
    }

    /// The title, the name, the count, the address's fragment and the bundle of the shown image.
    static func state(_ browser: Browser) async throws -> [String] {
        let answer = try await browser.run(
            """
            const { viewer, config, base } = window.ziggurat;
            const source = viewer.world.getItemAt(0)?.source;
            const tile = source ? new URL(source.getTileUrl(source.maxLevel, 0, 0), location) : '';
            return [document.querySelector('h1').textContent, config.name,
              document.getElementById('count').textContent, location.hash,
              decodeURIComponent(tile.pathname ?? '').split('/').slice(-5, -3).join('/')];
            """)
        return (answer.array ?? []).map { $0.string ?? "" }
    }

    /// Waits until an image is loaded and drawn.
    static func arrive(at name: String, _ browser: Browser) async throws -> [String] {
        try await browser.wait(
            until: """
                const { viewer, config } = window.ziggurat ?? {};
                return config?.name === arguments[0] && viewer.world.getItemAt(0)?.getFullyLoaded() &&
                  document.getElementById('count').textContent !== '' &&
                  document.getElementById('placeholder') === null;
                """, [.string(name)])
        // The page writes the address after the view has stopped.
        try await browser.pass()
        return try await state(browser)
    }

    @Test func pagesTurn() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.publish(Self.names, to: folder)
            try await WebServer.with(serving: folder.url) { server in
                try await Browser.with(width: 800, height: 600) { browser in
                    for page in [folder.url, server.url("")] {
                        let page = page.appending(path: "a first/dzi/index.html")
                        try await turn(from: page, browser)
                    }
                    try await browser.expectNoComplaint()
                    // Existing pages show the images of a later export.
                    try await Self.publish(["bb"], to: folder)
                    try await browser.open(server.url("c/dzi/index.html"))
                    let state = try await Self.arrive(at: "c", browser)
                    #expect(state[2] == "4 / 4")
                    try await browser.expectNoComplaint()
                    try await broken(folder, server, browser)
                }
            }
        }
    }

    @Test("A new page shows its neighbours, even if the cache has an older list")
    func oldList() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.publish(Self.names, to: folder)
            // Browsers keep the list for ten days.
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -100 * 86_400)],
                ofItemAtPath: folder["pictures.js"].path)
            try await WebServer.with(serving: folder.url, plain: true) { server in
                try await Browser.with(width: 800, height: 600) { browser in
                    try await browser.open(server.url("c/dzi/index.html"))
                    #expect(try await Self.arrive(at: "c", browser)[2] == "3 / 3")
                    try await Self.publish(["bb"], to: folder)
                    try await browser.open(server.url("bb/dzi/index.html"))
                    #expect(try await Self.arrive(at: "bb", browser)[2] == "3 / 4")
                    // The page read the cached list first.
                    let lists = try server.requests().filter { $0.path.contains("pictures.js") }
                    #expect(lists.map { $0.path.contains("?") } == [false, true])
                    try await browser.expectNoComplaint()
                }
            }
        }
    }

    private func turn(from page: URL, _ browser: Browser) async throws {
        func click(_ selector: String) async throws {
            try await browser.run(
                "document.querySelector(arguments[0]).click()", [.string(selector)])
        }
        try await browser.open(page)
        #expect(
            try await Self.arrive(at: "a first", browser)
                == ["a first", "a first", "1 / 3", "", "a first/dzi"])
        #expect(
            try await browser.run(
                "return document.querySelector('[data-action=previous]').disabled") == true)
        // The page prefetches the first tiles of the next image.
        try await browser.wait(
            until: """
                return performance.getEntriesByType('resource')
                  .some(({ name }) => name.includes('%232/dzi/b%20%232_files/'))
                  || location.protocol === 'file:';
                """)
        // From a server, all tiles of the first view have been prefetched.
        let ahead = """
            return performance.getEntriesByType('resource').map(({ name }) => name)
              .filter((name) => name.includes('_files/') && name.includes('%232'));
            """
        let fetched = Set((try await browser.run(ahead).array ?? []).compactMap(\.string))
        try await browser.run(PageVisit.listening)
        try await browser.press(["n"])
        #expect(
            try await Self.arrive(at: "b #2", browser)
                == ["b #2", "b #2", "2 / 3", "#page=2", "b #2/dzi"])
        let shown = try await browser.run(
            """
            const image = window.ziggurat.viewer.world.getItemAt(0);
            return image.getTilesToDraw().map(({ tile }) => new URL(tile.getUrl(), location).href);
            """)
        let drawn = (shown.array ?? []).compactMap(\.string)
        #expect(drawn.count > 3)
        if page.scheme == "http" { #expect(Set(drawn).isSubset(of: fetched)) }
        #expect(try await browser.run("return document.title") == "b #2")
        // The announcement also contains the scale if the scale changed.
        let said = try await browser.wait(
            until: "return announced.find((text) => text.includes('image')) ?? false")
        #expect(said.string?.split(separator: ". ").contains("image 2 of 3: b #2") == true)
        try await browser.run("location.hash = '#page=2&xywh=100,100,200,150'")
        try await browser.wait(until: "return document.getElementById('scale').textContent !== ''")
        #expect(try await PageBehaviourTests.View.now(in: browser).region == [100, 100, 200, 150])
        try await browser.press(["c"])
        let message = try await browser.wait(
            until: "return document.getElementById('message').textContent")
        #expect(message == "Link copied.")
        try await click("[data-action=next]")
        #expect(try await Self.arrive(at: "c", browser)[3] == "#page=3")
        #expect(
            try await browser.run("return document.querySelector('[data-action=next]').disabled")
                == true)
        try await browser.run("history.back()")
        #expect(try await Self.arrive(at: "b #2", browser)[3] == "#page=2&xywh=100,100,200,150")
        #expect(try await PageBehaviourTests.View.now(in: browser).region == [100, 100, 200, 150])
        try await browser.run("history.go(-2)")
        #expect(try await Self.arrive(at: "a first", browser)[3] == "")
        try await browser.run("history.forward()")
        _ = try await Self.arrive(at: "b #2", browser)
        // The strip has all images, and marks the shown image.
        try await browser.press(["t"])
        try await browser.wait(
            until: """
                const images = [...document.querySelectorAll('#strip img')];
                return images.length === 3 && images.every((image) => image.naturalWidth > 0);
                """)
        Screenshots.save(try await browser.screenshot(), as: "pager-strip")
        try await click("#strip li:nth-child(3) button")
        #expect(try await Self.arrive(at: "c", browser)[2] == "3 / 3")
        #expect(
            try await browser.run(
                "return document.querySelector('#strip [aria-current]').title") == "c")
        // An address with an image and a view opens them. If the image does not exist, its view
        // applies to the page's own image.
        for (hash, name, region) in [
            ("#page=3&xywh=10,20,300,225", "c", [10, 20, 300, 225]),
            ("#page=9&xywh=10,20,300,225", "a first", [10, 20, 300, 225]),
        ] {
            try await browser.open(try #require(URL(string: "about:blank")))
            try await browser.open(try #require(URL(string: page.absoluteString + hash)))
            _ = try await Self.arrive(at: name, browser)
            #expect(
                try await PageBehaviourTests.View.now(in: browser).region == region.map(Double.init)
            )
        }
    }

    /// Missing optional files cause no complaints, and missing required files cause complaints.
    private func broken(
        _ folder: TemporaryFolder, _ server: WebServer, _ browser: Browser
    ) async throws {
        // A bundle outside its destination requests nothing outside itself.
        try FileManager.default.copyItem(at: folder["c/dzi"], to: folder["alone"])
        _ = try await browser.report()
        try await browser.open(server.url("alone/index.html"))
        #expect(try await browser.run(PageVisit.readiness) == "ready")
        let alone = try await browser.report()
        #expect(alone.complaints == [])
        #expect(!alone.requests.contains { $0.url.hasSuffix("/pictures.js") })
        #expect(try await browser.run("return document.getElementById('pager').hidden") == true)
        // An image of another version opens on its own page.
        try FileManager.default.removeItem(at: folder["b #2/dzi/viewer/picture.js"])
        try await browser.open(server.url("a first/dzi/index.html"))
        _ = try await Self.arrive(at: "a first", browser)
        try await browser.press(["n"])
        try await browser.wait(
            until: "return decodeURIComponent(location.pathname).includes('b #2')")
        #expect(try await Self.arrive(at: "b #2", browser)[3] == "")
        // If the list is missing, the page works without a pager.
        try FileManager.default.removeItem(at: folder["pictures.js"])
        _ = try await browser.report()
        try await browser.open(server.url("c/dzi/index.html"))
        #expect(try await browser.run(PageVisit.readiness) == "ready")
        try await browser.pass()
        #expect(try await browser.run("return document.getElementById('pager').hidden") == true)
        let failed = try await browser.report().failedRequests.map(\.url.suffixName)
        #expect(Set(failed).isSubset(of: ["pictures.js"]))
    }
}

extension String {
    /// The part after the last slash.
    fileprivate var suffixName: String { split(separator: "/").last.map(String.init) ?? "" }
}
