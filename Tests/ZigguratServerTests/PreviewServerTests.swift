import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The preview server responds to curl and to plain sockets.
@Suite struct PreviewServerTests {
    /// Each row has an address, the status, the media type and the body.
    @Test("Files and folders are served by their path")
    func addresses() async throws {
        let table: [(String, Int, String, String)] = [
            ("photo/", 200, "text/html; charset=utf-8", "<p>page</p>"),
            ("photo/index.html", 200, "text/html; charset=utf-8", "<p>page</p>"),
            ("photo/?zoom=3", 200, "text/html; charset=utf-8", "<p>page</p>"),
            ("photo/tile.jpg", 200, "image/jpeg", "0123456789"),
            ("photo/tile.jpg?v=2", 200, "image/jpeg", "0123456789"),
            ("photo%2Ftile.jpg", 200, "image/jpeg", "0123456789"),
            ("photo/photo.dzi", 200, "application/xml", "<Image/>"),
            ("photo/empty.png", 200, "image/png", ""),
            (
                "plain/50%25%20%231%20%E2%80%98%C3%A4%3F%E2%80%99%20%26%20%3Cb%3E.txt", 200,
                "text/plain; charset=utf-8", "odd"
            ),
            ("inside.txt", 200, "text/plain; charset=utf-8", "0123456789"),
            ("photo", 301, "text/plain; charset=utf-8", "301 the folder is at /photo/\n"),
            (
                "nothing.jpg", 404, "text/plain; charset=utf-8",
                "404 not found\n"
            ),
            (
                "photo/tile.jpg/", 404, "text/plain; charset=utf-8",
                "404 not found\n"
            ),
            (
                "photo/tile.jpg/x", 404, "text/plain; charset=utf-8",
                "404 not found\n"
            ),
            ("pipe", 404, "text/plain; charset=utf-8", "404 not found\n"),
            ("gone", 404, "text/plain; charset=utf-8", "404 not found\n"),
            (
                ".hidden.txt", 404, "text/plain; charset=utf-8",
                "404 not found\n"
            ),
            (
                ".ziggurat-draft/", 404, "text/plain; charset=utf-8",
                "404 not found\n"
            ),
            (
                ".ziggurat-draft/index.html", 404, "text/plain; charset=utf-8",
                "404 not found\n"
            ),
            ("loop", 403, "text/plain; charset=utf-8", "403 permission denied\n"),
            ("%zz", 400, "text/plain; charset=utf-8", "400 invalid address\n"),
            (
                "photo/index.html%00.jpg", 400, "text/plain; charset=utf-8",
                "400 invalid address\n"
            ),
        ]
        try await ServedFolder.with { server, _ in
            for (path, status, type, body) in table {
                let answer = try await Curl.get(server.address + path)
                #expect(answer.status == status, "\(path)")
                #expect(answer.headers["content-type"] == type, "\(path)")
                #expect(answer.text == body, "\(path)")
                #expect(answer.headers["content-length"] == "\(body.utf8.count)", "\(path)")
                let head = try await Curl.get(server.address + path, "--head")
                #expect(head.status == status && head.body.isEmpty, "\(path)")
                #expect(head.headers["content-type"] == type, "\(path)")
                #expect(head.headers["content-length"] == "\(body.utf8.count)", "\(path)")
            }
        }
    }

    @Test(
        "Served pages load a viewer library with its licence",
        arguments: [PageTemplates.Viewer.openseadragon, .leaflet])
    func licence(viewer: PageTemplates.Viewer) async throws {
        try await TemporaryFolder.with { folder in
            let image = folder["photo.png"]
            try await TestPicture(width: 300, height: 200).write(to: image)
            let options = Exporter.Options(layouts: [Formats.xyz], viewer: viewer)
            try Exporter(destination: folder["site"].path, options: options).export(image.path)
            let server = try PreviewServer(of: folder["site"].path, port: 0)
            defer { server.stop() }
            let address = server.address + "photo/xyz/"
            let page = try await Curl.get(address)
            let script = try #require(
                page.text.firstMatch(of: /<script src="(viewer\/\w+\.min\.js)"/))
            let library = try await Curl.get(address + script.1)
            #expect(library.status == 200)
            #expect(library.text.contains("Redistributions in binary form must reproduce"))
        }
    }

    @Test("Ranges are served")
    func ranges() async throws {
        try await ServedFolder.with { server, _ in
            let tile = server.address + "photo/tile.jpg"
            for (range, status, body, header) in [
                ("0-3", 206, "0123", "bytes 0-3/10"), ("4-", 206, "456789", "bytes 4-9/10"),
                ("-2", 206, "89", "bytes 8-9/10"), ("8-99", 206, "89", "bytes 8-9/10"),
                ("10-", 416, "416 the file has 10 bytes\n", "bytes */10"),
                ("0-1,4-5", 200, "0123456789", nil),
            ] as [(String, Int, String, String?)] {
                let answer = try await Curl.get(tile, "-r", range)
                #expect(answer.status == status, "\(range)")
                #expect(answer.text == body, "\(range)")
                #expect(answer.headers["content-range"] == header, "\(range)")
            }
            let whole = try await Curl.get(tile)
            #expect(whole.headers["accept-ranges"] == "bytes")
            let tag = try #require(whole.headers["etag"])
            let same = try await Curl.get(tile, "-r", "0-3", "-H", "If-Range: \(tag)")
            #expect(same.status == 206)
            let other = try await Curl.get(tile, "-r", "0-3", "-H", "If-Range: \"other\"")
            #expect(other.status == 200)
            #expect(try await Curl.get(tile, "--head", "-H", "Range: bytes=0-3").status == 200)
        }
    }

    @Test("Conditional requests are answered")
    func conditions() async throws {
        try await ServedFolder.with { server, folder in
            let tile = server.address + "photo/tile.jpg"
            let first = try await Curl.get(tile)
            let tag = try #require(first.headers["etag"])
            let date = try #require(first.headers["last-modified"])
            #expect(first.headers["cache-control"] == "no-cache")
            for header in ["If-None-Match: \(tag)", "If-Modified-Since: \(date)"] {
                let again = try await Curl.get(tile, "-H", header)
                #expect(again.status == 304 && again.body.isEmpty)
                #expect(again.headers["etag"] == tag)
            }
            // A replaced file has another entity tag at once, even if its size is unchanged.
            try folder.write("9876543210", to: "site/photo/tile.jpg")
            let changed = try await Curl.get(tile, "-H", "If-None-Match: \(tag)")
            #expect(changed.status == 200 && changed.text == "9876543210")
        }
    }

    @Test("A folder without a page is shown as a list")
    func listings() async throws {
        try await ServedFolder.with { server, folder in
            let root = try await Curl.get(server.address).text
            #expect(root.contains(#"<a href="./photo/">photo/</a>"#))
            #expect(root.contains(#"<a href="./inside.txt">inside.txt</a>"#))
            #expect(!root.contains("hidden") && !root.contains("draft") && !root.contains("../"))
            let plain = try await Curl.get(server.address + "plain/").text
            #expect(plain.contains("50% #1 ‘ä?’ &amp; &lt;b&gt;.txt</a>"))
            #expect(
                plain.contains("./50%25%20%231%20%E2%80%98%C3%A4%3F%E2%80%99%20%26%20%3Cb%3E.txt"))
            #expect(plain.contains(#"<a href="../">../</a>"#) && !plain.contains("<b>"))
            // A folder named index.html is not an index page.
            let odd = try await Curl.get(server.address + "odd/").text
            #expect(odd.contains(#"<a href="./index.html/">index.html/</a>"#))
            try folder.write("page", to: "site/index.html")
            #expect(try await Curl.get(server.address).text == "page")
        }
    }

    /// One connection serves several requests, including errors and redirections.
    @Test("Connections are kept open")
    func connectionsAreKept() async throws {
        try await ServedFolder.with { server, _ in
            let run = try await Shell.run(
                "curl",
                ["-sv", "-o", "/dev/null"]
                    + ["photo/", "photo", "nothing", "photo/tile.jpg", "photo/empty.png"].flatMap {
                        ["-o", "/dev/null", server.address + $0]
                    }
            ).orThrow()
            #expect(run.errors.components(separatedBy: "Re-using existing connection").count == 5)
        }
    }

    @Test("Parallel requests are answered")
    func manyAtOnce() async throws {
        try await ServedFolder.with { server, folder in
            let content = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            try folder.write(content, to: "site/large.bin")
            let run = try await Shell.run(
                "curl",
                [
                    "-sS", "--parallel", "--parallel-max", "200", "--parallel-immediate",
                    "--create-dirs", "-o", folder["got/#1"].path, "-w", "%{http_code}\\n",
                    server.address + "large.bin?[1-200]",
                ]
            ).orThrow()
            #expect(
                run.output == String(repeating: "200\\n", count: 200).replacing("\\n", with: "\n"))
            for number in 1...200 {
                #expect(try Data(contentsOf: folder["got/\(number)"]) == content)
            }
        }
    }

    /// The file is sparse and larger than 4 GiB.
    @Test("Large files are served")
    func largeFiles() async throws {
        try await ServedFolder.with { server, folder in
            let place = UInt64(5_000_000_000)
            let file = try FileHandle(forWritingTo: folder.write("", to: "site/large.pmtiles"))
            try file.seek(toOffset: place)
            try file.write(contentsOf: Data("far away".utf8))
            try file.close()
            let address = server.address + "large.pmtiles"
            let answer = try await Curl.get(address, "-r", "\(place)-\(place + 2)")
            #expect(answer.text == "far")
            #expect(answer.headers["content-range"] == "bytes 5000000000-5000000002/5000000008")
            let head = try await Curl.get(address, "--head")
            #expect(head.headers["content-length"] == "5000000008")
            #expect(head.headers["content-type"] == "application/vnd.pmtiles")
        }
    }
}
