import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A page is light: limits on bytes, blocking resources and requested tiles before the first view.
/// Nothing moves while the page loads.
@Suite struct PageWeightTests {
    /// The largest number of tiles of 254 pixels for the first view in a window of 1280 × 800.
    static let tileBudget = 29

    /// The largest compressed size of the page without tiles, with the list of images and the
    /// description of the next image, in bytes.
    static let weightLimit = 123_500
    /// The largest compressed size of the page and its scripts, in bytes.
    static let ownLimit = 122_000

    /// Images for the weight tests. The levels of `300` near the window size equal the levels of an
    /// image of 300 megapixels, 20,000 × 15,000. The image `most` needs the most tiles of all
    /// sizes.
    static let pictures = [
        (name: "300", width: 5000, height: 3750), (name: "most", width: 6400, height: 4000),
    ]

    /// The resources that block painting or parsing, and the sum of layout shifts.
    static let facts = """
        const resources = performance.getEntriesByType('resource');
        // Scripts that other scripts add are `async` without the attribute.
        const waited = [...document.scripts]
          .filter((each) => each.src && !each.async && !each.defer)
          .map((each) => each.src).concat(resources
            .filter((each) => each.renderBlockingStatus === 'blocking').map((each) => each.name));
        const shifts = new PerformanceObserver(() => {});
        shifts.observe({ type: 'layout-shift', buffered: true });
        const shift = shifts.takeRecords().reduce((sum, { value }) => sum + value, 0);
        // A gallery does not report its first draw.
        const [drawn = { startTime: Infinity }] = performance.getEntriesByName('drawn');
        const tiles = resources.filter((each) => each.name.includes('_files/')
          && each.startTime < drawn.startTime);
        return {
          blocking: [...new Set(waited)].map((each) => each.split('/').pop()), shift,
          scripts: resources.filter((each) => each.initiatorType === 'script'
            && each.startTime < drawn.startTime).map((each) => each.name.split('/').pop()),
          tiles: tiles.length,
        };
        """

    /// The gzipped size of a page and all requested files except tiles, in bytes.
    static func weight(_ requests: [WebServer.Request], in folder: URL) async throws -> Int {
        let paths = Set(requests.map(\.path)).filter {
            !$0.contains("_files/") && !$0.contains(/\/[0-9]+\/[0-9]+\/[0-9]+\.jpg$/)
        }
        let sizes = try await Shell.run(
            "sh",
            ["-c", "for f in \"$@\"; do gzip -9c \"$f\" | wc -c; done", "sh"]
                + paths.map {
                    folder.appending(path: $0).path
                }
        ).orThrow().output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard sizes.count == paths.count, sizes.count > 2 else { return .max }
        return sizes.reduce(0, +)
    }

    @Test func pageIsLightAndStill() async throws {
        try await TemporaryFolder.with { folder in
            for picture in Self.pictures {
                let image = try await Publication.plainImage(
                    width: picture.width, height: picture.height, to: folder["\(picture.name).png"])
                try await Publication.export(
                    [image], to: folder["out"], options: Exporter.Options())
            }
            try await Browser.with(width: 1280, height: 800) { browser in
                for picture in Self.pictures {
                    try await WebServer.with(serving: folder["out"]) { server in
                        try await browser.open(server.url("\(picture.name)/dzi/index.html"))
                        #expect(try await browser.run(PageVisit.readiness) == "ready")
                        let facts = try await browser.run(Self.facts)
                        #expect(facts["blocking"] == [], "\(picture.name)")
                        #expect(facts["scripts"] == ["ziggurat.js", "openseadragon.min.js"])
                        #expect(facts["shift"] == 0, "\(picture.name)")
                        let tiles = facts["tiles"].integer ?? 0
                        #expect((9...Self.tileBudget).contains(tiles), "\(picture.name): \(tiles)")
                        // Prefetched files are not requested again, and all requests succeed.
                        let asked = try server.requests()
                        #expect(Set(asked.map(\.path)).count == asked.count, "\(asked)")
                        #expect(asked.allSatisfy { $0.status == 200 }, "\(asked)")
                        let weight = try await Self.weight(asked, in: folder["out"])
                        #expect(weight < Self.weightLimit, "\(picture.name): \(weight) bytes")
                        let own = try await Self.weight(
                            asked.filter { request in
                                ["index.html", "ziggurat.js", "openseadragon.min.js"].contains {
                                    request.path.hasSuffix("/\(picture.name)/dzi/\($0)")
                                        || request.path.hasSuffix("/dzi/viewer/\($0)")
                                }
                            }, in: folder["out"])
                        #expect((100_000..<Self.ownLimit).contains(own), "\(own) bytes")
                    }
                    try await browser.expectNoComplaint()
                }
                try await worse(folder, browser)
            }
        }
    }

    /// Tests the page with Leaflet and the gallery.
    @Test func otherPagesAreLightAndStill() async throws {
        try await TemporaryFolder.with { folder in
            let image = try await Publication.plainImage(
                width: 2500, height: 1800, to: folder["photo.png"])
            for name in ["photo", "another", "third"] {
                try await Publication.export(
                    [image], to: folder["out"],
                    options: Exporter.Options(layouts: [.xyz], viewer: .leaflet), name: name)
            }
            try await Browser.with(width: 1280, height: 800) { browser in
                for (path, scripts) in Self.others {
                    let (facts, weight) = try await Self.measure(path, folder["out"], browser)
                    #expect(facts["blocking"] == [], "\(path)")
                    #expect(facts["scripts"] == .array(scripts.map { .string($0) }), "\(path)")
                    #expect(facts["shift"] == 0, "\(path)")
                    #expect((2000..<Self.weightLimit).contains(weight), "\(path): \(weight)")
                    try await browser.expectNoComplaint()
                }
                // The controls: blocking files, a layout shift and too many bytes.
                for (path, _) in Self.others {
                    try Self.spoil(folder["out/\(path)"])
                    let (facts, weight) = try await Self.measure(path, folder["out"], browser)
                    let waited = (facts["blocking"].array ?? []).compactMap(\.string)
                    #expect(Set(waited) == ["late.css", "late.js"], "\(path)")
                    #expect(facts["shift"].number ?? 0 > 0, "\(path): \(facts)")
                    #expect(weight > Self.weightLimit, "\(path): \(weight)")
                }
            }
        }
    }

    private static let others = [
        ("photo/xyz/index.html", ["leaflet.min.js", "ziggurat.js"]), ("index.html", []),
    ]

    /// Waits for the page and its images. Returns the page's facts and its weight.
    private static func measure(
        _ path: String, _ folder: URL, _ browser: Browser
    ) async throws -> (facts: JSONValue, weight: Int) {
        try await WebServer.with(serving: folder) { server in
            try await browser.open(server.url(path))
            if path.contains("/") {
                #expect(try await browser.run(PageVisit.readiness) == "ready")
            }
            try await browser.wait(
                until: "return [...document.images].every((image) => image.naturalWidth > 0)")
            try await browser.pass(frames: 12)
            let facts = try await browser.run(Self.facts)
            let asked = try server.requests()
            #expect(asked.allSatisfy { $0.status == 200 }, "\(asked)")
            return (facts, try await Self.weight(asked, in: folder))
        }
    }

    /// Adds a blocking style sheet and script, ballast, and a late element that shifts the content.
    private static func spoil(_ page: URL) throws {
        let folder = page.deletingLastPathComponent()
        for name in ["late.css", "late.js"] {
            try Data().write(to: folder.appending(path: name))
        }
        let text = try String(contentsOf: page, encoding: .utf8)
        let policy = /<meta http-equiv="Content-Security-Policy"[^>]*>/
        let ballast = (0..<80_000).map { _ in String(UInt16.random(in: 0...UInt16.max)) }
        let late = """
            <script>setTimeout(() => {
              document.querySelector('h1').style.marginTop = '90px';
            }, 50); // \(ballast.joined())
            </script>
            """
        let spoiled = text.replacing(policy, with: "").replacing(
            "</head>",
            with:
                "<link rel=\"stylesheet\" href=\"late.css\"><script src=\"late.js\"></script></head>"
        ).replacing("</body>", with: late + "</body>")
        try Data(spoiled.utf8).write(to: page)
    }

    /// The negative controls: a heavier script, a separate style sheet, a blocking script, a late
    /// image that shifts the content, and tiles of all levels.
    private func worse(_ folder: TemporaryFolder, _ browser: Browser) async throws {
        let bundle = folder["out/most/dzi"]
        let page = bundle.appending(path: "index.html")
        try Publication.replace(
            "</head>", by: "<link rel=\"stylesheet\" href=\"viewer/late.css\"></head>", in: page)
        try Publication.replace(
            "</body>", by: "<script src=\"viewer/late.js\"></script></body>", in: page)
        try Publication.replace("style-src ", by: "style-src 'self' ", in: page)
        for name in ["late.css", "late.js"] {
            try Data().write(to: bundle.appending(path: "viewer/\(name)"))
        }
        let script = bundle.appending(path: "viewer/ziggurat.js")
        try Publication.replace("minLevel: firstUseful(pyramid)", by: "minLevel: 0", in: script)
        try Publication.replace("minLevel: { value: level", by: "minLevel: { value: 0", in: script)
        let ballast = (0..<20_000).map { _ in String(UInt16.random(in: 0...UInt16.max)) }
        try Publication.replace(
            "window.ziggurat = page;",
            by: """
                window.ziggurat = page;
                lens.viewer.addHandler('tile-loaded', () => { byID('caption').style.top = '300px'; });
                /* \(ballast.joined()) */
                """, in: script)
        try await WebServer.with(serving: folder["out"]) { server in
            try await browser.open(server.url("most/dzi/index.html"))
            #expect(try await browser.run(PageVisit.readiness) == "ready")
            let facts = try await browser.run(Self.facts)
            let waited = (facts["blocking"].array ?? []).compactMap(\.string)
            #expect(Set(waited) == ["late.css", "late.js"])
            #expect(facts["shift"].number ?? 0 > 0, "\(facts)")
            #expect(facts["tiles"].integer ?? 0 > Self.tileBudget, "\(facts)")
            let weight = try await Self.weight(server.requests(), in: folder["out"])
            #expect(weight > Self.weightLimit, "\(weight)")
        }
    }
}
