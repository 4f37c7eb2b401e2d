import Foundation
import TestSupport
import Testing
import ZigguratKit

@Suite struct LiveServerTests {
    /// Writes images of several kinds; returns their names.
    private static func draw(in folder: TemporaryFolder) async throws -> [String] {
        let images = folder["images"]
        try FileManager.default.createDirectory(at: images, withIntermediateDirectories: true)
        let picture = TestPicture(width: 700, height: 430)
        let plain = images.appending(path: "plain.png")
        try await picture.write(to: plain)
        try await picture.write(to: images.appending(path: "photo.jpg"))
        try await picture.write(
            to: images.appending(path: "tiled.tif"),
            options: "tile,tile-width=128,tile-height=128")
        try await TestPicture(width: 300, height: 520, hasAlpha: true).write(
            to: images.appending(path: "clear.png"))
        try await picture.write(to: images.appending(path: "wavelet.jp2"))
        for (space, name) in [("rgb16", "deep.tif"), ("cmyk", "ink.tif"), ("b-w", "grey.jpg")] {
            try await Shell.run(
                "vips", ["colourspace", plain.path, images.appending(path: name).path, space]
            ).orThrow()
        }
        return ["clear", "deep", "grey", "ink", "photo", "plain", "tiled", "wavelet"]
    }

    /// Gets all addresses of a file and compares the bytes with those of a folder.
    private static let compare = """
        import sys, os, urllib.request
        server, folder, damage = sys.argv[1:]
        wrong = count = 0
        for place, _, files in os.walk(folder):
            for file in files:
                path = os.path.relpath(os.path.join(place, file), folder)
                parts = path.split("/")
                if parts[1] not in ("dzi", "xyz", "iiif", "iiif3"): continue
                if parts[1][:4] == "iiif" and parts[2] in ("info.json", "manifest.json"): continue
                count += 1
                with urllib.request.urlopen(server + urllib.request.quote(path)) as answer:
                    got = answer.read()
                with open(os.path.join(folder, path), "rb") as stored:
                    wrong += got != stored.read() + damage.encode()
        print(count, wrong)
        """

    @Test func `Tiles equal those of an export`() async throws {
        try await TemporaryFolder.with { folder in
            let names = try await Self.draw(in: folder)
            var exporter = Exporter(
                destination: folder["Output"].path, layouts: [.dzi, .xyz, .iiif, .iiif3])
            exporter.options.trust.allowsUntrusted = true
            for file in try FileManager.default.contentsOfDirectory(
                atPath: folder["images"].path)
            {
                try exporter.export(folder["images/\(file)"].path)
            }
            try await LiveServer.with(in: folder) { live in
                #expect(live.site.names.sorted() == names)
                for name in names {
                    // A tile is the first address.
                    let tile = try await Curl.get(
                        live.address + "\(name)/dzi/\(name)_files/0/0_0.jpg")
                    #expect(tile.status == 200, "\(name)")
                }
                for damage in ["", "x"] {
                    let result = try await Judge.run(
                        script: Self.compare, [live.address, folder["Output"].path, damage]
                    ).orThrow()
                    let numbers = result.output.split(whereSeparator: \.isWhitespace)
                        .compactMap { Int($0) }
                    #expect(numbers[0] > 100 && numbers[1] == (damage.isEmpty ? 0 : numbers[0]))
                }
                // The cache is a destination like any other.
                let check = try Exporter(destination: live.site.folder).exports().map(\.name)
                #expect(check.sorted() == names)
            }
        }
    }

    @Test func `Pages and documents are answered at once`() async throws {
        try await TemporaryFolder.with { folder in
            _ = try await Self.draw(in: folder)
            try folder.write("no image", to: "images/text.txt")
            try folder.write("GIF89a broken", to: "images/broken.gif")
            try folder.write("secret", to: "secret.png")
            try FileManager.default.createSymbolicLink(
                atPath: folder["images/link.png"].path,
                withDestinationPath: folder["plain.png"].path)
            try FileManager.default.moveItem(
                at: folder["images/plain.png"], to: folder["plain.png"])
            try await LiveServer.with(in: folder) { live in
                let table: [(String, Int, String)] = [
                    ("", 200, "text/html; charset=utf-8"),
                    ("photo", 302, "text/plain; charset=utf-8"),
                    ("photo/dzi/", 200, "text/html; charset=utf-8"),
                    ("photo/live/preview.jpg", 200, "image/jpeg"),
                    ("ink/live/thumbnail.jpg", 200, "image/jpeg"),
                    ("photo/live/progress.json", 200, "application/json"),
                    ("photo/iiif3/info.json", 200, "application/json"),
                    ("photo/iiif/manifest.json", 200, "application/json"),
                    ("photo/dzi/photo.dzi", 200, "application/xml"),
                    ("photo/dzi/none.txt", 404, "text/plain; charset=utf-8"),
                    ("photo/iiif3/full/0,/0/default.jpg", 400, "text/plain; charset=utf-8"),
                    ("photo/iiif3/full/9,/7/default.jpg", 501, "text/plain; charset=utf-8"),
                    ("photo-width320.jpg", 404, "text/plain; charset=utf-8"),
                    ("none/dzi/", 404, "text/plain; charset=utf-8"),
                    ("text/dzi/", 404, "text/plain; charset=utf-8"),
                    ("broken/dzi/", 422, "text/html; charset=utf-8"),
                    ("link/dzi/", 403, "text/html; charset=utf-8"),
                    ("link/live/preview.jpg", 403, "text/html; charset=utf-8"),
                    ("%2e%2e/secret/dzi/", 404, "text/plain; charset=utf-8"),
                    (".live/source", 404, "text/plain; charset=utf-8"),
                ]
                for (path, status, type) in table {
                    let answer = try await Curl.get(live.address + path)
                    #expect(answer.status == status, "\(path)")
                    #expect(answer.headers["content-type"] == type, "\(path)")
                }
                let info = try await Curl.get(live.address + "photo/iiif3/info.json").text
                #expect(info.contains("\"\(live.address)photo/iiif3\""))
            }
        }
    }

    @Test func `A changed file is exported again`() async throws {
        try await TemporaryFolder.with { folder in
            let file = folder["images/a.png"]
            try FileManager.default.createDirectory(
                at: folder["images"], withIntermediateDirectories: true)
            try await TestPicture(width: 300, height: 200).write(to: file)
            try await LiveServer.with(sizes: [100], in: folder) { live in
                let tile = live.address + "a/xyz/1/0/0.jpg"
                let size = live.address + "a-width100.jpg"
                let (first, small) = (try await Curl.get(tile), try await Curl.get(size))
                let tag = try #require(first.headers["etag"])
                #expect(
                    try await Curl.get(tile, "-H", "If-None-Match: \(tag)").status == 304)
                try FileManager.default.removeItem(at: file)
                try await TestPicture(width: 500, height: 300).write(to: file)
                let (second, other) = (try await Curl.get(tile), try await Curl.get(size))
                #expect(first.status == 200 && second.status == 200)
                #expect(first.body != second.body && small.body != other.body)
                #expect(small.status == 200 && other.status == 200)
            }
        }
    }

    @Test func `The image that was used longest ago makes room`() async throws {
        try await TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                at: folder["images"], withIntermediateDirectories: true)
            for name in ["a", "b", "c"] {
                try await TestPicture(width: 300, height: 200).write(
                    to: folder["images/\(name).png"])
            }
            // Two exports fit, with their pages.
            var bytes = 0
            try await LiveServer.with(in: folder) { live in
                _ = try live.finish("a")
                let entries = try LiveCache(folder["cache"].path).entries()
                bytes = try #require(entries.first).bytes
                #expect(entries.map(\.name) == ["a"])
            }
            let limit = bytes * 5 / 2
            try await LiveServer.with(limit: limit, in: folder) { live in
                for name in ["b", "c"] {
                    // The times of files have the resolution of a second here.
                    try await Task.sleep(for: .milliseconds(1100))
                    if case .failed(let error) = try live.finish(name) { throw error }
                }
                let left = try LiveCache(folder["cache"].path).entries()
                #expect(left.map(\.name) == ["b", "c"])
                #expect(left.reduce(0) { $0 + $1.bytes } <= limit)
                #expect(!FileManager.default.fileExists(atPath: live.cache.path + "/a"))
                // It comes back when a client asks for it.
                #expect(try await Curl.get(live.address + "a/xyz/0/0/0.jpg").status == 200)
            }
            try await LiveServer.with(limit: 1000, in: folder) { live in
                let answer = try await Curl.get(live.address + "b/dzi/")
                guard case .failed(let error) = try live.finish("b") else {
                    #expect([200, 507].contains(answer.status))
                    return
                }
                #expect(error.reason is LiveFailure)
            }
            let removed = try LiveCache(folder["cache"].path).clear(nil)
            #expect(!removed.isEmpty)
            #expect(try FolderListing.files(in: folder["cache"]) == [])
        }
    }

    @Test func `An export ends without clients, and its tiles are sent early`() async throws {
        try await TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                at: folder["images"], withIntermediateDirectories: true)
            try await TestPicture(width: 3000, height: 1500).write(to: folder["images/a.png"])
            try await LiveServer.with(patience: 0.1, in: folder) { live in
                let first = try #require(try live.site.job("a"))
                while first.state.isOpen { try await Task.sleep(for: .milliseconds(20)) }
                guard case .failed(let error) = first.state else {
                    Issue.record("the export is done")
                    return
                }
                #expect(error.code == .cancelled)
                // It begins again when a client asks for it.
                let job = try #require(try live.site.job("a"))
                let path = "dzi/a_files/12/0_0.jpg"
                #expect(job.wait(seconds: 60, for: path) { true }.isOpen && job.hasWritten(path))
                let place = try #require(live.site.writtenTile(at: path, of: job))
                let early = try Data(contentsOf: live.cache.appending(path: place))
                _ = try live.finish("a")
                #expect(early == (try Data(contentsOf: live.cache.appending(path: "a/\(path)"))))
            }
        }
    }
}
