import Testing
import ZigguratSystem

@testable import ZigguratViewer

@Suite struct TemplateTests {
    private struct Content: Encodable {
        var name: String? = nil
        var names: [String]? = nil
        var number: Int? = nil
        var yes: Bool? = nil
    }

    private func rendered(_ template: String, _ content: Content) throws -> String {
        let page = Template(place: "test.html", bytes: Array(template.utf8))
        return String(decoding: try page.rendered(with: content), as: UTF8.self)
    }

    @Test(
        "Mustache tags are rendered",
        arguments: [
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
    func rendered(template: String, result: String) throws {
        let content = Content(
            name: "a<b>&\"'{{x}}", names: ["one", "t&o"], number: 12_000, yes: true)
        #expect(try rendered(template, content) == result)
    }

    @Test("An empty text is a false section")
    func emptyText() throws {
        #expect(try rendered("{{#name}}<p>{{name}}</p>{{/name}}", Content(name: "")) == "")
    }

    @Test(
        "A malformed template is rejected with the offset",
        arguments: [
            ("one\ntwo {{#names}}", "Unclosed section \"names\" at 8"),
            ("{{/names}}", "Unopened section \"names\" at 0"),
            ("one\n\n  {{name", "Unclosed tag at 7"),
        ])
    func malformed(template: String, reason: String) {
        let error = #expect(throws: ZigguratError.self) { try rendered(template, Content()) }
        #expect(error?.reason as? TemplateError == .cannotRender)
        #expect(error?.subject == "test.html" && error?.cause == .library(reason))
    }
}
