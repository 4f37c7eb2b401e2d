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

    private static func brightest(
        _ zoom: Double, _ browser: Browser, _ folder: TemporaryFolder
    ) async throws -> UInt8 {
        _ = try await browser.run(Self.zoom, [.number(zoom)])
        let file = try folder.write(try await browser.screenshot(), to: "screen.png")
        let screen = try await PixelPicture.read(file)
        return try #require(screen.withoutAlpha().samples.max())
    }
}
