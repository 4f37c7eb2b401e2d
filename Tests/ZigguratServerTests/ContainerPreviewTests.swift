import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The preview server serves the files in a container below the path of the container.
@Suite struct ContainerPreviewTests {
    /// Each row has the address, the status, the media type, and the start of the body or the new
    /// address.
    @Test("Containers are served like folders")
    func addresses() async throws {
        let html = "text/html; charset=utf-8"
        let text = "text/plain; charset=utf-8"
        let jpeg = "image/jpeg"
        let table: [(String, Int, String, String)] = [
            ("zip/zip-dzi.zip/", 302, text, "/zip/zip-dzi.zip/zip-dzi/"),
            ("zip/zip-dzi.zip/zip-dzi", 301, text, "/zip/zip-dzi.zip/zip-dzi/"),
            ("zip/zip-dzi.zip/zip-dzi/", 200, html, "<!DOCTYPE html>"),
            ("zip/zip-dzi.zip/zip-dzi/index.html", 200, html, "<!DOCTYPE html>"),
            ("zip/zip-dzi.zip/zip-dzi/zip.dzi", 200, "application/xml", "<?xml"),
            ("zip/zip-dzi.zip/zip-dzi/zip_files/10/0_0.jpg", 200, jpeg, "\u{FFFD}"),
            ("zip/zip-dzi.zip/zip-dzi/zip_files/10/", 200, html, "<!DOCTYPE html>"),
            ("zip/zip-dzi.zip/zip-dzi/zip_files/10/9_9.jpg", 404, text, "404 "),
            ("zip/zip-dzi.zip/zip-dzi/zip.dzi/", 404, text, "404 "),
            ("zip/zip-dzi.zip/nothing", 404, text, "404 "),
            ("zip/zip-dzi.zip/zip-dzi/%2e%2e/%2e%2e/ziggurat.json", 404, text, "404 "),
            ("zip/zip-dzi.zip//zip-dzi/", 404, text, "404 "),
            ("szi/szi.szi/", 200, html, "<!DOCTYPE html>"),
            ("szi/szi.szi/viewer/ziggurat.js", 200, "text/javascript; charset=utf-8", ""),
            ("szi/szi.szi/szi/", 200, html, "<!DOCTYPE html>"),
            ("szi/szi.szi/szi/szi_files/10/0_0.jpg", 200, jpeg, "\u{FFFD}"),
            ("pmtiles/pmtiles.pmtiles/", 200, html, "<!DOCTYPE html>"),
            ("pmtiles/pmtiles.pmtiles/2/2/1.jpg", 200, jpeg, "\u{FFFD}"),
            ("pmtiles/pmtiles.pmtiles/2/3/1.jpg", 404, text, "404 "),
            ("pmtiles/pmtiles.pmtiles/2/02/1.jpg", 404, text, "404 "),
            ("pmtiles/pmtiles.pmtiles/2/2/1.png", 404, text, "404 "),
            ("pmtiles/pmtiles.pmtiles/99/2/1.jpg", 404, text, "404 "),
            ("mbtiles/mbtiles.mbtiles/", 200, html, "<!DOCTYPE html>"),
            ("mbtiles/mbtiles.mbtiles/2/2/1.jpg", 200, jpeg, "\u{FFFD}"),
            ("mbtiles/mbtiles.mbtiles/2/-1/1.jpg", 404, text, "404 "),
            ("mbtiles/mbtiles.mbtiles/9999999999999999999999/0/0.jpg", 404, text, "404 "),
        ]
        try await ContainerSample.withExports { server, folder in
            for (path, status, type, start) in table {
                let answer = try await Curl.get(server.address + path)
                #expect(answer.status == status, "\(path)")
                #expect(answer.headers["content-type"] == type, "\(path)")
                if status / 100 == 3 {
                    #expect(answer.headers["location"] == start, "\(path)")
                } else {
                    #expect(answer.text.hasPrefix(start), "\(path)")
                }
                let head = try await Curl.get(server.address + path, "--head")
                #expect(head.status == status && head.body.isEmpty, "\(path)")
                #expect(head.headers["content-length"] == "\(answer.body.count)", "\(path)")
            }
            // Another program finds the same bytes in the archive.
            let path = "zip-dzi/zip_files/10/1_1.jpg"
            let tile = try await Curl.get(server.address + "zip/zip-dzi.zip/" + path).body
            let other = try await Shell.run(
                "unzip", ["-p", folder["site/zip/zip-dzi.zip"].path, path]
            ).orThrow()
            #expect(tile == other.standardOutput && !tile.isEmpty)
            let row = try await Curl.get(server.address + "mbtiles/mbtiles.mbtiles/2/2/1.jpg").body
            let script = """
                import sqlite3, sys
                rows = sqlite3.connect(sys.argv[1]).execute(
                    "select tile_data from tiles where zoom_level=2 and tile_column=2"
                    " and tile_row=2")
                sys.stdout.buffer.write(rows.fetchone()[0])
                """
            let base = try await Shell.run(
                "python3", ["-I", "-c", script, folder["site/mbtiles/mbtiles.mbtiles"].path]
            ).orThrow()
            #expect(row == base.standardOutput && !row.isEmpty)
        }
    }

    @Test("If browsers cannot show the tiles of a TIFF, its page reads the file itself")
    func deflatedTIFF() async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 300, height: 200).write(to: folder["a.png"])
            var exporter = Exporter(destination: folder["site"].path, container: .tiff)
            for (format, isRead) in [(TileFormat.tiff, true), (.jpeg, false)] {
                exporter.options.tiling = Tiling.Request(encoding: TileEncoding(format))
                exporter.options.replaces = true
                _ = try exporter.export(folder["a.png"].path)
                let server = try PreviewServer(of: folder["site"].path, port: 0)
                defer { server.stop() }
                let page = try await Curl.get(server.address + "a/a.tif/").text
                #expect(page.contains(#""kind":"tiff""#) == isRead)
                #expect(page.contains(#""file":"../a.tif""#) == isRead)
            }
        }
    }

    /// Programs get the file, also by ranges. A browser is redirected to the page, unless it
    /// requests the file.
    @Test("Programs get the container file, and browsers get its page")
    func theFileItselfStays() async throws {
        try await ContainerSample.withExports { server, folder in
            for (path, type) in [
                ("zip/zip-dzi.zip", "application/zip"), ("szi/szi.szi", "application/zip"),
                ("pmtiles/pmtiles.pmtiles", "application/vnd.pmtiles"),
                ("mbtiles/mbtiles.mbtiles", "application/vnd.sqlite3"),
            ] {
                let bytes = try Data(contentsOf: folder["site/\(path)"])
                let whole = try await Curl.get(server.address + path)
                #expect(whole.body == bytes && whole.headers["content-type"] == type)
                #expect(whole.headers["vary"] == "Accept and Origin")
                let part = try await Curl.get(server.address + path, "-r", "0-6")
                #expect(part.status == 206 && part.body == bytes.prefix(7))
                let navigation = "Accept: text/html,application/xhtml+xml,*/*;q=0.8"
                let led = try await Curl.get(server.address + path, "-H", navigation)
                #expect(led.status == 303 && led.headers["location"] == "/\(path)/")
                #expect(led.headers["vary"] == "Accept and Origin")
                let wanted = try await Curl.get(server.address + path + "?file", "-H", navigation)
                #expect(wanted.body == bytes)
                let some = try await Curl.get(
                    server.address + path, "-H", navigation, "-r", "0-6")
                #expect(some.status == 206)
                // The list of the folder links to the page in the container and to the file.
                let parts = path.split(separator: "/")
                let list = try await Curl.get(server.address + "\(parts[0])/").text
                #expect(list.contains("<a href=\"./\(parts[1])/\">\(parts[1])</a>"))
                #expect(list.contains("<a href=\"./\(parts[1])?file\" download>"))
                #expect(list.contains(#"<a href="./thumbnail.jpg">thumbnail.jpg</a></li>"#))
            }
        }
    }

    @Test(arguments: ["stored", "deflated"])
    func rangesAndConditions(method: String) async throws {
        try await TemporaryFolder.with { folder in
            try await ContainerSample.zip(
                ["a/0123.txt": "0123456789", "a/b.txt": "b"], method, to: folder["x.zip"])
            let server = try PreviewServer(of: folder.path, port: 0)
            defer { server.stop() }
            let file = server.address + "x.zip/a/0123.txt"
            for (range, status, body, header) in [
                ("0-3", 206, "0123", "bytes 0-3/10"), ("-2", 206, "89", "bytes 8-9/10"),
                ("10-", 416, "416 the file has 10 bytes\n", "bytes */10"),
            ] {
                let answer = try await Curl.get(file, "-r", range)
                #expect(answer.status == status && answer.text == body, "\(range)")
                #expect(answer.headers["content-range"] == header, "\(range)")
            }
            let first = try await Curl.get(file)
            let tag = try #require(first.headers["etag"])
            #expect(try await Curl.get(server.address + "x.zip/a/b.txt").headers["etag"] != tag)
            #expect(try await Curl.get(file, "-H", "If-None-Match: \(tag)").status == 304)
            // A replaced archive is read again.
            try await ContainerSample.zip(["a/0123.txt": "9876543210"], method, to: folder["x.zip"])
            let changed = try await Curl.get(file, "-H", "If-None-Match: \(tag)")
            #expect(changed.status == 200 && changed.text == "9876543210")
            #expect(try await Curl.get(server.address + "x.zip/a/b.txt").status == 404)
        }
    }

    @Test("Parallel requests can open more containers than the server keeps open")
    func manyAtOnce() async throws {
        try await TemporaryFolder.with { folder in
            for number in 1...6 {
                try await ContainerSample.zip(
                    Dictionary(
                        uniqueKeysWithValues: (1...50).map { ("\($0).txt", "\(number)-\($0)") }),
                    to: folder["\(number).zip"])
            }
            let server = try PreviewServer(of: folder.path, port: 0)
            defer { server.stop() }
            try await Shell.run(
                "curl",
                [
                    "-sS", "--parallel", "--parallel-max", "100", "--parallel-immediate", "--fail",
                    "--create-dirs", "-o", folder["got/#1-#2"].path,
                    server.address + "[1-6].zip/[1-50].txt",
                ]
            ).orThrow()
            for number in 1...6 {
                for entry in 1...50 {
                    let got = try Data(contentsOf: folder["got/\(number)-\(entry)"])
                    #expect(got == Data("\(number)-\(entry)".utf8))
                }
            }
        }
    }
}
