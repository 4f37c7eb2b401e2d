import Foundation
import TestSupport
import Testing
import ZigguratKit

/// What a page costs before one sees anything: how much it is, for what it waits, how many tiles it
/// asks for; and that nothing jumps.
@Suite struct PageWeightTests {
    /// The most tiles of 254 pixels that the first view may take in a window of 1280 × 800.
    static let tileBudget = 29

    /// What was measured of a page, and what of it is too much.
    static let facts = """
        const { viewer } = window.ziggurat;
        const blocking = [...document.querySelectorAll('script[src]:not([async]):not([defer]), ' +
          'link[rel=stylesheet]')].map((each) => each.src ?? each.href);
        const shifts = new PerformanceObserver(() => {});
        shifts.observe({ type: 'layout-shift', buffered: true });
        const shift = shifts.takeRecords().reduce((sum, { value }) => sum + value, 0);
        return { blocking: blocking.map((each) => each.split('/').pop()), shift };
        """

    @Test func pageIsLightAndStill() async throws {
        try await TemporaryFolder.with { folder in
            // As high as the window, and as wide: the worst case of its kind.
            try await Publication.plainImage(width: 6400, height: 4000, to: folder["wide.png"])
            try await Publication.export(
                [folder["wide.png"]], to: folder["out"], options: ExportOptions())
            let bundle = folder["out/wide/dzi"]
            let weight = try await Shell.run(
                "sh",
                [
                    "-c",
                    "cd \"$0\"; for f in index.html viewer/*.js; do gzip -9c $f | wc -c; done",
                    bundle.path,
                ])
            let bytes = try weight.orThrow().output.split(whereSeparator: \.isWhitespace)
                .compactMap { Int($0) }
            #expect(bytes.count == 4)
            #expect(bytes.reduce(0, +) < 120_000, "\(bytes)")
            try await WebServer.with(serving: folder["out"]) { server in
                try await Browser.with(width: 1280, height: 800) { browser in
                    // Every request up to the first full draw: what comes after waits for it.
                    try await browser.open(server.url("wide/dzi/index.html"))
                    #expect(try await browser.run(PageVisit.readiness) == "ready")
                    let facts = try await browser.run(Self.facts)
                    #expect(facts["blocking"] == ["openseadragon.min.js", "ziggurat.js"])
                    #expect(facts["shift"] == 0)
                    let asked = try await browser.run(
                        """
                        const [drawn] = performance.getEntriesByName('drawn');
                        return performance.getEntriesByType('resource').filter((entry) =>
                          entry.name.includes('_files/') && entry.startTime < drawn.startTime).length;
                        """)
                    #expect(
                        asked.integer.map { $0 > 8 && $0 <= Self.tileBudget } == true, "\(asked)")
                    #expect(try await browser.report().complaints == [])
                    // What is looked for would be found.
                    try await browser.run(
                        """
                        const shade = document.createElement('link');
                        shade.rel = 'stylesheet';
                        shade.href = 'viewer/thumbnail.jpg';
                        document.head.append(shade);
                        document.getElementById('caption').style.top = '300px';
                        return new Promise((done) => setTimeout(done, 700));
                        """)
                    let worse = try await browser.run(Self.facts)
                    #expect(worse["blocking"].array?.count == 3)
                    #expect(worse["shift"].number ?? 0 > 0)
                }
            }
        }
    }
}
