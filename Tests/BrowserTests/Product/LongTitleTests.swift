import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A long title leaves room for the image, and a path is filled only if it is closed.
@Suite struct LongTitleTests {
    private static let title = String(repeating: "An endless title. ", count: 280)

    /// An open line and a polygon of the same shape.
    private static let annotations = [
        Annotation(label: "Line", path: "M100 100L250 100L250 300"),
        Annotation(label: "Polygon", path: "M400 100L550 100L550 300Z"),
    ]

    private static func publish(to folder: TemporaryFolder) async throws {
        try await TemporaryFolder.with { sources in
            let image = try await Publication.plainImage(
                width: 600, height: 400, to: sources["photo.png"])
            var options = Exporter.Options(layouts: [.xyz], caption: Caption(title: title))
            options.annotations = annotations
            try await Publication.export([image], to: folder.url, options: options)
        }
    }

    /// The number of lines of a title.
    private static let lines = """
        const title = document.querySelector(arguments[0]);
        const { height } = title.getBoundingClientRect();
        const { lineHeight, paddingTop } = getComputedStyle(title);
        return Math.round((height - parseFloat(paddingTop)) / parseFloat(lineHeight));
        """

    @Test("A title of 5,000 characters has at most four lines")
    func titles() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.publish(to: folder)
            for (width, height) in [(800, 600), (360, 640)] {
                try await Browser.with(width: width, height: height) { browser in
                    for (page, selector, most) in [
                        ("photo/xyz/index.html", "h1", width > 640 ? 4.0 : 2),
                        ("index.html", ".open b", 4),
                    ] {
                        let place = Comment(rawValue: "\(page), \(width)")
                        try await browser.open(folder[page])
                        let lines = try await browser.run(Self.lines, [.string(selector)])
                        #expect(lines == .number(most), place)
                        Screenshots.save(
                            try await browser.screenshot(), as: "long-title-\(selector)-\(width)")
                        // The control: without the limit, the title has more lines.
                        try await browser.run(
                            """
                            document.styleSheets[0].insertRule(
                              '* { -webkit-line-clamp: none !important }');
                            """)
                        let all = try await browser.run(Self.lines, [.string(selector)])
                        #expect(all.integer ?? 0 > 40, place)
                    }
                    try await browser.expectNoComplaint()
                }
            }
        }
    }

    @Test("A polygon is filled, an open line is not")
    func notes() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.publish(to: folder)
            try await Browser.with(width: 800, height: 600) { browser in
                try await browser.open(folder["photo/xyz/index.html"])
                #expect(try await browser.run(PageVisit.readiness) == "ready")
                // The point between the ends of the line, and the corresponding point in the
                // polygon.
                let places = try await browser.run(
                    """
                    const [a, , , d, e, f] = window.ziggurat.lens.matrix();
                    document.getElementById('pins').hidden = true;
                    document.getElementById('caption').hidden = true;
                    return [230, 530].map((x) => [a * x + e, d * 140 + f]);
                    """)
                for index in 0..<2 {
                    // The second pass marks the note as visited.
                    if index == 1 {
                        try await browser.run(
                            "document.querySelectorAll('#shapes path')[0].classList.add('marked')")
                    }
                    let screen = try await PixelPicture.decode(try await browser.screenshot())
                    let reds = try (0..<2).map { place in
                        let (x, y) = try (
                            #require(places[place][0].number), #require(places[place][1].number)
                        )
                        return screen[Int(x), Int(y)][0]
                    }
                    #expect(reds[0] < 4 && reds[1] > 20, "\(reds)")
                }
            }
        }
    }
}
