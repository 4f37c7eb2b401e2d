import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A live server of a folder.
struct LiveServer {
    let site: LiveSite
    let server: PreviewServer
    let folder: TemporaryFolder

    var address: String { server.address }
    var cache: URL { URL(filePath: site.folder) }

    /// Serves the folder `images`.
    static func with<Result>(
        sizes: [Int] = [], limit: Int = LiveCache.defaultLimit,
        layouts: [any Layout] = [.dzi, .xyz, .iiif, .iiif3], idleTimeout: Double = 15,
        directPixels: Int = 1 << 24,
        in folder: TemporaryFolder, _ body: (LiveServer) async throws -> Result
    ) async throws -> Result {
        var options = Exporter.Options(layouts: layouts)
        options.syncs = false
        options.trust.allowsUntrusted = true
        let site = try LiveSite(
            [folder["images"].path], options: options,
            cache: LiveCache(folder["cache"].path, limit: limit), naming: SizeNaming(),
            rule: SizeRule(sides: sizes), directPixels: directPixels, idleTimeout: idleTimeout)
        let server = try PreviewServer(live: site, port: 0, allowedOrigin: "*")
        defer { server.stop() }
        return try await body(LiveServer(site: site, server: server, folder: folder))
    }

    /// Requests a file, and repeats the request while the server answers 503 with Retry-After.
    func get(_ path: String, _ options: String...) async throws -> WebAnswer {
        while true {
            let answer = try await Curl.get(address + path, options)
            guard answer.status == 503, answer.headers["retry-after"] != nil else {
                return answer
            }
        }
    }

    /// Waits until the export of an image has succeeded or failed.
    func finish(_ name: String) throws -> LiveJob.State {
        try #require(try site.job(name)).wait(seconds: Patience.limit / .seconds(1)) { true }
    }
}
