import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A dialog cites and saves a view.
@Suite struct CiteTests {
    private static let picture = TestPicture(width: 1600, height: 1200)

    /// Exports an image in two layouts, with a base URL.
    private static func publish(to folder: TemporaryFolder) async throws {
        try await TemporaryFolder.with { sources in
            try await picture.write(to: sources["photo.png"])
            var caption = Caption(title: "A \"photo\"", attribution: "City archive")
            (caption.creator, caption.date) = ("N. N.", "1890")
            for (layout, format) in [(Formats.dzi, TileFormat.png), (Formats.iiif3, .jpeg)] {
                try await Publication.export(
                    [sources["photo.png"]], to: folder.url,
                    options: Exporter.Options(
                        layouts: [layout],
                        tiling: Tiling.Request(encoding: TileEncoding(format)), caption: caption,
                        baseURL: "https://example.org/maps"))
            }
            try await Publication.export(
                [sources["photo.png"]], to: folder.url,
                options: Exporter.Options(
                    layouts: [.xyz], container: Formats.pmtiles,
                    tiling: Tiling.Request(encoding: TileEncoding(.png))), name: "packed")
        }
    }

    /// Opens the dialog and returns its fields.
    private static let open = """
        document.getElementById('cite').click();
        return (async () => {
          \(opened)
          const value = (id) => document.getElementById(`citing-${id}`).value;
          return [true, value('text'), value('link'), value('iiif'),
            document.getElementById('citing-size').textContent,
            document.getElementById('citing-disk').checkVisibility(),
            document.querySelector('[data-type]').disabled];
        })();
        """

    /// Waits until the script of the dialog has arrived.
    static let opened = """
        while (!document.getElementById('citing').open) {
          await \(Frames.pass(1));
        }
        """

    /// Returns a script that saves the view and returns the name and content of the file.
    static func saving(_ type: String) -> String {
        """
        const urls = URL.createObjectURL;
        const blob = new Promise((done) => {
          URL.createObjectURL = (blob) => { done(blob); return urls(blob); };
        });
        document.querySelector('[data-type="\(type)"]').click();
        return blob.then(async (blob) => {
          const bytes = new Uint8Array(await blob.arrayBuffer());
          const text = btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join(''));
          await \(Frames.pass(3));
          return [blob.type, document.getElementById('citing-status').textContent, text];
        });
        """
    }

    static func pixels(_ value: JSONValue) async throws -> PixelPicture {
        let bytes = try #require(value.string.flatMap { Data(base64Encoded: $0) })
        return try await PixelPicture.decode(bytes).withoutAlpha()
    }

    private static func page(_ url: URL, _ fragment: String) throws -> URL {
        try #require(URL(string: "\(url.absoluteString)#\(fragment)"))
    }

    @Test("A view is cited, and saved pixel by pixel as it is on the screen")
    func server() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.publish(to: folder)
            try await WebServer.with(serving: folder.url, ranges: true) { server in
                try await Browser.with(width: 800, height: 600) { browser in
                    try await browser.reduceMotion()
                    let view = "xywh=300,200,400,300"
                    try await browser.open(
                        Self.page(server.url("photo/dzi/index.html"), view))
                    #expect(try await browser.run(PageVisit.readiness) == "ready")
                    let fields = try await browser.run(Self.open)
                    let link = "https://example.org/maps/photo/dzi/#\(view)"
                    #expect(fields[0] == true && fields[2] == .string(link))
                    let citation = fields[1].string ?? ""
                    #expect(
                        citation.hasPrefix(
                            "N. N., “A \"photo\"”, 1890, City archive. \(link) (acc"),
                        "\(citation)")
                    #expect(
                        fields[3]
                            == "https://example.org/maps/photo/iiif3/canvas/1#xywh=300,200,400,300")
                    #expect(fields[4] == "400 × 300 pixels")
                    #expect(fields[5] == false && fields[6] == false)
                    #expect(try await AccessibilityTests.violations(browser) == [])
                    #expect(try await AccessibilityTests.smallTargets(browser) == [])
                    Screenshots.save(try await browser.screenshot(), as: "cite")
                    let saved = try await browser.run(Self.saving("image/png"))
                    #expect(saved[0] == "image/png")
                    #expect(saved[1] == "Saved as photo-300-200-400-300.png.")
                    let whole = Self.picture.pixels()
                    let part = whole.cropped(x: 300, y: 200, width: 400, height: 300)
                    let isEqual = try await Self.pixels(saved[2]).samples == part.samples
                    #expect(isEqual)
                    // The control: another region.
                    let other = whole.cropped(x: 301, y: 200, width: 400, height: 300)
                    #expect(part.samples != other.samples)
                    // Escape closes the dialog, and keys move the image again.
                    try await browser.press(["\u{E00C}"])
                    #expect(
                        try await browser.run(
                            """
                            return [document.getElementById('citing').open,
                              document.activeElement.dataset.menu];
                            """) == [false, "share"])

                    // A rotated and flipped view of an archive.
                    try await browser.open(
                        Self.page(
                            server.url("packed/pmtiles/index.html"), view + "&rotate=90&flip=1"))
                    #expect(try await browser.run(PageVisit.readiness) == "ready")
                    let size = try await browser.run(Self.open)[4].string ?? ""
                    let turned = try await Self.pixels(browser.run(Self.saving("image/png"))[2])
                    #expect(size == "\(turned.width) × \(turned.height) pixels")
                    // A quarter turn and a flip together transpose the image.
                    let status = "return document.getElementById('citing-status').textContent"
                    let region =
                        try await browser.run(status).string?.matches(of: /\d+/).compactMap {
                            Int($0.output)
                        } ?? []
                    try #require(region.count == 4)
                    let plain = whole.cropped(
                        x: region[0], y: region[1], width: region[2], height: region[3])
                    let isTransposed = (0..<turned.height).allSatisfy { y in
                        (0..<turned.width).allSatisfy { x in
                            (0..<3).allSatisfy { band in
                                turned.samples[(y * turned.width + x) * 3 + band]
                                    == plain.samples[(x * plain.width + y) * 3 + band]
                            }
                        }
                    }
                    #expect(isTransposed)
                    try await browser.expectNoComplaint()
                }
                let visits = try await Firefox.visit(
                    [try Self.page(server.url("photo/dzi/index.html"), "xywh=300,200,400,300")],
                    width: 800, height: 600,
                    scripts: [PageVisit.readiness, Self.open, Self.saving("image/jpeg")])
                for visit in visits {
                    #expect(visit.complaints == [])
                    #expect(visit.values.first == "ready")
                    let saved = try #require(visit.values.last)
                    #expect(saved[0] == "image/jpeg")
                    let picture = try await Self.pixels(saved[2])
                    #expect(picture.width == 400 && picture.height == 300)
                }
            }
        }
    }

    @Test("A page from the disk explains why it cannot save")
    func disk() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.publish(to: folder)
            try await Browser.with(width: 390, height: 700) { browser in
                try await browser.open(folder["photo/dzi/index.html"])
                #expect(try await browser.run(PageVisit.readiness) == "ready")
                try await browser.run("document.querySelector('[data-part=save]').click()")
                #expect(
                    try await browser.run(
                        """
                        return (async () => {
                          \(Self.opened)
                          return [document.getElementById('citing-disk').checkVisibility(),
                            [...document.querySelectorAll('[data-type]')].every(
                              (each) => each.disabled),
                            document.getElementById('citing').scrollWidth
                              <= document.getElementById('citing').clientWidth];
                        })();
                        """) == [true, true, true])
                #expect(try await AccessibilityTests.violations(browser) == [])
            }
        }
    }
}
