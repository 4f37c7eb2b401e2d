import Testing
import ZigguratCore
import ZigguratSystem

@Suite("Percent-encoding, RFC 3986")
struct PercentEncodingTests {
    @Test("Unreserved characters are not encoded (section 2.3)")
    func unreserved() {
        let text = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
        #expect(PercentEncoding.segment(text) == text)
        #expect(PercentEncoding.path(text) == text)
    }

    @Test(
        "Other characters become their UTF-8 bytes in capital digits (sections 2.1, 2.2, 2.5)",
        arguments: [
            (" ", "%20"), ("%", "%25"), (":/?#[]@", "%3A%2F%3F%23%5B%5D%40"),
            ("!$&'()*+,;=", "%21%24%26%27%28%29%2A%2B%2C%3B%3D"),
            ("\"<>\\^`{|}", "%22%3C%3E%5C%5E%60%7B%7C%7D"),
            ("À", "%C3%80"), ("ア", "%E3%82%A2"), ("😀", "%F0%9F%98%80"), ("e\u{301}", "e%CC%81"),
            ("\0\n\u{7F}", "%00%0A%7F"), ("a#b?c%d", "a%23b%3Fc%25d"), ("%20", "%2520"),
            ("", ""), ("a b/c", "a%20b%2Fc"), ("\r\n", "%0D%0A"),
        ])
    func segment(text: String, encoded: String) {
        #expect(PercentEncoding.segment(text) == encoded)
    }

    @Test(
        "A path keeps its slashes",
        arguments: [
            ("a b/c#d.jpg", "a%20b/c%23d.jpg"),
            ("0,0,1,1/1,/0/default.jpg", "0%2C0%2C1%2C1/1%2C/0/default.jpg"),
            ("/a//b/", "/a//b/"), ("", ""), ("a/\u{301}b", "a/%CC%81b"), ("ä/ö", "%C3%A4/%C3%B6"),
        ])
    func path(text: String, encoded: String) {
        #expect(PercentEncoding.path(text) == encoded)
    }
}
