import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ZigguratViewer

/// Pages use the templates of the user, and mistakes in templates are rejected with their place.
@Suite struct PageTemplatesTests {
    /// Returns templates with a change in one template.
    private func changed(
        _ name: String, _ old: String, _ new: String
    ) throws -> PageTemplates {
        let text = String(decoding: PageTemplates.builtIn.bytes(name), as: UTF8.self)
        try #require(text.contains(old), "\(old)")
        return try PageTemplates(replacing: [
            name: .init(place: "look/\(name)", bytes: Array(text.replacing(old, with: new).utf8))
        ])
    }

    @Test("The built-in templates have no mistake")
    func builtIn() throws {
        for name in PageTemplates.names {
            let own = Template(place: name, bytes: PageTemplates.builtIn.bytes(name))
            #expect(try PageTemplates(replacing: [name: own]).digest != nil, "\(name)")
        }
        #expect(PageTemplates.builtIn.digest == nil)
    }

    @Test("A changed template has another checksum")
    func digest() throws {
        let one = try changed("page.css", "--gap: 12px", "--gap: 13px").digest
        #expect(try changed("page.css", "--gap: 12px", "--gap: 14px").digest != one)
        #expect(try changed("page.css", "--gap: 12px", "--gap: 13px").digest == one)
    }

    @Test("Pages use the user's templates")
    func pages() throws {
        let own = try changed("page.html", "<h1", "<p>mine</p><h1")
        let page = try Page(PageWriter(own).files(for: Samples.page()))
        #expect(page.count(of: "<p>mine</p><h1") == 1)
        let gallery = try changed("gallery.css", "--back: #f3f2ef", "--back: #123456")
        #expect(try Page(PageWriter(gallery).gallery(of: [])).count(of: "--back: #123456") == 1)
    }

    typealias Mistake = (
        name: String, old: String, new: String, expected: TemplateSyntaxError, column: Int?
    )

    /// The template, its change, and the expected mistake, with the column where it matters.
    static let mistakes: [Mistake] = [
        (
            "page.html", "<title>{{title}}</title>", "<title>{{titel}}</title>",
            .unknownName("titel", known: page), 8
        ),
        (
            "page.html", "<title>{{title}}</title>", "<title>{{{title}}}</title>",
            .unescapedText("title"), 8
        ),
        (
            "page.html", "<title>{{title}}</title>", "<title>{{&title}}</title>",
            .unescapedText("title"), 8
        ),
        ("page.html", "{{{config}}}", "{{config}}", .escapedCode("config"), nil),
        ("page.html", "{{/links}}", "{{/link}}", .unopenedSection("link"), nil),
        ("page.html", "{{/links}}", "", .unclosedSection("links"), nil),
        ("page.html", "{{#scripts}}", "{{#scripts", .unclosedTag, nil),
        ("page.html", "<!DOCTYPE html>", "{{>other}}", .unsupportedTag, 1),
        ("page.html", "<!DOCTYPE html>", "{{=<% %>=}}", .unsupportedTag, 1),
        ("page.html", "<!DOCTYPE html>", "{{#title}}", .unclosedSection("title"), 1),
        ("page.html", "<!DOCTYPE html>", "{{ title", .unclosedTag, 1),
        ("page.html", "<!DOCTYPE html>", "{{/}}", .unopenedSection(""), 1),
        ("page.html", "{{#links}}", "{{#link}}", .unknownName("link", known: page), nil),
        (
            "gallery.html", "{{count}}", "{{total}}", .unknownName("total", known: gallery), nil
        ),
        ("gallery.html", "<main>", "<main>\0", .zeroByte, 7),
        ("page.css", "html, body {", "</style>html, body {", .endTag("</style"), 1),
        // Tags in scripts and styles are not replaced.
        (
            "page/view.js", "'use strict';", "'use strict';\nconst x = '{{title}}';",
            .tagOutsideHTML("title"), 12
        ),
        (
            "gallery/gallery.js", "'use strict';", "{{#entries}}'use strict';",
            .tagOutsideHTML("entries"), nil
        ),
        (
            "page.css", "html, body {", "/* {{{ config }}} */ html, body {",
            .tagOutsideHTML("config"), 4
        ),
        (
            "page/view.js", "ziggurat.view = (", "window.zigguratView = (",
            .oldGlobal("zigguratView", now: "ziggurat.view"), 8
        ),
        (
            "page/view.js", "ziggurat.view = (", "window.zigguratText = (",
            .oldGlobal("zigguratText", now: "ziggurat.text"), 8
        ),
        (
            "gallery/gallery.js", "ziggurat.language.best(", "zigguratLanguage.best(",
            .oldGlobal("zigguratLanguage", now: "ziggurat.language"), nil
        ),
    ]

    @Test("The globals of data files are allowed in scripts")
    func dataNames() throws {
        _ = try changed("page/pager.js", "window.zigguratPictures", "zigguratPictures")
    }

    private static let page = TemplateRules.page.names.union(TemplateRules.page.code).sorted()
    private static let gallery = TemplateRules.gallery.names.union(TemplateRules.gallery.code)
        .sorted()

    @Test("A mistake is rejected with its file, line and column", arguments: mistakes)
    func mistake(_ mistake: Mistake) throws {
        let error = try #require(
            #expect(throws: ZigguratError.self) {
                try changed(mistake.name, mistake.old, mistake.new)
            })
        #expect(error.subject == "look/\(mistake.name)" && error.code == .invalidOptions)
        guard case .invalid(let found, _, let column) = error.reason as? TemplateError else {
            Issue.record("\(error.reason)")
            return
        }
        #expect(found == mistake.expected)
        if let expected = mistake.column { #expect(column == expected) }
    }

    @Test(
        "Required markup cannot be removed",
        arguments: [
            ("page.html", "content=\"{{{policy}}}\""), ("page.html", "{{{config}}}"),
            ("gallery.html", "content=\"Ziggurat\""),
        ])
    func missingMarkup(name: String, markup: String) throws {
        let error = #expect(throws: ZigguratError.self) { try changed(name, markup, "") }
        guard case .missingMarkup(let missing) = error?.reason as? TemplateError else {
            Issue.record("\(String(describing: error?.reason))")
            return
        }
        #expect(missing.contains(markup))
    }

    @Test("A style sheet follows the styles of every page; its fonts are allowed")
    func styleSheet() async throws {
        try await TemporaryFolder.with { folder in
            for (text, hasFonts) in [
                ("b { color: red }", false),
                ("@font-face { font-family: x; src: url(data:font/woff2;base64,AA) }", true),
            ] {
                let file = try folder.write(text, to: "own.css")
                let templates = try PageTemplates.builtIn.adding(css: file.path)
                #expect(templates.digest != nil)
                let writer = PageWriter(templates)
                for files in [
                    try writer.files(for: Samples.page()),
                    try writer.gallery(of: Samples.gallery(titles: ["one"])),
                ] {
                    let page = try Page(files)
                    #expect(page.count(of: "\(text)</style>") == 1)
                    #expect(
                        try page.policy().contains("font-src 'self' data:; ") == hasFonts)
                }
            }
            for (text, reason) in [
                (nil, TemplateError.styleNotFound),
                ("</style>", .invalid(.endTag("</style"), line: 1, column: 1)),
            ] as [(String?, TemplateError)] {
                if let text { try folder.write(text, to: "bad.css") }
                let error = #expect(throws: ZigguratError.self) {
                    try PageTemplates.builtIn.adding(css: folder["bad.css"].path)
                }
                #expect(error?.reason as? TemplateError == reason)
            }
        }
    }

    /// Unknown names, and the names that the user may have meant; `nil` for all names.
    static let unknownNames: [(String, near: [String]?)] = [
        ("layout.html", nil), ("pages.html", ["page.html"]), ("galery.css", ["gallery.css"]),
        // Earlier versions had all scripts in one folder.
        ("view.js", ["page/view.js"]), ("tour-panel.js", ["tour/panel.js"]),
        ("pmtiles-directory.js", ["archive/pmtiles-directory.js"]),
        ("controls.js", ["compare/controls.js", "page/controls.js"]),
        ("tour/view.js", ["page/view.js"]),
    ]

    @Test(
        "An unknown template name is rejected with the names that are meant",
        arguments: unknownNames)
    func unknownName(name: String, near: [String]?) {
        let error = #expect(throws: ZigguratError.self) {
            try PageTemplates(replacing: [name: .init(place: "look/\(name)", bytes: [])])
        }
        let known = near ?? PageTemplates.names.filter { !$0.hasPrefix(LanguageFile.folder) }
        #expect(error?.reason as? TemplateError == .unknownName(known: known))
        #expect(error?.subject == "look/\(name)")
    }

    @Test("The rules name exactly the fields of the page")
    func rules() throws {
        var caption = Caption(
            description: "x", attribution: "x",
            rights: "https://rightsstatements.org/vocab/InC/1.0/", creator: "c", date: "x")
        caption.licence = "https://rightsstatements.org/vocab/CNE/1.0/"
        caption.language = "en"
        caption.fields = [Caption.Field("x", "x")]
        var description = Samples.page(caption, baseURL: "https://x")
        description.links = [PageLink(to: .manifest(layout: nil), path: "x")]
        description.thumbnail = "x"
        description.card = PageCard(path: "x", size: PixelSize(square: 1))
        description.placeholder = [1]
        let page = try PageFields.of(
            description, in: PageLanguage(tag: "en", texts: [:]), languages: "x", policy: "x",
            style: "x", start: "x",
            scripts: [["address": "x", "code": "x"]], config: "x")
        #expect(try Self.names(in: page) == TemplateRules.page.names.union(TemplateRules.page.code))
        var entries = Samples.gallery(titles: ["x"])
        entries[0].titles = ["de": "x"]
        entries[0].language = "en"
        entries[0].creator = "x"
        entries[0].facts = [("x", "x")]
        entries[0].colour = "#000000"
        entries[0].baseURL = "https://x"
        entries[0].largerThumbnails = [(path: "x", width: 1024)]
        let rules = TemplateRules.gallery
        let texts = #"{"en": "x", "de": "x"}"#
        let names = try ["", #", "title": \#(texts)"#].reduce(into: Set<String>()) { names, title in
            let cover = try GalleryCover(
                Array(
                    #"""
                    {"text": \#(texts), "logo": "x", "link": "x", "footer": \#(texts),
                    "links": [{"text": \#(texts), "link": "x"}]\#(title)}
                    """#.utf8))
            let gallery = try PageWriter().galleryFields(of: entries, cover: cover)
            names.formUnion(try Self.names(in: gallery))
        }
        #expect(names == rules.names.union(rules.code))
    }

    /// All encoded names. Members of objects follow a dot, and members of lists have only their
    /// name.
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
        let object = try JSONSerialization.jsonObject(
            with: Data(BundleFile.jsonLine("", content).bytes))
        collect(object, "", into: &names)
        return names
    }
}
