import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The page with Leaflet has the features of the page with OpenSeadragon, except for rotation,
/// flipping and an overview.
@Suite struct LeafletPageTests {
    static func publish(to folder: TemporaryFolder) async throws {
        try await TemporaryFolder.with { sources in
            var options = Exporter.Options(
                layouts: [.xyz, .iiif3],
                caption: Caption(
                    title: "A photo", attribution: "A. Person", rights: "https://example.org/r"),
                viewer: .leaflet)
            options.annotations = PageFeatureTests.annotations
            options.includesSource = true
            try await TestPicture(width: 1600, height: 1200).write(to: sources["photo.png"])
            try await Publication.export([sources["photo.png"]], to: folder.url, options: options)
            try await TestPicture(width: 700, height: 500).write(to: sources["another.png"])
            try await Publication.export(
                [sources["another.png"]], to: folder.url,
                options: Exporter.Options(layouts: [.xyz], viewer: .leaflet))
        }
        try Publication.replace(
            "\"overlap\":", by: "\"micronsPerPixel\":12.5,\"overlap\":",
            in: folder["photo/xyz/index.html"])
    }

    @Test func pageHasTheSameControls() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.publish(to: folder)
            try await WebServer.with(serving: folder.url) { server in
                try await Browser.with(width: 800, height: 600) { browser in
                    for root in [folder.url, server.url("")] {
                        try await checkStart(browser, root)
                        for each in LeafletPageCase.all { try await Self.check(each, browser) }
                        try await browser.expectNoComplaint()
                    }
                    try await checkZoom(browser)
                    try await checkSchemes(browser, server.url("photo/xyz/index.html"))
                    try await browser.expectNoComplaint()
                }
            }
        }
    }

    static func check(_ each: LeafletPageCase, _ browser: Browser) async throws {
        if !each.act.isEmpty {
            try await browser.run(
                LeafletPageCase.words + "return (async () => { \(each.act) })()")
        }
        if !each.keys.isEmpty { try await browser.press(each.keys, holding: each.modifiers) }
        do {
            try await browser.wait(
                until: LeafletPageCase.words + each.outcome)
        } catch {
            let state = try await browser.run(
                """
                \(LeafletPageCase.words)
                return [seen(), location.hash, text('#scale'), text('#announcement'), text('#message'),
                  text('#count'), document.activeElement.outerHTML.slice(0, 60)];
                """)
            Issue.record("\(each.name): \(state)")
        }
    }

    /// The small image is shown before any script runs, and the tiles then replace it.
    private func checkStart(_ browser: Browser, _ root: URL) async throws {
        let page = root.appending(path: "photo/xyz/index.html")
        try await browser.devTools("Emulation.setScriptExecutionDisabled", ["value": true])
        try await browser.open(page)
        let small = try await browser.run(
            """
            const { width, height } = document.getElementById('placeholder').getBoundingClientRect();
            return [width, height, document.getElementById('placeholder').naturalWidth > 0,
              document.getElementById('controls').checkVisibility()];
            """)
        #expect(small == [800, 600, true, false])
        try await browser.devTools("Emulation.setScriptExecutionDisabled", ["value": false])
        try await browser.open(page)
        #expect(try await browser.run(PageVisit.readiness) == "ready")
    }

    /// Pins and shapes stay at their place on the image while Leaflet zooms.
    private func checkZoom(_ browser: Browser) async throws {
        let seen = try await browser.run(
            """
            \(LeafletPageCase.words)
            lens.goHome(true);
            const [start] = lens.matrix();
            const moments = new Promise((done) => viewer.once('zoomanim', () => done(
              [50, 100, 150, 200].map((time) => {
                for (const motion of document.getAnimations()) {
                  motion.pause();
                  motion.currentTime = time;
                }
                // The first tile of a level begins at the image's corner.
                const { left, top } = q('.tiles img[src$="/0/0.jpg"]').getBoundingClientRect();
                const [scale, , , , x, y] = lens.matrix();
                return [scale / start, left - x, top - y];
              }))));
            q('[data-action=zoomIn]').click();
            return moments;
            """)
        let moments = (seen.array ?? []).map { ($0.array ?? []).compactMap(\.number) }
        let scales = moments.compactMap(\.first)
        #expect(scales.count == 4 && scales == scales.sorted() && Set(scales).count == 4)
        #expect(scales.allSatisfy { $0 > 1.01 && $0 < 1.59 }, "\(seen)")
        #expect(moments.allSatisfy { $0.dropFirst().allSatisfy { abs($0) < 1.5 } }, "\(seen)")
    }

    /// Checks light and dark colours and reduced motion; axe-core finds no fault.
    private func checkSchemes(_ browser: Browser, _ page: URL) async throws {
        var grounds: Set<String> = []
        for (scheme, motion) in [("light", "no-preference"), ("dark", "reduce")] {
            try await browser.devTools(
                "Emulation.setEmulatedMedia",
                [
                    "features": [
                        ["name": "prefers-color-scheme", "value": .string(scheme)],
                        ["name": "prefers-reduced-motion", "value": .string(motion)],
                    ]
                ])
            try await browser.open(page)
            #expect(try await browser.run(PageVisit.readiness) == "ready")
            try await browser.wait(until: "return !document.getElementById('pager').hidden")
            try await browser.run(
                """
                document.getElementById('about').open = true;
                document.getElementById('notes').open = true;
                """)
            #expect(try await AccessibilityTests.violations(browser) == [], "\(scheme)")
            #expect(try await AccessibilityTests.faintTexts(browser) == [], "\(scheme)")
            if scheme == "light" {
                #expect(try await AccessibilityTests.focusFaults(browser) == [])
            }
            grounds.insert(
                try await browser.run("return getComputedStyle(document.body).backgroundColor")
                    .string ?? "")
            Screenshots.save(try await browser.screenshot(), as: "leaflet-\(scheme)")
            let isMoving = try await browser.run(
                """
                \(LeafletPageCase.words)
                q('[data-action=zoomIn]').click();
                const [before] = lens.matrix();
                return (async () => {
                  // On a busy machine, the first frames of a zoom may show only its beginning.
                  for (let frame = 0; frame < 9; frame += 1) {
                    await new Promise((resolve) => requestAnimationFrame(resolve));
                    if (Math.abs(lens.matrix()[0] / before - 1) > 1e-6) return true;
                  }
                  return false;
                })();
                """)
            #expect(isMoving == .boolean(motion != "reduce"), "\(motion)")
        }
        #expect(grounds.count == 2)
    }
}
