import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The cache of live servers: shared, bounded, and with headers for the caches of clients.
@Suite struct LiveCacheTests {
    @Test func `Servers share a cache, and one of them makes the tiles`() async throws {
        try await TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                at: folder["images"], withIntermediateDirectories: true)
            try await TestPicture(width: 900, height: 700).write(to: folder["images/a.png"])
            try await LiveServer.with(in: folder) { first in
                try await LiveServer.with(in: folder) { second in
                    #expect(first.site.folder == second.site.folder)
                    let path = "a/xyz/2/1/1.jpg"
                    async let one = Curl.get(first.address + path)
                    async let other = Curl.get(second.address + path)
                    let answers = try await [one, other]
                    #expect(answers.map(\.status) == [200, 200])
                    // Both send the same file.
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
                    let answer = try await Curl.get(live.address + path)
                    #expect(answer.status == 200, "\(path)")
                    #expect(answer.headers["cache-control"] == "no-cache", "\(path)")
                    let tag = try #require(answer.headers["etag"], "\(path)")
                    let again = try await Curl.get(
                        live.address + path, "-H", "If-None-Match: \(tag)")
                    #expect(again.status == 304 && again.body.isEmpty, "\(path)")
                }
            }
        }
    }
}
