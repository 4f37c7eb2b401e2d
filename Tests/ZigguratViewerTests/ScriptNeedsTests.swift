import Testing
import ZigguratCore

@testable import ZigguratViewer

/// Each script names the scripts that it needs, and runs after them.
@Suite struct ScriptNeedsTests {
    private typealias Problem = ScriptCheck.Problem

    private static let scripts = Asset.templates.filter { $0.name.hasSuffix(".js") }
        .reduce(into: [String: String]()) {
            $0[$1.name] = String(decoding: $1.bytes, as: UTF8.self)
        }

    @Test("Every script names exactly the scripts whose members it uses")
    func builtIn() {
        #expect(ScriptCheck(Self.scripts).problems == [])
        #expect(Self.scripts.count > 50)
    }

    /// Changes of scripts, and the problems that they cause.
    static let mistakes: [(String, old: String, new: String, ScriptCheck.Problem)] = [
        ("tiles/paths.js", "// needs: head/namespace.js\n", "", .noLine("tiles/paths.js")),
        (
            "page/link.js", "// needs: tiles/paths.js", "// needs: tiles/path.js",
            .unknownScript("tiles/path.js", in: "page/link.js")
        ),
        (
            "tiles/paths.js", "// needs: head/namespace.js", "// needs: page/link.js",
            .cycle("tiles/paths.js")
        ),
        (
            "page/link.js", "ziggurat.paths.address", "ziggurat.path.address",
            .undeclaredMember("path", in: "page/link.js")
        ),
        (
            "page/link.js", "ziggurat.paths.address", "ziggurat.about.address",
            .missingNeed("page/about.js", in: "page/link.js")
        ),
        (
            "page/speech.js", "// needs: head/namespace.js", "// needs:",
            .missingNeed("head/namespace.js", in: "page/speech.js")
        ),
        (
            "page/link.js", "// needs: tiles/paths.js", "// needs: tiles/paths.js, page/about.js",
            .unusedNeed("page/about.js", in: "page/link.js")
        ),
        (
            "features/crop.js", "ziggurat.archive?.tile", "ziggurat.archive.tile",
            .unguardedMember("archive", in: "features/crop.js")
        ),
        (
            "page/link.js", "// needs: tiles/paths.js", "// needs: tiles/paths.js?",
            .unguardedMember("paths", in: "page/link.js")
        ),
        ("page/link.js", "ziggurat.link = ", "ziggurat.load = ", .declaredTwice("load")),
        ("page/link.js", "ziggurat.link = ", "ziggurat.viewer = ", .pageValue("viewer")),
        (
            "page/link.js", "ziggurat.link = ", "const link = ",
            .otherGlobal("link", in: "page/link.js")
        ),
        (
            "page/pager.js", "ziggurat.formats?.chosen(config) ?? config",
            "typeof ziggurat.formats === 'undefined' ? config : 0", .typeof(in: "page/pager.js")
        ),
    ]

    @Test("A mistake in a script or its needs is found", arguments: mistakes)
    func mistake(name: String, old: String, new: String, problem: ScriptCheck.Problem) throws {
        var scripts = Self.scripts
        let text = try #require(scripts[name])
        try #require(text.contains(old))
        scripts[name] = text.replacing(old, with: new)
        #expect(ScriptCheck(scripts).problems.contains(problem))
    }

    /// The scripts of a page that are not in the right place: after a script that needs them, or
    /// missing.
    private static func misplaced(_ page: [String], after loaded: [String]) -> [String] {
        page.enumerated().flatMap { index, name in
            let before = Set(page[..<index] + loaded)
            return (ScriptNeeds.builtIn.needs[name] ?? []).filter { need in
                !before.contains(need.script) && (!need.isOptional || page.contains(need.script))
            }.map(\.script)
        }
    }

    @Test("On every page, a script runs after the scripts that it needs")
    func order() {
        let head = PageScripts.head
        #expect(head == ["head/namespace.js", "head/text.js"])
        #expect(Self.misplaced(head, after: []) == [])
        let all = Set(ArchiveKind.allCases)
        var pages =
            [PageScripts.start, PageScripts.gallery]
            + [[], [.zip], all].map { PageScripts.comparison(archives: $0) }
        for viewer in PageTemplates.Viewer.allCases {
            for archive in [nil] + ArchiveKind.allCases.map(Optional.some) {
                for hasFormats in [false, true] {
                    pages.append(
                        PageScripts.image(viewer, archive: archive, hasFormats: hasFormats))
                }
            }
        }
        for page in pages {
            #expect(Self.misplaced(page, after: head) == [])
            #expect(Set(page).count == page.count && Set(page).isDisjoint(with: head))
            // The negative control: in the reverse order, scripts are in the wrong places.
            #expect(page.count == 1 || Self.misplaced(page.reversed(), after: head) != [])
        }
        let main = head + PageScripts.image(.openseadragon)
        for script in SeparateScript.all {
            let own = script.templates
            #expect(Self.misplaced(own, after: script.isIsolated ? [] : main) == [])
            #expect(script.isIsolated || Set(own).isDisjoint(with: main))
        }
        let comparison = head + PageScripts.comparison(archives: [])
        for script in SeparateScript.comparison {
            #expect(Self.misplaced(script.templates, after: comparison) == [])
            #expect(Set(script.templates).isDisjoint(with: comparison))
        }
        #expect(Self.misplaced(SeparateScript.reader.templates.reversed(), after: []) != [])
    }

    @Test("An optional script runs first if a page has it, and is not added otherwise")
    func optional() {
        let needs = ScriptNeeds(needs: [
            "a": [.init(script: "b", isOptional: true), .init(script: "c", isOptional: false)],
            "b": [.init(script: "c", isOptional: false)], "c": [],
        ])
        #expect(needs.order(["a"]) == ["c", "a"])
        #expect(needs.order(["a", "b"]) == ["c", "b", "a"])
        #expect(needs.order(["a", "b"], after: ["b"]) == ["a"])
    }

    @Test("Needs are the first lines of a script")
    func lines() {
        #expect(
            ScriptNeeds.needs(in: "// needs: a/b.js, c.js?\n// needs: d.js\nx\n// needs: e.js\n")
                == [
                    .init(script: "a/b.js", isOptional: false),
                    .init(script: "c.js", isOptional: true),
                    .init(script: "d.js", isOptional: false),
                ])
        #expect(ScriptNeeds.needs(in: "// needs:\n") == [])
        #expect(ScriptNeeds.needs(in: "x\n// needs: a.js\n") == nil)
    }
}
