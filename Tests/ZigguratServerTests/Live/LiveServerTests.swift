import Foundation
import TestSupport
import Testing
import ZigguratKit
import ZigguratSystem

@Suite struct LiveServerTests {
    /// Requests all addresses in a file, and compares the bytes with the files of a folder.
    private static let compare = """
        import sys, os, http.client, urllib.parse
        port, folder, damage = sys.argv[1:]
        server = http.client.HTTPConnection("127.0.0.1", int(port))
        wrong, count = [], 0
        # Pages are compared after the tiles: until then they show the progress.
        for place, _, files in os.walk(folder, topdown=False):
            for file in files:
                path = os.path.relpath(os.path.join(place, file), folder)
                parts = path.split("/")
                if len(parts) < 3 or "." in parts[0] or parts[0] in ("viewer", "covers"): continue
                if parts[1][:4] == "iiif" and parts[2] in ("info.json", "manifest.json"): continue
                count += 1
                status = 503
                # On a busy machine, the export takes longer than a client waits.
                while status == 503:
                    server.request("GET", "/" + urllib.parse.quote(path))
                    answer = server.getresponse()
                    status, got = answer.status, answer.read()
                with open(os.path.join(folder, path), "rb") as stored:
                    if got != stored.read() + damage.encode(): wrong.append(path)
        print(count, len(wrong), *wrong[:5])
        """

    /// Exports the images of a folder, then compares all files with the responses of a live server.
    private static func expectEqualFiles(
        in folder: TemporaryFolder, _ layouts: [any Layout], names: [String], least: Int
    ) async throws {
        var exporter = Exporter(destination: folder["Output"].path, layouts: layouts)
        exporter.options.trust.allowsUntrusted = true
        exporter.options.syncs = false
        let files = try FileManager.default.contentsOfDirectory(atPath: folder["images"].path)
        for file in files where !file.hasPrefix(".") {
            try exporter.export(folder["images/\(file)"].path)
        }
        try await LiveServer.with(layouts: layouts, in: folder) { live in
            try await Waiting.until { live.site.list.names.sorted() == names }
            for damage in ["", "x"] {
                let result = try await Judge.run(
                    script: Self.compare,
                    ["\(live.server.port)", folder["Output"].path, damage]
                ).orThrow()
                let numbers = result.output.split(separator: " ").prefix(2).compactMap {
                    Int($0.filter(\.isNumber))
                }
                #expect(
                    numbers[0] > least && numbers[1] == (damage.isEmpty ? 0 : numbers[0]),
                    "\(result.output)")
            }
            // The cache is a valid destination.
            let check = try Exporter(destination: live.site.folder).exports().map(\.name)
            #expect(check.sorted() == names)
        }
    }

    @Test func `Served files of all kinds of sources equal an export`() async throws {
        try await TemporaryFolder.with { folder in
            try await LiveSources.draw(in: folder)
            try await Self.expectEqualFiles(
                in: folder, [.xyz], names: LiveSources.names, least: 300)
        }
    }

    @Test func `Served files of all layouts equal an export`() async throws {
        try await TemporaryFolder.with { folder in
            let images = folder["images"]
            try FileManager.default.createDirectory(at: images, withIntermediateDirectories: true)
            try await TestPicture(width: 560, height: 300).write(
                to: images.appending(path: "photo.jpg"))
            try await Self.expectEqualFiles(
                in: folder, Formats.standard.layouts.filter { $0.name != "template" },
                names: ["photo"], least: 100)
        }
    }

    @Test func `Pages and documents are served at once`() async throws {
        try await TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                at: folder["images"], withIntermediateDirectories: true)
            let picture = TestPicture(width: 360, height: 290)
            for name in ["photo.jpg", "plain.png"] {
                try await picture.write(to: folder["images/\(name)"])
            }
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
                    ("photo/live/thumbnail.jpg", 200, "image/jpeg"),
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
                    let answer = try await live.get(path)
                    #expect(answer.status == status, "\(path)")
                    #expect(answer.headers["content-type"] == type, "\(path)")
                }
                let german = try await live.get("broken/dzi/", "-H", "Accept-Language: de")
                #expect(german.text.contains("<html lang=\"de\" dir=\"ltr\">"))
                #expect(german.text.contains("Die Datei ist abgeschnitten."))
                #expect(german.headers["vary"]?.contains("Accept-Language") == true)
                let info = try await live.get("photo/iiif3/info.json").text
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
                let tile = "a/xyz/1/0/0.jpg"
                let size = "a-width100.jpg"
                let (first, small) = (try await live.get(tile), try await live.get(size))
                let tag = try #require(first.headers["etag"])
                #expect(
                    try await live.get(tile, "-H", "If-None-Match: \(tag)").status == 304)
                try FileManager.default.removeItem(at: file)
                try await TestPicture(width: 500, height: 300).write(to: file)
                let (second, other) = (try await live.get(tile), try await live.get(size))
                #expect(first.status == 200 && second.status == 200)
                #expect(first.body != second.body && small.body != other.body)
                #expect(small.status == 200 && other.status == 200)
            }
        }
    }

    @Test func `The least recently used image is removed from a full cache`() async throws {
        try await TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                at: folder["images"], withIntermediateDirectories: true)
            for name in ["a", "b", "c"] {
                try await TestPicture(width: 300, height: 200).write(
                    to: folder["images/\(name).png"])
            }
            // The limit allows two exports with their pages.
            var bytes = 0
            try await LiveServer.with(in: folder) { live in
                _ = try live.finish("a")
                let entries = try LiveCache(folder["cache"].path).entries()
                bytes = try #require(entries.first).bytes
                #expect(entries.map(\.name) == ["a"])
            }
            let limit = bytes * 5 / 2
            try await LiveServer.with(limit: limit, in: folder) { live in
                for (time, name) in ["a", "b", "c"].enumerated() {
                    if case .failed(let error) = try live.finish(name) { throw error }
                    // Set the times of last use of the images in their order.
                    try FileManager.default.setAttributes(
                        [.modificationDate: Date(timeIntervalSince1970: Double(1000 + time))],
                        ofItemAtPath: live.cache.path + "/.live/images/\(name)/record")
                }
                let left = try LiveCache(folder["cache"].path).entries()
                #expect(left.map(\.name) == ["b", "c"])
                #expect(left.reduce(0) { $0 + $1.bytes } <= limit)
                #expect(!FileManager.default.fileExists(atPath: live.cache.path + "/a"))
                // A request for the removed image exports it again.
                #expect(try await live.get("a/xyz/0/0/0.jpg").status == 200)
            }
            try await LiveServer.with(limit: 1000, in: folder) { live in
                let answer = try await live.get("b/dzi/")
                guard case .failed(let error) = try live.finish("b") else {
                    #expect([200, 507].contains(answer.status))
                    return
                }
                #expect(error.reason is LiveError)
            }
            let removed = try LiveCache(folder["cache"].path).clear(nil)
            #expect(!removed.isEmpty)
            #expect(try FolderListing.files(in: folder["cache"]) == [])
        }
    }

    @Test func `Finished tiles are sent; an export without clients stops`() async throws {
        try await TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                at: folder["images"], withIntermediateDirectories: true)
            try await TestPicture(width: 3000, height: 1500).write(to: folder["images/a.png"])
            try await LiveServer.with(idleTimeout: 0.1, in: folder) { live in
                let first = try #require(try live.site.job("a"))
                while first.state.isOpen { try await Task.sleep(for: .milliseconds(20)) }
                guard case .failed(let error) = first.state else {
                    Issue.record("the export is done")
                    return
                }
                #expect(error.code == .cancelled)
                // The next request starts the export again.
                let second = try #require(try live.site.job("a"))
                #expect(second !== first)
            }
            try await LiveServer.with(in: folder) { live in
                let job = try #require(try live.site.job("a"))
                let path = "dzi/a_files/12/0_0.jpg"
                _ = job.wait(seconds: Patience.limit / .seconds(1), for: path) { true }
                // The server needs the lock of its destination to move a complete export to its
                // place.
                let destination = try ZigguratSystem.FileHandle.folder(live.site.folder)
                #expect(destination.lock(waits: true))
                let early = try await live.get("a/\(path)")
                #expect(job.state.isOpen && job.hasWritten(path))
                destination.unlock()
                _ = try live.finish("a")
                #expect(!job.hasWritten(path))
                let late = try await live.get("a/\(path)")
                #expect(early.status == 200 && early.body == late.body)
            }
        }
    }

    /// A held file would occupy space after it is deleted, and would keep its disk mounted.
    @Test func `A server does not hold the file of an exported image open`() async throws {
        try await TemporaryFolder.with { folder in
            let files = FileManager.default
            try files.createDirectory(at: folder["images"], withIntermediateDirectories: true)
            let file = try await TestPicture(width: 300, height: 200).write(
                to: folder["images/a.tif"])
            try await LiveServer.with(in: folder) { live in
                _ = try live.finish("a")
                #expect(try !OpenFiles.names().contains(file.path))
            }
        }
    }
}
