import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Gallery thumbnails are sharp on dense screens, and visible on light and dark pages.
@Suite struct GalleryThumbnailTests {
    /// Exports an opaque image and a black drawing on a transparent background, with and without
    /// transparent tiles.
    private static func publish(to folder: TemporaryFolder) async throws {
        try await TemporaryFolder.with { sources in
            let opaque = try await Publication.plainImage(
                width: 4800, height: 3600, to: sources["opaque.png"])
            try await Publication.export([opaque], to: folder.url, options: Exporter.Options())
            let samples = (0..<120 * 90).flatMap { index -> [UInt8] in
                [0, 0, 0, index % 120 < 20 ? 255 : 0]
            }
            for (name, alpha) in [("clear", TileEncoding.Alpha.keep), ("flat", .flatten)] {
                let image = try await PixelPicture(
                    width: 120, height: 90, bands: 4, samples: samples
                ).write(to: sources["\(name).png"])
                var options = Exporter.Options(
                    tiling: Tiling.Request(encoding: TileEncoding(.png)))
                options.alpha = alpha
                try await Publication.export([image], to: folder.url, options: options)
            }
        }
    }

    /// The file that the browser loaded for the opaque image.
    private static let chosen = """
        const image = document.querySelector('img[src^="opaque/"]');
        image.loading = 'eager';
        return image.decode().then(() => image.currentSrc.split('/').pop());
        """

    /// The middle of a thumbnail in the window, and a point of its drawing.
    private static let places = """
        const images = ['clear', 'flat'].map((name) => document.querySelector(`img[src^="${name}/"]`));
        for (const image of images) image.loading = 'eager';
        return Promise.all(images.map((image) => image.decode())).then(() => {
          images[0].scrollIntoView({ block: 'center' });
          return images;
        }).then((images) => images.map((image) => {
          const { left, top, width, height } = image.getBoundingClientRect();
          return [left + width / 2, top + height / 2, left + width / 16];
        }));
        """

    @Test("A dense screen gets a larger thumbnail")
    func density() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.publish(to: folder)
            let page = folder["index.html"]
            for (scale, file) in [
                (1.0, "thumbnail.jpg"), (2, "thumbnail-large.jpg"), (3, "thumbnail-dense.jpg"),
            ] {
                try await Browser.with(width: 360, height: 900, scale: scale) { browser in
                    try await browser.open(page)
                    #expect(try await browser.run(Self.chosen) == .string(file), "\(scale)")
                    try await browser.expectNoComplaint()
                    if scale == 1 { try await checkColours(page, browser, folder) }
                }
            }
            let visits = try await Firefox.visit([
                Firefox.Page(page, width: 360, height: 640, scale: 3, steps: [.script(Self.chosen)])
            ])
            #expect(visits[0].values == ["thumbnail-dense.jpg"] && visits[0].complaints == [])
            // The control: a page with one thumbnail only.
            try Publication.replace(" srcset=", by: " data-set=", in: page)
            try await Browser.with(width: 360, height: 640, scale: 3) { browser in
                try await browser.open(page)
                #expect(try await browser.run(Self.chosen) == "thumbnail.jpg")
            }
        }
    }

    /// Checks that the transparent area differs from the drawing and from the page in both colour
    /// schemes. Without transparency, the control, the area is white.
    private func checkColours(
        _ page: URL, _ browser: Browser, _ folder: TemporaryFolder
    ) async throws {
        for scheme in ["light", "dark"] {
            try await browser.prefer(scheme, for: "color-scheme")
            try await browser.open(page)
            let places = try await browser.run(Self.places)
            let screenshot = try await browser.screenshot()
            Screenshots.save(screenshot, as: "gallery-transparent-\(scheme)")
            let screen = try await PixelPicture.decode(screenshot)
            func grey(_ image: Int, _ x: Int) throws -> Int {
                let place = places[image]
                let (x, y) = try (#require(place[x].number), #require(place[1].number))
                return Int(screen[Int(x), Int(y)][0])
            }
            #expect(try (100...160).contains(grey(0, 0)) && grey(0, 2) < 20, "\(scheme)")
            #expect(try grey(1, 0) > 250 && grey(1, 2) < 20, "\(scheme)")
        }
    }
}
