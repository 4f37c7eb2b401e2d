import Foundation
import TestSupport

/// A view of an image that a page is to show.
enum PageView: String, CaseIterable, Sendable {
    /// The whole image.
    case home
    /// The middle of the image, pixel by pixel.
    case centre
    /// The bottom right corner, pixel by pixel.
    case corner

    /// Moves a ready page to the view and waits until it is drawn. Returns the image's place as
    /// `[left, top, right, bottom]` in device pixels.
    var script: String {
        """
        if (!window.ziggurat.viewer.viewport) { \(leafletScript) }
        const { viewer } = window.ziggurat;
        const { viewport } = viewer;
        const image = viewer.world.getItemAt(0);
        const { x: width, y: height } = image.getContentSize();
        \(Self.clearing)
        const actualPixels = document.querySelector('button[data-action="actualPixels"]');
        viewport.goHome(true);
        \(steps)
        const frames = () => new Promise((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(resolve)));
        // The animation has ended when the current bounds equal the target bounds.
        const isStill = () => ['x', 'y', 'width', 'height'].every((side) =>
          Math.abs(viewport.getBounds(true)[side] - viewport.getBounds(false)[side]) < 1e-9);
        viewer.forceRedraw();
        return (async () => {
          for (let calm = 0; calm < 2;) {
            await frames();
            calm = isStill() && image.getFullyLoaded() ? calm + 1 : 0;
          }
          return [[0, 0], [width, height]].flatMap(([x, y]) => {
            const corner = image.imageToViewerElementCoordinates(new OpenSeadragon.Point(x, y));
            return [corner.x * devicePixelRatio, corner.y * devicePixelRatio];
          });
        })();
        """
    }

    /// Hides the controls that cover the image.
    private static let clearing = """
        for (const name of ['caption', 'controls', 'pager', 'credit']) {
          document.getElementById(name).style.visibility = 'hidden';
        }
        """

    /// The variant of ``script`` for Leaflet.
    private var leafletScript: String {
        """
        const { viewer: map, config: { width, height } } = window.ziggurat;
        const click = (action) =>
          document.querySelector(`button[data-action="${action}"]`).click();
        \(Self.clearing)
        click('home');
        \(leafletSteps)
        const frames = () => new Promise((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const tiles = () => Object.values(map._layers).flatMap((layer) =>
          Object.values(layer._tiles ?? {}));
        const isDrawn = () => !Object.values(map._layers).some((layer) => layer._loading)
          && tiles().length > 0 && tiles().every((tile) => tile.current && tile.loaded);
        const isStill = () => !map._animatingZoom
          && map.getSize().equals([map.getContainer().clientWidth, map.getContainer().clientHeight]);
        return (async () => {
          for (let calm = 0; calm < 3;) {
            await frames();
            calm = isStill() && isDrawn() ? calm + 1 : 0;
          }
          // Tiles that have arrived may still be decoding.
          await Promise.all([...document.querySelectorAll('.tiles img')]
            .map((image) => image.decode().catch(() => {})));
          await frames();
          const moved = L.DomUtil.getPosition(map.getPane('mapPane'));
          return [[0, 0], [width, height]].flatMap(([x, y]) => {
            const corner = map.project(L.latLng(-y, x)).subtract(map.getPixelOrigin()).add(moved);
            return [corner.x * devicePixelRatio, corner.y * devicePixelRatio];
          });
        })();
        """
    }

    private var leafletSteps: String {
        switch self {
        case .home: ""
        case .centre: "click('actualPixels');"
        case .corner:
            """
            click('actualPixels');
            map.setView(L.latLng(-height, width), map.getZoom(), { animate: false });
            """
        }
    }

    private var steps: String {
        switch self {
        case .home: ""
        case .centre: "actualPixels.click();"
        case .corner:
            """
            viewport.zoomTo(image.imageToViewportZoom(1 / devicePixelRatio), null, true);
            viewport.panTo(image.imageToViewportCoordinates(
              new OpenSeadragon.Point(width, height)), true);
            viewport.applyConstraints(true);
            actualPixels.click();
            """
        }
    }
}

/// A screenshot of a view, and the image's place on it.
struct PageSight: Sendable {
    let view: PageView
    /// The place of the image, in pixels of the screenshot.
    let left: Double, top: Double, right: Double, bottom: Double
    /// The bytes of a PNG file.
    let screenshot: Data

    init(view: PageView, corners: JSONValue, screenshot: Data) throws {
        guard let left = corners[0].number, let top = corners[1].number,
            let right = corners[2].number, let bottom = corners[3].number
        else { throw NoCorners(answer: corners) }
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
        self.view = view
        self.screenshot = screenshot
    }

    struct NoCorners: Error {
        let answer: JSONValue
    }
}
