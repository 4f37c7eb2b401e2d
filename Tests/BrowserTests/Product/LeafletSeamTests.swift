import Foundation
import TestSupport
import Testing
import ZigguratKit

/// On the page with Leaflet, no line shows between tiles at any zoom and screen density. A black
/// image that fills the window is black everywhere.
@Suite struct LeafletSeamTests {
    /// Zooms at which the image fills the window, and tile edges lie between pixels.
    private static let zooms = [-1.55, -0.77, -0.37]

    private static let size = (width: 360, height: 640)

    /// Hides everything except the image.
    private static let bare = """
        const viewer = document.getElementById('viewer');
        for (const each of document.body.querySelectorAll('*')) {
          if (!viewer.contains(each) && !each.contains(viewer)) each.style.visibility = 'hidden';
        }
        document.querySelector('.leaflet-control-container').style.visibility = 'hidden';
        """

    /// Sets a zoom, and waits until all of its tiles are drawn.
    private static let zoom = """
        window.ziggurat.viewer.setZoom(arguments[0], { animate: false });
        const isThere = () => [...document.querySelectorAll('.tiles .leaflet-tile')].every((tile) =>
          tile.classList.contains('leaflet-tile-loaded') && getComputedStyle(tile).opacity === '1');
        return new Promise((resolve) => {
          const look = () => (isThere() ? requestAnimationFrame(() => requestAnimationFrame(resolve))
            : setTimeout(look, 20));
          setTimeout(look, 20);
        });
        """

    /// Exports an image in a format with transparency, opens its page and hides everything except
    /// the image.
    private static func withPage(
        of picture: URL, in folder: TemporaryFolder, scale: Double,
        _ body: (Browser) async throws -> Void
    ) async throws {
        try await Publication.export(
            [picture], to: folder["out"],
            options: Exporter.Options(
                layouts: [.xyz], tiling: Tiling.Request(encoding: TileEncoding(.png)),
                viewer: .leaflet))
        try await Browser.with(width: size.width, height: size.height, scale: scale) { browser in
            try await browser.open(folder["out/photo/xyz/index.html"])
            #expect(try await browser.run(PageVisit.readiness) == "ready")
            _ = try await browser.run(bare)
            try await body(browser)
        }
    }

    @Test(arguments: [1.0, 2, 3])
    func noLineShows(ratio: Double) async throws {
        try await TemporaryFolder.with { folder in
            let picture = try await Publication.plainImage(
                width: 3000, height: 2000, to: folder["photo.png"])
            try await Self.withPage(of: picture, in: folder, scale: ratio) { browser in
                for zoom in Self.zooms {
                    let brightest = try await Self.range(zoom, browser).upperBound
                    #expect(brightest < 4, "\(zoom)")
                }
                // The control: tiles that do not extend over their edges.
                _ = try await browser.run(
                    "document.styleSheets[0].insertRule("
                        + "'.leaflet-tile-container { --growth: 0 !important }')")
                let brightest = try await Self.range(Self.zooms[0], browser).upperBound
                #expect(brightest > 8)
            }
        }
    }

    /// The image is black and half transparent, so a gap between tiles is brighter and an overlap
    /// darker.
    @Test(arguments: [1.0, 2, 3])
    func transparentTilesLeaveNoLine(ratio: Double) async throws {
        try await TemporaryFolder.with { folder in
            let plain = try await Publication.plainImage(
                width: 3000, height: 2000, to: folder["plain.png"])
            let picture = folder["photo.png"]
            try await Shell.run("vips", ["bandjoin_const", plain.path, picture.path, "128"])
                .orThrow()
            try await Self.withPage(of: picture, in: folder, scale: ratio) { browser in
                _ = try await browser.run(
                    "document.getElementById('stage').style.background = '#fff';")
                for zoom in Self.zooms {
                    let spread = try await Self.range(zoom, browser).count - 1
                    #expect(spread < 4, "\(zoom)")
                    Screenshots.save(try await browser.screenshot(), as: "seam-\(ratio)\(zoom)")
                }
                // The control: tiles that do not extend over their edges.
                try await browser.run(
                    "document.styleSheets[0].insertRule('.tiles img { transform: none !important }')"
                )
                let spread = try await Self.range(Self.zooms[0], browser).count - 1
                #expect(spread > 8)
            }
        }
    }

    /// At 30 %, the page reduces the next larger level instead of enlarging a smaller level, as
    /// with OpenSeadragon. The first view, the control, may enlarge its level.
    @Test func levelIsNotEnlarged() async throws {
        try await TemporaryFolder.with { folder in
            try await Publication.export(
                [Publication.plainImage(width: 3000, height: 2000, to: folder["photo.png"])],
                to: folder["out"], options: Exporter.Options(layouts: [.xyz], viewer: .leaflet))
            try await Browser.with(width: 900, height: 600) { browser in
                try await browser.open(folder["out/photo/xyz/index.html"])
                #expect(try await browser.run(PageVisit.readiness) == "ready")
                let scale = """
                    const { lens, config } = window.ziggurat;
                    return [lens.matrix()[0], ...new Set(lens.tiles().map(
                      ({ level }) => 1 / config.levels[level].scaleFactor))];
                    """
                #expect(try await browser.run(scale) == [0.3, 0.25])
                try await browser.press(["1", "0"])
                try await browser.wait(until: "return window.ziggurat.lens.isHome()")
                #expect(try await browser.run(scale) == [0.3, 0.5])
            }
        }
    }

    /// The smallest and the largest sample on the screen.
    private static func range(
        _ zoom: Double, _ browser: Browser
    ) async throws -> ClosedRange<UInt8> {
        _ = try await browser.run(Self.zoom, [.number(zoom)])
        let screen = try await PixelPicture.decode(try await browser.screenshot()).withoutAlpha()
        return try #require(screen.samples.min())...(try #require(screen.samples.max()))
    }
}
