import Foundation
import TestSupport

@testable import ZigguratViewer

/// Asks the tile source of pages, in Chromium, which addresses it requests.
struct PageAddresses {
    private let browser: Browser
    private let server: WebServer

    /// Serves a folder and opens a page that loads the viewer of a bundle and the scripts
    /// that make its tile source. The path of the bundle is relative to the folder.
    static func with<Result>(
        serving folder: TemporaryFolder, scriptsOf bundle: String,
        isolation: isolated (any Actor)? = #isolation,
        _ body: (PageAddresses) async throws -> Result
    ) async throws -> Result {
        try await TemporaryFolder.with { page in
            try page.write(
                """
                <!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
                <script src="/\(bundle)/viewer/openseadragon.min.js"></script>
                <script src="all.js"></script>
                """, to: "index.html")
            let scripts = ScriptNeeds.builtIn.order(["openseadragon/tiles.js"])
            let code = try scripts.map { try Data(contentsOf: Repository.template($0)) }
            try page.write(Data(code.joined()), to: "all.js")
            return try await WebServer.with(serving: folder.url, mounts: ["/-pages-/": page.url]) {
                server in
                try await Browser.with(width: 400, height: 300) { browser in
                    try await browser.open(server.url("-pages-/index.html"))
                    return try await body(PageAddresses(browser: browser, server: server))
                }
            }
        }
    }

    /// The paths of all tiles that the page of a bundle requests, relative to the bundle.
    func paths(of bundle: String) async throws -> Set<String> {
        let root = server.url(bundle + "/").absoluteString
        let answer = try await browser.run(Self.script, [.string(root + "index.html")])
        let paths = try (answer.array ?? []).map { address in
            guard let address = address.string, address.hasPrefix(root),
                let path = address.dropFirst(root.count).removingPercentEncoding
            else { throw Outside(address: "\(address)") }
            return path
        }
        return Set(paths)
    }

    private static let script = """
        return fetch(arguments[0]).then((answer) => answer.text()).then((text) => {
          const page = new DOMParser().parseFromString(text, 'text/html');
          const config = JSON.parse(page.getElementById('ziggurat-config').textContent);
          const source = ziggurat.tiles.source(config);
          const urls = [];
          for (let level = source.minLevel; level <= source.maxLevel; level++) {
            const tiles = source.getNumTiles(level);
            for (let x = 0; x < tiles.x; x++) {
              for (let y = 0; y < tiles.y; y++) {
                if (!source.tileExists(level, x, y)) continue;
                urls.push(new URL(source.getTileUrl(level, x, y), arguments[0]).href);
              }
            }
          }
          return urls;
        });
        """

    struct Outside: Error, CustomStringConvertible {
        let address: String
        var description: String { "the page asks for \(address), which is not in its bundle" }
    }
}
