import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Tiles on the page with Leaflet leave no line between them, at whatever zoom and on whatever screen:
/// a black picture that fills the window is black everywhere.
@Suite struct LeafletSeamTests {
    /// At each of them the picture fills the window, and edges of tiles fall between pixels.
    private static let zooms = [-1.55, -0.77, -0.37]

    private static let size = (width: 360, height: 640)

    /// The page with nothing on it but the picture.
    private static let bare = """
        const viewer = document.getElementById('viewer');
        for (const each of document.body.querySelectorAll('*')) {
          if (!viewer.contains(each) && !each.contains(viewer)) each.style.visibility = 'hidden';
        }
        document.querySelector('.leaflet-control-container').style.visibility = 'hidden';
        """

    /// Shows a zoom, and waits until all of its tiles are drawn.
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

    @Test(arguments: [1.0, 2, 3])
    func noLineShows(ratio: Double) async throws {
        try await TemporaryFolder.with { folder in
            try await Publication.export(
                [Publication.plainImage(width: 3000, height: 2000, to: folder["photo.png"])],
                to: folder["out"],
                // In a format that could be transparent.
                options: Exporter.Options(
                    layouts: [.xyz], tiling: Tiling.Request(encoding: TileEncoding(.png)),
                    viewer: .leaflet))
            try await Browser.with(
                width: Self.size.width, height: Self.size.height, scale: ratio
            ) { browser in
                try await browser.open(folder["out/photo/xyz/index.html"])
                #expect(try await browser.run(PageVisit.readiness) == "ready")
                _ = try await browser.run(Self.bare)
                for zoom in Self.zooms {
                    let brightest = try await Self.brightest(zoom, browser, folder)
                    #expect(brightest < 4, "\(zoom)")
                }
                // The control: tiles that end where they end.
                _ = try await browser.run(
                    "document.styleSheets[0].insertRule("
                        + "'.leaflet-tile-container { --growth: 0 !important }')")
                let brightest = try await Self.brightest(Self.zooms[0], browser, folder)
                #expect(brightest > 8)
            }
        }
    }

    /// Half transparent and black: a gap between tiles would be brighter, an overlap darker.
    @Test(arguments: [1.0, 2, 3])
    func transparentTilesLeaveNoLine(ratio: Double) async throws {
        try await TemporaryFolder.with { folder in
            let plain = try await Publication.plainImage(
                width: 3000, height: 2000, to: folder["plain.png"])
            try await Shell.run(
                "vips", ["bandjoin_const", plain.path, folder["photo.png"].path, "128"]
            ).orThrow()
            try await Publication.export(
                [folder["photo.png"]], to: folder["out"],
                options: Exporter.Options(
                    layouts: [.xyz], tiling: Tiling.Request(encoding: TileEncoding(.png)),
                    viewer: .leaflet))
            try await Browser.with(
                width: Self.size.width, height: Self.size.height, scale: ratio
            ) { browser in
                try await browser.open(folder["out/photo/xyz/index.html"])
                #expect(try await browser.run(PageVisit.readiness) == "ready")
                _ = try await browser.run(
                    Self.bare + "document.getElementById('stage').style.background = '#fff';")
                for zoom in Self.zooms {
                    let spread = try await Self.spread(zoom, browser, folder)
                    #expect(spread < 4, "\(zoom)")
                    Screenshots.save(try await browser.screenshot(), as: "seam-\(ratio)\(zoom)")
                }
                // The control: tiles that end where they end.
                try await browser.run(
                    "document.styleSheets[0].insertRule('.tiles img { transform: none !important }')"
                )
                let spread = try await Self.spread(Self.zooms[0], browser, folder)
                #expect(spread > 8)
            }
        }
    }

    /// At 30 % a level of twice the size is reduced, as with OpenSeadragon: it is sharper than a smaller
    /// one that is enlarged. The first view, the control, may enlarge its level.
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

    /// The largest difference of two pixels on the screen.
    private static func spread(
        _ zoom: Double, _ browser: Browser, _ folder: TemporaryFolder
    ) async throws -> Int {
        _ = try await browser.run(Self.zoom, [.number(zoom)])
        let screen = try await PixelPicture.decode(try await browser.screenshot()).withoutAlpha()
        let (least, most) = (screen.samples.min(), screen.samples.max())
        return try Int(#require(most)) - Int(#require(least))
    }

    private static func brightest(
        _ zoom: Double, _ browser: Browser, _ folder: TemporaryFolder
    ) async throws -> UInt8 {
        _ = try await browser.run(Self.zoom, [.number(zoom)])
        let file = try folder.write(try await browser.screenshot(), to: "screen.png")
        let screen = try await PixelPicture.read(file)
        return try #require(screen.withoutAlpha().samples.max())
    }
}
