import Foundation
import Testing

@testable import ZigguratViewer

/// A person's own templates: used where they are right, refused with their place where not.
@Suite struct TemplateSetTests {
    /// A set in which one template is changed.
    private func changed(
        _ name: String, _ old: String, _ new: String
    ) throws -> TemplateSet {
        let text = String(decoding: TemplateSet.builtIn.bytes(name), as: UTF8.self)
        try #require(text.contains(old), "\(old)")
        return try TemplateSet(replacing: [
            name: .init(place: "look/\(name)", bytes: Array(text.replacing(old, with: new).utf8))
        ])
    }

    @Test func theLibrarysOwnHaveNoMistake() throws {
        for name in TemplateSet.names {
            let own = TemplateSet.Own(place: name, bytes: TemplateSet.builtIn.bytes(name))
            #expect(try TemplateSet(replacing: [name: own]).digest != nil, "\(name)")
        }
        #expect(TemplateSet.builtIn.digest == nil)
    }

    @Test func anotherTemplateIsAnotherDigest() throws {
        let one = try changed("page.css", "--gap: 12px", "--gap: 13px").digest
        #expect(try changed("page.css", "--gap: 12px", "--gap: 14px").digest != one)
        #expect(try changed("page.css", "--gap: 12px", "--gap: 13px").digest == one)
    }

    @Test func pagesAreMadeFromThem() throws {
        let own = try changed("page.html", "<h1", "<p>mine</p><h1")
        let setting = PageSetting(templates: own)
        let page = try Page(ViewerPage(Samples.description(), setting: setting).files())
        #expect(page.count(of: "<p>mine</p><h1") == 1)
        let gallery = try changed("gallery.css", "--back: #f3f2ef", "--back: #123456")
        let files = try GalleryPage(entries: [], title: "x", templates: gallery).files()
        #expect(try Page(files).count(of: "--back: #123456") == 1)
    }

    /// The template, what is changed in it, and the message.
    static let mistakes = [
        (
            "page.html", "<title>{{title}}</title>", "<title>{{titel}}</title>",
            #"look/page\.html cannot be used: line \d+, column 8: there is no “titel”; there are "#
        ),
        (
            "page.html", "<title>{{title}}</title>", "<title>{{{title}}}</title>",
            #"line \d+, column 8: “title” would be put in as HTML, and run; write \{\{title\}\}"#
        ),
        (
            "page.html", "<title>{{title}}</title>", "<title>{{&title}}</title>",
            "would be put in as HTML"
        ),
        ("page.html", "{{/links}}", "{{/link}}", "“{{/link}}” closes no section that is open"),
        ("page.html", "{{/links}}", "", "the section “links” is not closed"),
        (
            "page.html", "{{#scripts}}", "{{#scripts",
            #"line \d+, column \d+: “{{” is not closed on its line"#
        ),
        ("page.html", "<!DOCTYPE html>", "{{>other}}", "line 1, column 1: partials"),
        ("page.html", "<!DOCTYPE html>", "{{=<% %>=}}", "line 1, column 1: partials"),
        ("page.html", "<!DOCTYPE html>", "{{#title}}", "line 1, column 1: the section “title”"),
        ("page.html", "content=\"{{{policy}}}\"", "content=\"\"", "it lacks .*policy"),
        ("page.html", "{{{config}}}", "", "it lacks .*the scripts do not know the picture"),
        ("gallery.html", "content=\"Ziggurat\"", "content=\"Me\"", "look/gallery.html .* it lacks"),
        ("gallery.html", "{{count}}", "{{total}}", "there is no “total”"),
        ("page.css", "html, body {", "</style>html, body {", "look/page.css .*“</style” would end"),
        ("page.html", "<!DOCTYPE html>", "{{ title", "line 1, column 1: “{{” is not closed on"),
        ("page.html", "<!DOCTYPE html>", "{{/}}", "line 1, column 1: “{{/}}” closes no section"),
        (
            "page.html", "{{#links}}", "{{#link}}", #"line \d+, column \d+: there is no “link”; "#
        ),
        ("gallery.html", "<title>", "<title>\0", #"line \d+, column 8: there is a zero byte"#),
        // Scripts and styles are no Mustache templates: a tag there would stay as it is.
        (
            "view.js", "'use strict';", "'use strict';\nconst x = '{{title}}';",
            #"look/view.js .*line \d+, column 12: “{{title}}” is filled in in the HTML"#
        ),
        (
            "gallery.js", "'use strict';", "{{#entries}}'use strict';",
            "look/gallery.js .*“{{entries}}” is filled in"
        ),
        (
            "page.css", "html, body {", "/* {{{ config }}} */ html, body {",
            "look/page.css .*“{{config}}” is filled in"
        ),
    ]

    @Test(arguments: mistakes)
    func aMistakeIsRefusedWithItsPlace(
        name: String, old: String, new: String, message: String
    ) throws {
        let error = #expect(throws: ViewerError.self) { try changed(name, old, new) }
        let pattern = try Regex(
            message.replacing("“{{", with: #"“\{\{"#).replacing("}}”", with: #"\}\}”"#))
        let text = error?.message ?? ""
        #expect(text.firstMatch(of: pattern) != nil, "\(text)")
        #expect(text.contains("look/\(name)"), "\(text)")
    }

    @Test func whatIsNoTemplateIsRefused() {
        let error = #expect(throws: ViewerError.self) {
            try TemplateSet(replacing: ["pages.html": .init(place: "look/pages.html", bytes: [])])
        }
        #expect(
            error?.message.hasPrefix(
                "look/pages.html: no template is called so; there are page.html") == true)
    }

    /// The names that templates may use are those that are encoded, in both directions.
    @Test func theRulesAreWhatPagesHave() throws {
        let page = PageContent(
            policy: "x", style: "x", start: "x", scripts: [.init(address: "x", code: "x")],
            config: "x",
            title: "x", size: "x",
            caption: .init(description: "x", attribution: "x", rights: "x"), rightsAddress: "x",
            links: [.init(.init(title: "x", path: "x", kind: "manifest", isBeside: true))],
            thumbnail: "x", placeholder: "x", pageAddress: "x", cardImage: "x")
        #expect(try Self.names(in: page) == PageContent.rules.names.union(PageContent.rules.code))
        let gallery = GalleryContent(
            policy: "x", style: "x", script: "x", title: "x", count: "x", hasEntries: true,
            entries: [
                .init(
                    title: "x", address: "x", size: "x", thumbnail: "x",
                    pages: [.init(title: "x", address: "x", label: "x")], startsPart: true)
            ])
        let rules = GalleryContent.rules
        #expect(try Self.names(in: gallery) == rules.names.union(rules.code))
    }

    /// Every name in what is encoded: members of lists as they are, members of objects after a dot.
    private static func names(in content: some Encodable) throws -> Set<String> {
        func collect(_ value: Any, _ prefix: String, into names: inout Set<String>) {
            for (name, member) in value as? [String: Any] ?? [:] {
                if let list = member as? [Any] {
                    names.insert(prefix + name)
                    for item in list { collect(item, "", into: &names) }
                } else if member is [String: Any] {
                    collect(member, "\(name).", into: &names)
                } else {
                    names.insert(prefix + name)
                }
            }
        }
        var names: Set<String> = []
        let object = try JSONSerialization.jsonObject(with: Data(JSON.encoded(content)))
        collect(object, "", into: &names)
        return names
    }
}
