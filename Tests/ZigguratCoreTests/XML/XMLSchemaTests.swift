import Testing
import ZigguratSystem

@Suite("Checking XML against a schema")
struct XMLSchemaTests {
    private static let schema = """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
          <xs:element name="a">
            <xs:complexType>
              <xs:sequence><xs:element name="b" type="xs:int" maxOccurs="9"/></xs:sequence>
              <xs:attribute name="n" type="xs:positiveInteger" use="required"/>
            </xs:complexType>
          </xs:element>
        </xs:schema>
        """

    private func failure(_ text: String) throws -> XMLFailure? {
        let schema = try XMLSchema(Array(Self.schema.utf8))
        let document = try XMLDocument(Array(text.utf8))
        do throws(XMLFailure) {
            try schema.validate(document)
            return nil
        } catch {
            return error
        }
    }

    @Test("a document that follows it")
    func good() throws {
        #expect(try failure("<a n='1'><b>1</b><b>2</b></a>") == nil)
    }

    @Test("every departure is told with its line")
    func departures() throws {
        let failure = try failure("<a>\n<b>1</b>\n<b>x</b>\n<c/>\n</a>")
        #expect(failure?.problems.map(\.line) == [1, 3, 4])
        #expect(failure?.problems.allSatisfy { !$0.message.hasSuffix("\n") } == true)
        #expect(failure?.description.contains("line 3: ") == true)
    }

    @Test("one schema checks many documents")
    func again() throws {
        let schema = try XMLSchema(Array(Self.schema.utf8))
        let good = try XMLDocument(Array("<a n='1'><b>1</b></a>".utf8))
        let bad = try XMLDocument(Array("<a n='0'><b>1</b></a>".utf8))
        for _ in 1...3 {
            #expect(throws: Never.self) { try schema.validate(good) }
            #expect(throws: XMLFailure.self) { try schema.validate(bad) }
        }
    }

    @Test("hints where a schema may be found are neither followed nor taken away")
    func hints() throws {
        let text = """
            <a n="1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
               xsi:noNamespaceSchemaLocation="file:///nowhere/a.xsd">
            <b xsi:schemaLocation="urn:x http://localhost:1/x.xsd">1</b></a>
            """
        let schema = try XMLSchema(Array(Self.schema.utf8))
        let document = try XMLDocument(Array(text.utf8))
        #expect(throws: Never.self) { try schema.validate(document) }
        #expect(
            try document.strings(
                at: "//@xsi:*", namespaces: ["xsi": "http://www.w3.org/2001/XMLSchema-instance"]
            )
            .count == 2)
    }

    @Test(
        "a schema that refers to another file is refused",
        arguments: [
            "<xs:include schemaLocation='b.xsd'/>",
            "<xs:import namespace='urn:b' schemaLocation='http://localhost:1/b.xsd'/>",
            "<xs:redefine schemaLocation='b.xsd'/>",
        ])
    func elsewhere(reference: String) {
        let text = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>\(reference)</xs:schema>"
        let failure = #expect(throws: XMLFailure.self) { try XMLSchema(Array(text.utf8)) }
        #expect(
            failure?.description == "the schema refers to another file; put all of it into one")
    }

    @Test("a schema that is none is refused")
    func brokenSchema() {
        for text in [
            "<a/>", "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>",
            Self.schema.replacing("xs:int", with: "xs:unheardOf"),
        ] {
            let failure = #expect(throws: XMLFailure.self) { try XMLSchema(Array(text.utf8)) }
            #expect(failure?.problems.isEmpty == false)
        }
    }
}
