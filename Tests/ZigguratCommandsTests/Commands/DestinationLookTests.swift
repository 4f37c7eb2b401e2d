import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import CommandLineParsing
@testable import ZigguratCommands

/// The templates and the language of an output folder.
@Suite struct DestinationLookTests {
    private static let mark = "<!-- own look -->"

    /// Creates two exports with custom templates in the folder `out`.
    private static func with(
        _ body: (TemporaryFolder, _ text: (String) throws -> String) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            for name in ["a", "b", "c"] { try folder.draw("\(name).jpg") }
            try #require(Tool.run("templates @/look", in: folder).status == 0)
            for page in ["gallery", "page", "compare"] {
                let place = folder["look/\(page).html"]
                let html = try String(contentsOf: place, encoding: .utf8)
                try html.replacingOccurrences(of: "</body>", with: "\(mark)</body>")
                    .write(to: place, atomically: true, encoding: .utf8)
            }
            try #require(
                Tool.run(
                    "export @/a.jpg @/b.jpg -l xyz --language de -o @/out --templates @/look",
                    in: folder
                ).status == 0)
            try await body(folder) { try String(contentsOf: folder["out/\($0)"], encoding: .utf8) }
        }
    }

    @Test(
        "Commands without the option use the templates of the output folder",
        arguments: [
            ("export @/c.jpg -l xyz -o @/out", ["index.html", "c/xyz/index.html"]),
            ("gallery @/out", ["index.html"]), ("remove b -o @/out", ["index.html"]),
            (
                "compare @/out/a @/out/b --name both -o @/out",
                ["index.html", "both/index.html"]
            ),
            ("describe @/out --title New", ["index.html", "a/xyz/index.html"]),
        ])
    func remembered(line: String, pages: [String]) async throws {
        try await Self.with { folder, text in
            let run = Tool.run(line, in: folder)
            #expect(run.status == 0, "\(run.errors)")
            for page in pages {
                let html = try text(page)
                #expect(html.contains(Self.mark), "\(page)")
                #expect(html.contains(#"<html lang="de""#), "\(page)")
            }
            #expect(Tool.run("verify @/out", in: folder).status == 0)
        }
    }

    @Test("Missing templates are an error, and no page changes")
    func missing() async throws {
        try await Self.with { folder, text in
            let before = try text("index.html")
            try FileManager.default.moveItem(at: folder["look"], to: folder["moved"])
            for line in [
                "gallery @/out", "remove b -o @/out", "describe @/out --title New",
                "compare @/out/a @/out/b -o @/out", "export @/c.jpg -l xyz -o @/out",
            ] {
                let run = Tool.run(line, in: folder)
                #expect(run.status == 1 && run.subjects == ["@/look"], "\(line)")
                #expect(try text("index.html") == before)
            }
            // Another template folder, or the built-in templates, can replace the missing folder.
            #expect(Tool.run("gallery @/out --templates @/moved", in: folder).status == 0)
            #expect(Tool.run("remove b -o @/out", in: folder).status == 0)
            #expect(try text("index.html").contains(Self.mark))
            #expect(Tool.run("gallery @/out --templates built-in", in: folder).status == 0)
            #expect(Tool.run("gallery @/out", in: folder).status == 0)
            #expect(try text("index.html").contains(Self.mark) == false)
        }
    }

    /// A rule in the style sheet, as pages contain it.
    private static let rule = "--link: #123456"

    @Test("A style sheet is added to all pages, also by later commands, until it is removed")
    func styleSheet() async throws {
        try await Self.with { folder, text in
            try folder.write(":root { \(Self.rule) }", to: "museum.css")
            let gallery = Tool.run("gallery @/out --css @/museum.css", in: folder)
            try #require(gallery.status == 0, "\(gallery.errors)")
            let pages = ["index.html", "c/xyz/index.html", "both/index.html"]
            for line in [
                "export @/c.jpg -l xyz -o @/out", "compare @/out/a @/out/b --name both -o @/out",
            ] {
                #expect(Tool.run(line, in: folder).status == 0, "\(line)")
            }
            for page in pages {
                let html = try text(page)
                #expect(html.contains(Self.rule) && html.contains(Self.mark), "\(page)")
            }
            #expect(Tool.run("verify @/out", in: folder).status == 0)
            // A changed style sheet changes the pages of the next export.
            try folder.write(":root { --link: #654321 }", to: "museum.css")
            #expect(Tool.run("export @/c.jpg -l xyz -o @/out", in: folder).status == 0)
            #expect(try text("c/xyz/index.html").contains("--link: #654321"))
            // A missing style sheet is an error, and `none` removes it.
            try FileManager.default.removeItem(at: folder["museum.css"])
            let missing = Tool.run("gallery @/out", in: folder)
            #expect(missing.status == 1 && missing.subjects == ["@/museum.css"])
            let other = Tool.run("gallery @/out --css @/other.css", in: folder)
            #expect(other.status == 1 && other.subjects == ["@/other.css"])
            #expect(Tool.run("gallery @/out --css none", in: folder).status == 0)
            #expect(try text("index.html").contains("--link: #654321") == false)
            #expect(try text("index.html").contains(Self.mark))
        }
    }

    @Test("Later exports use the language of the output folder unless another is given")
    func language() async throws {
        try await Self.with { folder, text in
            try #require(
                Tool.run("export @/c.jpg -l xyz -o @/out --language auto", in: folder).status == 0)
            #expect(try text("c/xyz/index.html").contains(#"<html lang="en""#))
            try #require(Tool.run("export @/c.jpg -l dzi -o @/out", in: folder).status == 0)
            #expect(try text("c/dzi/index.html").contains(#"<html lang="en""#))
        }
    }
}
