import Foundation
import TestSupport

/// Asks OpenLayers, Leaflet and OpenSeadragon, in Chromium, which addresses they request.
/// OpenSeadragon uses a custom address function. The clients load no files; the layouts list the
/// files that exist.
struct ClientProbe {
    private let browser: Browser

    /// Opens a page with the scripts of all clients.
    static func with<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: (ClientProbe) async throws -> Result
    ) async throws -> Result {
        let scripts = [
            "openlayers.js": try Judge.file("mapproxy/service/templates/demo/static/ol.js"),
            "leaflet.js": try Judge.file("xstatic/pkg/leaflet/data/leaflet.js"),
            "openseadragon.js": try Repository.openSeadragon(),
        ]
        return try await TemporaryFolder.with { page in
            for (name, file) in scripts { try page.write(try Data(contentsOf: file), to: name) }
            try page.write(
                """
                <!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
                <div id="map" style="width: 400px; height: 300px"></div>
                \(scripts.keys.sorted().map { "<script src=\"\($0)\"></script>" }.joined())
                <script>\(script)</script>
                """, to: "index.html")
            return try await WebServer.with(serving: page.url) { server in
                try await Browser.with(width: 400, height: 300) { browser in
                    try await browser.open(server.url("index.html"))
                    return try await body(ClientProbe(browser: browser))
                }
            }
        }
    }

    /// The paths that a client requests below `http://tiles/`.
    ///
    /// - Parameter facts: the facts that a page passes to the client.
    func paths(_ client: String, _ facts: [String: JSONValue]) async throws -> Set<String> {
        Set(try await places(client, facts).map(\.path))
    }

    /// A path that a client requests, and the tile's place in pixels of the level, from the top
    /// left of the image.
    struct Place: Hashable {
        let path: String
        let level: Int
        let x: Int
        let y: Int
    }

    func places(_ client: String, _ facts: [String: JSONValue]) async throws -> Set<Place> {
        let answer = try await browser.run(
            "return window.clients[arguments[0]](arguments[1]);",
            [.string(client), .object(facts)])
        return try Set(
            (answer.array ?? []).map { entry in
                guard let address = entry[0].string, address.hasPrefix(Self.base),
                    let path = address.dropFirst(Self.base.count).removingPercentEncoding,
                    let level = entry[1].number, let x = entry[2].number, let y = entry[3].number
                else { throw Outside(address: "\(entry)") }
                return Place(path: path, level: Int(level), x: Int(x), y: Int(y))
            })
    }

    static let base = "http://tiles/"

    private static let script = """
        // Returns each address with its level and the tile's top left corner.

        // An OpenLayers source requests every tile of every level of its grid.
        function openLayers(source) {
          const grid = source.getTileGrid(), urls = [];
          for (let z = grid.getMinZoom(); z <= grid.getMaxZoom(); z++) {
            const range = grid.getFullTileRange(z)
              || grid.getTileRangeForExtentAndZ(grid.getExtent(), z);
            for (let x = range.minX; x <= range.maxX; x++) {
              for (let y = range.minY; y <= range.maxY; y++) {
                const url = source.tileUrlFunction([z, x, y], 1, ol.proj.get('EPSG:3857'));
                const [left, , , top] = grid.getTileCoordExtent([z, x, y]);
                const pixel = grid.getResolution(z);
                if (url) urls.push([url, z, left / pixel, -top / pixel]);
              }
            }
          }
          return urls;
        }

        // A grid for an image without a geographic location, as in the examples of OpenLayers.
        function grid(facts, origin) {
          const resolutions = [];
          for (let z = 0; z <= facts.zoom; z++) resolutions.push(2 ** (facts.zoom - z));
          return new ol.tilegrid.TileGrid({
            extent: [0, -facts.height, facts.width, 0], origin, resolutions, tileSize: 256 });
        }

        // Leaflet's tile layer requests every tile that it considers valid.
        function leaflet(facts, template, options) {
          const crs = facts.tms ? L.extend({}, L.CRS.Simple, {
            // Rows can be counted from the bottom only if the image has a bottom edge.
            infinite: false,
            projection: L.extend({}, L.Projection.LonLat, {
              bounds: L.bounds([0, -facts.height / 2 ** facts.zoom],
                [facts.width / 2 ** facts.zoom, 0]) }),
          }) : L.CRS.Simple;
          const map = L.map('map', { crs, zoomAnimation: false, fadeAnimation: false,
            minZoom: 0, maxZoom: facts.zoom, attributionControl: false });
          const bounds = L.latLngBounds(
            map.unproject([0, facts.height], facts.zoom), map.unproject([facts.width, 0], facts.zoom));
          const layer = L.tileLayer(template, {
            bounds, noWrap: true, maxNativeZoom: facts.zoom, ...options });
          const urls = [];
          for (let z = 0; z <= facts.zoom; z++) {
            map.setView(bounds.getCenter(), z, { animate: false });
            layer.addTo(map);
            layer._tileZoom = z;
            layer._resetGrid();
            const size = 256 * 2 ** (facts.zoom - z);
            const [columns, rows] = [facts.width / size, facts.height / size];
            for (let x = -2; x < columns + 2; x++) {
              for (let y = -2; y < rows + 2; y++) {
                const coords = L.point(x, y);
                coords.z = z;
                if (!layer._isValidTile(coords)) continue;
                const { x: left, y: top } = coords.scaleBy(layer.getTileSize());
                urls.push([layer.getTileUrl(coords), z, left, top]);
              }
            }
            layer.remove();
          }
          map.remove();
          return urls;
        }

        // OpenSeadragon requests the addresses of a custom function.
        function openSeadragon(facts, url) {
          const source = new OpenSeadragon.TileSource({
            width: facts.width, height: facts.height, tileSize: 256, minLevel: 0,
            maxLevel: facts.zoom });
          const urls = [];
          for (let level = 0; level <= facts.zoom; level++) {
            const tiles = source.getNumTiles(level);
            for (let x = 0; x < tiles.x; x++) {
              for (let y = 0; y < tiles.y; y++) {
                const { x: left, y: top } = source.getTileBounds(level, x, y);
                // Both values are fractions of the image width.
                const width = facts.width / 2 ** (facts.zoom - level);
                urls.push([url(level, x, y, tiles), level, Math.round(left * width),
                  Math.round(top * width)]);
              }
            }
          }
          return urls;
        }

        const base = '\(base)';
        window.clients = {
          'OpenLayers xyz': (facts) => openLayers(new ol.source.XYZ({
            url: base + '{z}/{x}/{y}.jpg', tileGrid: grid(facts, [0, 0]) })),
          'OpenLayers tms': (facts) => openLayers(new ol.source.XYZ({
            url: base + '{z}/{x}/{-y}.jpg', tileGrid: grid(facts, [0, 0]) })),
          'OpenLayers zoomify': (facts) => openLayers(new ol.source.Zoomify({
            url: base, size: [facts.width, facts.height], tileSize: 256,
            tierSizeCalculation: facts.rounding })),
          'OpenLayers iiif': (facts) => openLayers(new ol.source.IIIF(
            new ol.format.IIIFInfo(facts.info).getTileSourceOptions())),
          'Leaflet xyz': (facts) => leaflet(facts, base + '{z}/{x}/{y}.jpg', {}),
          'Leaflet tms': (facts) =>
            leaflet({ ...facts, tms: true }, base + '{z}/{x}/{y}.jpg', { tms: true }),
          'OpenSeadragon tms': (facts) => openSeadragon(facts, (level, x, y, tiles) =>
            `${base}${level}/${x}/${tiles.y - 1 - y}.jpg`),
          'OpenSeadragon template': (facts) => openSeadragon(facts, (level, x, y) =>
            `${base}t/${level}-${String(x).padStart(3, '0')}_${y}.jpg`),
        };
        """

    struct Outside: Error, CustomStringConvertible {
        let address: String
        var description: String { "the client asks for \(address)" }
    }
}
