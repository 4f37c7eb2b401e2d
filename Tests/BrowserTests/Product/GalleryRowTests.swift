import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratKit
import ZigguratViewer

/// The gallery lays out images in rows, and can search, group and sort them.
@Suite struct GalleryRowTests {
    private static let sizes = [
        (1600, 900), (900, 1600), (1200, 1200), (2400, 600), (1000, 1500),
    ].map { PixelSize(width: $0.0, height: $0.1) }

    /// Images of five shapes, by two people, from ten years.
    private static func write(_ count: Int = 130, to folder: TemporaryFolder) async throws {
        let entries = (0..<count).map { number in
            var entry = GalleryEntry(
                name: "\(number)", title: "No. \(129 - number)", size: sizes[number % 5],
                thumbnail: "t.png", links: [(title: "dzi", path: "a.html", isPage: true)])
            entry.facts = [
                ("Creator", number < 65 ? "Ada" : "Émile"), ("Date", "\(1889 + number % 10)-01-02"),
                ("", "inventory \(5000 + number)"),
            ]
            return entry
        }
        for file in try PageWriter().gallery(of: entries) {
            try folder.write(Data(file.bytes), to: file.path)
        }
        _ = try await PixelPicture(width: 1, height: 1, bands: 3, samples: [9, 99, 200])
            .write(to: folder["t.png"])
    }

    /// Returns images with a wrong width in their row, or with another shape than their source.
    /// Also returns the number of checked rows and images, and the height of the first row.
    private static let faults = """
        scrollTo(0, document.documentElement.scrollHeight);
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        return frame().then(frame).then(() => {
          scrollTo(0, 0);
          return frame();
        }).then(frame).then(() => {
          const list = document.getElementById('entries').getBoundingClientRect();
          const rows = new Map();
          const faults = [];
          const parts = [...document.querySelectorAll('#entries ul')];
          let count = 0;
          for (const part of [parts[0], parts[parts.length - 1]]) {
            for (const image of part.querySelectorAll('img')) {
              const { left, right, top, width, height } = image.getBoundingClientRect();
              const wanted = image.getAttribute('width') / image.getAttribute('height');
              if (Math.abs(width / height / wanted - 1) > 0.02) faults.push(`shape ${width} × ${height}`);
              const place = Math.round(top);
              const row = rows.get(place) ?? { left, right };
              rows.set(place, { left: Math.min(row.left, left), right: Math.max(row.right, right) });
              count += 1;
            }
          }
          const all = [...rows.values()];
          for (const [index, { left, right }] of all.entries()) {
            const isFull = list.right - right < 2;
            if (left - list.left > 1 || (!isFull && index < all.length - 1)) faults.push(`row ${index}`);
          }
          const first = parts[0].querySelector('img').getBoundingClientRect().height;
          return { faults, rows: rows.size, count, first,
            fits: document.documentElement.scrollWidth <= innerWidth };
        });
        """

    /// Returns the list widths at which a row of the first part does not end at the edge, and the
    /// number of tested widths. Fractional pixels occur at densities other than 1.
    ///
    /// - Parameter spoil: a script that changes a card after its layout.
    private static func holes(_ spoil: String = "") -> String {
        """
        const list = document.getElementById('entries');
        // Hidden cards are laid out, but not drawn, which would take most of the time.
        list.style.visibility = 'hidden';
        const widths = [768, 820, 834, 1024, 1440, 1536, 1706, 1792, 1905, 1920];
        for (let width = 320; width <= 2560; width += 9.3) widths.push(width);
        const holes = [];
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        const walk = async () => {
          for (const width of widths) {
            list.style.width = `${width}px`;
            await frame();
            await frame();
            const cards = [...document.querySelector('#entries ul').children];
            for (const card of cards) { \(spoil) }
            const edge = list.getBoundingClientRect().right;
            const rows = new Map();
            for (const card of cards) {
              const { top, right } = card.getBoundingClientRect();
              rows.set(Math.round(top), Math.max(right, rows.get(Math.round(top)) ?? 0));
            }
            if ([...rows.values()].some((right) => Math.abs(edge - right) > 1)) holes.push(width);
          }
          return { holes, count: widths.length };
        };
        return walk();
        """
    }

    @Test("Every row ends at the edge of the list at every width", arguments: [1, 1.25, 1.5, 2, 3])
    func widths(_ density: Double) async throws {
        try await TemporaryFolder.with { folder in
            try await Self.write(to: folder)
            try await Browser.with(width: 2600, height: 700, scale: density) { browser in
                try await browser.open(folder["index.html"])
                let found = try await browser.run(Self.holes())
                #expect(found["holes"] == [] && (found["count"].integer ?? 0) > 200, "\(found)")
                guard density == 1 else { return }
                // The control: cards that do not shrink and are too wide.
                let spoilt = try await browser.run(
                    Self.holes(
                        "card.style.width = `${parseFloat(card.style.width) + 2}px`;"
                            + "card.style.flexGrow = '0';"))
                #expect(spoilt["holes"] != [])
            }
        }
    }

    @Test("Every row ends at the edge of the list in Firefox")
    func widthsInFirefox() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.write(to: folder)
            let pages = [1, 1.25, 1.5, 2, 3].map { density in
                Firefox.Page(
                    folder["index.html"], width: 2600, height: 700, scale: density,
                    steps: [.script(Self.holes())])
            }
            for (page, visit) in zip(pages, try await Firefox.visit(pages)) {
                let found = visit.values.first ?? .null
                #expect(
                    found["holes"] == [] && (found["count"].integer ?? 0) > 200,
                    "\(page.scale): \(found)")
            }
        }
    }

    @Test("A few images in one row use the width of the window")
    func singleRow() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.write(3, to: folder)
            try await Browser.with(width: 1500, height: 700) { browser in
                try await browser.open(folder["index.html"])
                let look = try await browser.run(Self.faults)
                #expect(look["faults"] == [] && look["rows"] == 1)
                #expect((350...420).contains(look["first"].number ?? 0), "\(look)")
            }
        }
    }

    @Test("Rows fill the width, and each image has its own shape")
    func rows() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.write(to: folder)
            for width in [360, 900, 1500] {
                try await Browser.with(width: width, height: 700) { browser in
                    try await browser.open(folder["index.html"])
                    let look = try await browser.run(Self.faults)
                    #expect(look["faults"] == [] && look["fits"] == true, "\(width): \(look)")
                    #expect(look["count"] == 70 && (look["rows"].integer ?? 0) > 5)
                    guard width == 900 else { return }
                    try await checkSmallImages(browser, look["first"].number ?? 0, folder)
                    try await checkChoices(browser)
                    #expect(try await AccessibilityTests.violations(browser) == [])
                    try await browser.expectNoComplaint()
                    // The control: an image of another shape.
                    try await browser.run(
                        "document.querySelector('#entries img').style.height = '90px'")
                    let other = try await browser.run(Self.faults)
                    #expect((other["faults"].array ?? []).isEmpty == false)
                }
            }
        }
    }

    /// Checks that the choice of small images is kept for the next visit.
    private func checkSmallImages(
        _ browser: Browser, _ height: Double, _ folder: TemporaryFolder
    ) async throws {
        try await browser.run("document.getElementById('density').click()")
        try await browser.open(folder["index.html"])
        let pressed = "return document.getElementById('density').getAttribute('aria-pressed')"
        #expect(try await browser.run(pressed) == "true")
        let look = try await browser.run(Self.faults)
        #expect(look["faults"] == [])
        #expect((look["first"].number ?? 0) < 0.7 * height)
        try await browser.run("document.getElementById('density').click()")
        #expect(try await browser.run(pressed) == "false")
    }

    private func checkChoices(_ browser: Browser) async throws {
        func choose(_ name: String, _ value: String) async throws -> JSONValue {
            try await browser.run(
                """
                const [name, value] = arguments;
                const select = document.querySelector(name);
                select.value = value;
                select.dispatchEvent(new Event('change'));
                return [document.getElementById('count').textContent,
                  document.querySelector('#entries b').textContent];
                """, [.string(name), .string(value)])
        }
        let labels = "return [...document.querySelectorAll('select')].map((each) => each.ariaLabel)"
        #expect(try await browser.run(labels) == ["Creator", "Year", "Order"])
        #expect(try await choose("#order", "title") == ["130 images", "No. 0"])
        #expect(try await choose("#order", "size") == ["130 images", "No. 125"])
        #expect(try await choose("#order", "date") == ["130 images", "No. 129"])
        let person = "select[data-label='Creator']"
        #expect(try await choose(person, "Émile") == ["65 of 130 images", "No. 59"])
        let year = "select[data-label='Year']"
        #expect(try await choose(year, "1890") == ["6 of 130 images", "No. 58"])
        #expect(try await choose(person, "") == ["13 of 130 images", "No. 128"])
        #expect(try await choose(year, "") == ["130 images", "No. 129"])
        #expect(try await choose("#order", "") == ["130 images", "No. 129"])
        #expect(try await GalleryTests.type("5007", in: browser) == ["No. 122"])
        #expect(try await GalleryTests.type("emile 5128", in: browser) == ["No. 1"])
        #expect(try await GalleryTests.type(" ", in: browser).array?.count == 130)
    }
}
