import Foundation
import TestSupport
import Testing

@testable import ZigguratCommands

/// The options that say what pages are like, and the templates that they are made from.
@Suite struct PageOptionTests {
    @Test func templatesAreWrittenOnceAndUsed() async throws {
        try await TemporaryFolder.with { folder in
            let written = Tool.run("templates @/look", in: folder)
            #expect(written.status == 0 && written.errors == "")
            #expect(
                written.output.split(separator: "\n").map(String.init).sorted()
                    == folder.names(in: "look").map { "@/look/\($0)" }.sorted())
            #expect(folder.names(in: "look").contains("page.html"))
            #expect(
                Tool.run("templates @/look", in: folder)
                    == .init(
                        1,
                        errors: """
                            ziggurat: @/look/page.html: it is there already; name another folder, or \
                            --force to write over what you have changed

                            """))
            #expect(Tool.run("templates @/look --force", in: folder) == written)

            try folder.draw("photo.png", width: 60, height: 40)
            let export = "export @/photo.png -o @/out --templates @/look --progress none"
            #expect(Tool.run(export, in: folder).status == 0)
            #expect(Tool.run("verify @/out", in: folder).status == 0)
            #expect(Tool.run("gallery @/out --templates @/look", in: folder).status == 0)
            // The same templates again: up to date; others: not.
            #expect(Tool.run(export + " --json", in: folder).output.contains("\"upToDate\""))
            try folder.write("/* mine */", to: "look/page.css")
            #expect(Tool.run(export + " --json", in: folder).output.contains("\"exported\""))
            let page = try String(
                contentsOf: folder["out/photo/dzi/index.html"], encoding: .utf8)
            #expect(page.contains("/* mine */"))
        }
    }

    /// What stands in the folder of templates, and what is said.
    static let mistakes = [
        ("page.html", "<p>\n{{titel}}", "@/look/page.html cannot be used: line 2, column 1: there"),
        ("pages.html", "", "@/look/pages.html: no template is called so; there are page.html"),
        ("gallery.html", "{{#entries}}", "@/look/gallery.html cannot be used: line 1, column 1"),
        ("readme.txt", "", "@/look: there is no template in it; “ziggurat templates DIR” writes"),
        (
            "grid.js", "\n\n  {{count}}",
            "@/look/grid.js cannot be used: line 3, column 3: “{{count}}”"
        ),
        ("page.html/x", "", "@/look/page.html: the template cannot be read"),
    ]

    @Test func whatIsNotUTF8IsRefusedWithItsLine() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write(Data([0x61, 0x0A, 0xC3, 0xA4, 0x0A, 0x62, 0xFF]), to: "look/view.js")
            #expect(
                Tool.run("export @/none.png -o @/out --templates @/look", in: folder).errors == """
                    ziggurat: @/look/view.js: line 3: the template is not UTF-8; save it as UTF-8

                    """)
        }
    }

    @Test(arguments: mistakes)
    func aMistakeIsOneLineBeforeAnythingIsRead(
        name: String, text: String, message: String
    ) async throws {
        try await TemporaryFolder.with { folder in
            try folder.write(text, to: "look/\(name)")
            for line in ["export @/none.png -o @/out", "gallery @"] {
                let run = Tool.run("\(line) --templates @/look", in: folder)
                #expect(run.status != 0 && run.output == "")
                #expect(run.errors.contains(message), "\(run.errors)")
                #expect(run.errors.split(separator: "\n").count == 1)
            }
            #expect(!folder.names(in: "").contains("out"))
        }
    }

    /// Options that do not go together, and what is said.
    static let refusals = [
        ("--one-file --shared-assets", "leave out --one-file or --shared-assets"),
        ("--shared-assets -c zip", "pages inside a zip share nothing"),
        ("--viewer leaflet", "Leaflet cannot show the layout dzi: its tiles overlap by 1 pixel"),
        ("--viewer leaflet -l zoomify", "Leaflet cannot show the layout zoomify: its levels are"),
        ("--templates @/nowhere", "@/nowhere: there is no such folder of templates"),
    ]

    @Test(arguments: refusals)
    func whatCannotBeIsRefused(options: String, message: String) async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.png", width: 601, height: 403)
            let run = Tool.run("export @/photo.png -o @/out \(options)", in: folder)
            #expect(run.status != 0)
            #expect(run.errors.contains(message), "\(run.errors)")
            #expect(folder.names(in: "").filter { $0 == "out" }.isEmpty)
        }
    }

    /// The layouts that Leaflet shows.
    @Test(arguments: ["xyz", "tms", "google", "iiif", "iiif3", "dzi --overlap 0"])
    func whatLeafletShowsIsExported(layout: String) async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.png", width: 601, height: 403)
            let run = Tool.run(
                "export @/photo.png -o @/out --viewer leaflet --progress none -l \(layout)",
                in: folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(Tool.run("verify @/out", in: folder).status == 0)
        }
    }

    /// One copy for the destination, which verification looks for.
    @Test func sharedScriptsAreWrittenOnceAndMissed() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("one.png", width: 60, height: 40)
            try folder.draw("two.png", width: 60, height: 40)
            let export = "export @/one.png @/two.png -o @/out --shared-assets --progress none"
            #expect(Tool.run(export, in: folder).status == 0)
            let shared = folder.names(in: "out/viewer")
            #expect(shared.count == 2)
            #expect(!folder.names(in: "out/one/dzi/viewer").contains("ziggurat.js"))
            #expect(Tool.run("verify @/out", in: folder).status == 0)
            #expect(Tool.run("list @/out", in: folder).output.contains("viewer") == false)
            for name in shared {
                try FileManager.default.removeItem(at: folder["out/viewer/\(name)"])
            }
            let verdict = Tool.run("verify @/out", in: folder)
            #expect(verdict.status == 1)
            #expect(verdict.errors.contains("the page's file is missing"), "\(verdict.errors)")
            // An export that is up to date brings them back.
            #expect(Tool.run(export, in: folder).status == 0)
            #expect(folder.names(in: "out/viewer") == shared)
            #expect(Tool.run("verify @/out", in: folder).status == 0)
        }
    }

    /// Nothing but the page, the thumbnail and the pyramid.
    @Test func aPageInOneFileHasNoScriptsBesideIt() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.png", width: 60, height: 40)
            let line = "export @/photo.png -o @/out --one-file -l xyz --progress none"
            #expect(Tool.run(line, in: folder).status == 0)
            #expect(folder.names(in: "out/photo/xyz/viewer") == ["thumbnail.jpg"])
            #expect(Tool.run("verify @/out", in: folder).status == 0)
        }
    }
}
