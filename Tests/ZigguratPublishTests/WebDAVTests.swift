import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Uploads to a WebDAV server, whose log shows the order of the requests.
@Suite struct WebDAVTests {
    private func with(
        _ body: (PublishShop, _ remote: String, _ log: () -> [String]) async throws -> Void
    ) async throws {
        try await PublishShop.with { shop in
            try FileManager.default.createDirectory(
                at: shop.there, withIntermediateDirectories: true)
            let port = try await Shell.run(
                "python3",
                [
                    "-c",
                    "import socket; s = socket.socket(); s.bind(('127.0.0.1', 0)); print(s.getsockname()[1])",
                ]
            ).orThrow().output.trimmingCharacters(in: .whitespacesAndNewlines)
            let server = try RunningCommand(
                "rclone",
                ["serve", "webdav", shop.there.path, "--addr", "127.0.0.1:\(port)", "-v"])
            let started = try await server.answer { _ in
                server.errorsSoFar().contains("Server started") ? true : nil
            }
            #expect(started == true)
            try await body(shop, ":webdav,url='http://127.0.0.1:\(port)/':site") {
                server.errorsSoFar().split(separator: "\n").compactMap { line in
                    guard let match = line.firstMatch(of: /: \/(.*): (PUT|DELETE) from/) else {
                        return nil
                    }
                    return "\(match.2) \(match.1.dropFirst("site/".count))"
                }
            }
            server.stop()
            _ = await server.wait()
        }
    }

    @Test func tilesComeBeforePages() async throws {
        try await with { shop, remote, log in
            var publication = Publication(of: shop.output.path, to: remote)
            let result = try publication.run()
            let puts = log()
            #expect(puts.count == result.uploaded && puts.count > 30)
            #expect(try await PublishShop.differences(shop.output, shop.folder["there/site"]) == "")
            #expect(Self.complaints(about: puts) == [])
            #expect(Set(puts.suffix(2)) == ["PUT index.html", "PUT pictures.js"])
            // The negative control: the reverse order causes complaints.
            #expect(Self.complaints(about: puts.reversed()) != [])

            // Files are deleted in the reverse order.
            try shop.export(["second"])
            try Exporter(destination: shop.output.path).remove("photo")
            try Exporter(destination: shop.output.path).writeGallery()
            publication.deletes = true
            let count = log().count
            #expect(try publication.run().deleted > 20)
            let later = log().dropFirst(count)
            let deletions = later.filter { $0.hasPrefix("DELETE") && $0.contains(".") }
            #expect(
                later.prefix(while: { $0.hasPrefix("PUT") }).count
                    + later.count { $0.hasPrefix("DELETE") } == later.count)
            #expect(Self.complaints(about: deletions.reversed()) == [])
            #expect(try await PublishShop.differences(shop.output, shop.folder["there/site"]) == "")
        }
    }

    /// The files that are not in the order of their stages. The extension of a file determines its
    /// stage.
    private static func complaints(about lines: [String]) -> [String] {
        let ranks = lines.map { line -> Int in
            if line.hasSuffix(" index.html") || line.hasSuffix(" pictures.js") { return 4 }
            if line.hasSuffix(".html") { return 3 }
            if line.hasSuffix(".js") || line.hasSuffix(".css") { return 2 }
            return line.hasSuffix(".json") || line.hasSuffix(".dzi") ? 1 : 0
        }
        return zip(lines.dropFirst(), zip(ranks, ranks.dropFirst())).compactMap { line, ranks in
            ranks.0 > ranks.1 ? "\(line) came too late" : nil
        }
    }

    /// A script replaces rclone and writes its arguments to a file.
    @Test("rclone gets media types and cache lifetimes")
    func headers() async throws {
        try await PublishShop.with { shop in
            let log = shop.folder["calls"]
            let fake = try await shop.fakeRclone(
                """
                case $1 in
                version) echo "rclone v1.65.2";;
                backend) cat '\(shop.folder["features"].path)';;
                *) printf '%s\\n' "$*" >> '\(log.path)'; cat >> '\(log.path)';;
                esac
                """)
            try shop.folder.write(
                #"{"Precision":1,"Hashes":["md5"],"Features":{"CanHaveEmptyDirectories":false,"SlowHash":false,"SlowModTime":true}}"#,
                to: "features")
            try await shop.publish(
                ["out/photo/dzi", "s3:bucket", "--tile-cache", "1000", "--page-cache", "0"],
                path: "\(fake.path):/usr/bin:/bin"
            ).orThrow()
            let calls = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
                .filter { $0.hasPrefix("copy ") }
            func call(of type: String) -> Substring? {
                calls.first { $0.contains("--header-upload Content-Type: \(type) ") }
            }
            #expect(
                call(of: "image/jpeg")?.contains("Cache-Control: public, max-age=1000 ") == true)
            for type in [
                "application/xml", "text/html; charset=utf-8", "text/javascript; charset=utf-8",
            ] {
                #expect(call(of: type)?.contains("Cache-Control: no-cache ") == true, "\(type)")
            }
            // Reading modification times costs a request for each file, so rclone compares
            // checksums.
            #expect(calls.allSatisfy { $0.contains(" --checksum") })
        }
    }
}

extension PublishShop {
    /// Creates a folder with a shell script called rclone.
    func fakeRclone(_ script: String) async throws -> URL {
        try await folder.writeProgram("#!/bin/sh\n\(script)\n", to: "bin/rclone")
        return folder["bin"]
    }
}
