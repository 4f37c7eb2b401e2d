import Testing

@testable import ZigguratViewer

@Suite struct PathTests {
    @Test(arguments: [
        ("0/1/2.jpg", "0/1/2.jpg"),
        ("0,0,512,512/512,512/0/default.jpg", "0,0,512,512/512,512/0/default.jpg"),
        ("a b#c?d%41.jpg", "a%20b%23c%3Fd%2541.jpg"),
        ("\"x\" & 'y' + <z>.jpg", "%22x%22%20%26%20'y'%20%2B%20%3Cz%3E.jpg"),
        ("javascript:alert(1)", "javascript%3Aalert(1)"),
        ("Ærø/é🏔.jpg", "%C3%86r%C3%B8/%C3%A9%F0%9F%8F%94.jpg"),
        ("back\\slash", "back%5Cslash"),
    ])
    func pathsBecomeAddresses(path: String, address: String) {
        #expect(PercentEncoding.address(ofPath: path) == address)
    }

    @Test(arguments: [
        ("photo", "photo"), ("{column}", "{{column}}"), ("a{b}c}", "a{{b}}c}}"), ("", ""),
    ])
    func namesAreNoPlaceholders(name: String, literal: String) {
        #expect(PageDescription.Level.literal(name) == literal)
    }

    @Test(arguments: [
        ("http://a.example/b?c=1&d=2", true), ("HTTPS://a.example", true),
        ("javascript:alert(1)", false), ("data:text/html,x", false), ("CC BY 4.0", false),
        ("https://a.example and more", false), ("", false),
    ])
    func onlyTheWebIsLinkedTo(text: String, isAddress: Bool) {
        #expect((WebAddress(text) != nil) == isAddress)
    }

    @Test(arguments: [
        ("photo.dzi", true), ("../../index.html", true), ("a/b:c", true), ("#top", true),
        ("a:b", false), ("//host/x", false), ("/etc/passwd", false), ("\\\\host", false),
    ])
    func relativeAddresses(text: String, isRelative: Bool) {
        #expect(WebAddress.isRelative(text) == isRelative)
    }

    @Test(arguments: [(1, "1"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")])
    func sizesAreGrouped(number: Int, text: String) {
        #expect(PixelSize.grouped(number) == text)
    }
}
