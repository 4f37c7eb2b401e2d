import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The preview server rejects invalid requests, and redirects to folders.
@Suite struct PreviewRequestTests {
    /// Sends all known path traversals as raw requests, because curl may normalise paths.
    @Test("No path leads out of the folder")
    func nothingLeadsOut() async throws {
        let paths = [
            "/../secret.txt", "/photo/../../secret.txt", "/%2e%2e/secret.txt",
            "/%2E%2E%2Fsecret.txt", "/..%2fsecret.txt", "/photo/..%2f..%2fsecret.txt",
            "/.%2e/secret.txt", "/..;/secret.txt", "/..%5csecret.txt", "/..%c0%afsecret.txt",
            "/%252e%252e/secret.txt", "/%c0%ae%c0%ae/secret.txt", "//secret.txt",
            "/out.txt", "/absolute.txt", "/up/secret.txt", "/up/", "/up", "/root/etc/passwd",
            "/self/etc/passwd", "/photo/%00/../../../secret.txt", "/../secret.txt%00.jpg",
            "/" + String(repeating: "../", count: 40) + "etc/passwd", "//etc/passwd",
            "/%2fetc%2fpasswd", "/./../secret.txt", "/photo/./../../secret.txt",
            "http://localhost/../secret.txt", "http://localhost//etc/passwd",
            "/" + String(repeating: "a", count: 300), "/" + String(repeating: "a/", count: 3000),
        ]
        try await ServedFolder.with { server, folder in
            for path in paths {
                let answer = try await Curl.raw(
                    "GET \(path) HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n",
                    port: server.port)
                #expect([400, 403, 404].contains(answer.status), "\(path): \(answer.status)")
                #expect(!answer.text.contains("SECRET") && !answer.text.contains("root:"))
            }
            let secrets = [folder["secret.txt"].path, "etc/passwd"]
            for path in secrets {
                let answer = try await Curl.get(server.address + path)
                #expect(answer.status == 404)
            }
            // The negative control: a server of the parent folder sends the file.
            let careless = try PreviewServer(of: folder.path, port: 0)
            defer { careless.stop() }
            for path in ["secret.txt", "site/out.txt", "site/up/secret.txt"] {
                #expect(try await Curl.get(careless.address + path).text == "SECRET")
            }
            // An absolute link is not followed, even if it leads into the folder.
            #expect(try await Curl.get(careless.address + "site/absolute.txt").status == 403)
        }
    }

    @Test(
        .startsPrograms,
        arguments: [
            ("", 400), ("x", 400), ("GET", 400),
            // For libmicrohttpd, a raw zero byte ends the address.
            (
                "GET /photo/tile.jpg\\x00.txt HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close",
                200
            ),
            ("GET /\\xc3 HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close", 400),
            ("GET photo/ HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close", 400),
            ("POST /photo/ HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 1000000000", 405),
            ("PUT /new HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: chunked", 405),
            ("DELETE /photo/ HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close", 405),
            ("TRACE / HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close", 405),
            ("GET /photo/ HTTP/1.0", 200),
            (
                "GET /photo/ HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 3\\r\\nConnection: close\\r\\n\\r\\nabc",
                200
            ),
        ])
    func rawRequests(request: String, status: Int) async throws {
        try await ServedFolder.with { server, folder in
            // The server continues after each request, and may close the connection without a
            // response to an invalid one. After an empty line, it waits until the connection times
            // out.
            let answer = try? await Curl.raw(
                request + "\\r\\n\\r\\n", port: server.port, patience: request.isEmpty ? 2 : 500)
            #expect(answer?.status == status || status == 400 && answer == nil, "\(request)")
            let after = try await Curl.get(server.address + "photo/tile.jpg")
            #expect(after.status == 200)
            #expect(try FolderListing.files(in: folder["site/photo"]).count == 4)
        }
    }

    @Test("Long requests are rejected")
    func longRequestsAreRefused() async throws {
        try await ServedFolder.with { server, _ in
            let long = String(repeating: "a/", count: 40_000)
            let target = try await Curl.get(server.address + long)
            #expect(target.status == 414)
            let header = try await Curl.get(server.address, "-H", "X: \(long)")
            #expect(header.status == 431)
        }
    }

    @Test("Only GET, HEAD and OPTIONS are allowed")
    func methods() async throws {
        try await ServedFolder.with { server, _ in
            let refused = try await Curl.get(server.address + "photo/", "-X", "POST", "-d", "x")
            #expect(refused.status == 405)
            #expect(refused.headers["allow"] == "GET, HEAD, OPTIONS")
            let preflight = try await Curl.get(
                server.address + "photo/tile.jpg", "-X", "OPTIONS", "-H",
                "Origin: http://localhost:1",
                "-H", "Access-Control-Request-Headers: range")
            #expect(preflight.status == 204 && preflight.body.isEmpty)
            #expect(preflight.headers["access-control-allow-origin"] == "http://localhost:1")
            #expect(preflight.headers["access-control-allow-headers"] == "*")
            #expect(preflight.headers["access-control-allow-methods"] == "GET, HEAD, OPTIONS")
        }
    }

    @Test("Redirections stay on the server")
    func redirectionsStayHere() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("x", to: "a b/‘ä’ #/index.html")
            let server = try PreviewServer(of: folder.path, port: 0)
            defer { server.stop() }
            for (path, location) in [
                ("a%20b", "/a%20b/"), ("a%20b?q=1", "/a%20b/?q=1"),
                (
                    "a%20b%2F%E2%80%98%C3%A4%E2%80%99%20%23",
                    "/a%20b/%E2%80%98%C3%A4%E2%80%99%20%23/"
                ),
            ] {
                let answer = try await Curl.get(server.address + path)
                #expect(answer.status == 301)
                #expect(answer.headers["location"] == location)
            }
            // A redirection to `//a b` would lead to another host.
            #expect(try await Curl.get(server.address + "/a%20b").status == 404)
        }
    }
}
