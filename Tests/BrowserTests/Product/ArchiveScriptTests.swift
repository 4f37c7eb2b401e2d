import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Other pages can use `ziggurat-tiles.js`.
@Suite struct ArchiveScriptTests {
    /// Exports an image into container files, and writes a page with the script and the libraries.
    static func publish(
        to folder: TemporaryFolder, _ containers: [String] = ["pmtiles"],
        _ viewers: [PageTemplates.Viewer] = [.leaflet]
    ) async throws {
        let image = try await TestPicture(width: 1500, height: 1000).write(to: folder["photo.png"])
        for container in containers {
            for viewer in viewers {
                try await Publication.export(
                    [image], to: folder["out/\(viewer.rawValue)"],
                    options: Exporter.Options(
                        container: try #require(Formats.standard.container(named: container)),
                        viewer: viewer))
            }
        }
        let libraries = viewers.map {
            "<script src=\"\($0)/photo/pmtiles/viewer/\($0).min.js\"></script>"
        }
        try folder.write(
            """
            <!DOCTYPE html><meta charset="utf-8"><title>Page</title><link rel="icon" href="data:,">
            <style>#viewer { width: 600px; height: 400px } .leaflet-container { position: relative;
            overflow: hidden } .leaflet-pane, .leaflet-layer, .leaflet-tile-container,
            .leaflet-tile { position: absolute; left: 0; top: 0 }</style>
            <div id="viewer"></div>
            \(libraries.joined(separator: "\n"))
            <script src="leaflet/photo/pmtiles/viewer/ziggurat-tiles.js"></script>
            """, to: "out/page.html")
    }

    @Test("OpenSeadragon and Leaflet show an archive")
    func libraries() async throws {
        try await TemporaryFolder.with { folder in
            let containers = ["pmtiles", "szi", "tiff"]
            try await Self.publish(to: folder, containers, [.openseadragon, .leaflet])
            try await WebServer.with(serving: folder["out"], ranges: true) { server in
                try await Browser.with(width: 800, height: 600) { browser in
                    for container in containers {
                        let ending = container == "tiff" ? "tif" : container
                        let file = "openseadragon/photo/photo.\(ending)"
                        try await browser.open(server.url("page.html"))
                        let facts = try await browser.run(
                            """
                            return (async () => {
                              const archive = await ZigguratTiles.open('\(file)');
                              const viewer = OpenSeadragon({
                                id: 'viewer', drawer: 'canvas', showNavigationControl: false,
                                tileSources: [await ZigguratTiles.tileSource(archive)],
                              });
                              await new Promise((done) => viewer.addOnceHandler('open', done));
                              const image = viewer.world.getItemAt(0);
                              await new Promise((done) => image.whenFullyLoaded(done));
                              const { x, y } = image.getContentSize();
                              return [x, y, image.getTilesToDraw().length > 1];
                            })();
                            """)
                        #expect(facts == [1500, 1000, true], "\(container)")
                        try await browser.open(server.url("page.html"))
                        let tiles = try await browser.run(
                            """
                            return (async () => {
                              const archive = await ZigguratTiles.open('\(file)');
                              const map = L.map('viewer', {
                                crs: L.CRS.Simple, fadeAnimation: false, minZoom: -5,
                              });
                              map.setView([-500, 750], -1, { animate: false });
                              const layer = await ZigguratTiles.layer(archive);
                              const loaded = new Promise((done) => layer.once('load', done));
                              layer.addTo(map);
                              await loaded;
                              return [...document.querySelectorAll('.leaflet-tile img')]
                                .map((image) => image.naturalWidth).sort((a, b) => b - a);
                            })();
                            """)
                        // At half size, the image has 750 × 500 pixels in 3 × 2 tiles. A map pads
                        // its last column.
                        #expect(tiles.array?.count == 6, "\(container)")
                        let last: JSONValue = container == "szi" ? 238 : 256
                        #expect(tiles.array?.last == last, "\(tiles)")
                    }
                    try await browser.expectNoComplaint()
                }
            }
        }
    }

    @Test("Adjacent parts are read in one request, and aborted requests are not sent")
    func requests() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.publish(to: folder)
            try await WebServer.with(serving: folder["out"], ranges: true) { server in
                try await Browser.with(width: 800, height: 600) { browser in
                    try await browser.open(server.url("page.html"))
                    let facts = try await browser.run(
                        """
                        return (async () => {
                          const archive = await ZigguratTiles.open('leaflet/photo/photo.pmtiles');
                          const { reader } = archive;
                          const level = () => [0, 1, 2, 3].flatMap((x) => [0, 1, 2, 3].map((y) => [x, y]));
                          const facts = [reader.requests];
                          const controller = new AbortController();
                          const left = archive.tile(3, 0, 0, controller).catch(({ name }) => name);
                          await Promise.resolve();
                          controller.abort();
                          facts.push(await left);
                          await \(Frames.pass(6));
                          facts.push(reader.requests);
                          const blobs = await Promise.all(level().map(([x, y]) => archive.tile(3, x, y)));
                          facts.push(reader.requests, blobs.every(({ type }) => type === 'image/jpeg'));
                          // These tiles come from the cache of the reader.
                          await Promise.all(level().map(([x, y]) => archive.tile(3, x, y)));
                          facts.push(reader.requests, await archive.tile(3, 7, 7),
                            await archive.tile(9, 0, 0));
                          return facts;
                        })();
                        """)
                    #expect(facts == [1, "AbortError", 1, 2, true, 2, .null, .null])
                }
            }
        }
    }

    @Test("An archive of 349,525 tiles opens with less than 200 kB")
    func large() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.publish(to: folder)
            let lengths = try await Shell.run(
                "python3",
                [
                    "-I",
                    Repository.root.appending(path: "Tests/TestSupport/Helpers/large-pmtiles.py")
                        .path, folder["out/large.pmtiles"].path,
                ]
            ).orThrow().output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
            try #require(lengths.count == 2)
            try await WebServer.with(serving: folder["out"], ranges: true) { server in
                try await Browser.with(width: 800, height: 600) { browser in
                    try await browser.open(server.url("page.html"))
                    let facts = try await browser.run(
                        """
                        return (async () => {
                          const archive = await ZigguratTiles.open('large.pmtiles');
                          const sizes = [];
                          for (const [x, y] of [[200, 300], [511, 511]]) {
                            sizes.push((await archive.tile(9, x, y)).size);
                          }
                          const loaded = performance.getEntriesByType('resource')
                            .filter(({ name }) => name.endsWith('large.pmtiles'))
                            .reduce((sum, { transferSize }) => sum + transferSize, 0);
                          return [...sizes, loaded - sizes[0] - sizes[1]];
                        })();
                        """)
                    #expect(facts.array?.prefix(2).compactMap(\.integer) == lengths)
                    #expect((16_384..<200_000).contains(facts[2].integer ?? 0), "\(facts)")
                }
            }
        }
    }
}
