import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Live servers can share a cache of limited size. Responses of live servers have headers for the
/// caches of clients.
@Suite struct LiveCacheTests {
    /// Requests random addresses on six threads, and compares the bytes with the files of an
    /// export. All responses for one region must be equal.
    private static let hammer = """
        import sys, os, random, threading, http.client
        port, folder, layout, region, enough, damage = sys.argv[1:]
        files, counts, regions = {}, {"right": 0, "wrong": 0, "later": 0, "other": 0}, {}
        notes = []
        for place, _, names in os.walk(folder):
            for name in names:
                path = os.path.relpath(os.path.join(place, name), folder)
                if path.split("/")[1:2] == [layout] and path.count("/") == 5:
                    files[path] = open(os.path.join(folder, path), "rb").read() + damage.encode()
        images = sorted({path.split("/")[0] for path in files})
        lock = threading.Lock()
        def run(seed):
            any = random.Random(seed)
            server = http.client.HTTPConnection("127.0.0.1", int(port), timeout=1500)
            while sum(counts.values()) - counts["later"] < int(enough):
                path = any.choice(sorted(files))
                image = any.choice(images)
                if region and any.random() < 0.3: path = image + "/" + region
                server.request("GET", "/" + path)
                answer = server.getresponse()
                got = answer.read()
                with lock:
                    if answer.status == 503: kind = "later"
                    elif answer.status != 200: kind = "other"
                    else:
                        right = got == (files.get(path) or regions.setdefault(path, got))
                        kind = "right" if right else "wrong"
                    counts[kind] += 1
                    if kind in ("wrong", "other"): notes.append((answer.status, len(got), path))
        threads = [threading.Thread(target=run, args=(seed,), daemon=True) for seed in range(6)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        print(*counts.values(), *notes[:5])
        """

    /// Tests exported images, and images whose tiles are made on demand.
    @Test(arguments: [false, true])
    func `Responses are complete while images are removed from the cache`(
        isDirect: Bool
    ) async throws {
        try await TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                at: folder["images"], withIntermediateDirectories: true)
            var exporter = Exporter(destination: folder["Output"].path, layouts: [.iiif3])
            exporter.options.syncs = false
            for (name, seed) in [("a", 1), ("b", 2), ("c", 3)] {
                let image = try await TestPicture(width: 300 + seed, height: 260).write(
                    to: folder["images/\(name).tif"], options: "tile,tile-width=64,tile-height=64")
                try exporter.export(image.path)
            }
            var bytes = 30_000
            if !isDirect {
                try await LiveServer.with(layouts: [.iiif3], in: folder) { live in
                    _ = try live.finish("a")
                    bytes = try #require(try LiveCache(folder["cache"].path).entries().first).bytes
                }
            }
            try await LiveServer.with(
                limit: bytes * 3 / 2, layouts: [.iiif3], directPixels: isDirect ? 1 : 1 << 24,
                in: folder
            ) { live in
                #expect(try #require(try live.site.job("b")).isDirect == isDirect)
                for damage in ["", "x"] {
                    let result = try await Judge.run(
                        script: Self.hammer,
                        [
                            "\(live.server.port)", folder["Output"].path, "iiif3",
                            damage.isEmpty ? "iiif3/20,30,240,220/120,110/0/default.jpg" : "",
                            damage.isEmpty ? isDirect ? "300" : "40" : "10", damage,
                        ]
                    ).orThrow()
                    let counts = result.output.split(separator: " ").prefix(4).compactMap {
                        Int($0.filter(\.isNumber))
                    }
                    #expect(counts.count == 4 && counts[3] == 0, "\(result.output)")
                    #expect(
                        damage.isEmpty
                            ? counts[0] > 0 && counts[1] == 0 : counts[0] == 0, "\(result.output)")
                }
                let entries = try LiveCache(folder["cache"].path).entries()
                #expect(isDirect || entries.count < 3)
            }
        }
    }

    @Test func `Servers share a cache, and one of them makes the tiles`() async throws {
        try await TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                at: folder["images"], withIntermediateDirectories: true)
            try await TestPicture(width: 900, height: 700).write(to: folder["images/a.png"])
            try await LiveServer.with(in: folder) { first in
                try await LiveServer.with(in: folder) { second in
                    #expect(first.site.folder == second.site.folder)
                    let path = "a/xyz/2/1/1.jpg"
                    async let one = first.get(path)
                    async let other = second.get(path)
                    let answers = try await [one, other]
                    #expect(answers.map(\.status) == [200, 200])
                    // Both servers send the same file.
                    #expect(answers[0].headers["etag"] == answers[1].headers["etag"])
                    #expect(answers[0].body == answers[1].body)
                }
            }
        }
    }

    @Test func `Tiles have an entity tag, and clients revalidate them`() async throws {
        try await TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                at: folder["images"], withIntermediateDirectories: true)
            try await TestPicture(width: 300, height: 200).write(to: folder["images/a.png"])
            try await LiveServer.with(sizes: [100], in: folder) { live in
                for path in [
                    "a/xyz/1/0/0.jpg", "a/iiif3/3,4,100,90/50,45/0/default.jpg", "a-width100.jpg",
                    "a/live/preview.jpg",
                ] {
                    let answer = try await live.get(path)
                    #expect(answer.status == 200, "\(path)")
                    #expect(answer.headers["cache-control"] == "no-cache", "\(path)")
                    let tag = try #require(answer.headers["etag"], "\(path)")
                    let again = try await live.get(path, "-H", "If-None-Match: \(tag)")
                    #expect(again.status == 304 && again.body.isEmpty, "\(path)")
                }
            }
        }
    }
}
