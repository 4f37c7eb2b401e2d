import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The page of a book shows two pages side by side, as in the open book.
@Suite struct SpreadTests {
    private static let count = 5

    /// Exports two books of five pages; the second book is read from right to left.
    private static func export(to folder: TemporaryFolder) async throws {
        for name in ["album", "scroll"] {
            try FileManager.default.createDirectory(
                at: folder[name], withIntermediateDirectories: true)
            for page in 1...count {
                // Pages of different sizes.
                try await TestPicture(width: 400 + 20 * page, height: 600 + 10 * page).write(
                    to: folder["\(name)/\(page).png"])
            }
            var exporter = Exporter(destination: folder["out"].path, layouts: [Formats.iiif3])
            exporter.options.readingDirection = name == "scroll" ? .rtl : nil
            exporter.options.settings.caption = Caption(title: "The \(name)")
            exporter.options.tiling = Tiling.Request(encoding: Publication.fine)
            let batch = ExportBatch([folder[name].path], exporter: exporter, books: .all)
            #expect(batch.run { _ in })
        }
    }

    /// Waits until pages are drawn. Returns the heading, the label below it, the count, the number
    /// in the address, and the place of the second image: its left edge, and whether it ends at the
    /// other edge of the first image.
    private static func arrive(_ count: String) -> String {
        """
        return (async () => {
          const items = () => { const { world } = window.ziggurat.viewer;
            return Array.from({ length: world.getItemCount() }, (_, at) => world.getItemAt(at)); };
          while (!window.ziggurat?.viewer
              || document.getElementById('count').textContent !== '\(count)'
              || items().length === 0 || !items().every((each) => each.getFullyLoaded())) {
            await \(Frames.pass(1));
          }
          await window.ziggurat.ready;
          // The page writes the address after the view has stopped.
          const early = location.hash;
          for (let frame = 0; frame < 30 && location.hash === early; frame += 1) {
            await \(Frames.pass(1));
          }
          const [first, second] = items().map((each) => each.getBounds());
          const text = (selector) => document.querySelector(selector).textContent;
          const all = window.ziggurat.viewer.viewport.getBounds();
          const isInside = items().every((each) => {
            const { x, y, width, height } = each.getBounds();
            return x > all.x - 1e-6 && y > all.y - 1e-6 && x + width < all.x + all.width + 1e-6
              && y + height < all.y + all.height + 1e-6;
          });
          return [text('h1'), text('#book'), text('#count'), location.hash,
            !second ? 'alone' : Math.abs(second.height - first.height) > 1e-6 ? 'uneven'
              : second.x === first.x + first.width ? 'right'
              : Math.abs(second.x + second.width - first.x) < 1e-6 ? 'left' : 'apart', isInside];
        })();
        """
    }

    /// What a visitor sees after each step: the script of the step, the count, the label, the place
    /// of the other page, and the address.
    private static let steps: [(step: String, [JSONValue])] = [
        ("return 0", ["1", "1 / 5", "alone", ""]),
        ("document.getElementById('spread').click()", ["1", "1 / 5", "alone", "#pages=2"]),
        (click("next"), ["2 – 3", "2–3 / 5", "right", "#page=2&pages=2"]),
        (click("next"), ["4 – 5", "4–5 / 5", "right", "#page=4&pages=2"]),
        (click("previous"), ["2 – 3", "2–3 / 5", "left", "#page=3&pages=2"]),
        (
            "document.getElementById('spread').click()", ["3", "3 / 5", "alone", "#page=3"]
        ),
    ]

    private static func click(_ action: String) -> String {
        "document.querySelector('#pager [data-action=\(action)]').click()"
    }

    /// The steps in a book that is read in a direction.
    private static func expected(_ name: String) -> [JSONValue] {
        steps.map { _, state in
            let place = state[2].string ?? ""
            let mirrored = ["left": "right", "right": "left"][place] ?? place
            return [
                .string("The \(name)"), state[0], state[1], state[3],
                .string(name == "scroll" ? mirrored : place), true,
            ]
        }
    }

    @Test("Two pages lie side by side in the reading direction")
    func pages() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.export(to: folder)
            let output = folder["out"]
            try await WebServer.with(serving: output) { server in
                try await Browser.with(width: 1280, height: 800) { browser in
                    try await browser.reduceMotion()
                    for (name, root) in [("album", output), ("scroll", server.url(""))] {
                        try await browser.open(root.appending(path: "\(name)/index.html"))
                        for ((step, state), expected) in zip(Self.steps, Self.expected(name)) {
                            try await browser.run(step)
                            let seen = try await browser.run(
                                Self.arrive(state[1].string ?? ""))
                            #expect(seen == expected, "\(name): \(step)")
                            if name == "album" {
                                Screenshots.save(
                                    try await browser.screenshot(),
                                    as: "spread-\(state[1].string?.prefix(3) ?? "")")
                            }
                        }
                    }
                    try await Self.move(server.url("album/index.html"), browser)
                    for name in ["album", "scroll"] {
                        try await Self.keep(name, server.url("\(name)/index.html"), browser)
                    }
                    try await browser.expectNoComplaint()
                }
                let visits = try await Firefox.visit(
                    [server.url("scroll/index.html")], width: 1280, height: 800,
                    scripts: Self.steps.flatMap { step, state in
                        [step, Self.arrive(state[1].string ?? "")]
                    })
                for visit in visits {
                    #expect(visit.complaints == [])
                    let seen = visit.values.enumerated().filter { $0.offset % 2 == 1 }
                        .map(\.element)
                    #expect(seen == Self.expected("scroll"))
                }
            }
        }
    }

    /// The page in the middle of the view is the current image; in narrow windows, pages are alone.
    private static func move(_ page: URL, _ browser: Browser) async throws {
        try await browser.open(try #require(URL(string: "\(page.absoluteString)#page=2&pages=2")))
        #expect(try await browser.run(arrive("2–3 / 5"))[4] == "right")
        try await browser.run(
            """
            const { lens, config } = window.ziggurat;
            lens.fit({ x: config.width + 100, y: 100, width: 200, height: 200 }, true);
            lens.events.dispatchEvent(new Event('rest'));
            """)
        try await browser.wait(until: "return window.ziggurat.config.name === '3'")
        try await browser.wait(until: "return location.hash.startsWith('#page=3&xywh=')")
        let seen = try await browser.run(
            """
            const { x, y, width, height } = window.ziggurat.lens.region();
            return [location.hash.endsWith('&pages=2'), x > 0 && x + width < 460, y, height,
              document.getElementById('book').textContent,
              window.ziggurat.viewer.world.getItemAt(1).getBounds().x];
            """)
        #expect(seen[0] == true && seen[1] == true && seen[4] == "2 – 3" && seen[5] == 0)
        // The address shows the same view again.
        let address = try await browser.run("return location.hash")
        let region = "const { x, y } = window.ziggurat.lens.region(); return [x, y].map(Math.round)"
        let before = try await browser.run(region)
        try await browser.run("history.replaceState(null, '', location.pathname)")
        try await browser.open(
            try #require(URL(string: "\(page.absoluteString)\(address.string ?? "")")))
        #expect(try await browser.run(arrive("2–3 / 5"))[4] == "left")
        #expect(try await browser.run(region) == before)
        // Paper is narrower than the window, but keeps both pages.
        for (width, media, expected) in [(700, "print", true), (700, "", false), (1280, "", true)] {
            try await browser.devTools(
                "Emulation.setEmulatedMedia",
                [
                    "media": .string(media),
                    "features": [["name": "prefers-reduced-motion", "value": "reduce"]],
                ])
            try await browser.fit(width: width, height: 800)
            let state = try await browser.run(arrive(expected ? "2–3 / 5" : "3 / 5"))
            #expect(state[4] == (expected ? "left" : "alone"))
            guard media.isEmpty else { continue }
            #expect(
                try await browser.run("return document.getElementById('spread').checkVisibility()")
                    == .boolean(expected))
        }
    }

    /// Both pages are saved as the screen shows them, and cited with their labels.
    private static func keep(_ name: String, _ page: URL, _ browser: Browser) async throws {
        try await browser.open(try #require(URL(string: "\(page.absoluteString)#page=2&pages=2")))
        let place = name == "scroll" ? "left" : "right"
        #expect(try await browser.run(arrive("2–3 / 5"))[4] == .string(place))
        #expect(try await AccessibilityTests.violations(browser) == [])
        let cited = try await browser.run(
            """
            document.getElementById('cite').click();
            return (async () => {
              \(CiteTests.opened)
              return ['text', 'size'].map((id) => document.getElementById(`citing-${id}`))
                .map((each) => each.value ?? each.textContent);
            })();
            """)
        #expect(cited[0].string?.hasPrefix("“The \(name), 2 – 3”. http") == true, "\(cited)")
        #expect(cited[1] == "892 × 620 pixels")
        let saved = try await browser.run(CiteTests.saving("image/png"))
        #expect(saved[1] == "Saved as 2-3.png.")
        let picture = try await CiteTests.pixels(saved[2])
        try #require(picture.width == 892 && picture.height == 620)
        let (second, third) = name == "scroll" ? (452, 0) : (0, 440)
        let current = TestPicture(width: 440, height: 620).pixels()
        let first = picture.cropped(x: second, y: 0, width: 440, height: 620)
        #expect(try first.difference(from: current).mean < 3)
        // The third page has 630 rows, and is reduced to the height of the second page.
        let source = TestPicture(width: 460, height: 630).pixels()
        let other = picture.cropped(x: third, y: 0, width: 452, height: 620)
        var samples: [UInt8] = []
        for y in 0..<620 {
            for x in 0..<452 { samples += source[x * 63 / 62, y * 63 / 62] }
        }
        let near = PixelPicture(width: 452, height: 620, bands: 3, samples: samples)
        let distance = try other.difference(from: near).mean
        // The negative control: the page in its full size.
        let full = source.cropped(x: 0, y: 0, width: 452, height: 620)
        let control = try other.difference(from: full).mean
        #expect(distance < control / 2, "\(distance), \(control)")
    }
}
