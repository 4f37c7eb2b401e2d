import Testing

@testable import ZigguratViewer

@Suite struct TemplateTests {
    private struct Content: Encodable {
        var name: String? = nil
        var names: [String]? = nil
        var number: Int? = nil
        var yes: Bool? = nil
    }

    private func rendered(_ template: String, _ content: Content) throws -> String {
        let page = Template(name: "test.html", bytes: Array(template.utf8))
        return String(decoding: try page.rendered(with: content), as: UTF8.self)
    }

    @Test(arguments: [
        ("", ""),
        ("plain & <b>", "plain & <b>"),
        ("{{name}}", "a&lt;b&gt;&amp;&quot;&apos;{{x}}"),
        ("{{{name}}}", "a<b>&\"'{{x}}"),
        ("{{&name}}", "a<b>&\"'{{x}}"),
        ("{{#names}}<{{.}}>{{/names}}", "<one><t&amp;o>"),
        ("{{number}}", "12000"),
        ("{{#yes}}yes{{/yes}}{{^yes}}no{{/yes}}", "yes"),
        ("[{{missing}}]{{#missing}}x{{/missing}}{{^missing}}none{{/missing}}", "[]none"),
    ])
    func rendersMustache(template: String, result: String) throws {
        let content = Content(
            name: "a<b>&\"'{{x}}", names: ["one", "t&o"], number: 12_000, yes: true)
        #expect(try rendered(template, content) == result)
    }

    @Test func anEmptyTextIsLeftOut() throws {
        #expect(try rendered("{{#name}}<p>{{name}}</p>{{/name}}", Content(name: "")) == "")
    }

    @Test(arguments: [
        ("one\ntwo {{#names}}", "line 2, column 5: Unclosed section \"names\""),
        ("{{/names}}", "line 1, column 1: Unopened section \"names\""),
        ("one\n\n  {{name", "line 3, column 3: Unclosed tag"),
    ])
    func malformedTemplatesSayWhere(template: String, reason: String) {
        #expect(throws: ViewerError("the template test.html cannot be used: \(reason)")) {
            try rendered(template, Content())
        }
    }
}
