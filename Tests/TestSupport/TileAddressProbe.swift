public import Foundation

/// Finds the addresses that OpenSeadragon requests for a descriptor, in Chromium.
public struct TileAddressProbe: Sendable {
    private let browser: Browser
    private let server: WebServer

    /// Serves a folder and opens a page with OpenSeadragon on the same server.
    public static func with<Result>(
        serving folder: URL, isolation: isolated (any Actor)? = #isolation,
        _ body: (TileAddressProbe) async throws -> Result
    ) async throws -> Result {
        let openSeadragon = try Data(contentsOf: Repository.openSeadragon())
        return try await TemporaryFolder.with { page in
            try page.write(openSeadragon, to: "openseadragon.js")
            try page.write(
                """
                <!doctype html><link rel="icon" href="data:,">
                <div id="viewer" style="width: 400px; height: 300px"></div>
                <script src="openseadragon.js"></script>
                """, to: "index.html")
            return try await WebServer.with(serving: folder, mounts: ["/-probe-/": page.url]) {
                server in
                try await Browser.with(width: 400, height: 300) { browser in
                    try await browser.open(server.url("-probe-/index.html"))
                    return try await body(TileAddressProbe(browser: browser, server: server))
                }
            }
        }
    }

    /// The address of a path in the served folder, for descriptors that contain their own address.
    public func address(of path: String) -> String {
        path.isEmpty ? server.url.absoluteString : server.url(path).absoluteString
    }

    /// Returns all addresses that OpenSeadragon would request for a descriptor (`photo.dzi`,
    /// `info.json` …), given by its path in the served folder.
    ///
    /// OpenSeadragon fetches the descriptor, recognises its format and creates its tile source,
    /// which returns the address of each tile of each level.
    public func addresses(of descriptor: String) async throws -> TileAddresses {
        try await addresses(ofSource: .string(server.url(descriptor).absoluteString), descriptor)
    }

    /// Returns all addresses that OpenSeadragon would request for a tile source that the page
    /// itself contains, such as Zoomify's.
    package func addresses(ofSource source: JSONValue) async throws -> TileAddresses {
        try await addresses(ofSource: source, "a source")
    }

    private func addresses(
        ofSource source: JSONValue, _ descriptor: String
    ) async throws -> TileAddresses {
        let answer = try await browser.run(Self.script, [source])
        if let problem = answer["problem"].string {
            throw NotOpened(descriptor: descriptor, problem: problem)
        }
        guard let width = answer["width"].integer, let height = answer["height"].integer else {
            throw NotOpened(descriptor: descriptor, problem: "an answer without a size")
        }
        var levels: [Int: (columns: Int, rows: Int)] = [:]
        for level in answer["levels"].array ?? [] {
            guard let index = level[0].integer, let columns = level[1].integer,
                let rows = level[2].integer
            else { continue }
            levels[index] = (columns, rows)
        }
        return TileAddresses(
            width: width, height: height, levels: levels,
            paths: try (answer["urls"].array ?? []).map { try path(of: $0.string ?? "") })
    }

    /// The path of an address on the server, percent-decoded.
    private func path(of address: String) throws -> String {
        let root = server.url.absoluteString
        guard address.hasPrefix(root),
            let path = address.dropFirst(root.count).removingPercentEncoding
        else { throw NotOpened(descriptor: address, problem: "an address outside the server") }
        return path
    }

    private static let script = """
        return new Promise((resolve) => {
          const viewer = OpenSeadragon({ id: 'viewer', drawer: 'canvas', prefixUrl: '',
            showNavigationControl: false, tileSources: arguments[0] });
          const answer = (value) => { viewer.destroy(); resolve(value); };
          viewer.addOnceHandler('open-failed', (event) => answer({ problem: event.message }));
          viewer.addOnceHandler('open', () => {
            const source = viewer.world.getItemAt(0).source;
            const levels = [], urls = [];
            for (let level = source.minLevel; level <= source.maxLevel; level++) {
              const tiles = source.getNumTiles(level);
              levels.push([level, tiles.x, tiles.y]);
              for (let x = 0; x < tiles.x; x++) {
                for (let y = 0; y < tiles.y; y++) {
                  if (!source.tileExists(level, x, y)) continue;
                  urls.push(new URL(source.getTileUrl(level, x, y), document.baseURI).href);
                }
              }
            }
            answer({
              width: source.dimensions.x, height: source.dimensions.y, levels, urls,
            });
          });
        });
        """

    struct NotOpened: Error, CustomStringConvertible {
        let descriptor: String
        let problem: String
        var description: String { "OpenSeadragon cannot open \(descriptor): \(problem)" }
    }
}
