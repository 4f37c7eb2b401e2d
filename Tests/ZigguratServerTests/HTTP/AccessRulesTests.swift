import TestSupport
import Testing
import ZigguratKit

@testable import ZigguratServer

/// Other websites cannot read what is served to this machine.
@Suite struct AccessRulesTests {
    @Test(
        "A server on a loopback address accepts only names of this machine",
        arguments: [
            ("127.0.0.1:8000", true), ("127.0.0.1", true), ("localhost:9", true),
            ("LocalHost", true), ("photo.localhost:80", true), ("[::1]:8000", true),
            ("127.1.2.3", true), (nil, true),
            ("example.org", false), ("example.org:8000", false), ("localhost.example.org", false),
            ("127.0.0.1.example.org", false), ("128.0.0.1", false), ("127.0.0.256", false),
            ("127.0.0", false), ("[::2]", false), ("", false), ("[", false),
            ("localhost:1@example.org", false), ("localhost:x", false),
            ("notlocalhost", false),
        ] as [(String?, Bool)])
    func hosts(host: String?, isAccepted: Bool) {
        for own in ["127.0.0.1", "localhost", "::1"] {
            #expect(AccessRules(host: own).accepts(host: host) == isAccepted)
        }
        for own in ["0.0.0.0", "::", "192.168.1.5", "server.example.org"] {
            #expect(AccessRules(host: own).accepts(host: host))
        }
    }

    @Test(
        "Pages of this machine and of the allowed website may read responses",
        arguments: [
            (nil, nil, nil), (nil, "http://localhost:1", "http://localhost:1"),
            (nil, "https://127.0.0.1", "https://127.0.0.1"),
            (nil, "http://[::1]:8", "http://[::1]:8"),
            (nil, "https://example.org", nil), (nil, "null", nil), (nil, "localhost", nil),
            (nil, "http://localhost.example.org", nil), (nil, "http://localhost@example.org", nil),
            ("https://example.org/", "https://example.org", "https://example.org"),
            ("https://example.org", "http://example.org", nil),
            ("https://example.org", "http://localhost", "http://localhost"),
            ("*", "https://example.org", "*"), ("*", nil, "*"),
        ] as [(String?, String?, String?)])
    func origins(allowed: String?, origin: String?, expected: String?) {
        let headers = AccessRules(host: "127.0.0.1", allowedOrigin: allowed).headers(origin: origin)
        #expect(headers.first { $0.name == "Access-Control-Allow-Origin" }?.value == expected)
        #expect(headers.contains { $0.name == "Vary" && $0.value == "Origin" } == (allowed != "*"))
    }

    @Test("The server applies the rules to every response")
    func server() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("secret", to: "a.txt")
            let server = try PreviewServer(of: folder.path, port: 0, allowedOrigin: "https://a.org")
            defer { server.stop() }
            let address = server.address + "a.txt"
            let rebound = try await Curl.get(address, "-H", "Host: a.org:\(server.port)")
            #expect(rebound.status == 421 && !rebound.text.contains("secret"))
            for (origin, expected) in [
                ("https://a.org", "https://a.org"), ("https://b.org", nil),
            ] {
                for target in [address, server.address + "missing"] {
                    let answer = try await Curl.get(target, "-H", "Origin: \(origin)")
                    #expect(answer.headers["access-control-allow-origin"] == expected)
                }
            }
        }
    }
}
