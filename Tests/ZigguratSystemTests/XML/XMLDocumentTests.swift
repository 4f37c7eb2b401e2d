import TestSupport
import Testing
import ZigguratSystem

@Suite("Reading XML")
struct XMLDocumentTests {
    private func document(_ text: String) throws -> XMLDocument {
        try XMLDocument(Array(text.utf8))
    }

    private static let shelf = """
        <shelf xmlns:p="urn:p" name="a">
          <p:book n="1">One &amp; only</p:book>
          <p:book n="2">Two <i>of</i> them</p:book>
          <!-- not a book --><box/>
        </shelf>
        """

    @Test(
        "An XPath is evaluated to strings",
        arguments: [
            ("/shelf/@name", ["a"]), ("//q:book", ["One & only", "Two of them"]),
            ("//q:book/@n", ["1", "2"]), ("//@n | /shelf/@name", ["a", "1", "2"]),
            ("count(//q:book)", ["2"]), ("string(//q:book[2]/i)", ["of"]), ("2 + 0.5", ["2.5"]),
            ("//q:book = 'Two of them'", ["true"]), ("//book", []), ("//box", [""]),
            ("name(/*)", ["shelf"]), ("//comment()", [" not a book "]),
        ])
    func strings(expression: String, expected: [String]) throws {
        let found = try document(Self.shelf).strings(at: expression, namespaces: ["q": "urn:p"])
        #expect(found == expected)
    }

    @Test("An invalid XPath is rejected", arguments: ["", "//", "/shelf[", "//p:book", "no()"])
    func brokenExpression(expression: String) throws {
        let document = try document(Self.shelf)
        #expect(throws: XMLError.self) { try document.strings(at: expression) }
    }

    @Test(
        "A damaged document is rejected with its line number",
        arguments: [
            ("<a>\n<b>\n</a>", 3), ("<a>\n<b c=1/>\n</a>", 2), ("<a/>\n\n<b/>", 3), ("text", 1),
            ("<a>\n&unknown;</a>", 2), ("<a>\u{1}</a>", 1), ("<a", 1), ("<p:a/>", 1),
            ("<a b='1' b='2'/>", 1),
        ])
    func broken(text: String, line: Int) {
        let failure = #expect(throws: XMLError.self) { try document(text) }
        #expect(failure?.cause?.description.hasPrefix("line \(line): ") == true)
    }

    @Test("An empty document is rejected")
    func empty() {
        let failure = #expect(throws: XMLError.self) { try document("") }
        #expect(failure == .notWellFormed)
    }

    @Test(
        "A document type declaration is rejected before it is read",
        arguments: [
            "<!DOCTYPE a>\n<a/>",
            "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a>&e;</a>",
            "<!DOCTYPE a SYSTEM 'http://localhost:1/a.dtd'><a/>",
            "<!DOCTYPE a [<!ENTITY x 'ha'><!ENTITY y '&x;&x;&x;'>]><a>&y;</a>",
            "<!DOCTYPE a [ nonsense",
        ])
    func documentType(text: String) {
        let failure = #expect(throws: XMLError.self) { try document(text) }
        #expect(failure == .documentType)
    }

    @Test("Line numbers above 65,535 are right")
    func manyLines() {
        let text = "<a>" + String(repeating: "\n", count: 70_000) + "<b></a>"
        let failure = #expect(throws: XMLError.self) { try document(text) }
        #expect(failure?.cause?.description.hasPrefix("line 70001: ") == true)
    }

    @Test("Reading a written document gives equal values", arguments: oddNames)
    func roundTrip(name: String, encoded: String) throws {
        let element = XMLElement("a", ["b": name, "c": ""], [XMLElement("d", ["e": name])])
        let bytes = try #require(element.document())
        let read = try XMLDocument(bytes)
        #expect(try read.strings(at: "/a/@b | /a/@c | /a/d/@e") == [name, "", name])
    }

    @Test(
        "Characters that XML does not allow are not written",
        arguments: ["\0", "\u{1}", "\u{B}", "\u{FFFE}"])
    func forbiddenCharacters(text: String) {
        #expect(XMLElement("a", ["b": text]).document() == nil)
    }
}
