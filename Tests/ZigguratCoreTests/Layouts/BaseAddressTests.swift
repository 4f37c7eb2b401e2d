import Testing
import ZigguratCore

@Suite struct BaseAddressTests {
    @Test(
        "An address gets its normal form",
        arguments: [
            ("https://example.org/maps", "https://example.org/maps"),
            ("https://example.org/maps//", "https://example.org/maps"),
            ("https://example.org", "https://example.org"),
            ("HTTPS://Example.ORG:8080/Maps/", "https://example.org:8080/Maps"),
            ("http://[::1]:8000/a", "http://[::1]:8000/a"),
            ("https://example.org/a b/ü", "https://example.org/a%20b/%C3%BC"),
            ("https://example.org/a%20b", "https://example.org/a%20b"),
            ("https://example.org/100%", "https://example.org/100%25"),
        ])
    func normalForm(address: String, expected: String) {
        #expect(BaseAddress.normalized(address) == expected)
    }

    @Test(
        "An address to which no path can be appended is rejected",
        arguments: [
            "", "example.org", "ftp://example.org", "https://", "https:///maps",
            "https://example.org/a?b", "https://example.org/a#b", "https://user@example.org/",
            "https://example.org/../a", "https://example.org/a/./b", "https://example.org/a\nb",
            "https://exa mple.org", "https://example.org:port/",
        ])
    func rejected(address: String) {
        #expect(BaseAddress.normalized(address) == nil)
    }
}
