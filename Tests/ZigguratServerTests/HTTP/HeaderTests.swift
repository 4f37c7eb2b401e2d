import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@testable import ZigguratServer

private let validators = Validators(entityTag: "\"a-b\"", modified: 784_111_777)
private let lastModified = "Sun, 06 Nov 1994 08:49:37 GMT"

/// Ranges, dates, entity tags and media types in headers.
@Suite struct HeaderTests {
    @Test(
        arguments: [
            (nil, 10, .whole), ("bytes=0-", 10, .part(0..<10)), ("bytes=0-0", 10, .part(0..<1)),
            ("bytes=3-5", 10, .part(3..<6)), ("BYTES=3-5", 10, .part(3..<6)),
            ("bytes=9-", 10, .part(9..<10)), ("bytes=5-99", 10, .part(5..<10)),
            ("bytes=-3", 10, .part(7..<10)), ("bytes=-99", 10, .part(0..<10)),
            ("bytes=10-", 10, .unsatisfiable), ("bytes=10-20", 10, .unsatisfiable),
            ("bytes=-0", 10, .unsatisfiable), ("bytes=0-", 0, .unsatisfiable),
            ("bytes=-1", 0, .unsatisfiable),
            ("bytes=99999999999999999999-", 10, .unsatisfiable),
            ("bytes=0-99999999999999999999", 10, .part(0..<10)),
            ("bytes=-99999999999999999999", 10, .part(0..<10)),
            // A header that is not a single valid range is ignored.
            ("bytes=5-3", 10, .whole), ("bytes=0-1,4-5", 10, .whole), ("bytes=", 10, .whole),
            ("bytes=-", 10, .whole), ("bytes=a-b", 10, .whole), ("bytes=+1-2", 10, .whole),
            ("bytes= 1-2", 10, .whole), ("lines=1-2", 10, .whole), ("bytes", 10, .whole),
            ("bytes=1--2", 10, .whole), ("bytes=0x1-2", 10, .whole), ("", 10, .whole),
        ] as [(String?, Int, ByteRange)])
    func ranges(header: String?, size: Int, expected: ByteRange) {
        #expect(ByteRange(header, size: size) == expected)
    }

    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (1_709_210_096, "Thu, 29 Feb 2024 12:34:56 GMT"),
        (4_102_444_799, "Thu, 31 Dec 2099 23:59:59 GMT"),
    ])
    func dates(seconds: Int, text: String) {
        #expect(HTTPDate.text(seconds) == text)
        #expect(HTTPDate.seconds(text) == seconds)
    }

    @Test(arguments: [
        "", "now", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 1994 8:49 GMT",
        "Sun, 6 Foo 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 99999999999 Nov 1994 08:49:37 GMT",
    ])
    func noDate(text: String) {
        #expect(HTTPDate.seconds(text) == nil)
    }

    @Test(
        arguments: [
            (nil, nil, false), ("\"a-b\"", nil, true), ("W/\"a-b\"", nil, true), ("*", nil, true),
            ("\"x\", \"a-b\"", nil, true), ("\"x\",\t\"a-b\" ", nil, true), ("\"x\"", nil, false),
            ("a-b", nil, false), ("", nil, false),
            (nil, lastModified, true), (nil, "Sun, 06 Nov 1994 08:49:36 GMT", false),
            (nil, "Sun, 06 Nov 1994 08:49:38 GMT", true), (nil, "yesterday", false),
            // If both headers are given, the entity tag decides.
            ("\"x\"", lastModified, false), ("\"a-b\"", "Sun, 06 Nov 1990 08:49:37 GMT", true),
        ] as [(String?, String?, Bool)])
    func conditions(noneMatch: String?, since: String?, areMet: Bool) {
        #expect(validators.areMet(noneMatch: noneMatch, modifiedSince: since) == areMet)
    }

    @Test(
        arguments: [
            (nil, true), ("\"a-b\"", true), (lastModified, true), ("W/\"a-b\"", false),
            ("\"x\"", false),
            ("Sun, 06 Nov 1994 08:49:38 GMT", false),
        ] as [(String?, Bool)])
    func parts(ifRange: String?, isAllowed: Bool) {
        #expect(validators.allowPart(ifRange: ifRange) == isAllowed)
    }

    @Test(arguments: [
        ("photo.dzi", "application/xml"), ("ImageProperties.xml", "application/xml"),
        ("info.json", "application/json"), ("photo.szi", "application/zip"),
        ("photo-dzi.zip", "application/zip"), ("photo.pmtiles", "application/vnd.pmtiles"),
        ("photo.mbtiles", "application/vnd.sqlite3"), ("3/4/5.webp", "image/webp"),
        ("5.avif", "image/avif"), ("5.jpg", "image/jpeg"), ("5.PNG", "image/png"),
        ("viewer/view.js", "text/javascript; charset=utf-8"),
        ("a.css", "text/css; charset=utf-8"), ("index.html", "text/html; charset=utf-8"),
        ("README", MediaType.unknown), ("a.b/README", MediaType.unknown),
        (".jpg", MediaType.unknown), ("a.", MediaType.unknown), ("", MediaType.unknown),
        ("a.exe", MediaType.unknown), ("a.jp\u{301}g", MediaType.unknown),
    ])
    func mediaType(path: String, type: String) {
        #expect(MediaType.of(path) == type)
    }

    /// The table of media types contains all tile formats.
    @Test("Every tile format has a media type")
    func everyTileFormatHasAType() {
        for format in TileFormat.all {
            #expect(MediaType.of("a.\(format.fileExtension)") == format.mediaType)
        }
    }
}
