import Foundation
import TestSupport
import Testing
import ZigguratKit
import ZigguratSystem

/// A server continues after its cache was deleted.
@Suite struct LostCacheTests {
    private static let paths = [
        "a/xyz/1/0/0.jpg", "a/live/preview.jpg", "a-width100.jpg", "a/dzi/a.dzi", "a/dzi/",
        "a/iiif3/3,4,100,90/50,45/0/default.jpg", "a/iiif3/info.json",
    ]

    private static func with(
        isDirect: Bool, _ body: (LiveServer) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                at: folder["images"], withIntermediateDirectories: true)
            for name in ["a", "b"] {
                try await TestPicture(width: 300, height: 200).write(
                    to: folder["images/\(name).tif"],
                    options: "tile,tile-width=64,tile-height=64")
            }
            try await LiveServer.with(
                sizes: [100], directPixels: isDirect ? 1 : 1 << 24, in: folder, body)
        }
    }

    /// Removes a folder to which an export may be writing.
    private static func remove(_ place: URL) {
        let files = FileManager.default
        while files.fileExists(atPath: place.path) { try? files.removeItem(at: place) }
    }

    /// The arguments are the deleted parts of the cache, relative to its folder.
    @Test(
        arguments: [false, true],
        [
            [".."], ["."], [".live"], [".live/locks"], [".live/images"], [".live/source"],
            [".live/server"], ["a"], ["a", ".live/images/a"],
        ])
    func `The next request restores a deleted cache`(
        isDirect: Bool, deleted: [String]
    ) async throws {
        try await Self.with(isDirect: isDirect) { live in
            #expect(try #require(try live.site.job("a")).isDirect == isDirect)
            _ = try live.finish("a")
            var bodies: [String: Data] = [:]
            for path in Self.paths { bodies[path] = try await live.get(path).body }
            for path in Self.paths where path != "a/dzi/" || isDirect {
                for part in deleted {
                    Self.remove(live.cache.appending(path: part).standardized)
                }
                let answer = try await live.get(path)
                #expect(answer.status == 200 && answer.body == bodies[path], "\(path)")
                // An image that was not in the cache is served, too.
                #expect(try await live.get("b/xyz/0/0/0.jpg").status == 200)
            }
            let files = FileManager.default
            for name in ["images", "locks", "server", "source"] {
                #expect(files.fileExists(atPath: live.cache.path + "/.live/" + name), "\(name)")
            }
            // Another process finds the server and the images in the cache.
            #expect(try FileHandle.isLocked(live.cache.path + "/.live/server") == false)
            try await Waiting.until {
                try LiveCache(live.folder["cache"].path).entries().contains { $0.name == "b" }
            }
            #expect(try LiveCache(live.folder["cache"].path).sites().count == 1)
        }
    }

    /// Programs that clean caches delete files, but not always folders.
    @Test(arguments: [[], ["manifest"], ["manifest", "hashes"]])
    func `The rest of an export is replaced`(_ deleted: [String]) async throws {
        try await Self.with(isDirect: false) { live in
            _ = try live.finish("a")
            let body = try await live.get("a/dzi/a.dzi").body
            let paths = try #require(FileManager.default.enumerator(atPath: live.cache.path))
            let names = ["manifest": "ziggurat.json", "hashes": "ziggurat.hashes"]
            for case let path as String in paths {
                let place = live.cache.appending(path: path)
                let isDeleted =
                    deleted.isEmpty
                    ? try place.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == false
                    : deleted.contains { path == "a/\(names[$0] ?? "")" }
                if isDeleted { try FileManager.default.removeItem(at: place) }
            }
            let answer = try await live.get("a/dzi/a.dzi")
            #expect(answer.status == 200 && answer.body == body)
        }
    }
}
