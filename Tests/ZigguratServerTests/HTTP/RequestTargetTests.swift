import Testing

@testable import ZigguratServer

/// Request targets are parsed, and invalid or hidden targets are rejected.
@Suite struct RequestTargetTests {
    @Test(
        arguments: [
            ("/", [], true, nil),
            ("/photo/dzi/", ["photo", "dzi"], true, nil),
            ("/photo/dzi/photo.dzi", ["photo", "dzi", "photo.dzi"], false, nil),
            ("/photo?x=1&y=%20", ["photo"], false, "x=1&y=%20"),
            ("/photo/?", ["photo"], true, ""),
            ("/a%20b/%C3%A4/50%25%20%231%3F.jpg", ["a b", "ä", "50% #1?.jpg"], false, nil),
            (
                "/0,0,512,512/512,/0/default.jpg", ["0,0,512,512", "512,", "0", "default.jpg"],
                false, nil
            ),
            ("/photo%2Fdzi%2f", ["photo", "dzi"], true, nil),
            ("/a#b", ["a"], false, nil),
            ("/a+b", ["a+b"], false, nil),
            ("http://127.0.0.1:8000/photo/", ["photo"], true, nil),
            ("HTTP://elsewhere/photo", ["photo"], false, nil),
            ("http://elsewhere", [], true, nil),
            ("http://elsewhere?x", [], true, "x"),
        ] as [(String, [String], Bool, String?)])
    func good(target: String, segments: [String], isFolder: Bool, query: String?) throws {
        let read = try RequestTarget(target)
        #expect(read.segments == segments)
        #expect(read.isFolder == isFolder)
        #expect(read.query == query)
    }

    @Test(
        arguments: [
            ("", .malformed), ("*", .malformed), ("photo", .malformed), ("ftp://a/b", .malformed),
            ("127.0.0.1:80", .malformed),
            ("/%", .malformed), ("/%4", .malformed), ("/%zz", .malformed), ("/%-1", .malformed),
            ("/%+1", .malformed), ("/a%00", .malformed), ("/%00/a", .malformed),
            ("/%ff", .malformed), ("/%C0%AF", .malformed), ("/%C0%AE%C0%AE/a", .malformed),
            ("/..", .hidden), ("/../a", .hidden), ("/a/../b", .hidden), ("/a/..", .hidden),
            ("/%2e%2e/a", .hidden), ("/.%2E/a", .hidden), ("/%2e%2e%2fa", .hidden),
            ("/a%2f..%2f..%2fb", .hidden), ("/.", .hidden), ("/./a", .hidden), ("/a/.", .hidden),
            ("//", .hidden), ("//a", .hidden), ("/a//b", .hidden), ("/a//", .hidden),
            ("/%2fetc/passwd", .hidden), ("///etc/passwd", .hidden),
            ("/.ziggurat-1234/a", .hidden), ("/a/.htaccess", .hidden), ("/%2Eziggurat-1", .hidden),
            ("http://host//etc/passwd", .hidden), ("/..?x", .hidden),
        ] as [(String, RequestTargetError)])
    func bad(target: String, refusal: RequestTargetError) {
        #expect(throws: refusal) { try RequestTarget(target) }
    }
}
