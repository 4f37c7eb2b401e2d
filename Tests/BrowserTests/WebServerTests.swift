import Foundation
import TestSupport
import Testing

/// The web server serves files and mounted folders, and logs each request.
@Suite struct WebServerTests {
    @Test func requestsAreLoggedAsAsked() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("one", to: "a b/ü.txt")
            try folder.write("<title>Index</title>", to: "index.html")
            try await TemporaryFolder.with { other in
                try other.write("two", to: "two.txt")
                try await WebServer.with(serving: folder.url, mounts: ["/other/": other.url]) {
                    server in
                    let fetch = """
                        const answers = [];
                        for (const path of arguments[0]) {
                          const answer = await fetch(path);
                          answers.push([answer.status, answer.ok ? await answer.text() : '']);
                        }
                        return answers;
                        """
                    let answers = try await Browser.with { browser in
                        try await browser.open(server.url)
                        return try await browser.run(
                            "return (async () => { \(fetch) })()",
                            [["a%20b/%C3%BC.txt?v=1", "other/two.txt", "a%20b/", "absent.txt"]])
                    }
                    #expect(answers == [[200, "one"], [200, "two"], [404, ""], [404, ""]])
                    let requests = try server.requests()
                    for expected in [
                        WebServer.Request(status: 200, path: "/"),
                        WebServer.Request(status: 200, path: "/a%20b/%C3%BC.txt?v=1"),
                        WebServer.Request(status: 200, path: "/other/two.txt"),
                        WebServer.Request(status: 404, path: "/a%20b/"),
                        WebServer.Request(status: 404, path: "/absent.txt"),
                    ] { #expect(requests.contains(expected)) }
                }
            }
        }
    }
}
